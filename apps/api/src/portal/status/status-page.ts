import { serveFile } from '@care-atlas/server/answers';
import { type AddressVisit, type Html, html, type Page, servePage } from '@care-atlas/server/pages';
import type { FastifyInstance } from 'fastify';
import { readAsset } from '../../assets.js';
import type { StatusTexts } from '../../texts/en/pages/status.js';
import { TEXTS } from '../../texts/texts.js';
import { portalPages } from '../portal-layout.js';
import {
  type HealthHistory,
  type PublicDay,
  type PublicHealth,
  publicHealthReader,
  type PublicState,
} from './public-health.js';

const PAGES = portalPages({
  style: readAsset('portal/status.css'),
  forms: "'none'",
  sharesProcess: true,
  cache: 'public, max-age=30',
  narrow: true,
});

const [STEP, HEIGHT] = [4, 28];

/** Serves the health of the service to everybody, as a page and as JSON. Both are answered while the database is away. */
export function serveStatus(
  fastify: FastifyInstance,
  health: HealthHistory,
  { baseUrl, clock }: { readonly baseUrl: string; readonly clock: () => Date },
): void {
  const read = publicHealthReader(health, clock);
  servePage(fastify, {
    path: '/status',
    baseUrl,
    get: async (visit) => statusPage(visit, await read()),
  });
  serveFile(fastify, {
    path: '/status.json',
    type: 'application/json; charset=utf-8',
    cache: 'public, max-age=30',
    headers: { 'access-control-allow-origin': '*' },
    content: async () => JSON.stringify(await read()),
  });
}

/** Renders the health of the service for everybody, without scripts. */
function statusPage(visit: AddressVisit, health: PublicHealth): Page {
  const { asOf, hasHistory, components, incidents } = health;
  const { status: texts } = TEXTS[visit.language];
  const timeOf = (time: string) => html`<time datetime="${time}">${texts.time(new Date(time))}</time>`;
  const body = html`<h1>${texts.title}</h1>
    <p class="lead" role="status">${summary(health, texts)}</p>
    <p class="muted">${texts.asOf(timeOf(asOf))}</p>
    ${!hasHistory && html`<p class="note warn">${texts.noHistory}</p>`}
    ${components.map((component) => componentSection(component, texts))}
    <p class="muted small">${texts.legend}</p>
    <h2>${texts.incidents}</h2>
    ${
      incidents.length === 0
        ? html`<p>${hasHistory ? texts.none : texts.notKnown}</p>`
        : html`<ul>
            ${incidents.map(({ component, state, startedAt, endedAt }) => {
              const end = endedAt === null ? undefined : timeOf(endedAt);
              const [name, condition] = [texts.components[component], texts.states[state]];
              return html`<li>${texts.incident(name, condition, timeOf(startedAt), end)}</li>`;
            })}
          </ul>`
    }`;
  const { title, description } = texts;
  return PAGES.page(visit, { title, description, body });
}

function summary({ components, hasHistory }: PublicHealth, texts: StatusTexts): string {
  const ill = components.filter(({ state }) => state === 'degraded' || state === 'down');
  if (ill.length > 0) {
    const troubles = ill.map(({ component, state }) =>
      texts.trouble(texts.components[component], texts.states[state]),
    );
    return `${troubles.join('. ')}.`;
  }
  const isUnwatched = !hasHistory || components.every(({ state }) => state === 'unknown');
  return isUnwatched ? texts.unwatched : texts.allWell;
}

function componentSection({ component, state, days }: PublicState, texts: StatusTexts): Html {
  const watched = days.reduce((sum, { up, degraded, down }) => sum + up + degraded + down, 0);
  const watchedDays = days.filter(({ up, degraded, down }) => up + degraded + down > 0).length;
  // Rounded down: only what never failed is 100 %.
  const upSeconds = days.reduce((sum, { up }) => sum + up, 0);
  const share = watched === 0 ? undefined : texts.share(Math.floor((10_000 * upSeconds) / watched) / 10_000);
  const troubled = days.filter(({ degraded, down }) => degraded + down > 0).map(({ day }) => day);
  return html`<section class="component" aria-labelledby="${component}">
    <h2 id="${component}"><span>${texts.components[component]}</span><span>${texts.states[state]}</span></h2>
    <svg role="img" aria-label="${texts.history(share, troubled)}" viewBox="0 0 ${days.length * STEP} ${HEIGHT}" preserveAspectRatio="none">
      ${days.map((day, position) => bar(day, position, texts))}
    </svg>
    <p class="muted small"><span>${texts.firstDay}</span><span>${texts.shareUp(share, watchedDays)}</span><span>${texts.today}</span></p>
  </section>`;
}

function bar({ day, up, degraded, down }: PublicDay, position: number, texts: StatusTexts): Html {
  const kind = down > 0 ? 'down' : degraded > 0 ? 'degraded' : up > 0 ? 'up' : 'none';
  const minutes = Math.ceil((degraded + down) / 60);
  const said = texts.day(day, kind === 'none' || kind === 'up' ? kind : 'trouble', minutes);
  return html`<rect class="day-${kind}" x="${position * STEP}" width="${STEP - 1}" height="${HEIGHT}"><title>${said}</title></rect>`;
}
