import { PLACES } from '../places/gazetteer.js';
import {
  boxOfText,
  CELLS,
  clustersOf,
  isInside,
  isInView,
  MOST_POINTS,
  moved,
  overlap,
  pixelsOf,
} from './index.js';
import {
  PLACE_LABELS,
  placedLabels,
  shadeOf,
  shadeRanges,
  spreadMarkers,
  toPlane,
  type View,
  viewOf,
  zoomed,
} from './index.js';

const CENTERS = PLACES.filter(({ kind }) => kind === 'postal-area').map((place) => ({
  name: place.name,
  ...toPlane(place),
}));
/** Clinics around the centers, on spirals that never line up. */
const POINTS = Array.from({ length: 3_000 }, (_, n) => {
  const { x, y } = CENTERS[n % CENTERS.length]!;
  return { n, x: x + Math.cos(n * 2.4) * (n % 97), y: y + Math.sin(n * 2.4) * (n % 89) };
});
const SIZE = { width: 900, height: 560 };
const WHOLE = viewOf(POINTS, SIZE);
const VIEWS = [1, 0.6, 0.3, 0.1, 0.03].map((factor) => zoomed(WHOLE, WHOLE, factor, { x: 0.5, y: 0.6 }));

describe.each(VIEWS.map((view) => [Math.round(view.width), view] as const))(
  'a view of %i units',
  (_, view: View) => {
    it('has every point in one cluster, and clusters that do not cover each other', () => {
      const shown = POINTS.filter((point) => isInView(point, view));
      const clusters = clustersOf(shown, view, SIZE);
      expect(clusters.flatMap(({ points }) => points.map(({ n }) => n)).toSorted((a, b) => a - b)).toEqual(
        shown.map(({ n }) => n),
      );
      const isClustered = shown.length > MOST_POINTS;
      expect(clusters.some(({ points }) => points.length > 1)).toBe(isClustered);
      const distances = clusters.flatMap((a, i) =>
        clusters.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
      );
      expect(Math.min(...distances)).toBeGreaterThanOrEqual(isClustered ? 44 : 0);
    });

    it('has names that are whole and do not cover each other', () => {
      const boxes = placedLabels(PLACE_LABELS, view, SIZE).map((spot) => boxOfText(spot.label.name, spot));
      expect(boxes.every((box) => isInside(box, SIZE))).toBe(true);
      expect(boxes.some((box, i) => boxes.slice(i + 1).some((other) => overlap(box, other)))).toBe(false);
    });
  },
);

it('the whole map names more than ten places', () => {
  expect(placedLabels(PLACE_LABELS, WHOLE, SIZE).length).toBeGreaterThan(10);
});

it('a view keeps its fixed point while zooming, and does not leave the map', () => {
  const at = { x: 0.3, y: 0.7 };
  const spot = { x: WHOLE.x + 0.3 * WHOLE.width, y: WHOLE.y + 0.7 * WHOLE.height };
  const near = zoomed(WHOLE, WHOLE, 0.2, at);
  expect(pixelsOf(spot, near, SIZE).x).toBeCloseTo(270, 6);
  expect(pixelsOf(spot, near, SIZE).y).toBeCloseTo(392, 6);
  expect(moved(near, WHOLE, { x: -50, y: 50 })).toEqual({
    ...near,
    x: WHOLE.x,
    y: WHOLE.y + WHOLE.height - near.height,
  });
  expect(zoomed(near, WHOLE, 100)).toEqual(WHOLE);
});

it('every postal area has a cell, whose corners are as near to its center as to no other', () => {
  expect(CELLS.map(([name]) => name)).toEqual(CENTERS.map(({ name }) => name));
  for (const [index, [name, path]] of CELLS.entries()) {
    const corners = Array.from(path.matchAll(/(-?\d+) (-?\d+)/g), ([, x, y]) => ({
      x: Number(x),
      y: Number(y),
    }));
    expect(corners.length).toBeGreaterThan(2);
    for (const { x, y } of corners) {
      const distances = CENTERS.map((center) => Math.hypot(center.x - x, center.y - y));
      // Corners are rounded to a unit.
      expect({ name, beyond: distances[index]! - Math.min(...distances) > 2 }).toEqual({
        name,
        beyond: false,
      });
    }
  }
});

it('shades an area by the range that has its value, and one without doctors not at all', () => {
  const areas = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55].map((doctors, index) => ({
    postalArea: `M${index}A`,
    municipality: '',
    doctors,
    accepting: Math.floor(doctors / 2),
    notAccepting: 0,
    acceptanceUnknown: doctors - Math.floor(doctors / 2),
    fresh: doctors,
    stale: 0,
    neverConfirmed: 0,
  }));
  const ranges = shadeRanges(areas, 'doctors');
  for (const area of areas) {
    const range = ranges.find(({ from, to }) => from <= area.doctors && area.doctors <= to);
    expect(shadeOf(area, 'doctors', ranges)).toBe(range?.shade);
  }
  expect(ranges.map(({ shade }) => shade)).toEqual([0, 1, 2, 3, 4]);
  expect(shadeOf(areas[0]!, 'fresh', shadeRanges(areas, 'fresh'))).toBeUndefined();
  expect(shadeOf(areas[1]!, 'accepting', shadeRanges(areas, 'accepting'))).toBe(0);
  expect(shadeOf(areas[4]!, 'fresh', shadeRanges(areas, 'fresh'))).toBe(4);
});

it('markers of near points move apart, and stay in the picture', () => {
  const size = { width: 320, height: 300 };
  const corner = Array.from({ length: 5 }, () => ({ x: 318, y: 2 }));
  const row = Array.from({ length: 10 }, (_, n) => ({ x: 15 + 30 * n, y: 150 }));
  const spots = [...corner, ...row];
  const markers = spreadMarkers(spots, 11, size);
  for (const [n, { x, y }] of markers.entries()) {
    expect([x >= 11, x <= 309, y >= 11, y <= 289]).toEqual([true, true, true, true]);
    const others = markers.filter((_, other) => other !== n);
    expect(Math.min(...others.map((other) => Math.hypot(other.x - x, other.y - y)))).toBeGreaterThanOrEqual(
      22,
    );
  }
  // One that covers nothing stays at its point.
  expect(markers.slice(5)).toEqual(row);
});
