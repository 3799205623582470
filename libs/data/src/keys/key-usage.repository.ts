import type { KeyKind } from '@care-atlas/domain/access';
import { startOfHour } from '@care-atlas/domain/rules';
import type { EntityManager } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { ApiKeyEntity } from '../entities/access/api-key.entity.js';

/** Stands for "no known key" where requests are counted. Those with a revoked key, which are refused with 401, count as its own. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** How often a key was used within an hour for an operation, with an outcome. */
export interface UsageCount {
  /** The start of the hour, UTC. */
  readonly hour: Date;
  /** NOBODY for requests without a known key. */
  readonly keyId: string;
  readonly operation: string;
  /** The HTTP status. */
  readonly status: number;
  readonly requests: number;
}

/**
 * From the hour that holds the beginning until before the hour that holds the end. A span of more than HOURLY_DAYS consists
 * of whole days, UTC, from the first that has its noon in it; each day counts as one hour, its noon or the last of the span.
 */
export interface UsageSpan {
  readonly from: Date;
  readonly until: Date;
  /** What was done with this key alone; with any and none when not given. */
  readonly keyId?: string;
}

/** Whose requests are meant: those of keys of a kind, or of nobody who had a known key. */
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

/** For how many days the counts of each hour are kept. */
export const HOURLY_DAYS = 8;
const DAY_MS = 86_400_000;
const PRUNED_AT_ONCE = 5_000;
const COUNTED = 'key_id, operation, status';
const REQUESTS = 'sum(requests)::float8 as requests';

/** The number of requests for each key and hour, with the operation and the status of the answer. */
export class KeyUsageRepository {
  readonly #manager: EntityManager;

  constructor(database: DatabaseScope) {
    this.#manager = database.getRepository(ApiKeyEntity).manager;
  }

  /** Adds to the counts of hours and of days, together. Each hour, key, operation and status occurs once at most. */
  async add(counts: readonly UsageCount[]): Promise<void> {
    if (counts.length === 0) return;
    const values = COUNT_FIELDS.map((name) => counts.map((count) => count[name]));
    await this.#manager.transaction(async (manager) => {
      await manager.query(ADD_TO_HOURS, values);
      await manager.query(ADD_TO_DAYS, values);
    });
  }

  /**
   * Raises the totals of the day whose hours are deleted next to the sums of these hours: while a release is rolled out,
   * the one before it counts hours only.
   */
  async settle(now: Date): Promise<void> {
    const end = oldestHour(now);
    const values = [new Date(end.getTime() - DAY_MS), end];
    await this.#manager.query(SETTLE, values);
  }

  /**
   * Deletes up to `maximum` hours from more than HOURLY_DAYS ago, whose days stay, and days from more than `keptDays` ago.
   * Several processes may do it at once.
   * @returns whether there may be more to delete
   */
  async prune(now: Date, keptDays: number, maximum = PRUNED_AT_ONCE): Promise<boolean> {
    const deleted = async (statement: string, before: Date) =>
      (await this.#manager.query<[rows: unknown[], count: number]>(statement, [before, maximum]))[1];
    const hours = await deleted(DELETE_HOURS, oldestHour(now));
    const days = await deleted(DELETE_DAYS, new Date(now.getTime() - keptDays * DAY_MS));
    return hours === maximum || days === maximum;
  }

  /** The earliest hour first. Hours without requests are left out. */
  requestsByHour(span: UsageSpan): Promise<
    {
      readonly hour: Date;
      readonly kind: UsageKind;
      readonly status: number;
      readonly requests: number;
    }[]
  > {
    return this.#read(
      span,
      (counts) => `select hour, coalesce(kind, 'nobody') as kind, status, ${REQUESTS}
      from ${counts} left join api_key on id = key_id group by 1, 2, 3 order by 1, 2, 3`,
    );
  }

  requestsByOperationAndStatus(
    span: UsageSpan,
  ): Promise<{ readonly operation: string; readonly status: number; readonly requests: number }[]> {
    return this.#read(
      span,
      (counts) => `select operation, status, ${REQUESTS} from ${counts} group by 1, 2 order by 1, 2`,
    );
  }

  /** The keys that were used most, the most used first. */
  topKeys(span: UsageSpan, most: number): Promise<KeyTotal[]> {
    // Summed up before the join, which then has a row for each key and not for each count.
    return this.#read(
      span,
      (counts) => `select id as "keyId", kind, prefix, label, requests, refused
      from (
        select key_id, ${REQUESTS}, coalesce(sum(requests) filter (where status >= 400), 0)::float8 as refused
        from ${counts} group by key_id
      ) used join api_key on id = key_id
      order by requests desc, id limit $4`,
      most,
    );
  }

  /** The number of requests with each of some keys; one that was not used is left out. */
  async requestsOfKeys(keyIds: readonly string[], span: UsageSpan): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#read<{ keyId: string; requests: number }>(
      span,
      (counts) =>
        `select key_id as "keyId", ${REQUESTS} from ${counts} where key_id = any($4) group by key_id`,
      keyIds,
    );
    return new Map(rows.map(({ keyId, requests }) => [keyId, requests]));
  }

  /** Reads the counts of a span. @param select returns a query for some, which has the further values from `$4` on */
  #read<Row>(
    { from, until, keyId }: UsageSpan,
    select: (counts: string) => string,
    ...more: readonly unknown[]
  ): Promise<Row[]> {
    const isByDay = until.getTime() - from.getTime() > HOURLY_DAYS * DAY_MS;
    const last = startOfHour(new Date(until.getTime() - 1)).toISOString();
    const hour = isByDay ? `least(day + interval '12 hours', timestamptz '${last}')` : 'hour';
    // Not the noon of the column, which no index has: days are kept for longer than most spans.
    const isInSpan = isByDay
      ? `day >= $1::timestamptz - interval '12 hours' and day < $2`
      : `hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < $2`;
    const counts = `(select ${hour} as hour, ${COUNTED}, requests from ${isByDay ? 'key_usage_day' : 'key_usage'}
      where ${isInSpan} and ($3::uuid is null or key_id = $3)) usage`;
    return this.#manager.query<Row[]>(select(counts), [from, until, keyId ?? null, ...more]);
  }
}

/** Returns the first hour that is kept. */
function oldestHour(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % DAY_MS) - HOURLY_DAYS * DAY_MS);
}

const COUNT_FIELDS = ['hour', 'keyId', 'operation', 'status', 'requests'] as const;

const START_OF_DAY = `date_trunc('day', hour, 'UTC')`;

// Rows come in one order, so that two processes that add to the same ones cannot wait for each other.
const addStatement = (table: string, time: string, timeOfHour: string) => `insert into ${table}
    (${time}, ${COUNTED}, requests)
  select ${timeOfHour}, ${COUNTED}, sum(requests)
  from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::smallint[], $5::bigint[])
    as counted (hour, ${COUNTED}, requests)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (${time}, ${COUNTED}) do update set requests = ${table}.requests + excluded.requests`;
const ADD_TO_HOURS = addStatement('key_usage', 'hour', 'hour');
const ADD_TO_DAYS = addStatement('key_usage_day', 'day', START_OF_DAY);

const SETTLE = `insert into key_usage_day (day, ${COUNTED}, requests)
  select $1, ${COUNTED}, sum(requests) from key_usage where hour >= $1 and hour < $2
  group by ${COUNTED} order by ${COUNTED}
  on conflict (day, ${COUNTED}) do update set requests = excluded.requests
  where key_usage_day.requests < excluded.requests`;

/** Deletes up to as many counts as the second parameter says from before a time. */
const deleteStatement = (
  table: string,
  time: string,
) => `delete from ${table} where (${time}, ${COUNTED}) in (
    select ${time}, ${COUNTED} from ${table} where ${time} < $1 limit $2 for update skip locked)`;
const DELETE_HOURS = deleteStatement('key_usage', 'hour');
const DELETE_DAYS = deleteStatement('key_usage_day', 'day');
