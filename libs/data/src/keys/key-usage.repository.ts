import type { KeyKind } from '@care-atlas/domain/access';
import { startOfHour } from '@care-atlas/domain/rules';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { type DatabaseScope, sqlNames } from '../connection/statement.js';
import { ApiKeyEntity } from '../entities/access/api-key.entity.js';
import { KeyUsageDayEntity } from '../entities/access/key-usage-day.entity.js';
import { KeyUsageEntity } from '../entities/access/key-usage.entity.js';

export { NOBODY } from '../entities/access/key-usage.entity.js';

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
const REFUSED = 'usage.status >= 400';
const NOON = `usage.day + interval '12 hours'`;
const PRUNED_AT_ONCE = 5_000;

type Usage = KeyUsageEntity | KeyUsageDayEntity;

/** The number of requests for each key and hour, with the operation and the status of the answer. */
export class KeyUsageRepository {
  readonly #hours: Repository<KeyUsageEntity>;
  readonly #days: Repository<KeyUsageDayEntity>;
  readonly #keys: Repository<ApiKeyEntity>;

  constructor(database: DatabaseScope) {
    this.#hours = database.getRepository(KeyUsageEntity);
    this.#days = database.getRepository(KeyUsageDayEntity);
    this.#keys = database.getRepository(ApiKeyEntity);
  }

  /** Adds to the counts of hours and of days, together. Each hour, key, operation and status occurs once at most. */
  async add(counts: readonly UsageCount[]): Promise<void> {
    if (counts.length === 0) return;
    const values = COUNT_FIELDS.map((name) => counts.map((count) => count[name]));
    await this.#hours.manager.transaction(async (manager) => {
      await manager.query(addStatement(this.#hours, 'hour', 'hour'), values);
      await manager.query(addStatement(this.#days, 'day', START_OF_DAY), values);
    });
  }

  /**
   * Raises the totals of the day whose hours are deleted next to the sums of these hours: while a release is rolled out,
   * the one before it counts hours only.
   */
  async settle(now: Date): Promise<void> {
    const end = oldestHour(now);
    const values = [new Date(end.getTime() - DAY_MS), end];
    await this.#days.query(settleStatement(this.#days, this.#hours), values);
  }

  /**
   * Deletes up to `maximum` hours from more than HOURLY_DAYS ago, whose days stay, and days from more than `keptDays` ago.
   * Several processes may do it at once.
   * @returns whether there may be more to delete
   */
  async prune(now: Date, keptDays: number, maximum = PRUNED_AT_ONCE): Promise<boolean> {
    const hours = await deleteBefore(this.#hours, 'hour', oldestHour(now), maximum);
    const days = await deleteBefore(this.#days, 'day', new Date(now.getTime() - keptDays * DAY_MS), maximum);
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
    const joined = this.#requests(span).leftJoin(ApiKeyEntity, 'key', 'key.id = usage.keyId');
    const kind = `coalesce(key.kind, 'nobody')`;
    return grouped(joined, { hour: hourOf(span), kind, status: 'usage.status' });
  }

  requestsByOperationAndStatus(
    span: UsageSpan,
  ): Promise<{ readonly operation: string; readonly status: number; readonly requests: number }[]> {
    return grouped(this.#requests(span), { operation: 'usage.operation', status: 'usage.status' });
  }

  /** The keys that were used most, the most used first. */
  topKeys(span: UsageSpan, most: number): Promise<KeyTotal[]> {
    // Summed up before the join, which then has a row for each key and not for each count.
    const used = this.#requests(span)
      .addSelect('usage.keyId', 'key_id')
      .addSelect(`coalesce(sum(usage.requests) filter (where ${REFUSED}), 0)::float8`, 'refused')
      .groupBy('usage.keyId');
    return this.#keys
      .createQueryBuilder('key')
      .innerJoin(`(${used.getQuery()})`, 'used', 'used.key_id = key.id')
      .setParameters(used.getParameters())
      .select(['key.id AS "keyId"', 'key.kind AS kind', 'key.prefix AS prefix', 'key.label AS label'])
      .addSelect(['used.requests AS requests', 'used.refused AS refused'])
      .orderBy('used.requests', 'DESC')
      .addOrderBy('key.id')
      .limit(most)
      .getRawMany();
  }

  /** The number of requests with each of some keys; one that was not used is left out. */
  async requestsOfKeys(keyIds: readonly string[], span: UsageSpan): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#requests(span)
      .andWhere('usage.keyId = any(:keyIds)', { keyIds })
      .addSelect('usage.keyId', 'keyId')
      .groupBy('usage.keyId')
      .getRawMany<{ keyId: string; requests: number }>();
    return new Map(rows.map(({ keyId, requests }) => [keyId, requests]));
  }

  /** The sum of requests within a span, to be grouped. */
  #requests(span: UsageSpan): SelectQueryBuilder<Usage> {
    const { from, until, keyId } = span;
    const counts: Repository<Usage> = isByDay(span) ? this.#days : this.#hours;
    const query = counts
      .createQueryBuilder('usage')
      .select('sum(usage.requests)::float8', 'requests')
      .where(
        // Not the noon of the column, which no index has: days are kept for longer than most spans.
        isByDay(span)
          ? `usage.day >= :from::timestamptz - interval '12 hours'`
          : `usage.hour >= date_trunc('hour', :from::timestamptz, 'UTC')`,
      )
      .andWhere(isByDay(span) ? 'usage.day < :until' : 'usage.hour < :until')
      .setParameters({ from, until });
    return keyId === undefined ? query : query.andWhere('usage.keyId = :keyId', { keyId });
  }
}

function isByDay({ from, until }: UsageSpan): boolean {
  return until.getTime() - from.getTime() > HOURLY_DAYS * DAY_MS;
}

/** Returns SQL for the hour that a count belongs to. */
function hourOf(span: UsageSpan): string {
  if (!isByDay(span)) return 'usage.hour';
  const last = startOfHour(new Date(span.until.getTime() - 1));
  return `least(${NOON}, timestamptz '${last.toISOString()}')`;
}

/** Returns the first hour that is kept. */
function oldestHour(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % DAY_MS) - HOURLY_DAYS * DAY_MS);
}

/** Groups a sum of requests by some expressions, and orders it by them. */
function grouped<Row extends object>(
  query: SelectQueryBuilder<Usage>,
  groups: Readonly<Record<string, string>>,
): Promise<Row[]> {
  for (const [name, expression] of Object.entries(groups))
    query.addSelect(expression, name).addGroupBy(expression).addOrderBy(expression);
  return query.getRawMany();
}

const COUNT_FIELDS = ['hour', 'keyId', 'operation', 'status', 'requests'] as const;

const START_OF_DAY = `date_trunc('day', hour, 'UTC')`;

// Rows come in one order, so that two processes that add to the same ones cannot wait for each other.
function addStatement<Counts extends Usage>(
  counts: Repository<Counts>,
  time: keyof Counts & string,
  timeOfHour: string,
): string {
  const { table, columns } = sqlNames(counts);
  const { keyId, operation, status, requests } = columns;
  const key = `${columns[time]}, ${keyId}, ${operation}, ${status}`;
  return `insert into ${table} (${key}, ${requests})
    select ${timeOfHour}, key_id, operation, status, sum(requests)
    from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::smallint[], $5::bigint[])
      as counted (hour, key_id, operation, status, requests)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (${key}) do update set ${requests} = ${table}.${requests} + excluded.${requests}`;
}

function settleStatement(days: Repository<KeyUsageDayEntity>, hours: Repository<KeyUsageEntity>): string {
  const { table, columns } = sqlNames(days);
  const { day, keyId, operation, status, requests } = columns;
  return `insert into ${table} (${day}, ${keyId}, ${operation}, ${status}, ${requests})
    select $1, ${keyId}, ${operation}, ${status}, sum(${requests})
    from ${sqlNames(hours).table} where ${sqlNames(hours).columns.hour} >= $1 and ${sqlNames(hours).columns.hour} < $2
    group by ${keyId}, ${operation}, ${status} order by ${keyId}, ${operation}, ${status}
    on conflict (${day}, ${keyId}, ${operation}, ${status}) do update set ${requests} = excluded.${requests}
    where ${table}.${requests} < excluded.${requests}`;
}

/** Deletes up to `maximum` counts from before a time. Returns how many. */
async function deleteBefore<Counts extends Usage>(
  counts: Repository<Counts>,
  time: keyof Counts & string,
  before: Date,
  maximum: number,
): Promise<number> {
  const { table, columns } = sqlNames(counts);
  const key = `${columns[time]}, ${columns.keyId}, ${columns.operation}, ${columns.status}`;
  const [, deleted] = await counts.query<[rows: unknown[], count: number]>(
    `delete from ${table} where (${key}) in (
      select ${key} from ${table} where ${columns[time]} < $1 limit $2 for update skip locked)`,
    [before, maximum],
  );
  return deleted;
}
