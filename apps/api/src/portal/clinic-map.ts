import {
  type Box,
  boxAround,
  boxOfText,
  DEGREES_TO_PLANE,
  isInside,
  LABEL_RISE,
  type MapLabel,
  overlap,
  pixelsOf,
  placedLabels,
  type Spot,
  toPlane,
  transformOf,
  viewOf,
} from '@care-atlas/domain/map';
import type { Position } from '@care-atlas/domain/rules';
import { Html, html } from '@care-atlas/server/pages/html';

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
}

/**
 * Renders points as numbered markers over the shores and subway lines of the element `geography`, without external
 * tiles. Each marker links to the list item `result-` of its number.
 * @param label describes the map to screen readers
 */
export function clinicMap({ points, place, labels }: MapContent, label: string): Html {
  const view = viewOf((place ? [...points, place] : points).map(toPlane), SIZE, MARGIN);
  const spotOf = (position: Position) => pixelsOf(toPlane(position), view, SIZE);
  const spots = points.map(spotOf);
  const home = place && spotOf(place);
  const kept = place && home ? [boxAround(home, RADIUS), boxOfText(place.name, home)] : [];
  const markers = spread(spots, kept);
  const taken = markers.map((marker) => boxAround(marker, RADIUS));
  const candidates = place ? [{ ...place, widest: Infinity, isHome: true }, ...labels] : labels;
  const shown = placedLabels(candidates, view, SIZE, taken);
  return html`<svg class="map" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="group" aria-label="${label}">
    <use href="#geography" transform="${transformOf(view, SIZE)} ${DEGREES_TO_PLANE}" />
    ${shown.map(({ label: each, ...spot }) => html`<text class="label ${'isHome' in each && 'home'}" dy="${-LABEL_RISE}" ${at(spot)}>${each.name}</text>`)}
    ${home && html`<path class="place" d="M${xy(home)}h0"><title>${place.name}</title></path>`}
    ${spots.map((spot, index) => html`<path class="leader" d="M${xy(spot)}L${xy(markers[index]!)}" />`)}
    ${markers.map(
      (marker, index) =>
        html`<a id="point-${index + 1}" class="point" href="#result-${index + 1}" aria-label="${index + 1}: ${points[index]!.name}">
          <path d="M${xy(marker)}h0" /><text ${at(marker)}>${index + 1}</text><title>${points[index]!.name}</title>
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
