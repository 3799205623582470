import type { AreaCoverage, Coverage, FilterValue, RawParameters } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { COVERAGE_COLUMNS, coverageCells, sortedAreas, totalOf } from '@care-atlas/domain/map';
import { csvLine } from '@care-atlas/domain/text';
import { serveFile } from '@care-atlas/server/answers';
import {
  type AddressVisit,
  checkBox,
  field,
  Html,
  html,
  type Option,
  optionList,
  type Page,
  pathIn,
  servePage,
} from '@care-atlas/server/pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readAsset } from '../../assets.js';
import { type Texts, TEXTS } from '../../texts/texts.js';
import { listIn } from '../home-request.js';
import { ignoredIn, ignoredNotes, type IgnoredParameters } from '../ignored-parameters.js';
import { portalPages } from '../portal-layout.js';
import { saidText } from '../try/said-text.js';
import { readingsOf } from '../try/readings.js';
import { coverageMap } from './coverage-map.js';
import {
  areasIn,
  COVERAGE_PARAMETERS,
  type CoverageRequest,
  PARTS,
  pathOf,
  queryOf,
  readCoverageRequest,
} from './coverage-request.js';

const PAGES = portalPages({
  style: readAsset('portal/portal.css') + readAsset('portal/coverage.css'),
  forms: "'self'",
  sharesProcess: true,
  cache: 'public, max-age=300',
});

/** A phone lays out the map and these rows at once; a region has hundreds. */
const FIRST_ROWS = 12;

/** Serves the doctors by postal area, as a page and as a file. */
export function serveCoverage(
  fastify: FastifyInstance,
  directory: Directory,
  { baseUrl, freshDays }: { readonly baseUrl: string; readonly freshDays: number },
): void {
  const coverageOf = ({ query }: FastifyRequest) => {
    const raw = query as RawParameters;
    const request = readCoverageRequest(raw);
    const sent = Object.fromEntries(Object.keys(raw).map((name) => [name, listIn(raw[name])]));
    const ignored = ignoredIn(sent, COVERAGE_PARAMETERS);
    return { request, ignored, coverage: directory.coverage(queryOf(request)) };
  };
  servePage(fastify, {
    path: '/coverage',
    baseUrl,
    get: (visit, asked) => coveragePage(visit, coverageOf(asked), directory.totals, freshDays),
  });
  serveFile(fastify, {
    path: '/coverage.csv',
    type: 'text/csv; charset=utf-8',
    cache: 'public, max-age=300',
    headers: { 'content-disposition': 'attachment; filename="coverage.csv"' },
    content(asked) {
      const { request, coverage } = coverageOf(asked);
      const lines = [COVERAGE_COLUMNS, ...areasIn(request, coverage.areas).map(coverageCells)];
      return lines.map((cells) => csvLine(cells)).join('');
    },
  });
}

/** Renders the doctors by postal area: a form, a map and a table, without scripts. */
function coveragePage(
  visit: AddressVisit,
  {
    request,
    ignored,
    coverage,
  }: {
    readonly request: CoverageRequest;
    readonly ignored: IgnoredParameters;
    readonly coverage: Coverage;
  },
  { specialties, languages }: Directory['totals'],
  freshDays: number,
): Page {
  const { interpreted, warnings } = coverage;
  const { part } = request;
  const { language } = visit;
  const { coverage: texts, names, search } = TEXTS[language];
  const { fields, measures, title, description } = texts;
  const page = pathIn(language, '/coverage');
  const shown = areasIn(request, coverage.areas);
  const namesOf = (kind: keyof typeof names, filters: readonly FilterValue[]) =>
    filters.map(({ value }) => names[kind](value));
  const body = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${ignoredNotes(ignored, language, (meant) => pathOf(readCoverageRequest(meant), page))}
    <form class="filters" method="get" action="${page}">
      ${completed('specialties', fields.specialties, fields.any, request.specialties, namesOf('specialty', specialties))}
      ${completed('languages', fields.languages, fields.any, request.languages, namesOf('language', languages))}
      ${choice('shade', fields.shade, request.shade, Object.entries(measures))}
      ${choice('in', fields.part, part?.id ?? '', [['', fields.whole], ...PARTS.map(({ id, name }): Option => [id, name])])}
      ${checkBox('accepting', 'true', fields.accepting, request.accepting)}
      <button type="submit">${fields.submit}</button>
    </form>
    <p class="outcome" role="status">${texts.outcome(totalOf(shown))}</p>
    ${readingsOf(interpreted, search).map((reading) => html`<p class="note">${reading}</p>`)}
    ${warnings.map((warning) => html`<p class="note warn">${saidText(warning, language)}</p>`)}
    <figure>
      ${coverageMap(coverage, request.shade, part, language)}
      <figcaption>${texts.caption(measures[request.shade])}</figcaption>
    </figure>
    <h2>${texts.table}</h2>
    <p>
      ${texts.fresh(freshDays)}
      <a href="${pathOf(request, '/coverage.csv')}" download>${texts.download}</a>
    </p>
    ${table(shown, request, page, TEXTS[language])}`;
  return PAGES.page(visit, { title, description, body });
}

function table(
  areas: readonly AreaCoverage[],
  request: CoverageRequest,
  page: string,
  { coverage: texts, format: { number, percent } }: Texts,
): Html {
  const head = ([text, sort]: (typeof texts.columns)[number]) =>
    sort === undefined
      ? html`<th scope="col">${text}</th>`
      : html`<th scope="col" ${sort === request.sort && new Html('aria-sort="other"')}><a href="${pathOf({ ...request, sort }, page)}#areas">${text}</a></th>`;
  const row = (area: AreaCoverage) => {
    const counted = (count: number) =>
      html`<td>${number(count)}${area.doctors > 0 && ` (${percent(Math.round((100 * count) / area.doctors))})`}</td>`;
    return html`<tr>
      <th scope="row">${area.postalArea || texts.notKnown}</th><td>${area.municipality}</td><td>${number(area.doctors)}</td>
      ${[area.accepting, area.notAccepting, area.acceptanceUnknown, area.fresh, area.stale, area.neverConfirmed].map(counted)}
    </tr>`;
  };
  const rows = sortedAreas(areas, request.sort);
  const isCut = !request.all && rows.length > FIRST_ROWS;
  const every = pathOf({ ...request, all: true }, page);
  return html`<div class="scroll" id="areas" tabindex="0" role="group" aria-label="${texts.table}">
    <table class="numbers"><thead><tr>${texts.columns.map(head)}</tr></thead>
    <tbody>${(isCut ? rows.slice(0, FIRST_ROWS) : rows).map(row)}</tbody></table>
  </div>
  ${isCut && html`<p><a href="${every}#areas">${texts.every(number(rows.length))}</a></p>`}`;
}

function completed(
  name: string,
  label: string,
  none: string,
  value: string,
  offered: readonly string[],
): Html {
  const control = html`<input id="${name}" name="${name}" list="${name}-values" autocomplete="off" placeholder="${none}" value="${value}" />
    <datalist id="${name}-values">${offered.map((each) => html`<option value="${each}"></option>`)}</datalist>`;
  return field(name, label, control);
}

function choice(name: string, label: string, chosen: string, options: readonly Option[]): Html {
  const control = html`<select id="${name}" name="${name}">
      ${optionList(options, chosen)}
    </select>`;
  return field(name, label, control);
}
