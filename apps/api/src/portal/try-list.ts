import type { Availability, DoctorItem, OpeningHours } from '@care-atlas/domain/contract';
import { Html, html } from '@care-atlas/server/pages/html';

const WEEKDAYS = 'mon,tue,wed,thu,fri';
const ACCEPTANCE = {
  yes: html`<span class="tag">Accepts new patients</span>`,
  no: html`<span class="tag bad">Accepts no new patients</span>`,
  unknown: html`<span class="tag warn">Not known whether it accepts patients</span>`,
} as const;

/**
 * Renders doctors as a list in the order of the answer. Each item links to its point on the map.
 * @param days the days whose hours are shown, separated by commas
 */
export function tryList(doctors: readonly DoctorItem[], days = WEEKDAYS): Html {
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
        ${availability && acceptance(availability)}
        ${clinic.phone !== '' && html`<p><a href="tel:${clinic.phone}">${clinic.phone}</a></p>`}
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

function acceptance({ accepting: { answer, observedAt, method } }: Availability): Html {
  const by = method === '' ? '' : `by ${method.replace('_', ' ')}, `;
  const observed = observedAt !== null && html`<span class="muted">${by}${observedAt.slice(0, 10)}</span>`;
  return html`<p class="acceptance">${ACCEPTANCE[answer]} ${observed}</p>`;
}

function hours(spans: readonly OpeningHours[], days: string): Html {
  const shown = spans.filter(({ day }) => days.includes(day));
  const texts = shown.map(({ day, opens, closes }) => `${day} ${opens}–${closes ?? '?'}`);
  return html`<p class="hours muted">${texts.join(', ')}</p>`;
}
