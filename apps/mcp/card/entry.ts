import type { CallToolResult } from '@modelcontextprotocol/client';
import type { ClinicDetail, DoctorDetail } from '@care-atlas/domain/contract';
import { pathIn } from '@care-atlas/server/pages/language-path';
import {
  acceptance,
  acceptanceParts,
  openingTimes,
  registrationText,
  specialTimes,
} from '../src/tools/answer/text.js';
import type { Entry, Structured } from './answer.js';
import { button, element } from './element.js';
import type { Host } from './host.js';
import { failureOf } from './failure.js';
import { words } from './words.js';

/** Returns a record of a list with its buttons. @param number its place in the list, which is also on the map */
export function entryElement(entry: Entry, number: number, host: Host): HTMLElement {
  const details = element('div', { class: 'details', id: `details-${number}`, hidden: true });
  const expands = {
    'aria-label': words.card.detailsOf(entry.name),
    'aria-expanded': 'false',
    'aria-controls': details.id,
  };
  const more: HTMLButtonElement = button(words.card.details, expands, () =>
    toggle(more, details, entry, host),
  );
  return element(
    'li',
    { class: 'entry', id: `result-${number}`, tabindex: -1 },
    element('span', { class: 'number', 'aria-hidden': true }, String(number)),
    element('div', { class: 'facts' }, ...factsOf(entry)),
    element(
      'div',
      { class: 'actions' },
      callButton(entry.phone, entry.name, host),
      host.hasTools && more,
      pageButton(entry, host),
    ),
    details,
  );
}

/** Returns the facts of a record that a list shows. */
export function factsOf(entry: Entry, heading: 'h1' | 'h2' = 'h2'): HTMLElement[] {
  const { name, profile, languages, place, accepting } = entry;
  const { card, records } = words;
  const { known, said } = acceptanceParts(accepting, new Date(), records);
  const isDated = accepting.answer === 'unknown' || accepting.observedAt !== null;
  const age = said ?? (isDated ? '' : card.sinceNotKnown);
  return [
    element(heading, {}, name),
    element('p', {}, joined(profile)),
    element(
      'p',
      { class: `acceptance ${accepting.answer}` },
      element('strong', {}, sentence(known)),
      age !== '' && element('span', { class: 'muted' }, ` ${sentence(age)}`),
    ),
    element('p', { class: 'muted' }, joined(place)),
    element('p', { class: 'muted' }, languages.length > 0 && card.languages(languages.join(', '))),
  ].filter((line) => line.textContent !== '');
}

/** Returns a button that calls a number, or the number alone if the host opens no links; undefined without a number. */
export function callButton(phone: string, name: string, host: Host): HTMLElement | undefined {
  if (phone === '') return undefined;
  const spoken = phone.replace(/^\+1-/, '');
  const plain = element('span', { class: 'phone' }, spoken);
  if (!host.opensLinks) return plain;
  const text = words.card.call(spoken);
  const label = { class: 'call', 'aria-label': `${text}, ${name}` };
  const call = button(text, label, async () => {
    // A host may open no telephone; the number then stays to be read and copied.
    if (!(await host.open(`tel:${phone}`))) call.replaceWith(plain);
  });
  return call;
}

/** Returns a button that opens the page of a record on the portal; undefined if the host opens no links. */
export function pageButton({ name, detail: { tool, args } }: Entry, host: Host): HTMLElement | undefined {
  if (!host.opensLinks || host.portalUrl === '') return undefined;
  const kind = tool === 'get_doctor' ? 'doctors' : 'clinics';
  const path = pathIn(words.language, `/${kind}/${Object.values(args)[0] as string}`);
  const { page, pageOf } = words.card;
  return button(page, { class: 'link', 'aria-label': pageOf(name) }, () => host.open(host.portalUrl + path));
}

async function toggle(
  more: HTMLButtonElement,
  details: HTMLElement,
  entry: Entry,
  host: Host,
): Promise<void> {
  const opens = details.hidden;
  more.ariaExpanded = String(opens);
  details.hidden = !opens;
  if (!opens || details.hasChildNodes()) return;
  details.append(element('p', { role: 'status' }, words.card.reading));
  const { tool, args } = entry.detail;
  const shown = await host.callTool(tool, args).then(
    (result) => detailsOf(result, host),
    (error: unknown) => failureOf(error),
  );
  details.replaceChildren(shown);
}

/** Returns what only the record in full says. */
export function detailsOf(result: CallToolResult, host: Host): HTMLElement {
  if (result.isError) return failureOf(result);
  const { doctor, clinic } = result.structuredContent as unknown as Structured;
  const facts = doctor ? doctorFacts(doctor, host) : clinic ? clinicFacts(clinic, host) : [];
  const shown = facts
    .map(([term, ...values]): Fact => [term, ...values.filter((value) => value !== '')])
    .filter(({ length }) => length > 1);
  return element(
    'dl',
    {},
    ...shown.flatMap(([term, ...values]) => [
      element('dt', {}, term),
      ...values.map((value) => element('dd', {}, value)),
    ]),
  );
}

type Fact = readonly [term: string, ...values: readonly (string | HTMLElement)[]];

function doctorFacts(doctor: DoctorDetail, host: Host): Fact[] {
  const { bookingMethod: booking, rating, clinic, clinics, expiredAt, registration, ownAcceptance } = doctor;
  const others = clinics.filter(({ id }) => id !== clinic.id);
  const { card: t, records } = words;
  const freshness = sentence(records.freshness(doctor.dataFreshness));
  return [
    [
      t.registration,
      `CPSO ${doctor.cpsoNumber}${expiredAt ? t.notActive(expiredAt.slice(0, 10)) : ''}`,
      sentence(registrationText(registration && Object.assign({}, registration, { url: null }), records)),
      link(registration?.url ?? '', host),
    ],
    [t.ofDoctor, ownAcceptance ? sentence(acceptance(ownAcceptance, new Date(), records)) : ''],
    [
      t.booking,
      booking.phone && t.byPhone(booking.phone),
      link(booking.online, host),
      booking.referralOnly ? t.byReferral : '',
    ],
    [t.referral, doctor.referralRequired ? t.required : t.notRequired],
    [t.alsoAt, ...others.map(({ name, address, phone }) => joined([name, address, phone], ', '))],
    [
      t.reviews,
      rating.reviewCount === 0
        ? t.noReviews
        : t.ratings(rating.reviewCount, rating.positive, rating.negative),
    ],
    [t.record, t.synchronized(freshness, doctor.syncedAt.slice(0, 10))],
  ];
}

function clinicFacts(clinic: ClinicDetail, host: Host): Fact[] {
  const { accessibility, openingHours, specialHours = [], doctors, doctorCount } = clinic;
  const { card: t, records } = words;
  const hours = openingHours?.map((day) => sentence(openingTimes({ openingHours: [day] }, records)));
  return [
    [t.phone, clinic.phone || t.notKnown],
    [t.website, link(clinic.website, host)],
    [
      t.hours,
      ...(hours ?? [t.notKnown]),
      ...specialHours.map((days) => sentence(specialTimes([days], records))),
    ],
    [t.wheelchair, accessibility.wheelchair ? t.accessible : t.accessNotKnown],
    [t.virtualVisits, accessibility.virtualVisits ? t.offered : t.offerNotKnown],
    [t.subway, accessibility.nearTTC ? t.yes : t.noOrNotKnown],
    [
      t.doctors,
      doctors.map(({ name }) => name).join(', ') + (doctorCount > doctors.length ? t.ofAll(doctorCount) : ''),
    ],
  ];
}

function link(url: string, host: Host): HTMLElement | string {
  if (!host.opensLinks || !/^https?:/.test(url)) return url;
  return button(url.replace(/^https?:\/\//, ''), { class: 'link' }, () => host.open(url));
}

function joined(texts: readonly string[], separator = ' · '): string {
  return texts.filter((text) => text !== '').join(separator);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
