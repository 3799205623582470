import type { Availability, DoctorItem } from '@care-atlas/domain/contract';
import { DAY_NAMES } from '@care-atlas/domain/records';
import { type Html, html, type PageLanguage, pathIn } from '@care-atlas/server/pages';
import { RECORD_TEXTS, todayText, weekdayText } from '@care-atlas/server/record';
import { type Texts, TEXTS } from '../../texts/texts.js';
import type { TryValues } from './try-request.js';

const DAY_MS = 86_400_000;
const MANY_DAYS = 60;
const MONTH_DAYS = 30.4;
const TAGS = { yes: 'tag', no: 'tag bad', unknown: 'tag warn' } as const;

/** For whom results are shown. */
export interface ShownResults {
  /** What was asked, whose days decide which hours are shown. */
  readonly values: TryValues;
  /** The time that the age of an observation is relative to. */
  readonly now: Date;
  /** The date in Toronto, YYYY-MM-DD. */
  readonly today: string;
}

/** Renders doctors as a list in the order of the answer. */
export function tryList(doctors: readonly DoctorItem[], shown: ShownResults, language: PageLanguage): Html {
  return numberedList(doctors, language, (doctor) => doctorResult(doctor, shown, language));
}

/** Renders items in order. Each one links to its point on the map. */
export function numberedList(
  doctors: readonly DoctorItem[],
  language: PageLanguage,
  render: (doctor: DoctorItem) => Html,
): Html {
  const { map } = TEXTS[language].search;
  return html`<ol class="results" id="results" tabindex="-1">${doctors.map(
    (doctor, index) => html`<li id="result-${index + 1}" tabindex="-1">
      <a class="number" href="#point-${index + 1}" aria-label="${map.showOnMap(index + 1)}">${index + 1}</a>
      <div>${render(doctor)}</div>
    </li>`,
  )}</ol>`;
}

/** Renders a doctor of a list. */
export function doctorResult(doctor: DoctorItem, shown: ShownResults, language: PageLanguage): Html {
  const { clinic } = doctor;
  return html`${headline(`/doctors/${doctor.cpsoNumber}`, doctor.name, doctor, language)}
    <p>${profileText(doctor, language)}</p>
    ${clinicFacts(doctor, shown, language, html`<a href="${pathIn(language, `/clinics/${clinic.id}`)}">${clinic.name}</a><br />`)}`;
}

/** Renders the name of a record, with a link to its page, and how far away it is. */
export function headline(
  path: string,
  name: string,
  { distanceMeters }: DoctorItem,
  language: PageLanguage,
): Html {
  const { format } = TEXTS[language].search;
  return html`<p>
      <strong><a href="${pathIn(language, path)}">${name}</a></strong>
      ${distanceMeters !== undefined && html`<span class="distance">${format.distance(distanceMeters)}</span>`}
    </p>`;
}

/** Returns specialties and languages. */
export function profileText(
  { specialties, languages = [] }: Pick<DoctorItem, 'specialties'> & Partial<Pick<DoctorItem, 'languages'>>,
  language: PageLanguage,
): string {
  const { names } = TEXTS[language].search;
  return [...specialties.map(names.specialty), ...languages.map(names.language)].join(' · ');
}

/**
 * Renders the clinic of a doctor: whether new patients are accepted and who says so, the hours, the address and the telephone.
 * @param name what is before the address
 */
export function clinicFacts(
  doctor: DoctorItem,
  shown: ShownResults,
  language: PageLanguage,
  name?: Html,
): Html {
  const { availability, clinic } = doctor;
  const { call } = TEXTS[language].search;
  const known = hours(doctor, shown, language);
  return html`${availability && acceptance(availability, shown.now, TEXTS[language])}
    <p class="hours">${known.map((text, at) => html`${at > 0 && ', '}<span>${text}</span>`)}</p>
    <p>${name}<span class="muted">${clinic.address}</span></p>
    ${clinic.phone !== '' && html`<p><a class="call" href="tel:${clinic.phone}">${call(clinic.phone)}</a></p>`}`;
}

function acceptance(
  { accepting: { answer, state, observedAt, dated = true, method, walkIn } }: Availability,
  now: Date,
  { search: texts }: Pick<Texts, 'search'>,
): Html {
  const by = !dated && method === 'clinic_attested' ? texts.listedByClinic : texts.methods[method];
  const timeText = dated ? ageText : sinceText;
  const observed =
    observedAt !== null &&
    html`<span class="muted">${by}${by && ', '}<time datetime="${observedAt}">${timeText(observedAt, now, texts)}</time>${state === 'conflicting' && `, ${texts.disputed}`}</span>`;
  return html`<p class="acceptance"><span class="${walkIn ? TAGS.yes : TAGS[answer]}">${(walkIn ? texts.walkIn : texts.acceptance)[answer]}</span> ${observed}</p>`;
}

/** Returns how long ago a moment was, in whole days. */
function ageText(moment: string, now: Date, { format }: Texts['search']): string {
  const age = new Intl.RelativeTimeFormat(format.locale, { numeric: 'auto' });
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / DAY_MS));
  return days < MANY_DAYS ? age.format(-days, 'day') : age.format(-Math.round(days / MONTH_DAYS), 'month');
}

/** Returns since when a source says something without a date. */
function sinceText(moment: string, _now: Date, { format, listedSince }: Texts['search']): string {
  const date = new Intl.DateTimeFormat(format.locale, { dateStyle: 'long', timeZone: 'America/Toronto' });
  return listedSince(date.format(new Date(moment)));
}

/** Returns the hours of the days that were asked about, otherwise those of today. */
function hours(
  doctor: DoctorItem,
  { values, today }: ShownResults,
  language: PageLanguage,
): readonly string[] {
  const { form, search } = TEXTS[language];
  const { weekdayAndDate } = RECORD_TEXTS[language];
  const { days = '', date = '' } = values;
  const asked = DAY_NAMES.filter((day) => days.split(',').includes(day));
  if (asked.length > 0)
    return asked.map((day) => search.hours(form.days[day], weekdayText(doctor, day, language)));
  if (/^\d{4}-\d\d-\d\d$/.test(date))
    return [search.hours(weekdayAndDate(date), todayText(doctor, date, language))];
  return [search.hours(search.today, todayText(doctor, today, language))];
}
