import type { Coverage } from '@care-atlas/domain/contract';
import {
  CELLS,
  LABEL_RISE,
  LAKES,
  type Measure,
  MEASURES,
  PLACE_LABELS,
  placedLabels,
  shadeOf,
  shadeRanges,
  STATIONS,
  SUBWAY,
  toPlane,
  transformOf,
  viewOf,
} from '@care-atlas/domain/map';
import { type Place, PLACES } from '@care-atlas/domain/places';
import { Html, html, type PageLanguage } from '@care-atlas/server/pages';
import { type Texts, TEXTS } from '../../texts/texts.js';

const SIZE = { width: 480, height: 440 };
/** At least two kilometers around the centers. */
const MARGIN = { margin: 0.08, least: 200 };
const POSTAL_AREAS = PLACES.filter(({ kind }) => kind === 'postal-area');
/** Written into the areas of narrow maps only. */
const WIDEST_VALUES = 6_000;

/** The value of a measure as visitors read it. */
function valueText(value: number, measure: Measure, { number, percent }: Texts['format']): string {
  return measure === 'doctors' ? number(value) : percent(value);
}

/**
 * Renders postal areas, shaded by a measure, over the geography, with a legend.
 * @param part shows only a part of the region
 */
export function coverageMap(
  { areas }: Coverage,
  measure: Measure,
  part: Place | undefined,
  language: PageLanguage,
): Html {
  const {
    format,
    coverage: { map: texts },
  } = TEXTS[language];
  const textOf = (value: number) => valueText(value, measure, format);
  const shown = part ? POSTAL_AREAS.filter(({ name }) => part.postalAreas.includes(name)) : POSTAL_AREAS;
  const view = viewOf(shown.map(toPlane), SIZE, MARGIN);
  const ranges = shadeRanges(areas, measure);
  const byName = new Map(areas.map((area) => [area.postalArea, area]));
  const described = (name: string) => {
    const area = byName.get(name)!;
    const value = area.doctors === 0 ? undefined : MEASURES[measure](area);
    return value === undefined ? undefined : texts.value(name, textOf(value));
  };
  // A share of few doctors says little.
  const titleOf = (name: string) => {
    const text = described(name);
    if (text === undefined) return texts.noDoctor(name);
    return measure === 'doctors' ? text : texts.ofDoctors(text, byName.get(name)!.doctors);
  };
  const values = POSTAL_AREAS.flatMap(({ name, lat, lng }) => {
    const text = described(name);
    return text === undefined ? [] : [{ name: text, lat, lng, widest: WIDEST_VALUES }];
  });
  const labels = placedLabels([...values, ...PLACE_LABELS], view, SIZE);
  // A browser works out a shade once for each group, and not for each of some 200 areas.
  const cells = Map.groupBy(CELLS, ([name]) => shadeOf(byName.get(name)!, measure, ranges) ?? 'none');
  return html`<svg class="map" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img"
      aria-label="${texts.label(part?.name ?? texts.region)}">
      <g transform="${transformOf(view, SIZE)}">
        ${Array.from(
          cells,
          ([shade, paths]) =>
            html`<g class="cell shade-${shade}">${paths.map(([name, path]) => html`<path d="${path}"><title>${titleOf(name)}</title></path>`)}</g>`,
        )}
        <path class="lake" fill-rule="evenodd" d="${LAKES}" />
        ${SUBWAY.map(([line, path]) => html`<path class="subway line-${line}" d="${path}" />`)}
        <path class="stations" d="${STATIONS}" />
      </g>
      ${labels.map(({ x, y, label }) => html`<text class="label" x="${x.toFixed(1)}" y="${(y - LABEL_RISE).toFixed(1)}">${label.name}</text>`)}
    </svg>
    <ul class="legend" aria-label="${texts.shades}">
      ${entry('none', texts.none)}
      ${ranges.map(({ from, to, shade }) =>
        entry(shade, from === to ? textOf(from) : texts.range(textOf(from), textOf(to))),
      )}
    </ul>`;
}

function entry(shade: number | 'none', text: string): Html {
  return html`<li><svg width="22" height="16" aria-hidden="true"><rect class="cell shade-${shade}" width="22" height="16" /></svg>${text}</li>`;
}
