import type { DoctorList } from '@care-atlas/domain/contract';
import { Html, html } from '@care-atlas/server/pages/html';
import { clinicMap } from './clinic-map.js';
import { copyBlock } from './copy-block.js';
import { SNIPPETS } from './request-snippet.js';

/** A request and its outcome. The server renders the first one, and the browser the following ones. */
export interface TryResult {
  readonly apiUrl: string;
  /** Path and query below `apiUrl`. */
  readonly path: string;
  /** The published key. */
  readonly key: string;
  readonly outcome:
    | { readonly answer: DoctorList }
    | { readonly refusal: { readonly status: number; readonly body: string } };
}

/** Renders the request line, the answer, a map of the clinics, and code snippets of the request. */
export function tryResult({ apiUrl, path, key, outcome }: TryResult): Html {
  const url = `${apiUrl}${path}`;
  const apiPath = new URL(apiUrl).pathname;
  return html`<p class="request"><code><strong>GET</strong> ${apiPath}${path}</code></p>
    ${'answer' in outcome ? renderAnswer(outcome.answer) : renderRefusal(outcome.refusal)}
    <h3 class="visually-hidden">The same request in code</h3>
    ${SNIPPETS.map(
      ({ id, name, write }) =>
        html`<details class="snippet">
          <summary>${name}</summary>
          ${copyBlock(`snippet-${id}`, `The request in ${name}`, write(url, key))}
        </details>`,
    )}`;
}

function renderAnswer({ doctors, total, count, warnings = [] }: DoctorList): Html {
  const places = doctors.map(({ name, clinic }) => ({
    name: `${name}, ${clinic.name}`,
    lat: clinic.lat,
    lng: clinic.lng,
  }));
  const matches = `${total.toLocaleString('en-CA')} ${total === 1 ? 'doctor matches' : 'doctors match'}`;
  return html`<p class="outcome" role="status"><strong>${matches}</strong>${count < total && `, the first ${count} shown`}.
      ${total === 0 && ' Remove a filter: each one narrows the result.'}</p>
    ${warnings.map((warning) => html`<p class="note warn">${warning}</p>`)}
    <figure>${clinicMap(places, `Map of the clinics of the ${count} doctors shown`)}</figure>
    ${renderBody(JSON.stringify({ doctors, total, count, ...(warnings.length > 0 && { warnings }) }, null, 2))}`;
}

function renderRefusal({ status, body }: { readonly status: number; readonly body: string }): Html {
  const text = status === 0 ? 'No answer.' : `Refused with status ${status}.`;
  return html`<p class="outcome" role="status"><strong>${text}</strong></p>
    ${renderBody(body)}`;
}

function renderBody(body: string): Html {
  return html`<div class="answer">${copyBlock('answer', 'The answer', body)}</div>`;
}
