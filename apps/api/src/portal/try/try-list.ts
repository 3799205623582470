import type { Availability, DoctorItem, OpeningHours } from '@care-atlas/domain/contract';
import { Html, html } from '@care-atlas/server/pages/html';
import { pathIn } from '@care-atlas/server/pages/language-path';
import type { SearchTexts } from '../../texts/en/search.js';

const WEEKDAYS = 'mon,tue,wed,thu,fri';
const DAY_MS = 86_400_000;
const MANY_DAYS = 60;
const MONTH_DAYS = 30.4;
const TAGS = { yes: 'tag', no: 'tag bad', unknown: 'tag warn' } as const;

/**
 * Renders doctors as a list in the order of the answer.
 * @param now the time that the age of an observation is relative to
 * @param days the days whose hours are shown, separated by commas
 */
export function tryList(doctors: readonly DoctorItem[], now: Date, texts: SearchTexts, days?: string): Html {
  return numberedList(doctors, texts, (doctor) => {
    const { clinic } = doctor;
    return html`${headline(`/doctors/${doctor.cpsoNumber}`, doctor.name, doctor, texts)}
        <p>${profileText(doctor, texts)}</p>
        <p><a href="${pathIn(texts.language, `/clinics/${clinic.id}`)}">${clinic.name}</a><br />${clinic.address}</p>
        ${clinicFacts(doctor, now, texts, days)}`;
  });
}

/** Renders items in order. Each one links to its point on the map. */
export function numberedList(
  doctors: readonly DoctorItem[],
  { map }: SearchTexts,
  render: (doctor: DoctorItem) => Html,
): Html {
  const items = doctors.map(
    (doctor, index) => html`<li id="result-${index + 1}" tabindex="-1">
      <a class="number" href="#point-${index + 1}" aria-label="${map.showOnMap(index + 1)}">${index + 1}</a>
      <div>${render(doctor)}</div>
    </li>`,
  );
  return html`<ol class="results">${items}</ol>`;
}

/** Renders the name of a record, with a link to its page, and how far away it is. */
export function headline(
  path: string,
  name: string,
  { distanceMeters }: DoctorItem,
  { language, format }: SearchTexts,
): Html {
  return html`<p>
          <strong><a href="${pathIn(language, path)}">${name}</a></strong>
          ${distanceMeters !== undefined && html`<span class="distance">${format.distance(distanceMeters)}</span>`}
        </p>`;
}

/** Returns specialties and languages. */
export function profileText(
  { specialties, languages = [] }: Pick<DoctorItem, 'specialties'> & Partial<Pick<DoctorItem, 'languages'>>,
  { names }: SearchTexts,
): string {
  return [...specialties.map(names.specialty), ...languages.map(names.language)].join(' · ');
}

/** Renders the acceptance, the telephone and the requested hours of a doctor's clinic. */
export function clinicFacts(
  { availability, clinic: { phone }, openingHours }: DoctorItem,
  now: Date,
  texts: SearchTexts,
  days = WEEKDAYS,
): Html {
  return html`${availability && acceptance(availability, now, texts)}
        ${phone !== '' && html`<p><a class="call" href="tel:${phone}">${texts.call(phone)}</a></p>`}
        ${openingHours && hours(openingHours, days, texts)}`;
}

function acceptance(
  { accepting: { answer, state, observedAt, dated = true, method, walkIn } }: Availability,
  now: Date,
  texts: SearchTexts,
): Html {
  const by = !dated && method === 'clinic_attested' ? texts.listedByClinic : texts.methods[method];
  const timeText = dated ? ageText : sinceText;
  const observed =
    observedAt !== null &&
    html`<span class="muted">${by}${by && ', '}<time datetime="${observedAt}">${timeText(observedAt, now, texts)}</time>${state === 'conflicting' && `, ${texts.disputed}`}</span>`;
  return html`<p class="acceptance"><span class="${walkIn ? TAGS.yes : TAGS[answer]}">${(walkIn ? texts.walkIn : texts.acceptance)[answer]}</span> ${observed}</p>`;
}

/** Returns how long ago a moment was, in whole days. */
function ageText(moment: string, now: Date, { format }: SearchTexts): string {
  const age = new Intl.RelativeTimeFormat(format.locale, { numeric: 'auto' });
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / DAY_MS));
  return days < MANY_DAYS ? age.format(-days, 'day') : age.format(-Math.round(days / MONTH_DAYS), 'month');
}

/** Returns since when a source says something without a date. */
function sinceText(moment: string, _now: Date, { format, listedSince }: SearchTexts): string {
  const date = new Intl.DateTimeFormat(format.locale, { dateStyle: 'long', timeZone: 'America/Toronto' });
  return listedSince(date.format(new Date(moment)));
}

function hours(spans: readonly OpeningHours[], days: string, texts: SearchTexts): Html {
  const shown = spans.filter(({ day }) => days.includes(day));
  const parts = shown.map(({ day, opens, closes }) => texts.hours(day, opens, closes ?? '?'));
  return html`<p class="hours muted">${parts.join(', ')}</p>`;
}
