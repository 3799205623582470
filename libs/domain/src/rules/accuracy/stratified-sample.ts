import { compareText } from '../../text/text.js';
import type { AuditProtocol, Sha256 } from './protocol.js';

/** A record that may be drawn. */
export interface Candidate {
  /** Identifies the record. */
  readonly key: string;
  /** The strata that it belongs to, such as `area=Toronto`. */
  readonly strata: readonly string[];
}

/** The random start has 32 bits. */
const START_DIGITS = 8;
const START_BITS = 32n;

/**
 * Draws a systematic random sample: orders the records by their strata, within them by SHA-256 of `seed:version:key`,
 * and takes `size` of them at equal distances from a random start, which is the beginning of SHA-256 of
 * `seed:version`. Every record has the same chance, and each combination of strata its share of the sample, rounded up
 * or down. The order of the records does not matter, and whole numbers make the draw the same on every machine.
 * @param candidates at least `size` records with different keys
 */
export function stratifiedSample<Item extends Candidate>(
  candidates: readonly Item[],
  { seed, datasetVersion, size }: Pick<AuditProtocol, 'seed' | 'datasetVersion' | 'size'>,
  sha256: Sha256,
): Item[] {
  const prefix = `${seed}:${datasetVersion}`;
  const ordered = candidates
    .map((record) => ({ record, place: [...record.strata, sha256(`${prefix}:${record.key}`)].join('\t') }))
    .toSorted((a, b) => compareText(a.place, b.place));
  const start = BigInt(`0x${sha256(prefix).slice(0, START_DIGITS)}`);
  const population = BigInt(ordered.length);
  return Array.from({ length: size }, (_, i) => {
    const position = (start + (BigInt(i) << START_BITS)) * population;
    return ordered[Number(position / (BigInt(size) << START_BITS))]!.record;
  });
}
