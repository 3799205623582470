import type { DoctorList, Interpretation } from '@care-atlas/domain/contract';
import type { MapLabel } from '@care-atlas/domain/map';
import { Html, html } from '@care-atlas/server/pages/html';
import { clinicMap, type MapPoint, MOST_ZOOM } from './clinic-map.js';
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
  /** From which ages are told. */
  readonly now: Date;
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
  const { path, outcome } = result;
  const days = new URLSearchParams(path.split('?')[1]).get('days') ?? undefined;
  return html`${'answer' in outcome ? renderAnswer(outcome, result, days) : renderRefusal(outcome.refusal, result)}`;
}

function renderAnswer({ answer, place }: TryAnswer, shownAs: TryResult, days?: string): Html {
  const { path, labels, zoom = 0, now } = shownAs;
  const { doctors, total, count, interpreted = [], warnings = [] } = answer;
  const points = doctors.map(({ name, clinic: { name: clinic, lat, lng }, distanceMeters }) => {
    const distance = distanceMeters === undefined ? '' : `, ${distanceText(distanceMeters)}`;
    return { name: `${name}, ${clinic}${distance}`, lat, lng };
  });
  const matches = `${total.toLocaleString('en-CA')} ${total === 1 ? 'doctor matches' : 'doctors match'}`;
  const shown = place ? `the ${count} nearest to ${place.name} shown` : `the first ${count} shown`;
  return html`<p class="outcome" role="status"><strong>${matches}</strong>${count < total && `, ${shown}`}.
      ${count > 0 && html`<span class="jumps">See the <a href="#map">map</a> or the <a href="#json">JSON</a>.</span>`}
      ${total === 0 && ' Remove a filter: each one narrows the result.'}</p>
    ${interpreted.length > 0 && html`<p class="small muted">${interpreted.map(readingOf).join(' ')}</p>`}
    ${warnings.map((warning) => html`<p class="note warn">${warning}</p>`)}
    <div class="found">
      ${
        count > 0 &&
        html`${tryList(doctors, now, days)}
        <figure id="map">
          ${clinicMap({ points, place, labels, zoom }, `Map of the clinics of the ${count} doctors shown`)}
          <p class="zoom">
            ${zoom < MOST_ZOOM && zoomLink('Zoom in', path, zoom + 1)} ${zoom > 0 && zoomLink('Zoom out', path, zoom - 1)}
          </p>
          <figcaption>Shoreline: GSHHG. Subway: © OpenStreetMap contributors. Names: GeoNames.</figcaption>
        </figure>`
      }
      ${inCode(JSON.stringify(answer, null, 2), shownAs)}
    </div>`;
}

/** Renders the JSON of an answer, the request in several languages, and the address that shows both again. */
function inCode(body: string, { apiUrl, path, key }: TryResult): Html {
  const query = path.split('?')[1] ?? '';
  const shared = new URL(`/?${sharedQuery(query)}`, apiUrl).href;
  return html`<div class="code" id="json">
    <h3 class="visually-hidden">The request and its answer in JSON</h3>
    <p class="request small"><code><strong>GET</strong> ${new URL(apiUrl).pathname}${path}</code></p>
    <div class="answer">${copyBlock('answer', 'The answer', body)}</div>
    <h3>The same in code</h3>
    ${SNIPPETS.map(({ id, name, write }) =>
      folded(name, copyBlock(`snippet-${id}`, `The request in ${name}`, write({ apiUrl, path, key }))),
    )}
    <h3>Share it</h3>
    <p class="small share">
      <a id="shared" href="${shared}">${shared}</a>
      <button type="button" class="quiet copy scripted" data-copies="shared" hidden>Copy</button>
    </p>
    <p class="small">Add it to <a href="#assistants">Claude, ChatGPT, Cursor or VS Code</a>.</p>
  </div>`;
}

/** Returns the query of the page that sends a request. */
function sharedQuery(query: string): string {
  return query
    .split('&')
    .filter((part) => !part.startsWith('include='))
    .join('&');
}

/** Returns a link to the same request with another zoom, which works without a script. */
function zoomLink(text: string, path: string, zoom: number): Html {
  const query = sharedQuery(path.split('?')[1] ?? '');
  return html`<a class="button quiet" data-zoom="${zoom}" href="/?${query}&zoom=${zoom}#map">${text}</a>`;
}

/** Returns how a value was read, as a sentence. */
function readingOf({ value, as, others = [] }: Interpretation): string {
  const meant = `“${value}” was read as ${EITHER.format(as)}.`;
  return others.length === 0 ? meant : `${meant} Not meant: ${others.join(', ')}.`;
}

function renderRefusal({ status, message, body }: TryRefusal, shownAs: TryResult): Html {
  const text = status === 0 ? 'No answer.' : `Refused with status ${status}.`;
  return html`<p class="outcome" role="status"><strong>${text}</strong> ${message}</p>
    <div class="found">${inCode(body, shownAs)}</div>`;
}

function folded(name: string, content: Html): Html {
  return html`<details class="snippet"><summary>${name}</summary>${content}</details>`;
}
