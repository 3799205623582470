import type { AvailabilityInput, AvailabilitySubject } from '@care-atlas/data/sync';
import type { InputRow } from '../rows/input-row.js';
import { Calendar } from '../values/calendar.js';
import type { Source } from './source.js';
import { subjectOf } from './subject.js';

/** Never stored: the row is rejected. */
const NEVER = new Date(0);
const METHOD = /^\p{L}[\p{L} -]{0,39}$/u;

/** Observations of who accepts new patients, with their times and methods. */
export const availability: Source = {
  name: 'availability',
  summary: 'observations of who accepts new patients, each with its own date',
  formats: ['CSV', 'NDJSON', 'Excel (.xlsx)'],
  columns: {
    clinic_id: 'id of the observed clinic; either this or registration_number',
    registration_number: 'number of the observed doctor; either this or clinic_id',
    accepting: 'whether new patients are accepted: yes, no',
    method: 'how it was observed, in a word or two after "by": phone, web, clinic, register, …',
    observed_at: '2026-10-03, or 2026-10-03T14:30:00-04:00',
  },
  needs: [['clinic_id', 'registration_number'], ['accepting'], ['observed_at']],
  example: 'availability apps/sync/examples/availability.csv',
  next: 'The newest observation counts. The notes of a clinic say when and how it was made.',
  async write(source, writer, { now }) {
    const calendar = new Calendar(now);
    await writer.availability(source.records((row) => observationOf(row, calendar)));
  },
};

function observationOf(row: InputRow, calendar: Calendar): AvailabilityInput {
  return {
    subject: row.essential<AvailabilitySubject>({ clinicId: '' }, () => subjectOf(row)),
    accepting: row.essential(null, () => row.required('accepting') && row.yesNo('accepting')) === true,
    method: row.field('method', '', () => methodOf(row)),
    observedAt: row.essential(NEVER, () => observedAtOf(row, calendar)),
  };
}

function methodOf(row: InputRow): string {
  const method = row.text('method').toLowerCase();
  return method === '' || METHOD.test(method)
    ? method
    : row.reject('method', 'one or two words, such as phone');
}

function observedAtOf(row: InputRow, calendar: Calendar): Date {
  row.required('observed_at');
  return calendar.time(row, 'observed_at')!;
}
