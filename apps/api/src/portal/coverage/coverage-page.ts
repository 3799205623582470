import type { AreaCoverage, Coverage, FilterValue } from '@care-atlas/domain/contract';
import { type CoverageSort, type Measure, sortedAreas } from '@care-atlas/domain/map';
import { Html, html } from '@care-atlas/server/pages';
import { readAsset } from '../../assets.js';
import { portalDocument } from '../portal-layout.js';
import { coverageMap } from './coverage-map.js';
import { type CoverageRequest, PARTS, pathOf } from './coverage-request.js';

export const COVERAGE_STYLE = readAsset('portal/portal.css') + readAsset('portal/coverage.css');

const MEANINGS: Readonly<Record<Measure, string>> = {
  doctors: 'Number of doctors',
  accepting: 'Share at clinics known to accept patients',
  fresh: 'Share confirmed recently',
};
const EITHER = new Intl.ListFormat('en-CA', { type: 'disjunction' });

/** What the page shows. */
export interface CoverageContent {
  readonly baseUrl: string;
  readonly request: CoverageRequest;
  readonly coverage: Coverage;
  readonly specialties: readonly FilterValue[];
  readonly languages: readonly FilterValue[];
  readonly freshDays: number;
}

/** Renders the doctors by postal area: a form, a map and a table, without scripts. */
export function coveragePage({ request, coverage, ...content }: CoverageContent): string {
  const { baseUrl, specialties, languages, freshDays } = content;
  const { total, areas, interpreted, warnings } = coverage;
  const { part } = request;
  const shown = part ? areas.filter(({ postalArea }) => part.postalAreas.includes(postalArea)) : areas;
  const known = `${number(total.accepting)} at clinics that accept patients, ${number(total.notAccepting)} at clinics that do not, ${number(total.acceptanceUnknown)} where that is not known`;
  const body = html`<h1>Coverage by area</h1>
    <p class="lead">Which doctors the directory has in each postal area, by their primary clinic.</p>
    <form class="filters" method="get" action="/coverage">
      ${completed('specialties', 'Specialty', request.specialties, specialties)}
      ${completed('languages', 'Language', request.languages, languages)}
      ${choice('shade', 'Shade by', request.shade, Object.entries(MEANINGS))}
      ${choice('in', 'Show', part?.id ?? '', [['', 'The whole region'], ...PARTS.map(({ id, name }) => [id, name] as const)])}
      <label class="check"><input type="checkbox" name="accepting" value="true" ${request.accepting && new Html('checked')} />Accepting new patients</label>
      <button type="submit">Show</button>
    </form>
    <p class="outcome" role="status"><strong>${number(total.doctors)} ${total.doctors === 1 ? 'doctor matches' : 'doctors match'}</strong>: ${known}.</p>
    ${interpreted.map(({ value, as }) => html`<p class="note">“${value}” was read as ${EITHER.format(as)}.</p>`)}
    ${warnings.map((warning) => html`<p class="note warn">${warning}</p>`)}
    <figure>
      ${coverageMap(coverage, request.shade, part)}
      <figcaption>
        ${MEANINGS[request.shade]}. Borders are approximate: what is nearer to the center of a postal area than to any other.
        Shoreline: GSHHG. Subway: © OpenStreetMap contributors. Names and centers: GeoNames, Statistics Canada.
      </figcaption>
    </figure>
    <h2>Doctors by postal area</h2>
    <p>
      Fresh means confirmed by the register within ${freshDays} days.
      <a href="${pathOf(request, '/coverage.csv')}" download>Download as CSV</a>
    </p>
    ${table(shown, request)}`;
  return portalDocument(
    {
      title: 'Coverage by area',
      description:
        'Doctors in the Greater Toronto Area by postal area: specialties, languages, new patients and freshness.',
      address: `${baseUrl}/coverage`,
      style: COVERAGE_STYLE,
      body,
    },
    '/coverage',
  );
}

const HEADS: readonly (readonly [text: string, sort?: CoverageSort])[] = [
  ['Postal area', 'area'],
  ['Municipality', 'municipality'],
  ['Doctors', 'doctors'],
  ['Accepting', 'accepting'],
  ['Not accepting'],
  ['Not known'],
  ['Fresh', 'fresh'],
  ['Stale'],
  ['Never confirmed'],
];

function table(areas: readonly AreaCoverage[], request: CoverageRequest): Html {
  const head = ([text, sort]: (typeof HEADS)[number]) =>
    sort === undefined
      ? html`<th scope="col">${text}</th>`
      : html`<th scope="col" ${sort === request.sort && new Html('aria-sort="other"')}><a href="${pathOf({ ...request, sort })}#areas">${text}</a></th>`;
  const row = (area: AreaCoverage) => {
    const counted = (count: number) =>
      html`<td>${number(count)}${area.doctors > 0 && ` (${Math.round((100 * count) / area.doctors)}%)`}</td>`;
    return html`<tr>
      <th scope="row">${area.postalArea || 'Not known'}</th><td>${area.municipality}</td><td>${number(area.doctors)}</td>
      ${[area.accepting, area.notAccepting, area.acceptanceUnknown, area.fresh, area.stale, area.neverConfirmed].map(counted)}
    </tr>`;
  };
  return html`<div class="scroll" id="areas" tabindex="0" role="group" aria-label="Doctors by postal area">
    <table class="numbers"><thead><tr>${HEADS.map(head)}</tr></thead>
    <tbody>${sortedAreas(areas, request.sort).map(row)}</tbody></table>
  </div>`;
}

function completed(name: string, label: string, value: string, filters: readonly FilterValue[]): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" list="${name}-values" autocomplete="off" placeholder="Any" value="${value}" />
    <datalist id="${name}-values">${filters.map((filter) => html`<option value="${filter.value}"></option>`)}</datalist>
  </div>`;
}

function choice(
  name: string,
  label: string,
  chosen: string,
  options: readonly (readonly [value: string, text: string])[],
): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}" ${value === chosen && new Html('selected')}>${text}</option>`)}
    </select>
  </div>`;
}

function number(value: number): string {
  return value.toLocaleString('en-CA');
}
