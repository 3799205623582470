import type { AccuracyItem, AccuracyStatus } from '@care-atlas/domain/contract';
import type { HitRate } from '@care-atlas/domain/rules';
import type { Timestamp } from '../fields.js';

/** How accurate the newest audit found the directory. */
export interface Accuracy {
  readonly status: AccuracyStatus;
  /** As the API reports it. */
  readonly accuracy: readonly AccuracyItem[];
  /** By method, then age. */
  readonly byEvidence: readonly EvidenceRate[];
  /** Every sample that was drawn, newest first, whether or not it was measured. */
  readonly audits: readonly Audit[];
}

/** The hit rate of values that rested on the same method and were about as old when the sample was drawn. */
export interface EvidenceRate extends HitRate {
  /** Empty if not known. */
  readonly method: string;
  /** The least age in days; null if not known. */
  readonly age: number | null;
}

export interface Audit {
  /** SHA-256 of `protocol`. */
  readonly protocolHash: string;
  readonly protocol: string;
  readonly drawnAt: Timestamp;
  readonly measuredAt: Timestamp | null;
}
