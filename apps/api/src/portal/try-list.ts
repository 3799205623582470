import type { Availability, DoctorItem, OpeningHours } from '@care-atlas/domain/contract';
import { Html, html } from '@care-atlas/server/pages/html';

const WEEKDAYS = 'mon,tue,wed,thu,fri';
const DAY_MS = 86_400_000;
const MANY_DAYS = 60;
const MONTH_DAYS = 30.4;
const AGE = new Intl.RelativeTimeFormat('en-CA', { numeric: 'auto' });
const METHODS: Readonly<Record<Availability['accepting']['method'], string>> = {
  register: 'in the register',
  clinic_attested: 'said by the clinic',
  phone_call: 'asked by phone',
  web: 'on its website',
  open_data: 'in open data',
  patient_report: 'reported by a patient',
  correction: 'corrected',
  '': '',
};
const ACCEPTANCE = {
  yes: html`<span class="tag">Accepts new patients</span>`,
  no: html`<span class="tag bad">Accepts no new patients</span>`,
  unknown: html`<span class="tag warn">Not known whether it accepts patients</span>`,
} as const;

/**
 * Renders doctors as a list in the order of the answer. Each item links to its point on the map.
 * @param now from which the age of what was observed is told
 * @param days the days whose hours are shown, separated by commas
 */
export function tryList(doctors: readonly DoctorItem[], now: Date, days = WEEKDAYS): Html {
  const items = doctors.map((doctor, index) => {
    const { name, distanceMeters, specialties, languages, clinic, availability, openingHours } = doctor;
    return html`<li id="result-${index + 1}" tabindex="-1">
      <a class="number" href="#point-${index + 1}" aria-label="${index + 1}: show on the map">${index + 1}</a>
      <div>
        <p>
          <strong>${name}</strong>
          ${distanceMeters !== undefined && html`<span class="distance">${distanceText(distanceMeters)}</span>`}
        </p>
        <p>${[...specialties, ...languages].join(' · ')}</p>
        <p>${clinic.name}<br />${clinic.address}</p>
        ${availability && acceptance(availability, now)}
        ${clinic.phone !== '' && html`<p><a class="call" href="tel:${clinic.phone}">Call ${clinic.phone}</a></p>`}
        ${openingHours && hours(openingHours, days)}
      </div>
    </li>`;
  });
  return html`<ol class="results">${items}</ol>`;
}

/** Returns a distance in meters, or in kilometers from one on. */
export function distanceText(meters: number): string {
  if (meters < 1_000) return `${meters} m`;
  return `${(meters / 1_000).toLocaleString('en-CA', { maximumFractionDigits: meters < 10_000 ? 1 : 0 })} km`;
}

function acceptance({ accepting: { answer, observedAt, method } }: Availability, now: Date): Html {
  const by = METHODS[method];
  const observed =
    observedAt !== null &&
    html`<span class="muted">${by}${by && ', '}<time datetime="${observedAt}">${ageText(observedAt, now)}</time></span>`;
  return html`<p class="acceptance">${ACCEPTANCE[answer]} ${observed}</p>`;
}

/** Returns how long ago a moment was, in whole days. */
function ageText(moment: string, now: Date): string {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / DAY_MS));
  return days < MANY_DAYS ? AGE.format(-days, 'day') : AGE.format(-Math.round(days / MONTH_DAYS), 'month');
}

function hours(spans: readonly OpeningHours[], days: string): Html {
  const shown = spans.filter(({ day }) => days.includes(day));
  const texts = shown.map(({ day, opens, closes }) => `${day} ${opens}–${closes ?? '?'}`);
  return html`<p class="hours muted">${texts.join(', ')}</p>`;
}
