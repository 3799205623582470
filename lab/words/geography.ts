import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Spot, toPlane } from '@care-atlas/domain/map';
import { PROJECT } from '../../tools/src/project.js';

const SHORES = join(PROJECT, 'apps/api/assets/portal/geography.svg');
/** The farthest that a postal area is drawn from its center, in units of the plane: where nothing is known of its border. */
const MAX_RADIUS = 1_500;
const CORNERS = 24;

/** The shores end at 78° W, outside the region, where Lake Ontario goes on: a wide picture would show its cut edge. */
const EAST_OF_SHORES = ` ${pair(toPlane({ lat: 43.95, lng: -76.8 }))} ${pair(toPlane({ lat: 43.3, lng: -76.8 }))}Z`;

type Center = readonly [area: string, lat: number, lng: number];

/**
 * Returns the geography of maps in the plane: shores and subway lines, and for each postal area what is nearer to its center
 * than to any other. Maps draw the lakes over these cells.
 * @param outside centers of areas that are not on maps, which border on those that are
 */
export function geographyConstants(areas: readonly Center[], outside: readonly Center[]) {
  const svg = readFileSync(SHORES, 'utf8');
  const paths = [...svg.matchAll(/class="(?<of>[^"]+)"[^>]* d="(?<d>[^"]+)"/g)].map(({ groups }) => ({
    of: groups!['of']!,
    d: projected(groups!['d']!),
  }));
  const pathOf = (of: string) => paths.find((path) => path.of === of)!.d;
  const centers = [...areas, ...outside].map(([, lat, lng]) => toPlane({ lat, lng }));
  return {
    LAKES: pathOf('lake').replace('Z', EAST_OF_SHORES),
    STATIONS: pathOf('stations'),
    SUBWAY: paths.flatMap(({ of, d }) =>
      of.startsWith('subway') ? [[of.slice('subway line-'.length), d]] : [],
    ),
    CELLS: areas.map(([area], index) => [area, pathAround(cellOf(index, centers))]),
  };
}

/** Projects a path of degrees. */
function projected(path: string): string {
  return path
    .replaceAll(/(-?[\d.]+) (-?[\d.]+)/g, (_, lng: string, lat: string) =>
      pair(toPlane({ lat: Number(lat), lng: Number(lng) })),
    )
    .replaceAll(' M', 'M');
}

/** Cuts from a disk around a center what is nearer to another one: the Voronoi cell, as far as it is inside the disk. */
function cellOf(own: number, centers: readonly Spot[]): readonly Spot[] {
  const { x, y } = centers[own]!;
  let cell: readonly Spot[] = Array.from({ length: CORNERS }, (_, step) => {
    const angle = (2 * Math.PI * step) / CORNERS;
    return { x: x + MAX_RADIUS * Math.cos(angle), y: y + MAX_RADIUS * Math.sin(angle) };
  });
  for (const [other, center] of centers.entries()) {
    if (other === own) continue;
    // Two areas of the same center share their cell: the first has its western half.
    const isSame = center.x === x && center.y === y;
    const normal = isSame ? { x: other - own, y: 0 } : { x: center.x - x, y: center.y - y };
    const middle = { x: (x + center.x) / 2, y: (y + center.y) / 2 };
    cell = cut(cell, ({ x: px, y: py }) => (px - middle.x) * normal.x + (py - middle.y) * normal.y);
  }
  return cell;
}

/** Returns the part of a convex shape where a linear function is negative. */
function cut(shape: readonly Spot[], outside: (spot: Spot) => number): readonly Spot[] {
  return shape.flatMap((from, index) => {
    const to = shape[(index + 1) % shape.length]!;
    const [a, b] = [outside(from), outside(to)];
    const kept = a <= 0 ? [from] : [];
    if (a <= 0 === b <= 0) return kept;
    const share = a / (a - b);
    return [...kept, { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }];
  });
}

function pathAround(shape: readonly Spot[]): string {
  return `M${shape.map(pair).join(' ')}Z`;
}

function pair({ x, y }: Spot): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}
