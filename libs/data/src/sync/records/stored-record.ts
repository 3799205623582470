import { type Said, type SaidFields, type SourceRecord, withSince } from '@care-atlas/domain/fusion';
import type { EvidenceMethod } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { sourceMethod } from '../../directory/loading/evidence-row.js';
import type {
  SourceRecordEntity,
  SourceRecordKind,
  StoredSaid,
} from '../../entities/imports/source-record.entity.js';

/** A source record as a query returns it: times are ISO 8601 or dates. */
export type StoredRecord = Pick<
  SourceRecordEntity,
  | 'source'
  | 'key'
  | 'fields'
  | 'said'
  | 'firstListed'
  | 'extractedAt'
  | 'endedAt'
  | 'confirmedAt'
  | 'forgotten'
>;

/** The columns of a `StoredRecord`, of a row `record`. */
export const STORED_RECORD = `record.source, record.key, record.fields, record.said, record.first_listed as "firstListed",
  record.extracted_at as "extractedAt", record.ended_at as "endedAt", record.confirmed_at as "confirmedAt", record.forgotten`;

/** A source record with how its source observes, if that is stated. */
export interface StatedRecord extends StoredRecord {
  readonly method: EvidenceMethod | null;
}
/** The beginning of a query for `StatedRecord`s: `record` and their `source`. */
export const SELECT_STATED = (more = '') => `select ${STORED_RECORD}, source.method${more}
  from source_record record left join source on source.name = record.source`;

/** The times of the extracts of each source, ascending, in milliseconds since 1970. */
export type ExtractTimes = ReadonlyMap<string, readonly number[]>;

/** Returns the times of the extracts with records of a kind. */
export async function extractTimes(client: ClientBase, kind: SourceRecordKind): Promise<ExtractTimes> {
  const { rows } = await client.query<{ source: string; times: readonly Date[] }>(
    `select source, array_agg(at order by at) as times from source_extract where kind = $1 group by source`,
    [kind],
  );
  return new Map(rows.map(({ source, times }) => [source, times.map((time) => time.getTime())]));
}

/** Returns what a source says in a record, since when, and how it observes. */
export function statementOf<Fields extends object>({ method, ...row }: StatedRecord, extracts: ExtractTimes) {
  const record = readRecord<Fields>(row);
  const fields = withSince(record.fields, extracts.get(row.source) ?? []);
  return { ...record, fields, method: sourceMethod(row.source, method) };
}

/**
 * Returns SQL for whether a complete extract of a live source confirmed what it says of a field, in terms of `record`.
 * @param since SQL for when it said so first
 */
export function confirmedSince(field: string, since: string): string {
  return `coalesce(confirmed_at >= ${since} and not coalesce(record.said -> '${field}' ? 'until', false), false)`;
}

/**
 * Returns what is stored of a record.
 * @param lastComplete the time of the newest complete extract of its source, in milliseconds since 1970
 */
export function readRecord<Fields extends object>(
  row: StoredRecord,
  lastComplete = -Infinity,
): SourceRecord<Fields> {
  const { source, key, endedAt } = row;
  const [first, newest] = [row.firstListed.getTime(), row.extractedAt.getTime()];
  const listed: Said<boolean> = endedAt
    ? {
        value: false,
        since: endedAt.getTime(),
        until: Math.max(endedAt.getTime(), lastComplete),
        previous: { value: true, until: newest },
      }
    : { value: true, since: first, until: newest };
  const fields = Object.entries(row.fields).map(([name, value]): [string, Said] => {
    const { since, until, previous } = row.said?.[name] ?? {};
    return [
      name,
      {
        value,
        since: since === undefined ? first : Date.parse(since),
        until: until === undefined ? newest : Date.parse(until),
        ...(previous && { previous: { value: previous.value, until: Date.parse(previous.until) } }),
      },
    ];
  });
  return {
    source,
    key,
    listed,
    firstListed: first,
    isForgotten: row.forgotten,
    fields: Object.fromEntries(fields) as SaidFields<Fields>,
  };
}

const iso = (time: number) => new Date(time).toISOString();

/** Returns a record as it is stored, without what follows from the others of its times. */
export function storedRecord(record: SourceRecord): Omit<StoredRecord, 'confirmedAt' | 'forgotten'> {
  const { source, key, listed, fields } = record;
  const newest = listed.value ? listed.until : (listed.previous?.until ?? listed.since);
  const first = Number.isFinite(record.firstListed) ? record.firstListed : newest;
  const said: Record<string, StoredSaid> = {};
  for (const [name, { since, until, previous }] of Object.entries(fields) as [string, Said][]) {
    const differing: StoredSaid = {
      ...(since !== first && { since: iso(since) }),
      ...(until !== newest && { until: iso(until) }),
      ...(previous && { previous: { value: previous.value, until: iso(previous.until) } }),
    };
    if (Object.keys(differing).length > 0) said[name] = differing;
  }
  return {
    source,
    key,
    fields: Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, (each as Said).value])),
    said: Object.keys(said).length > 0 ? said : null,
    firstListed: new Date(first),
    extractedAt: new Date(newest),
    endedAt: listed.value ? null : new Date(listed.since),
  };
}
