import type { DoctorList } from '@care-atlas/domain/contract';
import type { MapLabel } from '@care-atlas/domain/map';
import { Html, html } from '@care-atlas/server/pages/html';
import { clinicMap, type MapPoint, MOST_ZOOM } from './clinic-map.js';
import { copyBlock } from '../copy-block.js';
import { SNIPPETS } from './request-snippet.js';
import type { SearchTexts } from '../../texts/en/search.js';
import { englishIn, pathIn } from '@care-atlas/server/pages/language-path';
import { readingsOf } from './readings.js';
import { clinicList } from './clinic-list.js';
import { tryList } from './try-list.js';
import { queryAtClinic } from './try-request.js';

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
  /** The time that ages of observations are relative to. */
  readonly now: Date;
  /** None where no request answers a question. */
  readonly outcome: TryAnswer | { readonly refusal: TryRefusal } | 'none';
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

/** Renders the answer as a list, a map and JSON, with the request in code and the address that shows it again. */
export function tryResult(result: TryResult, texts: SearchTexts): Html {
  const { path, outcome } = result;
  if (outcome === 'none') return html``;
  const days = new URLSearchParams(path.split('?')[1]).get('days') ?? undefined;
  return 'answer' in outcome
    ? renderAnswer(outcome, result, texts, days)
    : renderRefusal(outcome.refusal, result, texts);
}

function renderAnswer(
  { answer, place }: TryAnswer,
  shownAs: TryResult,
  texts: SearchTexts,
  days?: string,
): Html {
  const { path, labels, zoom = 0, now } = shownAs;
  const { format, language, map } = texts;
  const { doctors, total, doctorTotal, count, interpreted = [], warnings = [] } = answer;
  const isByClinic = doctorTotal !== undefined;
  const points = doctors.map(({ name: doctor, clinic: { name: clinic, lat, lng }, distanceMeters }) => {
    const distance = distanceMeters === undefined ? '' : `, ${format.distance(distanceMeters)}`;
    const name = isByClinic ? clinic : `${doctor}, ${clinic}`;
    return { name: `${name}${distance}`, lat, lng };
  });
  const shown = place ? texts.nearest(count, place.name) : texts.first(count);
  const readings = readingsOf(interpreted, texts);
  const queryAt = (clinicId: string) => queryAtClinic(path, clinicId);
  const zoomLinkTo = (text: string, level: number) => zoomLink(text, path, level, language);
  return html`<p class="outcome" role="status"><strong>${isByClinic ? texts.matchesAt(doctorTotal, total) : texts.matches(total)}</strong>${count < total && `, ${shown}`}.
      ${count > 0 && html`<span class="jumps">${texts.jumps}</span>`}
      ${total === 0 && ` ${texts.noneFound}`}</p>
    ${readings.length > 0 && html`<p class="small muted">${readings.join(' ')}</p>`}
    ${warnings.map((warning) => html`<p class="note warn small" ${englishIn(language)}>${warning}</p>`)}
    <div class="found">
      ${
        count > 0 &&
        html`${isByClinic ? clinicList(doctors, { now, days, queryAt }, texts) : tryList(doctors, now, texts, days)}
        <figure id="map">
          ${clinicMap({ points, place, labels, zoom }, map)}
          <p class="zoom">
            ${zoom < MOST_ZOOM && zoomLinkTo(map.zoomIn, zoom + 1)} ${zoom > 0 && zoomLinkTo(map.zoomOut, zoom - 1)}
          </p>
          <figcaption>${map.sources}</figcaption>
        </figure>`
      }
      ${inCode(JSON.stringify(answer, null, 2), shownAs, texts)}
    </div>`;
}

/** Renders the JSON of an answer, the request in several languages, and the address that shows both again. */
function inCode(body: string, { apiUrl, path, key }: TryResult, texts: SearchTexts): Html {
  const { actions, language } = texts;
  const query = path.split('?')[1] ?? '';
  const shared = new URL(pathIn(language, `/?${sharedQuery(query)}`), apiUrl).href;
  return html`<div class="code" id="json">
    <h3 class="visually-hidden">${texts.json}</h3>
    <p class="request small"><code><strong>GET</strong> ${new URL(apiUrl).pathname}${path}</code></p>
    <div class="answer">${copyBlock('answer', texts.answer, body, actions)}</div>
    <h3>${texts.code}</h3>
    ${SNIPPETS.map(({ id, name, write }) =>
      folded(name, copyBlock(`snippet-${id}`, texts.codeIn(name), write({ apiUrl, path, key }), actions)),
    )}
    <h3>${texts.share}</h3>
    <p class="small share">
      <a id="shared" href="${shared}">${shared}</a>
      <button type="button" class="quiet copy scripted" data-copies="shared" data-copied="${actions.copied}" hidden>${actions.copy}</button>
    </p>
    ${followLink(query, texts)}
    <p class="small">${texts.addTo}</p>
  </div>`;
}

/** A place needs a bound: what is new at the other end of the region is of no use. */
const FOLLOWED_KM = 2;

/** Returns a link to the feed of what enters the list. */
function followLink(query: string, { follow, language }: SearchTexts): Html {
  const filters = new URLSearchParams(sharedQuery(query));
  const isUnbounded = filters.has('near') && !filters.has('within') && !filters.has('area');
  if (isUnbounded) filters.set('within', String(FOLLOWED_KM));
  const text = follow(isUnbounded ? FOLLOWED_KM : undefined);
  const href = pathIn(language, `/openings.atom?${filters.toString()}`);
  return html`<p class="small"><a rel="alternate" type="application/atom+xml" href="${href}">${text}</a></p>`;
}

/** Returns the query of the page that sends a request. */
function sharedQuery(query: string): string {
  return query
    .split('&')
    .filter((part) => !part.startsWith('include=') && !part.startsWith('group='))
    .join('&');
}

/** Returns a link to the same request with another zoom, which works without a script. */
function zoomLink(text: string, path: string, zoom: number, language: SearchTexts['language']): Html {
  const query = sharedQuery(path.split('?')[1] ?? '');
  const href = pathIn(language, `/?${query}&zoom=${zoom}#map`);
  return html`<a class="button quiet" data-zoom="${zoom}" href="${href}">${text}</a>`;
}

function renderRefusal({ status, message, body }: TryRefusal, shownAs: TryResult, texts: SearchTexts): Html {
  const text = status === 0 ? texts.noAnswer : texts.refused(status);
  return html`<p class="outcome" role="status">
      <strong>${text}</strong> <span ${englishIn(texts.language)}>${message}</span>
    </p>
    <div class="found">${inCode(body, shownAs, texts)}</div>`;
}

function folded(name: string, content: Html): Html {
  return html`<details class="snippet"><summary>${name}</summary>${content}</details>`;
}
