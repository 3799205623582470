import {
  type ClinicSummary,
  DoctorItem,
  type DoctorList,
  DoctorQuery,
  DoctorSearchQuery,
} from '@care-atlas/domain/contract';
import type { Row } from './budget.js';
import { type OmittedFields, outputSchemaOf } from './output-schema.js';
import { searchTool } from './search-tool.js';
import { acceptance, joinPhrases } from './text.js';

/** Fields of get_doctor and get_clinic that do not help to choose between doctors. */
const OMITTED: OmittedFields = { DoctorItem: ['id', 'syncedAt'], ClinicSummary: ['lat', 'lng'] };
/** The minimum length of the omitted fields: an id, and a position in whole degrees. */
const OMITTED_LENGTH = `"id":"${'-'.repeat(36)}","syncedAt":"","lat":0,"lng":0,`.length;

export const searchDoctors = searchTool<DoctorQuery, DoctorList>({
  name: 'search_doctors',
  title: 'Search doctors',
  description:
    'Finds doctors in the Greater Toronto Area that match every filter. Clinic filters apply to the primary clinic. Sorted by name.',
  query: DoctorSearchQuery,
  otherwise: { without: 'q', query: DoctorQuery },
  list: 'doctors',
  item: outputSchemaOf(DoctorItem, OMITTED),
  heading: 'Doctors that match',
  next: 'Next: get_doctor (booking, reviews), get_clinic (hours, access).',
  find: (query, reads, sizes) =>
    hasSearchText(query) ? reads.searchDoctors(query, sizes) : reads.listDoctors(query, sizes),
  rowsOf: ({ doctors }) => doctors.map(rowOf),
  omittedLength: OMITTED_LENGTH,
});

function hasSearchText(query: DoctorQuery): query is DoctorSearchQuery {
  return (query as Partial<DoctorSearchQuery>).q !== undefined;
}

type ClinicInRow = Omit<ClinicSummary, 'lat' | 'lng'>;
type DoctorInRow = Omit<DoctorItem, 'id' | 'syncedAt' | 'clinic'> & { readonly clinic: ClinicInRow };

// Member by member: removing members from a copy takes ten times as long.
function rowOf(doctor: DoctorItem): Row {
  const { cpsoNumber, name, gender, specialties, languages, yearsOfPractice, dataFreshness } = doctor;
  const { id, name: clinicName, address, phone, acceptingNewPatients } = doctor.clinic;
  const clinic: ClinicInRow = { id, name: clinicName, address, phone, acceptingNewPatients };
  const item: DoctorInRow = {
    cpsoNumber,
    name,
    gender,
    specialties,
    languages,
    clinic,
    yearsOfPractice,
    dataFreshness,
  };
  const profile = joinPhrases(
    specialties.join(' and '),
    gender,
    `${yearsOfPractice} years`,
    `speaks ${languages.join('/')}`,
    acceptance(acceptingNewPatients),
    `record ${dataFreshness}`,
  );
  const place = joinPhrases(clinicName, address, phone);
  return { line: `- ${name} (cpso ${cpsoNumber}): ${profile}; ${place} (clinic ${id})`, item };
}
