import { type Html, html } from '@care-atlas/server/pages';
import { readAsset } from '../../assets.js';
import { portalDocument } from '../portal-layout.js';
import type { PublicComponent, PublicDay, PublicHealth, PublicState } from './public-health.js';

export const STATUS_STYLE = readAsset('portal/status.css');

const NAMES: Readonly<Record<PublicComponent, string>> = {
  api: 'API',
  connector: 'Connector for assistants',
  register: 'Data of the register',
};
const STATES = { up: 'Up', degraded: 'Degraded', down: 'Down', unknown: 'Not known' } as const;
const DESCRIPTION = 'Whether Care Atlas works now, and how it worked in the last 90 days.';
const [STEP, HEIGHT] = [4, 28];
const PERCENT = new Intl.NumberFormat('en-CA', { style: 'percent', maximumFractionDigits: 2 });
const TIME = new Intl.DateTimeFormat('en-CA', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Toronto',
});

/** Renders the health of the service for everybody, without scripts. */
export function statusPage(baseUrl: string, health: PublicHealth): string {
  const { asOf, hasHistory, components, incidents } = health;
  const body = html`<h1>Status</h1>
    <p class="lead" role="status">${summary(health)}</p>
    <p class="muted">As of ${timeOf(asOf)}, Toronto. Also as <a href="/status.json">JSON</a>.</p>
    ${
      !hasHistory &&
      html`<p class="note warn">How the service was cannot be read now; this page itself is answered by the API.</p>`
    }
    ${components.map(componentSection)}
    <h2>Incidents of the last 90 days</h2>
    ${
      incidents.length === 0
        ? html`<p>${hasHistory ? 'None.' : 'Not known.'}</p>`
        : html`<ul>
            ${incidents.map(
              ({ component, state, startedAt, endedAt }) =>
                html`<li>
                  <strong>${NAMES[component]}</strong>: ${STATES[state].toLowerCase()} from ${timeOf(startedAt)}
                  ${endedAt === null ? 'on, and still is' : html`to ${timeOf(endedAt)}`}
                </li>`,
            )}
          </ul>`
    }`;
  const page = { title: 'Status', description: DESCRIPTION, address: `${baseUrl}/status` };
  return portalDocument({ ...page, style: STATUS_STYLE, narrow: true, body }, '/status');
}

function summary({ components, hasHistory }: PublicHealth): string {
  const ill = components.filter(({ state }) => state === 'degraded' || state === 'down');
  if (ill.length > 0) {
    return `${ill.map(({ component, state }) => `${NAMES[component]}: ${STATES[state].toLowerCase()}`).join('. ')}.`;
  }
  if (!hasHistory || components.every(({ state }) => state === 'unknown')) {
    return 'The API answers. Nobody watches it at the moment, so no more is known.';
  }
  return 'Everything that is watched works.';
}

function componentSection({ component, state, days }: PublicState): Html {
  const watched = days.reduce((sum, { up, degraded, down }) => sum + up + degraded + down, 0);
  // Rounded down: only what never failed is 100 %.
  const upSeconds = days.reduce((sum, { up }) => sum + up, 0);
  const share =
    watched === 0 ? undefined : PERCENT.format(Math.floor((10_000 * upSeconds) / watched) / 10_000);
  const troubled = days.filter(({ degraded, down }) => degraded + down > 0).map(({ day }) => day);
  const known =
    share === undefined
      ? 'Not watched in the last 90 days.'
      : `Up for ${share} of the time that was watched in the last 90 days. ${troubled.length === 0 ? 'No trouble.' : `Trouble on ${troubled.join(', ')}.`}`;
  return html`<section class="component" aria-labelledby="${component}">
    <h2 id="${component}"><span>${NAMES[component]}</span><span>${STATES[state]}</span></h2>
    <svg role="img" aria-label="${known}" viewBox="0 0 ${days.length * STEP} ${HEIGHT}" preserveAspectRatio="none">
      ${days.map((day, position) => bar(day, position))}
    </svg>
    <p class="muted small"><span>90 days ago</span><span>${share ?? 'not watched'}${share !== undefined && ' up'}</span><span>Today</span></p>
  </section>`;
}

function bar({ day, up, degraded, down }: PublicDay, position: number): Html {
  const kind = down > 0 ? 'down' : degraded > 0 ? 'degraded' : up > 0 ? 'up' : 'none';
  const minutes = Math.ceil((degraded + down) / 60);
  const said = kind === 'none' ? 'not watched' : kind === 'up' ? 'up' : `${minutes} minutes of trouble`;
  return html`<rect class="day-${kind}" x="${position * STEP}" width="${STEP - 1}" height="${HEIGHT}"><title>${day}: ${said}</title></rect>`;
}

function timeOf(time: string): Html {
  return html`<time datetime="${time}">${TIME.format(new Date(time))}</time>`;
}
