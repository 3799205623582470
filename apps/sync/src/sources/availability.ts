import type { AvailabilityInput, AvailabilitySubject } from '@care-atlas/data/sync';
import { ACCEPTANCE_CODES, type AcceptanceCode } from '@care-atlas/domain/records';
import { acceptsNewPatients } from '@care-atlas/domain/rules';
import type { InputRow } from '../rows/input-row.js';
import { Calendar } from '../values/dates/calendar.js';
import { METHOD_MEANING, methodIn } from '../values/method.js';
import type { Source } from './source.js';
import { subjectOf } from './subject.js';

/** Never stored: the row is rejected. */
const NEVER = new Date(0);

/** Observations of who accepts new patients, with their times and methods. */
export const availability: Source = {
  name: 'availability',
  summary: 'observations of who accepts new patients, each with its own date',
  formats: ['CSV', 'NDJSON', 'Excel (.xlsx)'],
  columns: {
    clinic_id: 'id of the observed clinic; either this or registration_number',
    registration_number: 'number of the observed doctor; either this or clinic_id',
    accepting: 'whether new patients are accepted: yes, no; may be empty where code says it',
    code: `who is accepted: ${ACCEPTANCE_CODES.join(', ')} (HL7); may be empty`,
    method: METHOD_MEANING,
    observed_at: '2026-10-03, or 2026-10-03T14:30:00-04:00',
  },
  needs: [['clinic_id', 'registration_number'], ['accepting', 'code'], ['observed_at']],
  complete: 'the file holds every observation of this source: observations that it lacks are removed',
  removesRecords: true,
  example: 'availability apps/sync/examples/availability.csv',
  next: 'The newest observation counts; a list without dates is as new as the extract that said so first. The notes of a clinic say when and how it was made, and which source says otherwise.',
  async write(source, writer, { complete, now }) {
    const calendar = new Calendar(now);
    await writer.availability(
      source.records((row) =>
        saysNotKnown(row)
          ? source.skip('observations that do not know the answer')
          : observationOf(row, calendar),
      ),
      { complete },
    );
  },
};

/** Returns whether a row says in a word that the answer is not known. */
function saysNotKnown(row: InputRow): boolean {
  return !row.has('code') && row.saysUnknown('accepting') && row.formatted('accepting') === '';
}

function observationOf(row: InputRow, calendar: Calendar): AvailabilityInput {
  return {
    subject: row.essential<AvailabilitySubject>({ clinicId: '' }, () => subjectOf(row)),
    accepting: row.essential(null, () => acceptingOf(row)) === true,
    code: row.field('code', null, () => codeOf(row)),
    method: row.essential('', () => methodIn(row, 'method').toLowerCase()),
    observedAt: row.essential(NEVER, () => observedAtOf(row, calendar)),
  };
}

function acceptingOf(row: InputRow): boolean | null {
  const code = codeOf(row);
  if (!code) return row.required('accepting') ? row.yesNo('accepting') : null;
  const accepts = acceptsNewPatients(code);
  if (row.has('accepting') && row.yesNo('accepting') !== accepts)
    return row.reject('code', `a code that agrees with accepting: ${code} means ${accepts ? 'yes' : 'no'}`);
  return accepts;
}

function codeOf(row: InputRow): AcceptanceCode | null {
  const code = row.text('code').toLowerCase();
  if (code === '') return null;
  const known = ACCEPTANCE_CODES.find((word) => word === code);
  return known ?? row.reject('code', `${ACCEPTANCE_CODES.join(', ')}, or empty`);
}

function observedAtOf(row: InputRow, calendar: Calendar): Date {
  row.required('observed_at');
  return calendar.time(row, 'observed_at')!;
}
