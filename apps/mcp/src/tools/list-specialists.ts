import {
  type KnownAcceptance,
  SpecialistItem,
  type SpecialistList,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import type { Said } from '@care-atlas/domain/messages';
import type { Row } from './answer/budget.js';
import { alikeNotice, findNames } from './answer/name-search.js';
import { outputSchemaOf } from './declaration/output-schema.js';
import type { Texts } from '../texts/texts.js';
import { listTool } from './declaration/list-tool.js';
import { acceptanceIn, acceptanceItem, withAvailability } from '../directory/availability.js';
import { withAskedHours } from '../directory/asked-hours.js';
import { acceptance, clinicFacts, distance } from './answer/text.js';

export const listSpecialists = listTool<SpecialistQuery, SpecialistList>({
  name: 'list_specialists',
  description:
    'Lists clinics that offer one specialty, with its acceptance and wait in weeks. Use it for a referral or "how long is the wait". Example: {"specialty":"Cardiology","accepting":true}. For a doctor by name use search_doctors. It cannot book or refer.',
  query: SpecialistQuery,
  hasOpenNow: true,
  hasCard: true,
  list: 'clinics',
  item: outputSchemaOf(SpecialistItem),
  next: 'services',
  find: (query, { reads }, sizes) =>
    findNames(withAvailability(query, 'location'), (search) => reads.listSpecialists(search, sizes)),
  contentOf: ({ clinics, matches }, query, now, texts, notes) => {
    const hasPosition = query.include?.includes('location') ?? false;
    return {
      heading: texts.answers.listed['services'],
      rows: clinics.map((service, i) =>
        serviceRow(withAskedHours(service, query), notes[i] ?? [], hasPosition, now, texts),
      ),
      above: alikeNotice(texts.answers, matches),
    };
  },
  omittedLength: 0,
});

// Member by member: removing members from a copy takes ten times as long.
export function serviceRow(
  service: SpecialistItem,
  remarks: readonly Said[],
  hasPosition: boolean,
  now: Date,
  texts: Texts,
): Row {
  const { answers: t, records } = texts;
  const { id, name, specialty, languages, accepting, wait_weeks, notes, links, distanceMeters } = service;
  const { address = '', phone, website, openingHours, specialHours } = service;
  const position = hasPosition ? { lat: service.lat, lng: service.lng } : {};
  const known = acceptanceIn(service);
  const own = ownAcceptance(service);
  const who = { id, name, specialty, languages, accepting, wait_weeks };
  const hours = { openingHours, specialHours };
  const item = { ...who, notes, links, distanceMeters, address, ...position, phone, website, ...hours };
  const facts = clinicFacts(
    texts,
    item,
    remarks,
    address,
    records.specialty(specialty),
    distance(service, records),
    t.wait(wait_weeks),
    own ? t.thisSpecialty(acceptance(own, now, records)) : '',
    t.theClinic(acceptance(known, now, records), !own),
  );
  const clinicAcceptance = acceptanceItem(known);
  const said = own && { acceptance: acceptanceItem(own) };
  return {
    line: `- ${name} (clinic ${id})${t.colon} ${facts}`,
    item: { ...item, ...said, clinicAcceptance },
  };
}

/** Returns what the service says of acceptance; undefined if it says nothing, so that its clinic's answer counts. */
function ownAcceptance({ serviceAvailability }: SpecialistItem): KnownAcceptance | undefined {
  const own = serviceAvailability?.accepting;
  return own?.state === 'never' && own.answer === 'unknown' ? undefined : own;
}
