import {
  boxAround,
  boxOfText,
  DEGREES_TO_PLANE,
  isInView,
  LABEL_RISE,
  type MapLabel,
  pixelsOf,
  placedLabels,
  type Spot,
  spreadMarkers,
  toPlane,
  transformOf,
  viewOf,
  zoomed,
} from '@care-atlas/domain/map';
import type { Position } from '@care-atlas/domain/rules';
import { Html, html } from '@care-atlas/server/pages/html';
import type { SearchTexts } from '../../texts/en/search.js';

/** A named point, in degrees. */
export interface MapPoint extends Position {
  readonly name: string;
}

const SIZE = { width: 400, height: 440 };
/** At least two kilometers around the places. */
const MARGIN = { margin: 0.15, least: 200 };
const RADIUS = 13;

/** What a map shows. */
export interface MapContent {
  /** At least one. */
  readonly points: readonly MapPoint[];
  /** The place from which distances are measured. */
  readonly place?: MapPoint;
  readonly labels: readonly MapLabel[];
  /** How often the width is halved, around the place or the middle of the points: 0 shows all of them. */
  readonly zoom?: number;
}

export const MOST_ZOOM = 4;

/**
 * Renders points as numbered markers over the shores and subway lines of the element `geography`, without external
 * tiles. Each marker links to the list item `result-` of its number.
 */
export function clinicMap({ points, place, labels, zoom = 0 }: MapContent, texts: SearchTexts['map']): Html {
  const whole = viewOf((place ? [...points, place] : points).map(toPlane), SIZE, MARGIN);
  const middle = place && pixelsOf(toPlane(place), whole, SIZE);
  const center = middle && { x: middle.x / SIZE.width, y: middle.y / SIZE.height };
  const view = zoomed(whole, whole, 0.5 ** zoom, center);
  const spotOf = (position: Position) => pixelsOf(toPlane(position), view, SIZE);
  const shownPoints = [...points.entries()].filter(([, point]) => isInView(toPlane(point), view));
  const spots = shownPoints.map(([, point]) => spotOf(point));
  const home = place && spotOf(place);
  const kept = place && home ? [boxAround(home, RADIUS), boxOfText(place.name, home)] : [];
  const markers = spreadMarkers(spots, RADIUS, SIZE, kept);
  const taken = markers.map((marker) => boxAround(marker, RADIUS));
  const candidates = place ? [{ ...place, widest: Infinity, isHome: true }, ...labels] : labels;
  const names = placedLabels(candidates, view, SIZE, taken);
  return html`<svg class="map" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="group" aria-label="${texts.label(points.length)}">
    <use href="#geography" transform="${transformOf(view, SIZE)} ${DEGREES_TO_PLANE}" />
    ${names.map(({ label: each, ...spot }) => html`<text class="label ${'isHome' in each && 'home'}" dy="${-LABEL_RISE}" ${at(spot)}>${each.name}</text>`)}
    ${home && html`<path class="place" d="M${xy(home)}h0"><title>${place.name}</title></path>`}
    ${spots.map((spot, index) => html`<path class="leader" d="M${xy(spot)}L${xy(markers[index]!)}" />`)}
    ${shownPoints.map(
      ([index, { name }], shown) =>
        html`<a id="point-${index + 1}" class="point" href="#result-${index + 1}" aria-label="${texts.point(index + 1, name)}">
          <path d="M${xy(markers[shown]!)}h0" /><text ${at(markers[shown]!)}>${index + 1}</text><title>${name}</title>
        </a>`,
    )}
  </svg>`;
}

function xy({ x, y }: Spot): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function at(spot: Spot): Html {
  return new Html(`transform="translate(${xy(spot)})"`);
}
