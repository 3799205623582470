import { serviceKey } from '@care-atlas/data/sync';
import type { SpecialtyServiceRecord } from '@care-atlas/domain/records';
import type { InputRow } from '../rows/input-row.js';
import { VocabularyReader } from '../values/vocabulary.js';
import type { Source } from './source.js';
import { clinicIdOf } from './subject.js';

const MAX_WAIT_WEEKS = 520;

/** The specialties that clinics offer, with their waiting times. */
export const specialists: Source = {
  name: 'specialists',
  summary: 'specialties that clinics offer, with the wait in weeks',
  formats: ['CSV', 'NDJSON', 'Excel (.xlsx)'],
  columns: {
    clinic_id: 'id of a clinic in the directory',
    specialty: 'as in the register; synonyms such as ENT are accepted',
    wait_weeks: `weeks until an appointment, 0 to ${MAX_WAIT_WEEKS}`,
    accepting: 'whether this service accepts new patients: yes, no; empty if unknown',
  },
  needs: [['clinic_id'], ['specialty'], ['wait_weeks']],
  fields: { accepting: ['accepting'] },
  complete: 'the file holds every service of this source: services that it lacks are removed',
  removesRecords: true,
  confirms: 'each file of the source confirms what it says, because somebody keeps it current',
  example: 'specialists apps/sync/examples/specialists.csv',
  next: 'GET /specialists shows them, one item per clinic and specialty.',
  async write(source, writer, { complete }) {
    const specialties = new VocabularyReader('specialty');
    const keyOf = (row: InputRow) => serviceKey(clinicIdOf(row), specialties.nameOf(row, 'specialty'));
    await writer.services(
      source.records((row) => serviceOf(row, specialties), keyOf),
      { complete },
    );
  },
};

function serviceOf(row: InputRow, specialties: VocabularyReader): SpecialtyServiceRecord {
  return {
    clinicId: row.essential('', () => clinicIdOf(row)),
    specialty: row.essential('', () => specialties.nameOf(row, 'specialty')),
    waitWeeks: row.field('waitWeeks', 0, () => row.wholeNumber('wait_weeks', 0, MAX_WAIT_WEEKS)),
    accepting: row.field('accepting', null, () => row.yesNo('accepting')),
  };
}
