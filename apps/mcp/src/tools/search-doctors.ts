import {
  type ClinicSummary,
  DoctorItem,
  type DoctorList,
  DoctorQuery,
  DoctorSearchQuery,
} from '@care-atlas/domain/contract';
import type { Row } from './budget.js';
import { listSchema, type Omitted, outputSchemaOf } from './output-schema.js';
import { type Search, searchAnswer } from './search.js';
import { tool } from './tool.js';
import { accepting, parts } from './wording.js';

/** What get_doctor and get_clinic tell, and no choice between doctors turns on. */
const OMITTED: Omitted = { DoctorItem: ['id', 'syncedAt'], ClinicSummary: ['lat', 'lng'] };
/** How long that is at the shortest: an id, and a place in whole degrees. */
const SPARED = `"id":"${'-'.repeat(36)}","syncedAt":"","lat":0,"lng":0,`.length;

export const searchDoctors = tool<DoctorQuery>(
  {
    name: 'search_doctors',
    title: 'Search doctors',
    description:
      'Finds doctors in the Greater Toronto Area by any combination of filters, all of which must hold. Clinic filters concern the primary clinic. Ordered by name.',
    query: DoctorSearchQuery,
    otherwise: { without: 'q', query: DoctorQuery },
    output: listSchema('doctors', outputSchemaOf(DoctorItem, OMITTED)),
  },
  (query, call) => searchAnswer(SEARCH, query, call),
);

const SEARCH: Search<DoctorQuery, DoctorList> = {
  tool: 'search_doctors',
  name: 'doctors',
  things: 'Doctors that match',
  next: 'Next: get_doctor (booking, reviews), get_clinic (hours, access).',
  find: (query, reads, sizes) =>
    isSearch(query) ? reads.searchDoctors(query, sizes) : reads.listDoctors(query, sizes),
  rowsOf: ({ doctors }) => doctors.map(rowOf),
  spares: SPARED,
};

function isSearch(query: DoctorQuery): query is DoctorSearchQuery {
  return (query as Partial<DoctorSearchQuery>).q !== undefined;
}

/** What a row holds, all of it. */
type ToldClinic = Omit<ClinicSummary, 'lat' | 'lng'>;
type ToldDoctor = Omit<DoctorItem, 'id' | 'syncedAt' | 'clinic'> & { readonly clinic: ToldClinic };

// Member by member: copies without some members take ten times as long.
function rowOf(doctor: DoctorItem): Row {
  const { cpsoNumber, name, gender, specialties, languages, yearsOfPractice, dataFreshness } = doctor;
  const { id, name: clinicName, address, phone, acceptingNewPatients } = doctor.clinic;
  const clinic: ToldClinic = { id, name: clinicName, address, phone, acceptingNewPatients };
  const item: ToldDoctor = {
    cpsoNumber,
    name,
    gender,
    specialties,
    languages,
    clinic,
    yearsOfPractice,
    dataFreshness,
  };
  const who = parts(
    specialties.join(' and '),
    gender,
    `${yearsOfPractice} years`,
    `speaks ${languages.join('/')}`,
    accepting(acceptingNewPatients),
    `record ${dataFreshness}`,
  );
  const where = parts(clinicName, address, phone);
  return { line: `- ${name} (cpso ${cpsoNumber}): ${who}; ${where} (clinic ${id})`, item };
}
