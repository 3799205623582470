import type { KeyKind } from '@care-atlas/domain/access';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { type DatabaseScope, sqlNames } from '../connection/statement.js';
import { ApiKeyEntity } from '../entities/api-key.entity.js';
import { KeyUsageEntity } from '../entities/key-usage.entity.js';

export { NOBODY } from '../entities/key-usage.entity.js';

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

/** From the hour that holds the beginning until before the hour that holds the end. */
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

const REFUSED = 'usage.status >= 400';

/** The number of requests for each key and hour, with the operation and the status of the answer. */
export class KeyUsageRepository {
  readonly #usage: Repository<KeyUsageEntity>;

  constructor(database: DatabaseScope) {
    this.#usage = database.getRepository(KeyUsageEntity);
  }

  /** Adds to the stored counts, in one statement. Each hour, key, operation and status occurs once at most. */
  async add(counts: readonly UsageCount[]): Promise<void> {
    if (counts.length === 0) return;
    const values = COUNT_FIELDS.map((name) => counts.map((count) => count[name]));
    await this.#usage.query(addStatement(this.#usage), values);
  }

  /** The earliest hour first. Hours without requests are left out. */
  requestsByHourAndKind(
    span: UsageSpan,
  ): Promise<{ readonly hour: Date; readonly kind: UsageKind; readonly requests: number }[]> {
    const joined = this.#requests(span).leftJoin(ApiKeyEntity, 'key', 'key.id = usage.keyId');
    return grouped(joined, { hour: 'usage.hour', kind: `coalesce(key.kind, 'nobody')` });
  }

  requestsByOperationAndStatus(
    span: UsageSpan,
  ): Promise<{ readonly operation: string; readonly status: number; readonly requests: number }[]> {
    return grouped(this.#requests(span), { operation: 'usage.operation', status: 'usage.status' });
  }

  /** Answers with 400 and above, by hour and status. */
  refusalsByHour(
    span: UsageSpan,
  ): Promise<{ readonly hour: Date; readonly status: number; readonly requests: number }[]> {
    return grouped(this.#requests(span).andWhere(REFUSED), { hour: 'usage.hour', status: 'usage.status' });
  }

  /** The keys that were used most, the most used first. */
  topKeys(span: UsageSpan, most: number): Promise<KeyTotal[]> {
    return this.#requests(span)
      .innerJoin(ApiKeyEntity, 'key', 'key.id = usage.keyId')
      .addSelect(['key.id AS "keyId"', 'key.kind AS kind', 'key.prefix AS prefix', 'key.label AS label'])
      .addSelect(`coalesce(sum(usage.requests) filter (where ${REFUSED}), 0)::float8`, 'refused')
      .groupBy('key.id')
      .orderBy('sum(usage.requests)', 'DESC')
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
  #requests({ from, until, keyId }: UsageSpan): SelectQueryBuilder<KeyUsageEntity> {
    const query = this.#usage
      .createQueryBuilder('usage')
      .select('sum(usage.requests)::float8', 'requests')
      .where(`usage.hour >= date_trunc('hour', :from::timestamptz, 'UTC')`, { from })
      .andWhere('usage.hour < :until', { until });
    return keyId === undefined ? query : query.andWhere('usage.keyId = :keyId', { keyId });
  }
}

/** Groups a sum of requests by some expressions, and orders it by them. */
function grouped<Row extends object>(
  query: SelectQueryBuilder<KeyUsageEntity>,
  groups: Readonly<Record<string, string>>,
): Promise<Row[]> {
  for (const [name, expression] of Object.entries(groups))
    query.addSelect(expression, name).addGroupBy(expression).addOrderBy(expression);
  return query.getRawMany();
}

const COUNT_FIELDS = ['hour', 'keyId', 'operation', 'status', 'requests'] as const;

// Rows come in one order, so that two processes that add to the same ones cannot wait for each other.
function addStatement(usage: Repository<KeyUsageEntity>): string {
  const { table, columns } = sqlNames(usage);
  const names = COUNT_FIELDS.map((field) => columns[field]).join(', ');
  const key = COUNT_FIELDS.slice(0, -1).map((field) => columns[field]);
  return `insert into ${table} (${names})
    select * from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::smallint[], $5::bigint[]) as counted (${names})
    order by ${key.join(', ')}
    on conflict (${key.join(', ')}) do update set
      ${columns.requests} = ${table}.${columns.requests} + excluded.${columns.requests}`;
}
