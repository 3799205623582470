import type { Spot } from './plane.js';
import { pixelsOf, type Size, type View } from './view.js';

/** How many points a map shows one by one. */
export const MOST_POINTS = 200;
/** The least distance of clusters, in pixels. */
const DISTANCE = 44;

/** Points that a map shows as one, and where it stands in the picture: in their middle. */
export interface Cluster<Point> extends Spot {
  readonly points: readonly Point[];
}

/** Returns the points of a picture one by one, or in clusters that do not cover each other if they are too many. */
export function clustersOf<Point extends Spot>(
  points: readonly Point[],
  view: View,
  size: Size,
): readonly Cluster<Point>[] {
  const spots = points.map((point) => ({ ...pixelsOf(point, view, size), points: [point] }));
  if (points.length <= MOST_POINTS) return spots;
  const squares = Map.groupBy(spots, ({ x, y }) => `${Math.floor(x / DISTANCE)} ${Math.floor(y / DISTANCE)}`);
  const kept: Cluster<Point>[] = [];
  const largestFirst = [...squares.values()].toSorted((a, b) => b.length - a.length);
  for (let cluster of largestFirst.map(merged)) {
    // A merged cluster stands elsewhere, perhaps near another one.
    for (let near = nearTo(cluster); near >= 0; near = nearTo(cluster))
      cluster = merged([...kept.splice(near, 1), cluster]);
    kept.push(cluster);
  }
  return kept;

  function nearTo({ x, y }: Spot): number {
    return kept.findIndex((other) => Math.hypot(other.x - x, other.y - y) < DISTANCE);
  }
}

function merged<Point>(clusters: readonly Cluster<Point>[]): Cluster<Point> {
  const points = clusters.flatMap((cluster) => cluster.points);
  const mean = (of: 'x' | 'y') =>
    clusters.reduce((sum, cluster) => sum + cluster[of] * cluster.points.length, 0) / points.length;
  return { x: mean('x'), y: mean('y'), points };
}
