import type { SpecialtyServiceRecord } from '@care-atlas/domain/records';
import type { InputRow } from '../formats/input-row.js';
import type { Source } from './source.js';
import { clinicIdOf } from './subject.js';
import { Vocabulary } from '../values/vocabulary.js';

const LONGEST_WAIT = 520;

/** What specialties clinics offer, and for how long one waits. */
export const specialists: Source = {
  name: 'specialists',
  summary: 'specialties that clinics offer, with the wait in weeks',
  formats: ['CSV', 'NDJSON'],
  columns: {
    clinic_id: 'id of a clinic in the directory',
    specialty: 'as in the register; synonyms such as ENT are accepted',
    wait_weeks: `weeks until an appointment, 0 to ${LONGEST_WAIT}`,
    accepting: 'whether this service accepts new patients: yes, no; empty if unknown',
  },
  needs: [['clinic_id'], ['specialty'], ['wait_weeks']],
  example: 'specialists apps/sync/examples/specialists.csv',
  next: 'GET /specialists shows them, one item per clinic and specialty.',
  async write(intake, writer) {
    const specialties = await Vocabulary.read('specialty');
    await writer.services(intake.records((row) => serviceOf(row, specialties)));
  },
};

function serviceOf(row: InputRow, specialties: Vocabulary): SpecialtyServiceRecord {
  return {
    clinicId: clinicIdOf(row),
    specialty: specialties.nameOf(row, 'specialty'),
    waitWeeks: row.wholeNumber('wait_weeks', 0, LONGEST_WAIT),
    accepting: row.yesNo('accepting'),
  };
}
