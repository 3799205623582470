import type { ClinicList, DoctorList, ErrorDetail } from '@care-atlas/domain/contract';
import { PLACE_LABELS } from '@care-atlas/domain/map';
import type { Said } from '@care-atlas/domain/messages';
import { CROSSING_PUBLISHERS } from '@care-atlas/domain/places';
import { DAY_NAMES, type PlaceKind } from '@care-atlas/domain/records';
import { Html, html, type PageLanguage, pathIn } from '@care-atlas/server/pages';
import { TEXTS } from '../../texts/texts.js';
import { copyBlock } from '../copy-block.js';
import { clinicList } from './clinic-list.js';
import { clinicMap, type MapPoint, MOST_ZOOM } from './clinic-map.js';
import { searchPath } from './filter-chips.js';
import { listed } from './filter-text.js';
import { saidText } from './said-text.js';
import { readingsOf } from './readings.js';
import { type Repair, repairList } from './repairs.js';
import { SNIPPETS } from './request-snippet.js';
import { tryList } from './try-list.js';
import { CLINIC_PARAMETERS, KEPT_PARAMETERS, TRY_PARAMETERS, type TryValues } from './try-request.js';

/** A request and its outcome. */
export interface TryResult {
  readonly apiUrl: string;
  /** Path and query below `apiUrl`. */
  readonly path: string;
  /** The published key. */
  readonly key: string;
  readonly values: TryValues;
  /** How many matches the request skips. */
  readonly offset: number;
  /** How many matches a page has, but for the last. */
  readonly pageSize: number;
  /** That of the map, from 0 to `MOST_ZOOM`. */
  readonly zoom: number;
  /** The time that ages of observations are relative to. */
  readonly now: Date;
  /** The date in Toronto, YYYY-MM-DD. */
  readonly today: string;
  /** The registration numbers of doctors in the answer who are registered otherwise than for independent practice. */
  readonly notIndependent: ReadonlySet<string>;
  /** None where no request answers a question. */
  readonly outcome: TryAnswer | TryRefusal | 'none';
}

export interface TryAnswer {
  readonly answer: DoctorList;
  /** The place from which distances are measured, if one is given. */
  readonly place: (MapPoint & { readonly kind?: PlaceKind }) | undefined;
  readonly warnings: readonly Said[];
  /** Requests that find somebody, if this one finds nobody. */
  readonly repairs: readonly Repair[];
  /** The first clinics of a directory that has no doctors. */
  readonly clinics: ClinicList | false;
}

interface TryRefusal {
  readonly refusal: {
    /** The parameters at fault, and what is wrong with each. */
    readonly details: readonly ErrorDetail[];
    readonly said: Said;
    /** The JSON of the error. */
    readonly body: string;
  };
  readonly repairs: readonly Repair[];
}

/** Renders the answer as a list, a map and JSON, with the request in code and the address that shows it again. */
export function tryResult(result: TryResult, language: PageLanguage): Html {
  const { outcome } = result;
  if (outcome === 'none') return html``;
  return 'answer' in outcome
    ? renderAnswer(outcome, result, language)
    : renderRefusal(outcome, result, language);
}

function renderAnswer(
  { answer, place, warnings, repairs, clinics }: TryAnswer,
  result: TryResult,
  language: PageLanguage,
): Html {
  const { search: texts } = TEXTS[language];
  const { offset, zoom } = result;
  const { format, map } = texts;
  const { doctors, total, doctorTotal, count, interpreted = [] } = answer;
  const isByClinic = doctorTotal !== undefined;
  const isNarrowed = CLINIC_PARAMETERS.some((name) => result.values[name]);
  const points = doctors.map(({ name: doctor, clinic: { name: clinic, lat, lng }, distanceMeters }) => {
    const distance = distanceMeters === undefined ? '' : `, ${format.distance(distanceMeters)}`;
    const name = isByClinic ? clinic : `${doctor}, ${clinic}`;
    return { name: `${name}${distance}`, lat, lng };
  });
  const first = place ? texts.nearest(count, place.name) : texts.first(count);
  const shown = offset === 0 ? first : texts.part(offset + 1, offset + count);
  const readings = readingsOf(interpreted, texts);
  return html`<p class="outcome" role="status"><strong>${isByClinic && total > 0 ? texts.matchesAt(doctorTotal, total) : texts.matches(total)}</strong>${count > 0 && count < total && `, ${shown}`}.
      ${count > 0 && html`<span class="jumps">${texts.jumps}</span>`}
      ${total === 0 && repairs.length === 0 && ` ${clinics ? texts.noDoctors(clinics.count, clinics.total, isNarrowed) : texts.noneFound}`}</p>
    ${clinics && html`<ul>${clinics.clinics.map(({ id, name }) => html`<li><a href="${pathIn(language, `/clinics/${id}`)}">${name}</a></li>`)}</ul>`}
    ${readings.length > 0 && html`<p class="small muted">${readings.join(' ')}</p>`}
    ${warnings.map((warning) => html`<p class="note warn small">${saidText(warning, language)}</p>`)}
    ${repairList(repairs, language)}
    <div class="found">
      ${count === 0 && total > 0 && html`<div>${pager(result, answer, language)}</div>`}
      ${
        count > 0 &&
        html`<div>${isByClinic ? clinicList(doctors, result, language) : tryList(doctors, result, language)} ${pager(result, answer, language)}</div>
        <figure id="map">
          ${clinicMap({ points, place, labels: PLACE_LABELS, zoom }, map)}
          <p class="zoom">${zoom < MOST_ZOOM && zoomLink('in', result, language)} ${zoom > 0 && zoomLink('out', result, language)}</p>
          <figcaption>${map.sources}${place?.kind === 'intersection' && ` ${map.crossings(CROSSING_PUBLISHERS)}`}
            <a href="${pathIn(language, '/about-this-data')}">${map.licenses}</a></figcaption>
        </figure>`
      }
      ${count > 0 && inCode(JSON.stringify(answer, null, 2), result, language)}
    </div>
    ${count === 0 && foldedCode(JSON.stringify(answer, null, 2), result, language)}`;
}

/** Returns a link to the same page with another zoom, whose fragment keeps the focus beside the map. */
function zoomLink(way: 'in' | 'out', { values, offset, zoom }: TryResult, language: PageLanguage): Html {
  const { zoomIn, zoomOut } = TEXTS[language].search.map;
  const level = way === 'in' ? zoom + 1 : zoom - 1;
  const there = level === 0 ? 'in' : level === MOST_ZOOM ? 'out' : way;
  const href = `${searchPath(values, language, offset)}&zoom=${level}#zoom-${there}`;
  return html`<a class="button quiet" id="zoom-${way}" href="${href}">${way === 'in' ? zoomIn : zoomOut}</a>`;
}

/** Renders links to the pages before and after this one. */
function pager(
  { values, offset, pageSize }: TryResult,
  { count, total }: DoctorList,
  language: PageLanguage,
): Html | false {
  const { pages } = TEXTS[language].search;
  if (offset === 0 && count >= total) return false;
  const link = (text: string, rel: 'prev' | 'next', to: number) =>
    html`<a class="button quiet" rel="${rel}" href="${searchPath(values, language, to)}#results">${text}</a>`;
  return html`<nav class="pages" aria-label="${pages.title}">
    ${offset > 0 && link(pages.previous, 'prev', Math.max(0, Math.min(offset, total) - pageSize))}
    ${count > 0 && html`<span class="muted">${pages.part(offset + 1, offset + count, total)}</span>`}
    ${offset + count < total && link(pages.next, 'next', offset + count)}
  </nav>`;
}

/** Renders the JSON of an answer, the request in several languages, and the address that shows both again. */
function inCode(
  body: string,
  { apiUrl, path, key, values, outcome }: TryResult,
  language: PageLanguage,
): Html {
  const { search: texts, actions } = TEXTS[language];
  const shared = new URL(searchPath(values, language), apiUrl).href;
  return html`<div class="code" id="json">
    <h3 class="visually-hidden">${texts.json}</h3>
    <p class="request small"><code><strong>GET</strong> ${new URL(apiUrl).pathname}${path}</code></p>
    <div class="answer">${copyBlock('answer', texts.answer, body, actions)}</div>
    <h3>${texts.code}</h3>
    ${SNIPPETS.map(({ id, name, code, write }) =>
      folded(
        name,
        copyBlock(`snippet-${id}`, texts.codeIn(name), write({ apiUrl, path, key }), actions, code),
      ),
    )}
    <h3>${texts.share}</h3>
    <p class="small share">
      <a id="shared" href="${shared}">${shared}</a>
      <button type="button" class="quiet copy scripted" data-copies="shared" data-copied="${actions.copied}" hidden>${actions.copy}</button>
    </p>
    ${outcome !== 'none' && 'answer' in outcome && followLink(values, language)}
    <p class="small">${texts.addTo(pathIn(language, '/#assistants'))}</p>
  </div>`;
}

/** A place needs a bound: what is new at the other end of the region is of no use. */
const FOLLOWED_KM = 2;

/** Returns a link to the feed of what enters the list. */
function followLink(values: TryValues, language: PageLanguage): Html {
  const { follow } = TEXTS[language].search;
  const filters = new URLSearchParams(searchPath(values, language).split('?')[1]);
  const isUnbounded = filters.has('near') && !filters.has('within') && !filters.has('area');
  if (isUnbounded) filters.set('within', String(FOLLOWED_KM));
  const text = follow(isUnbounded ? FOLLOWED_KM : undefined);
  const href = pathIn(language, `/openings.atom?${filters.toString()}`);
  return html`<p class="small"><a rel="alternate" type="application/atom+xml" href="${href}">${text}</a></p>`;
}

/** Folds the JSON of an answer without a record: people read what is said of it, and where it leads. */
function foldedCode(body: string, result: TryResult, language: PageLanguage): Html {
  return folded(TEXTS[language].search.json, inCode(body, result, language));
}

/** Returns what of a request is not accepted. */
export function refusalText(
  { details }: Pick<TryRefusal['refusal'], 'details'>,
  values: TryValues,
  language: PageLanguage,
): string {
  const { search, form } = TEXTS[language];
  const { years, minYears, maxYears } = form.fields;
  const labels: Readonly<Record<string, string>> = {
    ...form.fields,
    ...form.flags,
    minYears: `${years}, ${minYears.toLowerCase()}`,
    maxYears: `${years}, ${maxYears.toLowerCase()}`,
  };
  const filters = details.map(({ param, said }) => {
    const sent = (param === 'days' && !said && daysOf(values).others) || (values[param] ?? '');
    return search.sent(labels[param] ?? param, sent);
  });
  return search.refused(filters.join(', '));
}

function renderRefusal({ refusal, repairs }: TryRefusal, result: TryResult, language: PageLanguage): Html {
  const { details, said, body } = refusal;
  const { values } = result;
  const { search: texts } = TEXTS[language];
  const names = new Set(details.map(({ param }) => param));
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
  const field = [...names].find((name) => OWN_FIELDS.has(name));
  return html`<div role="status">
      <p class="outcome"><strong>${refusalText(refusal, values, language)}</strong></p>
      ${details.map((detail) => html`<p>${faultText(detail, values, language)}</p>`)}
      ${details.length === 0 && html`<p>${saidText(said, language)}</p>`}
    </div>
    <p>${field !== undefined && html`<a class="button quiet" href="#try-${field}">${texts.change}</a>`}
      ${repairs.length === 0 && html`<a class="button quiet" href="${searchPath(rest, language)}">${texts.leaveOut}</a>`}</p>
    ${repairList(repairs, language)}
    ${foldedCode(body, result, language)}`;
}

/** The parameters that the form has a field for. */
const OWN_FIELDS: ReadonlySet<string> = new Set(
  TRY_PARAMETERS.filter((name) => !(KEPT_PARAMETERS as readonly string[]).includes(name)),
);

/**
 * Returns what a filter accepts in the words of people, with a link for each choice. Where the words do not say what is wrong,
 * the interface does.
 */
function faultText({ param, message, said }: ErrorDetail, values: TryValues, language: PageLanguage): Html {
  const { search: texts, form } = TEXTS[language];
  const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    days: form.days,
    gender: form.genders,
    clinicType: form.clinicTypes,
  };
  if (said?.code === 'sent_without') return saidText(said, language);
  if (Object.hasOwn(choices, param)) {
    const kept = param === 'days' ? daysOf(values).known : [];
    const offered = Object.entries(choices[param]!).filter(([value]) => !kept.includes(value));
    const links = offered.map(([value, name]) => {
      const href = searchPath({ ...values, [param]: [...kept, value].join(',') }, language);
      return html`<a href="${href}">${name}</a>`;
    });
    return texts.accepts(listed(links, language, 'disjunction'));
  }
  const { accepted }: { readonly accepted: Readonly<Record<string, string>> } = form;
  if (!Object.hasOwn(accepted, param)) return saidText(said ?? message, language);
  return html`${texts.accepts(html`${accepted[param]}`)}${said && html` ${saidText(said, language)}`}`;
}

/** Returns the days that are asked for, and the words that are no days. */
function daysOf({ days = '' }: TryValues): { readonly known: readonly string[]; readonly others: string } {
  const isDay = (word: string) => (DAY_NAMES as readonly string[]).includes(word);
  const words = days.split(',').map((word) => word.trim());
  return { known: words.filter(isDay), others: words.filter((word) => !isDay(word)).join(', ') };
}

function folded(name: string, content: Html): Html {
  return html`<details class="snippet"><summary>${name}</summary>${content}</details>`;
}
