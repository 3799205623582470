import { ClinicItem, type ClinicList, ClinicQuery } from '@care-atlas/domain/contract';
import type { Row } from './budget.js';
import { outputSchemaOf } from './output-schema.js';
import { searchTool } from './search-tool.js';
import { acceptance, joinPhrases } from './text.js';

export const searchClinics = searchTool<ClinicQuery, ClinicList>({
  name: 'search_clinics',
  title: 'Search clinics',
  description:
    'Finds clinics that match every filter. One doctor must match all filters on doctors. Sorted by name, or nearest first with lat and lng.',
  query: ClinicQuery,
  list: 'clinics',
  item: outputSchemaOf(ClinicItem),
  heading: 'Clinics that match',
  next: 'Next: get_clinic (phone, hours, access, doctors).',
  find: (query, reads, sizes) => reads.listClinics(query, sizes),
  rowsOf: ({ clinics }) => clinics.map(rowOf),
});

function rowOf(clinic: ClinicItem): Row {
  const facts = joinPhrases(
    clinic.address,
    acceptance(clinic.accepting),
    clinic.specialties.join('/'),
    clinic.languages.length > 0 && `speaks ${clinic.languages.join('/')}`,
    ...(clinic.notes ?? []),
    clinic.links?.website,
    clinic.links?.map,
  );
  return { line: `- ${clinic.name} (clinic ${clinic.id}): ${facts}`, item: clinic };
}
