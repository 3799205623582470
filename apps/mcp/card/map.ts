import {
  boxAround,
  DEGREES_TO_PLANE,
  LABEL_RISE,
  type MapLabel,
  pixelsOf,
  placedLabels,
  spreadMarkers,
  toPlane,
  transformOf,
  viewOf,
} from '@care-atlas/domain/map';
import type { Entry } from './answer.js';
import { element, shape } from './element.js';
import { words } from './words.js';

/** The names that maps may show. The build puts them here, because the gazetteer is larger than the rest of the card. */
declare const PLACE_LABELS: readonly MapLabel[];
/** From the build, too. */
declare const CROSSING_PUBLISHERS: string;

const SIZE = { width: 320, height: 300 };
/** At least six kilometers around the points. */
const MARGIN = { margin: 0.08, least: 600 };
const RADIUS = 11;

/**
 * Returns a map of numbered entries over the shores and subway lines of the element `geography`; undefined if no position
 * is known. The list says the same, so that the map is one image for screen readers.
 * @param select is called with the index of the entry that was pointed at
 */
export function mapOf(entries: readonly Entry[], select: (index: number) => void): HTMLElement | undefined {
  const points = entries.flatMap(({ position }, index) =>
    position ? [{ at: toPlane(position), index }] : [],
  );
  if (points.length === 0) return undefined;
  const view = viewOf(
    points.map(({ at }) => at),
    SIZE,
    MARGIN,
  );
  const spots = points.map(({ at }) => pixelsOf(at, view, SIZE));
  const stands = spreadMarkers(spots, RADIUS, SIZE);
  const taken = stands.map((stand) => boxAround(stand, RADIUS));
  const names = placedLabels(PLACE_LABELS, view, SIZE, taken).map(({ x, y, label: { name } }) =>
    shape('text', { class: 'place', x, y: y - LABEL_RISE }, name),
  );
  const leaders = stands.map(({ x, y }, n) =>
    shape('path', { class: 'leader', d: `M${spots[n]!.x} ${spots[n]!.y}L${x} ${y}` }),
  );
  const markers = points.map(({ index }, n) => {
    const { x, y } = stands[n]!;
    const circle = shape('circle', { cx: x, cy: y, r: RADIUS });
    const marker = shape(
      'g',
      { class: 'marker', 'data-index': index },
      circle,
      shape('text', { x, y }, String(index + 1)),
    );
    marker.addEventListener('click', () => select(index));
    return marker;
  });
  const { mapOfOne, mapOf: labelOf, sources } = words.card;
  const label = points.length === 1 ? mapOfOne : labelOf(points.length);
  const svg = shape(
    'svg',
    { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: 'img', 'aria-label': label },
    shape('use', { href: '#geography', transform: `${transformOf(view, SIZE)} ${DEGREES_TO_PLANE}` }),
    ...names,
    ...leaders,
    ...markers,
  );
  return element('figure', { class: 'map' }, svg, element('figcaption', {}, sources(CROSSING_PUBLISHERS)));
}
