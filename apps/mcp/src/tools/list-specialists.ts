import {
  type KnownAcceptance,
  SpecialistItem,
  type SpecialistList,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import type { Row } from './answer/budget.js';
import { alikeNotice, findNames } from './answer/name-search.js';
import { outputSchemaOf } from './declaration/output-schema.js';
import { listTool } from './declaration/list-tool.js';
import { acceptanceIn, acceptanceItem, withAvailability } from './answer/availability.js';
import { acceptance, clinicFacts, distance } from './answer/text.js';

export const listSpecialists = listTool<SpecialistQuery, SpecialistList>({
  name: 'list_specialists',
  title: 'List specialist services',
  description:
    'Lists clinics that offer one specialty, with its acceptance and wait in weeks. Use it for a referral or "how long is the wait". Example: {"specialty":"Cardiology","accepting":true}. For a doctor by name use search_doctors. It cannot book or refer.',
  query: SpecialistQuery,
  hasOpenNow: true,
  hasCard: true,
  list: 'clinics',
  item: outputSchemaOf(SpecialistItem),
  next: 'Next: get_clinic (phone, hours, access, doctors). Specialists usually need a referral.',
  find: (query, { reads }, sizes) =>
    findNames(withAvailability(query, 'location'), (search) => reads.listSpecialists(search, sizes)),
  contentOf: ({ clinics, matches }, { include }, now) => {
    const hasPosition = include?.includes('location') ?? false;
    return {
      heading: 'Services that match',
      rows: clinics.map((service) => rowOf(service, hasPosition, now)),
      above: alikeNotice(matches),
    };
  },
  omittedLength: 0,
});

// Member by member: removing members from a copy takes ten times as long.
function rowOf(service: SpecialistItem, hasPosition: boolean, now: Date): Row {
  const { id, name, specialty, languages, accepting, wait_weeks, notes, links, distanceMeters } = service;
  const { address = '', phone, website, openingHours } = service;
  const position = hasPosition ? { lat: service.lat, lng: service.lng } : {};
  const known = acceptanceIn(service);
  const own = ownAcceptance(service);
  const who = { id, name, specialty, languages, accepting, wait_weeks };
  const item = { ...who, notes, links, distanceMeters, address, ...position, phone, website, openingHours };
  const facts = clinicFacts(
    item,
    address,
    specialty,
    distance(service),
    `about ${wait_weeks} weeks to wait`,
    own ? `this specialty: ${acceptance(own, now)}` : '',
    `the clinic${own ? '' : ' (this specialty says nothing itself)'}: ${acceptance(known, now)}`,
  );
  const clinicAcceptance = acceptanceItem(known);
  const said = own && { acceptance: acceptanceItem(own) };
  return { line: `- ${name} (clinic ${id}): ${facts}`, item: { ...item, ...said, clinicAcceptance } };
}

/** Returns what the service says of acceptance; undefined if it says nothing, so that its clinic's answer counts. */
function ownAcceptance({ serviceAvailability }: SpecialistItem): KnownAcceptance | undefined {
  const own = serviceAvailability?.accepting;
  return own?.state === 'never' && own.answer === 'unknown' ? undefined : own;
}
