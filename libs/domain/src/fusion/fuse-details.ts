import type { EvidenceMethod } from '../records/evidence.js';
import { compareText } from '../text/index.js';
import { methodRank } from './fuse-clinic.js';
import type { SourceRecord } from './source-record.js';

/** What a source says about a service, an observation or a review, since when by `saidSince`, and how the source observes. */
export interface DetailStatement<Fields extends object> extends SourceRecord<Fields> {
  readonly method: EvidenceMethod;
}

/** What a source can say about a specialty that a clinic offers. */
export interface ServiceFields {
  readonly waitWeeks: number;
  /** Null where the source does not know. */
  readonly accepting: boolean | null;
}

export interface FusedService extends ServiceFields {
  /** The source of whether it accepts patients, or else of the wait. */
  readonly from: DetailStatement<ServiceFields>;
}

/**
 * Returns a service as the sources that list it describe it; undefined where none does. Each field is that of the best method,
 * of one method the value that a source began to say last.
 */
export function fuseService(records: readonly DetailStatement<ServiceFields>[]): FusedService | undefined {
  const choose = (field: keyof ServiceFields) =>
    records
      .filter(({ listed, fields }) => listed.value && (fields[field]?.value ?? null) !== null)
      .toSorted(
        (a, b) =>
          methodRank(a.method) - methodRank(b.method) ||
          b.fields[field]!.since - a.fields[field]!.since ||
          compareText(a.source, b.source),
      )[0];
  const wait = choose('waitWeeks');
  if (!wait) return undefined;
  const accepting = choose('accepting');
  return {
    waitWeeks: wait.fields.waitWeeks!.value,
    accepting: accepting?.fields.accepting?.value ?? null,
    from: accepting ?? wait,
  };
}

/**
 * Returns the record of an observation or a review that counts, which is one thing that several sources may pass on: that of
 * the best method, of one method that of the newest extract; undefined where no source lists it.
 */
export function bestDetail<Fields extends object>(
  records: readonly DetailStatement<Fields>[],
): DetailStatement<Fields> | undefined {
  return records
    .filter(({ listed }) => listed.value)
    .toSorted(
      (a, b) =>
        methodRank(a.method) - methodRank(b.method) ||
        b.listed.until - a.listed.until ||
        compareText(a.source, b.source),
    )[0];
}
