import type { DoctorList } from '@care-atlas/domain/contract';
import { Html, html } from '@care-atlas/server/pages/html';
import { clinicMap } from './clinic-map.js';
import { copyable } from './copyable.js';
import { SNIPPETS } from './request-snippet.js';

/** What was asked, and what came back: the page shows it, drawn by the server first and by the browser later. */
export interface Tried {
  /** The address of the interface. */
  readonly apiUrl: string;
  /** Path and query below it. */
  readonly path: string;
  /** The published key. */
  readonly key: string;
  readonly outcome:
    | { readonly answer: DoctorList }
    | { readonly refusal: { readonly status: number; readonly body: string } };
}

/** The request line, the answer, where the clinics are, and the request to take away. */
export function triedResult({ apiUrl, path, key, outcome }: Tried): Html {
  const url = `${apiUrl}${path}`;
  const interfacePath = new URL(apiUrl).pathname;
  return html`<p class="request"><code><strong>GET</strong> ${interfacePath}${path}</code></p>
    ${'answer' in outcome ? answered(outcome.answer) : refused(outcome.refusal)}
    <h3 class="visually-hidden">The same request elsewhere</h3>
    ${SNIPPETS.map(
      ({ id, name, write }) =>
        html`<details class="snippet">
          <summary>${name}</summary>
          ${copyable(`snippet-${id}`, `The request in ${name}`, write(url, key))}
        </details>`,
    )}`;
}

function answered({ doctors, total, count, warnings = [] }: DoctorList): Html {
  const places = doctors.map(({ name, clinic }) => ({
    name: `${name}, ${clinic.name}`,
    ...positionOf(clinic),
  }));
  const said = `${total.toLocaleString('en-CA')} ${total === 1 ? 'doctor matches' : 'doctors match'}`;
  return html`<p class="outcome" role="status"><strong>${said}</strong>${count < total && `, the first ${count} shown`}.
      ${total === 0 && ' Ask for less: every filter narrows the answer.'}</p>
    ${warnings.map((warning) => html`<p class="note warn">${warning}</p>`)}
    <figure>${clinicMap(places, `Map of the clinics of the ${count} doctors shown`)}</figure>
    ${shownAnswer(JSON.stringify({ doctors, total, count, ...(warnings.length > 0 && { warnings }) }, null, 2))}`;
}

function positionOf({ lat, lng }: { readonly lat: number; readonly lng: number }) {
  return { lat, lng };
}

function refused({ status, body }: { readonly status: number; readonly body: string }): Html {
  return html`<p class="outcome" role="status"><strong>${status === 0 ? 'No answer.' : `Refused with status ${status}.`}</strong></p>
    ${shownAnswer(body)}`;
}

function shownAnswer(body: string): Html {
  return html`<div class="answer">${copyable('answer', 'The answer', body)}</div>`;
}
