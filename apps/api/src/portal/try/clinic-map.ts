import {
  type Box,
  boxAround,
  boxOfText,
  DEGREES_TO_PLANE,
  isInside,
  isInView,
  LABEL_RISE,
  type MapLabel,
  overlap,
  pixelsOf,
  placedLabels,
  type Spot,
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
const SPACING = 2 * RADIUS + 2;
/** Where a marker may stand, relative to its point: nearest first, with room for all markers of a page. */
const OFFSETS: readonly Spot[] = [0, 1, 2, 3].flatMap((ring) =>
  Array.from({ length: ring * 6 || 1 }, (_, step) => {
    const angle = (step * Math.PI) / 3 / (ring || 1);
    return { x: ring * SPACING * Math.cos(angle), y: ring * SPACING * Math.sin(angle) };
  }),
);

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
  const markers = spread(spots, kept);
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

/**
 * Returns where the markers stand: one that would cover an earlier one moves to a free place beside it.
 * @param kept where no marker may stand
 */
function spread(spots: readonly Spot[], kept: readonly Box[]): readonly Spot[] {
  const markers: Spot[] = [];
  for (const { x, y } of spots) {
    const free = OFFSETS.map((offset) => ({ x: x + offset.x, y: y + offset.y })).find((marker) => {
      const box = boxAround(marker, RADIUS);
      const isApart = (other: Spot) => Math.hypot(other.x - marker.x, other.y - marker.y) >= 2 * RADIUS;
      return isInside(box, SIZE) && markers.every(isApart) && !kept.some((other) => overlap(box, other));
    });
    markers.push(free ?? { x, y });
  }
  return markers;
}
