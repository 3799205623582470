import type { KeyKind } from '@care-atlas/domain/access';
import type { Database } from '../connection/database.js';

export { NOBODY } from '../entities/key-usage.entity.js';

/** How often a key was used within an hour for an operation, with an outcome. */
export interface UsageCount {
  /** The start of the hour, UTC. */
  readonly hour: Date;
  /** NOBODY for requests without a valid key. */
  readonly keyId: string;
  readonly operation: string;
  /** The HTTP status. */
  readonly status: number;
  readonly requests: number;
}

/** From the hour that holds the beginning until before the hour that holds the end. */
export interface UsageSpan {
  readonly from: Date;
  readonly until: Date;
  /** What was done with this key alone; with any and none when not given. */
  readonly keyId?: string;
}

/** Whose requests are meant: those of keys of a kind, or of nobody who had a valid key. */
export type UsageKind = KeyKind | 'nobody';

/** A key with what it was used for. */
export interface KeyTotal {
  readonly keyId: string;
  readonly kind: KeyKind;
  readonly prefix: string;
  readonly label: string;
  readonly requests: number;
  /** Those that were answered with 400 or above. */
  readonly refused: number;
}

// Rows come in one order, so that two processes that add to the same ones cannot wait for each other.
const ADD = `insert into key_usage (hour, key_id, operation, status, requests)
  select * from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::smallint[], $5::bigint[])
    as counted (hour, key_id, operation, status, requests)
  order by hour, key_id, operation, status
  on conflict (hour, key_id, operation, status) do update set requests = key_usage.requests + excluded.requests`;

const WITHIN = `hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < $2::timestamptz
  and ($3::uuid is null or key_id = $3)`;

const BY_HOUR_AND_KIND = `select hour, coalesce(kind, 'nobody') as kind, sum(requests)::float8 as requests
  from key_usage left join api_key on api_key.id = key_id where ${WITHIN} group by 1, 2 order by 1, 2`;

const BY_OPERATION_AND_STATUS = `select operation, status, sum(requests)::float8 as requests
  from key_usage where ${WITHIN} group by 1, 2 order by 1, 2`;

const REFUSALS_BY_HOUR = `select hour, status, sum(requests)::float8 as requests
  from key_usage where ${WITHIN} and status >= 400 group by 1, 2 order by 1, 2`;

const TOP_KEYS = `select key_id as "keyId", kind, prefix, label, sum(requests)::float8 as requests,
    coalesce(sum(requests) filter (where status >= 400), 0)::float8 as refused
  from key_usage join api_key on api_key.id = key_id where ${WITHIN}
  group by key_id, kind, prefix, label order by requests desc, key_id limit $4`;

const OF_KEYS = `select key_id as "keyId", sum(requests)::float8 as requests
  from key_usage where key_id = any($4::uuid[]) and ${WITHIN} group by 1`;

/** What keys are used for, by the hour. */
export class KeyUsageRepository {
  constructor(private readonly database: Database) {}

  /** Adds to what is counted already, in one statement. Each hour, key, operation and status stands in one row at most. */
  async add(counts: readonly UsageCount[]): Promise<void> {
    if (counts.length === 0) return;
    const column = <Name extends keyof UsageCount>(name: Name) => counts.map((count) => count[name]);
    const values = [
      column('hour'),
      column('keyId'),
      column('operation'),
      column('status'),
      column('requests'),
    ];
    await this.database.pool.query(ADD, values);
  }

  /** The earliest hour first. Hours without requests are left out. */
  requestsByHourAndKind(
    span: UsageSpan,
  ): Promise<{ readonly hour: Date; readonly kind: UsageKind; readonly requests: number }[]> {
    return this.#ask(BY_HOUR_AND_KIND, span);
  }

  requestsByOperationAndStatus(
    span: UsageSpan,
  ): Promise<{ readonly operation: string; readonly status: number; readonly requests: number }[]> {
    return this.#ask(BY_OPERATION_AND_STATUS, span);
  }

  /** Answers with 400 and above, by hour and status. */
  refusalsByHour(
    span: UsageSpan,
  ): Promise<{ readonly hour: Date; readonly status: number; readonly requests: number }[]> {
    return this.#ask(REFUSALS_BY_HOUR, span);
  }

  /** The keys that were used most, the most used first. */
  topKeys(span: UsageSpan, most: number): Promise<KeyTotal[]> {
    return this.#ask(TOP_KEYS, span, most);
  }

  /** How many requests were made with each of some keys; one that was not used is left out. */
  async requestsOfKeys(keyIds: readonly string[], span: UsageSpan): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#ask<{ keyId: string; requests: number }>(OF_KEYS, span, keyIds);
    return new Map(rows.map(({ keyId, requests }) => [keyId, requests]));
  }

  async #ask<Row extends object>(
    text: string,
    { from, until, keyId }: UsageSpan,
    ...more: unknown[]
  ): Promise<Row[]> {
    return (await this.database.pool.query<Row>(text, [from, until, keyId ?? null, ...more])).rows;
  }
}
