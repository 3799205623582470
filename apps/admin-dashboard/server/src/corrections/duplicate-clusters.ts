import type { DuplicateClinic, DuplicatePair } from '@care-atlas/data/sync';

/** Clinics by their ids, and the pairs that connect them. */
export interface DuplicateCluster {
  readonly clinics: Map<string, DuplicateClinic>;
  readonly pairs: DuplicatePair[];
}

/** Returns the pairs by what they connect, in the order of the first pair of each cluster. */
export function clustersOf(pairs: readonly DuplicatePair[]): readonly DuplicateCluster[] {
  const clusters = new Set<DuplicateCluster>();
  const clusterOf = new Map<string, DuplicateCluster>();
  for (const pair of pairs) {
    const known = [pair.kept, pair.merged].flatMap(({ id }) => clusterOf.get(id) ?? []);
    const [cluster = { clinics: new Map<string, DuplicateClinic>(), pairs: [] }, joined] = known;
    clusters.add(cluster);
    if (joined && joined !== cluster) {
      clusters.delete(joined);
      cluster.pairs.push(...joined.pairs);
    }
    cluster.pairs.push(pair);
    for (const clinic of [pair.kept, pair.merged, ...(joined?.clinics.values() ?? [])]) {
      cluster.clinics.set(clinic.id, clinic);
      clusterOf.set(clinic.id, cluster);
    }
  }
  return [...clusters];
}
