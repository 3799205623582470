import { ClinicItem, type ClinicList, ClinicQuery } from '@care-atlas/domain/contract';
import type { Said } from '@care-atlas/domain/messages';
import type { Row } from './answer/budget.js';
import { alikeNotice, findNames } from './answer/name-search.js';
import { outputSchemaOf } from './declaration/output-schema.js';
import type { Texts } from '../texts/texts.js';
import { listTool } from './declaration/list-tool.js';
import { acceptanceIn, acceptanceItem, withAvailability } from '../directory/availability.js';
import { withAskedHours } from '../directory/asked-hours.js';
import { acceptance, clinicFacts, distance } from './answer/text.js';

export const searchClinics = listTool<ClinicQuery, ClinicList>({
  name: 'search_clinics',
  description:
    'Finds clinics that match every filter. Use it for "where": walk-in clinics, opening hours, access. One doctor must match all filters on doctors. Example: {"weekend":true,"wheelchair":true}. For a person use search_doctors. It cannot find parking, fees or how full a clinic is.',
  query: ClinicQuery,
  hasOpenNow: true,
  hasCard: true,
  list: 'clinics',
  item: outputSchemaOf(ClinicItem),
  next: 'clinics',
  find: (query, { reads }, sizes) =>
    findNames(withAvailability(query), (search) => reads.listClinics(search, sizes)),
  contentOf: ({ clinics, matches }, query, now, texts, notes) => ({
    heading: texts.answers.listed['clinics'],
    rows: clinics.map((clinic, i) => clinicRow(withAskedHours(clinic, query), notes[i] ?? [], now, texts)),
    above: alikeNotice(texts.answers, matches),
  }),
  omittedLength: 0,
});

export function clinicRow(clinic: ClinicItem, notes: readonly Said[], now: Date, texts: Texts): Row {
  const { records } = texts;
  const { availability: _availability, ...item } = clinic;
  const { address, specialties } = item;
  const known = acceptanceIn(clinic);
  const accepts = acceptance(known, now, records);
  const offered = specialties.map(records.specialty).join('/');
  const facts = clinicFacts(texts, clinic, notes, address, distance(clinic, records), accepts, offered);
  return {
    line: `- ${clinic.name} (clinic ${clinic.id})${texts.answers.colon} ${facts}`,
    item: { ...item, acceptance: acceptanceItem(known) },
  };
}
