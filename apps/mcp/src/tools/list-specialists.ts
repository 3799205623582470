import { SpecialistItem, type SpecialistList, SpecialistQuery } from '@care-atlas/domain/contract';
import type { Row } from './budget.js';
import { listSchema, outputSchemaOf } from './output-schema.js';
import { type Search, searchAnswer } from './search.js';
import { tool } from './tool.js';
import { accepting, parts } from './wording.js';

export const listSpecialists = tool(
  {
    name: 'list_specialists',
    title: 'List specialist services',
    description:
      'Lists clinics that offer one specialty, with the weeks to wait. Acceptance and wait are those of the specialty. Other filters as in search_clinics.',
    query: SpecialistQuery,
    output: listSchema('clinics', outputSchemaOf(SpecialistItem)),
  },
  (query, call) => searchAnswer(query.lat === undefined ? SEARCH : NEAREST, query, call),
);

const SEARCH: Search<SpecialistQuery, SpecialistList> = {
  tool: 'list_specialists',
  name: 'clinics',
  things: 'Services that match',
  next: 'Next: get_clinic (phone, hours, access, doctors). Specialists usually need a referral.',
  find: (query, reads, sizes) => reads.listSpecialists(query, sizes),
  rowsOf: ({ clinics }) => clinics.map(rowOf),
};
const NEAREST: Search<SpecialistQuery, SpecialistList> = {
  ...SEARCH,
  things: 'Services that match, nearest first',
};

function rowOf(service: SpecialistItem): Row {
  const what = parts(
    `about ${service.wait_weeks} weeks to wait`,
    accepting(service.accepting),
    service.languages.length > 0 && `speaks ${service.languages.join('/')}`,
    ...(service.notes ?? []),
    service.links?.website,
    service.links?.map,
  );
  return { line: `- ${service.name} (clinic ${service.id}): ${service.specialty}, ${what}`, item: service };
}
