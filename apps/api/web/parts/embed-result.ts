import type { DoctorItem, KnownAcceptance } from '@care-atlas/client/interface';
import type { EmbedWords } from './embed-words.js';

const DAY_MS = 86_400_000;

type Child = Node | string | false | undefined;

/** Creates an element. Text stays text: nothing of an answer is read as HTML. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | false | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

/**
 * Renders a clinic as an item of the list, with the doctors there who match and links to the pages of all of them.
 * @param doctor the first of them, as a list grouped by clinic gives it
 * @param pageAt returns the address of a page
 */
export function clinicItem(
  doctor: DoctorItem,
  words: EmbedWords,
  pageAt: (path: string) => string,
): HTMLLIElement {
  const { clinic, distanceMeters, availability, atClinic } = doctor;
  // A visitor stays on the page that embeds the search.
  const link = (path: string, text: string) =>
    make('a', { href: pageAt(path), target: '_blank', rel: 'noopener' }, text);
  // The languages of a doctor who is alone say why the clinic is in the list.
  const doctors = atClinic && atClinic.count > 1 ? atClinic.doctors : [doctor];
  const more = (atClinic?.count ?? 1) - doctors.length;
  return make(
    'li',
    { part: 'result', tabindex: '-1' },
    make(
      'p',
      { class: 'head' },
      make('strong', { part: 'name' }, link(`/clinics/${clinic.id}`, clinic.name)),
      distanceMeters !== undefined && make('span', {}, distanceText(distanceMeters, words.locale)),
    ),
    make('p', {}, clinic.address),
    availability && acceptance(availability.accepting, words),
    clinic.phone !== '' && make('p', {}, make('a', { href: `tel:${clinic.phone}` }, clinic.phone)),
    make(
      'ul',
      { part: 'doctors' },
      ...doctors.map((each) =>
        make('li', {}, link(`/doctors/${each.cpsoNumber}`, each.name), ' ', profile(each)),
      ),
      more > 0 && make('li', {}, words.moreAtClinic(more.toLocaleString(words.locale))),
    ),
  );
}

/** Returns the specialties and languages, which the directory names in English. */
function profile({
  specialties,
  languages = [],
}: Pick<DoctorItem, 'specialties'> & Partial<DoctorItem>): Node {
  return make('span', { lang: 'en', class: 'muted' }, [...specialties, ...languages].join(' · '));
}

function acceptance(known: KnownAcceptance, words: EmbedWords): HTMLElement {
  const { answer, state, observedAt, dated = true, method, walkIn } = known;
  const timeText = dated ? observedText : listedText;
  const by = !dated && method === 'clinic_attested' ? words.listedByClinic : (words.methods[method] ?? '');
  const disputed = state === 'conflicting' && words.disputed;
  const how = [observedAt !== null && timeText(observedAt, words), by, disputed].filter(Boolean).join(', ');
  return make(
    'p',
    { class: `acceptance ${walkIn ? 'yes' : answer}`, part: 'acceptance' },
    (walkIn ? words.walkIn : words.acceptance)[answer],
    how !== '' && make('span', { class: 'muted' }, ` (${how})`),
  );
}

function observedText(time: string, words: EmbedWords): string {
  return words.observed(ageText(time, words.locale));
}

/** Returns since when a source says something without a date. */
function listedText(time: string, words: EmbedWords): string {
  const date = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone: 'America/Toronto' });
  return words.listed(date.format(new Date(time)));
}

/** Returns how long ago a time was, in days, months or years. */
export function ageText(time: string, locale: string, now = Date.now()): string {
  const days = Math.max(0, Math.floor((now - Date.parse(time)) / DAY_MS));
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (days < 60) return format.format(-days, 'day');
  return days < 730
    ? format.format(-Math.floor(days / 30.44), 'month')
    : format.format(-Math.floor(days / 365.25), 'year');
}

function distanceText(meters: number, locale: string): string {
  if (meters < 1_000) return `${meters} m`;
  return `${(meters / 1_000).toLocaleString(locale, { maximumFractionDigits: 1 })} km`;
}
