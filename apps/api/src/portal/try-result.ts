import type { DoctorList, Interpretation } from '@care-atlas/domain/contract';
import type { MapLabel } from '@care-atlas/domain/map';
import { Html, html } from '@care-atlas/server/pages/html';
import { clinicMap, type MapPoint, MOST_ZOOM } from './clinic-map.js';
import { actions } from '../texts/en/actions.js';
import { copyBlock } from './copy-block.js';
import { SNIPPETS } from './request-snippet.js';
import { distanceText, tryList } from './try-list.js';

/** A request and its outcome. The server renders the first one, and the browser the following ones. */
export interface TryResult {
  readonly apiUrl: string;
  /** Path and query below `apiUrl`. */
  readonly path: string;
  /** The published key. */
  readonly key: string;
  /** The names that the map may show. */
  readonly labels: readonly MapLabel[];
  /** That of the map, from 0 to `MOST_ZOOM`. */
  readonly zoom?: number;
  readonly outcome: TryAnswer | { readonly refusal: TryRefusal };
}

interface TryAnswer {
  readonly answer: DoctorList;
  /** The place from which distances are measured, if one is given. */
  readonly place?: MapPoint;
}

interface TryRefusal {
  /** 0 without an answer. */
  readonly status: number;
  readonly message: string;
  /** The JSON of the error. */
  readonly body: string;
}

const EITHER = new Intl.ListFormat('en-CA', { type: 'disjunction' });

/** Renders the request line, the answer as a list, a map and JSON, and code snippets of the request. */
export function tryResult(result: TryResult): Html {
  const { apiUrl, path, key, outcome } = result;
  const url = `${apiUrl}${path}`;
  const apiPath = new URL(apiUrl).pathname;
  const days = new URLSearchParams(path.split('?')[1]).get('days') ?? undefined;
  return html`<p class="request"><code><strong>GET</strong> ${apiPath}${path}</code></p>
    ${'answer' in outcome ? renderAnswer(outcome, result, days) : renderRefusal(outcome.refusal)}
    <h3 class="visually-hidden">The same request in code</h3>
    ${SNIPPETS.map(({ id, name, write }) =>
      folded(name, copyBlock(`snippet-${id}`, `The request in ${name}`, write(url, key), actions)),
    )}`;
}

function renderAnswer({ answer, place }: TryAnswer, shownAs: TryResult, days?: string): Html {
  const { path, labels, zoom = 0 } = shownAs;
  const { doctors, total, count, interpreted = [], warnings = [] } = answer;
  const points = doctors.map(({ name, clinic: { name: clinic, lat, lng }, distanceMeters }) => {
    const distance = distanceMeters === undefined ? '' : `, ${distanceText(distanceMeters)}`;
    return { name: `${name}, ${clinic}${distance}`, lat, lng };
  });
  const matches = `${total.toLocaleString('en-CA')} ${total === 1 ? 'doctor matches' : 'doctors match'}`;
  const shown = place ? `the ${count} nearest to ${place.name} shown` : `the first ${count} shown`;
  return html`<p class="outcome" role="status"><strong>${matches}</strong>${count < total && `, ${shown}`}.
      ${total === 0 && ' Remove a filter: each one narrows the result.'}</p>
    ${interpreted.length > 0 && html`<p class="note">${interpreted.map(readingOf).join(' ')}</p>`}
    ${warnings.map((warning) => html`<p class="note warn">${warning}</p>`)}
    ${
      count > 0 &&
      html`<div class="found">
        ${tryList(doctors, days)}
        <figure>
          ${clinicMap({ points, place, labels, zoom }, `Map of the clinics of the ${count} doctors shown`)}
          <p class="zoom">
            ${zoom < MOST_ZOOM && zoomLink('Zoom in', path, zoom + 1)} ${zoom > 0 && zoomLink('Zoom out', path, zoom - 1)}
          </p>
          <figcaption>Shoreline: GSHHG. Subway: © OpenStreetMap contributors. Names: GeoNames.</figcaption>
        </figure>
      </div>`
    }
    ${folded('JSON', renderBody(JSON.stringify(answer, null, 2)))}`;
}

/** Returns a link to the same request with another zoom, which works without a script. */
function zoomLink(text: string, path: string, zoom: number): Html {
  const query = path.split('?')[1] ?? '';
  return html`<a class="button quiet" data-zoom="${zoom}" href="/?${query}&zoom=${zoom}#try">${text}</a>`;
}

/** Returns how a value was read, as a sentence. */
function readingOf({ value, as, others = [] }: Interpretation): string {
  const meant = `“${value}” was read as ${EITHER.format(as)}.`;
  return others.length === 0 ? meant : `${meant} Not meant: ${others.join(', ')}.`;
}

function renderRefusal({ status, message, body }: TryRefusal): Html {
  const text = status === 0 ? 'No answer.' : `Refused with status ${status}.`;
  return html`<p class="outcome" role="status"><strong>${text}</strong> ${message}</p>
    ${renderBody(body)}`;
}

function folded(name: string, content: Html): Html {
  return html`<details class="snippet"><summary>${name}</summary>${content}</details>`;
}

function renderBody(body: string): Html {
  return html`<div class="answer">${copyBlock('answer', 'The answer', body, actions)}</div>`;
}
