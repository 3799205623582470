import { SpecialistItem, type SpecialistList, SpecialistQuery } from '@care-atlas/domain/contract';
import type { Row } from './answer/budget.js';
import { outputSchemaOf } from './declaration/output-schema.js';
import { listTool } from './declaration/list-tool.js';
import { acceptanceIn, factItem, withAvailability } from './answer/availability.js';
import { acceptance, clinicFacts, distance } from './answer/text.js';

export const listSpecialists = listTool<SpecialistQuery, SpecialistList>({
  name: 'list_specialists',
  title: 'List specialist services',
  description:
    'Lists clinics that offer one specialty, with its acceptance and wait in weeks. Use it for a referral or "how long is the wait". Example: {"specialty":"Cardiology","accepting":true}. For a doctor by name use search_doctors. It cannot book or refer.',
  query: SpecialistQuery,
  hasOpenNow: true,
  list: 'clinics',
  item: outputSchemaOf(SpecialistItem),
  next: 'Next: get_clinic (phone, hours, access, doctors). Specialists usually need a referral.',
  find: (query, reads, sizes) => reads.listSpecialists(withAvailability(query, 'location'), sizes),
  contentOf: ({ clinics }) => ({ heading: 'Services that match', rows: clinics.map(rowOf) }),
  omittedLength: 0,
});

function rowOf(service: SpecialistItem): Row {
  const { availability: _availability, ...item } = service;
  const { name, id, specialty, wait_weeks: weeks, accepting } = item;
  const known = acceptanceIn(service);
  const facts = clinicFacts(
    service,
    service.address!,
    specialty,
    distance(service),
    `about ${weeks} weeks to wait`,
    accepting ? 'accepts for this specialty' : 'not known to accept for this specialty',
    `the clinic: ${acceptance(known)}`,
  );
  return { line: `- ${name} (clinic ${id}): ${facts}`, item: { ...item, clinicAcceptance: factItem(known) } };
}
