import { ClinicItem, type ClinicList, ClinicQuery } from '@care-atlas/domain/contract';
import type { Row } from './budget.js';
import { listSchema, outputSchemaOf } from './output-schema.js';
import { type Search, searchAnswer } from './search.js';
import { tool } from './tool.js';
import { accepting, parts } from './wording.js';

export const searchClinics = tool(
  {
    name: 'search_clinics',
    title: 'Search clinics',
    description:
      'Finds clinics by any combination of filters, all of which must hold. Filters on doctors are met by one and the same doctor. Ordered by name; with lat and lng nearest first.',
    query: ClinicQuery,
    output: listSchema('clinics', outputSchemaOf(ClinicItem)),
  },
  (query, call) => searchAnswer(query.lat === undefined ? SEARCH : NEAREST, query, call),
);

const SEARCH: Search<ClinicQuery, ClinicList> = {
  tool: 'search_clinics',
  name: 'clinics',
  things: 'Clinics that match',
  next: 'Next: get_clinic (phone, hours, access, doctors).',
  find: (query, reads, sizes) => reads.listClinics(query, sizes),
  rowsOf: ({ clinics }) => clinics.map(rowOf),
};
const NEAREST: Search<ClinicQuery, ClinicList> = { ...SEARCH, things: 'Clinics that match, nearest first' };

function rowOf(clinic: ClinicItem): Row {
  const what = parts(
    clinic.address,
    accepting(clinic.accepting),
    clinic.specialties.length > 0 && clinic.specialties.join('/'),
    clinic.languages.length > 0 && `speaks ${clinic.languages.join('/')}`,
    ...(clinic.notes ?? []),
    clinic.links?.website,
    clinic.links?.map,
  );
  return { line: `- ${clinic.name} (clinic ${clinic.id}): ${what}`, item: clinic };
}
