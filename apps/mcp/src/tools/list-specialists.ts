import { SpecialistItem, type SpecialistList, SpecialistQuery } from '@care-atlas/domain/contract';
import type { Row } from './budget.js';
import { outputSchemaOf } from './output-schema.js';
import { searchTool } from './search-tool.js';
import { acceptance, joinPhrases } from './text.js';

export const listSpecialists = searchTool<SpecialistQuery, SpecialistList>({
  name: 'list_specialists',
  title: 'List specialist services',
  description:
    'Lists clinics that offer one specialty. Acceptance and waiting time (weeks) are those of the specialty. Other filters as in search_clinics.',
  query: SpecialistQuery,
  list: 'clinics',
  item: outputSchemaOf(SpecialistItem),
  heading: 'Services that match',
  next: 'Next: get_clinic (phone, hours, access, doctors). Specialists usually need a referral.',
  find: (query, reads, sizes) => reads.listSpecialists(query, sizes),
  rowsOf: ({ clinics }) => clinics.map(rowOf),
});

function rowOf(service: SpecialistItem): Row {
  const facts = joinPhrases(
    `about ${service.wait_weeks} weeks to wait`,
    acceptance(service.accepting),
    service.languages.length > 0 && `speaks ${service.languages.join('/')}`,
    ...(service.notes ?? []),
    service.links?.website,
    service.links?.map,
  );
  return { line: `- ${service.name} (clinic ${service.id}): ${service.specialty}, ${facts}`, item: service };
}
