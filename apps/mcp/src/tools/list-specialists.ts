import {
  type KnownFact,
  SpecialistItem,
  type SpecialistList,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import type { Row } from './answer/budget.js';
import { alikeNotice, findNames } from './answer/name-search.js';
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
  find: (query, reads, sizes) =>
    findNames(withAvailability(query, 'location'), (search) => reads.listSpecialists(search, sizes)),
  contentOf: ({ clinics, matches }, { include }) => {
    const hasPosition = include?.includes('location') ?? false;
    return {
      heading: 'Services that match',
      rows: clinics.map((service) => rowOf(service, hasPosition)),
      above: alikeNotice(matches),
    };
  },
  omittedLength: 0,
});

// Member by member: removing members from a copy takes ten times as long.
function rowOf(service: SpecialistItem, hasPosition: boolean): Row {
  const { id, name, specialty, languages, accepting, wait_weeks, notes, links, distanceMeters } = service;
  const { address = '', phone, website, openingHours } = service;
  const position = hasPosition ? { lat: service.lat, lng: service.lng } : {};
  const known = acceptanceIn(service);
  const who = { id, name, specialty, languages, accepting, wait_weeks };
  const item = { ...who, notes, links, distanceMeters, address, ...position, phone, website, openingHours };
  const facts = clinicFacts(
    item,
    address,
    specialty,
    distance(service),
    `about ${wait_weeks} weeks to wait`,
    serviceAcceptance(accepting, known),
    `the clinic: ${acceptance(known)}`,
  );
  return { line: `- ${name} (clinic ${id}): ${facts}`, item: { ...item, clinicAcceptance: factItem(known) } };
}

/**
 * Returns what the service says of acceptance. One that says nothing has the answer of its clinic: it says no itself
 * where it does not accept and its clinic does.
 */
function serviceAcceptance(accepting: boolean, clinic: KnownFact): string {
  if (accepting) return 'accepts for this specialty';
  return clinic.answer === 'yes'
    ? 'does not accept for this specialty'
    : 'not known to accept for this specialty';
}
