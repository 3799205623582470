import { DoctorItem } from '@care-atlas/domain/doctor-answer';
import { DoctorQuery, DoctorSearchQuery } from '@care-atlas/domain/query';
import type { Row } from './budget.js';
import { listSchema, type Omitted, outputSchemaOf } from './output-schema.js';
import { type Search, searchAnswer } from './search.js';
import { tool } from './tool.js';
import { accepting, parts } from './wording.js';

/** What get_doctor and get_clinic tell, and no choice between doctors turns on. */
const OMITTED: Omitted = { DoctorItem: ['id', 'syncedAt'], ClinicSummary: ['lat', 'lng'] };

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

const SEARCH: Search<DoctorQuery> = {
  tool: 'search_doctors',
  name: 'doctors',
  things: 'Doctors that match',
  next: 'Next: get_doctor (booking, reviews), get_clinic (hours, access).',
  find: async (query, reads, sizes) => {
    const read = isSearch(query) ? reads.searchDoctors(query, sizes) : reads.listDoctors(query, sizes);
    const { total, warnings, doctors } = (await read).value;
    return { total, warnings, rows: doctors.map(rowOf) };
  },
};

function isSearch(query: DoctorQuery): query is DoctorSearchQuery {
  return (query as Partial<DoctorSearchQuery>).q !== undefined;
}

function rowOf({
  id: _id,
  syncedAt: _syncedAt,
  clinic: { lat: _lat, lng: _lng, ...clinic },
  ...doctor
}: DoctorItem): Row {
  const who = parts(
    doctor.specialties.join(' and '),
    doctor.gender,
    `${doctor.yearsOfPractice} years`,
    `speaks ${doctor.languages.join('/')}`,
    accepting(clinic.acceptingNewPatients),
    `record ${doctor.dataFreshness}`,
  );
  const where = parts(clinic.name, clinic.address, clinic.phone);
  return {
    line: `- ${doctor.name} (cpso ${doctor.cpsoNumber}): ${who}; ${where} (clinic ${clinic.id})`,
    item: { ...doctor, clinic },
  };
}
