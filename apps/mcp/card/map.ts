import type { Entry } from './answer.js';
import { element, shape } from './element.js';

const WIDTH = 320;
const HEIGHT = 300;
/** The length of a degree of longitude here, relative to one of latitude. */
const LONGITUDE_SCALE = Math.cos((43.7 * Math.PI) / 180);
/** Degrees of latitude around the outermost points, and across the smallest map. */
const MARGIN = 0.02;
const SMALLEST = 0.12;
const RADIUS = 11;

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Where a marker may stand, relative to its point: nearest first. */
const OFFSETS: readonly Spot[] = [0, 1, 2, 3].flatMap((ring) =>
  Array.from({ length: ring * 6 || 1 }, (_, step) => {
    const angle = (step * Math.PI) / 3 / (ring || 1);
    const away = ring * (2 * RADIUS + 2);
    return { x: away * Math.cos(angle), y: away * Math.sin(angle) };
  }),
);

/**
 * Returns a map of numbered entries over the shores and subway lines of the element `geography`; undefined if no position
 * is known. The list says the same, so that the map is one image for screen readers.
 * @param select is called with the index of the entry that was pointed at
 */
export function mapOf(entries: readonly Entry[], select: (index: number) => void): HTMLElement | undefined {
  const points = entries.flatMap(({ position }, index) => (position ? [{ ...position, index }] : []));
  if (points.length === 0) return undefined;
  const [west, east] = rangeOf(points.map(({ lng }) => lng * LONGITUDE_SCALE));
  const [south, north] = rangeOf(points.map(({ lat }) => lat));
  const widthOf = (range: number) => Math.max(1.1 * range + 2 * MARGIN, SMALLEST);
  const scale = Math.min(WIDTH / widthOf(east - west), HEIGHT / widthOf(north - south));
  const left = (west + east) / 2 - WIDTH / 2 / scale;
  const top = (south + north) / 2 + HEIGHT / 2 / scale;
  const taken: Spot[] = [];
  const markers = points.map(({ lat, lng, index }) => {
    const [x, y] = [(lng * LONGITUDE_SCALE - left) * scale, (top - lat) * scale];
    const at = OFFSETS.map((offset) => ({ x: x + offset.x, y: y + offset.y })).find(
      (spot) =>
        isInside(spot) &&
        taken.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) >= 2 * RADIUS),
    ) ?? { x, y };
    taken.push(at);
    const circle = shape('circle', { cx: at.x, cy: at.y, r: RADIUS });
    const number = shape('text', { x: at.x, y: at.y }, String(index + 1));
    const marker = shape('g', { class: 'marker', 'data-index': index }, circle, number);
    marker.addEventListener('click', () => select(index));
    return [shape('path', { class: 'leader', d: `M${x} ${y}L${at.x} ${at.y}` }), marker] as const;
  });
  const kx = LONGITUDE_SCALE * scale;
  const transform = `matrix(${kx} 0 0 ${-scale} ${-left * scale} ${top * scale})`;
  const label =
    points.length === 1 ? 'Map with the clinic' : `Map with the clinics of ${points.length} numbered results`;
  const svg = shape(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label },
    shape('use', { href: '#geography', transform }),
    ...markers.map(([leader]) => leader),
    ...markers.map(([, marker]) => marker),
  );
  const key = element('figcaption', {}, 'Shoreline: GSHHG. Subway: © OpenStreetMap contributors.');
  return element('figure', { class: 'map' }, svg, key);
}

function rangeOf(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

function isInside({ x, y }: Spot): boolean {
  return x > RADIUS && x < WIDTH - RADIUS && y > RADIUS && y < HEIGHT - RADIUS;
}
