import type { Channel } from '@care-atlas/domain/access';
import type { Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { ApiKeyEntity } from '../entities/access/api-key.entity.js';
import { LoggedRequestEntity } from '../entities/access/logged-request.entity.js';
import { columnName } from '../entities/column-name.js';
import { CONTAINS_TEXT } from './key.repository.js';

/** For how many days single requests are kept. */
export const REQUEST_LOG_DAYS = 7;
const DAY_MS = 86_400_000;
const FOUND_AT_ONCE = 50;
/** The newest errors that are grouped, so that a flood of refusals is counted quickly. */
export const GROUPED_ERRORS = 10_000;
const MOST_GROUPS = 20;
const LEAST_ERROR = 400;
const PRUNED_AT_ONCE = 5_000;

/** An answered request. */
export type LoggedRequest = Readonly<LoggedRequestEntity>;

/** A logged request with the key that it had; null without a known one. */
export interface FoundRequest extends Omit<LoggedRequest, 'keyId'> {
  readonly keyId: string | null;
  readonly prefix: string | null;
  readonly label: string | null;
}

/** Selects requests; each member that is given must hold. */
export interface RequestQuestion {
  readonly requestId?: string | undefined;
  /** Part of the label or of the prefix of the key, in any case, or the beginning of its id. */
  readonly keyText?: string | undefined;
  readonly operation?: string | undefined;
  /** The least and the greatest HTTP status. */
  readonly statuses?: readonly [least: number, greatest: number] | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

/** Requests that were refused or failed in the same way. */
export interface ErrorGroup {
  readonly status: number;
  readonly operation: string;
  /** Null without a known key. */
  readonly keyId: string | null;
  readonly prefix: string | null;
  readonly label: string | null;
  readonly requests: number;
  readonly latestAt: Date;
}

/** Counts of requests: how many, how many failed, and how many took how long, by bucket. */
export interface RequestCounts {
  readonly channel: Channel;
  readonly operation: string;
  readonly requests: number;
  /** Those that were answered with a status of 500 or above. */
  readonly failed: number;
  readonly durations: readonly number[];
}

/** Counts of one hour. */
export interface HourOfRequests extends RequestCounts {
  /** The start of the hour, UTC. */
  readonly hour: Date;
}

/** Single requests of the last days, and counts of all by channel, operation and duration. */
export class RequestLogRepository {
  readonly #requests: Repository<LoggedRequestEntity>;

  constructor(database: DatabaseScope) {
    this.#requests = database.getRepository(LoggedRequestEntity);
  }

  /** Adds requests, and adds to the counts of hours. Each hour, channel and operation occurs once at most. */
  async add(requests: readonly LoggedRequest[], hours: readonly HourOfRequests[]): Promise<void> {
    await this.#requests.manager.transaction(async (manager) => {
      if (hours.length > 0) await manager.query(ADD_HOURS, [JSON.stringify(hours)]);
      if (requests.length === 0) return;
      const values = REQUEST_FIELDS.map((name) => requests.map((request) => request[name]));
      await manager.query(ADD_REQUESTS, values);
    });
  }

  /** Returns the newest requests that match. */
  async find(question: RequestQuestion): Promise<FoundRequest[]> {
    const found = await this.#matching(question)
      .leftJoinAndMapOne('request.key', ApiKeyEntity, 'key', 'key.id = request.keyId')
      .orderBy('request.at', 'DESC')
      .addOrderBy('request.operation')
      .limit(FOUND_AT_ONCE)
      .getMany();
    return (found as (LoggedRequestEntity & { readonly key: ApiKeyEntity | null })[]).map(
      ({ key, ...request }) => ({
        ...request,
        keyId: key?.id ?? null,
        prefix: key?.prefix ?? null,
        label: key?.label ?? null,
      }),
    );
  }

  /**
   * Returns the newest GROUPED_ERRORS requests that match and were answered with a status of 400 or above, by status, operation
   * and key. The largest groups come first.
   */
  errorGroups(question: RequestQuestion): Promise<ErrorGroup[]> {
    const newest = this.#matching(question)
      .andWhere(`request.status >= ${LEAST_ERROR}`)
      .select(['request.status AS status', 'request.operation AS operation', 'request.at AS at'])
      .addSelect('request.keyId', 'key_id')
      .orderBy('request.at', 'DESC')
      .limit(GROUPED_ERRORS);
    return this.#requests.manager
      .createQueryBuilder()
      .select(['newest.status AS status', 'newest.operation AS operation', 'key.id AS "keyId"'])
      .addSelect(['key.prefix AS prefix', 'key.label AS label', 'count(*)::int AS requests'])
      .addSelect('max(newest.at)', 'latestAt')
      .from(`(${newest.getQuery()})`, 'newest')
      .leftJoin(ApiKeyEntity, 'key', 'key.id = newest.key_id')
      .setParameters(newest.getParameters())
      .groupBy('newest.status, newest.operation, key.id')
      .orderBy('requests', 'DESC')
      .addOrderBy('"latestAt"', 'DESC')
      .limit(MOST_GROUPS)
      .getRawMany();
  }

  /** Returns the names of the operations that were answered since a time, in order. */
  async operations(since: Date): Promise<string[]> {
    const rows = await this.#requests.query<{ operation: string }[]>(
      'select distinct operation from request_hour where hour >= $1 order by operation',
      [since],
    );
    return rows.map(({ operation }) => operation);
  }

  /**
   * Returns the counts of a span of whole hours, by channel and operation.
   * @param buckets the number of buckets of durations
   */
  counts(from: Date, until: Date, buckets: number): Promise<RequestCounts[]> {
    const sums = Array.from({ length: buckets }, (_, bucket) => `sum(durations[${bucket + 1}])`);
    return this.#requests.query(
      `select channel, operation, sum(requests)::float8 as requests, sum(failed)::float8 as failed,
        array[${sums.join()}]::float8[] as durations
      from request_hour where hour >= $1 and hour < $2 group by channel, operation`,
      [from, until],
    );
  }

  /**
   * Deletes up to `maximum` requests from more than REQUEST_LOG_DAYS ago, and counts from more than `keptDays` ago. Several
   * processes may do it at once.
   * @returns whether there may be more to delete
   */
  async prune(now: Date, keptDays: number, maximum = PRUNED_AT_ONCE): Promise<boolean> {
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
    const deletions = [
      [DELETE_REQUESTS, before(REQUEST_LOG_DAYS)],
      [DELETE_HOURS, before(keptDays)],
    ] as const;
    let isMore = false;
    for (const [statement, time] of deletions) {
      const [, deleted] = await this.#requests.query<[rows: unknown[], count: number]>(statement, [
        time,
        maximum,
      ]);
      isMore ||= deleted === maximum;
    }
    return isMore;
  }

  #matching({ requestId, keyText, operation, statuses, from, until }: RequestQuestion) {
    const query = this.#requests.createQueryBuilder('request').where('true');
    if (requestId !== undefined) query.andWhere('request.requestId = :requestId', { requestId });
    if (keyText !== undefined) {
      const keys = `select key.id from api_key key where ${CONTAINS_TEXT}`;
      query.andWhere(`request.keyId in (${keys})`, { wanted: keyText.toLowerCase() });
    }
    if (operation !== undefined) query.andWhere('request.operation = :operation', { operation });
    if (statuses !== undefined) {
      const [least, greatest] = statuses;
      query.andWhere('request.status between :least and :greatest', { least, greatest });
      // The index of errors has a literal in its condition.
      if (least >= LEAST_ERROR) query.andWhere(`request.status >= ${LEAST_ERROR}`);
    }
    if (from !== undefined) query.andWhere('request.at >= :from', { from });
    if (until !== undefined) query.andWhere('request.at < :until', { until });
    return query;
  }
}

const REQUEST_FIELDS = [
  'requestId',
  'at',
  'operation',
  'channel',
  'keyId',
  'status',
  'milliseconds',
  'dataset',
] as const;

const ADD_REQUESTS = `insert into logged_request (${REQUEST_FIELDS.map(columnName).join()})
  select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::uuid[], $6::smallint[], $7::real[],
    $8::text[])
  on conflict do nothing`;
// Rows come in one order, so that two processes that add to the same ones cannot wait for each other.
const ADD_HOURS = `insert into request_hour (hour, channel, operation, requests, failed, durations)
  select hour, channel, operation, requests, failed, durations
  from jsonb_to_recordset($1::jsonb) as counted (hour timestamptz, channel text, operation text, requests bigint,
    failed bigint, durations bigint[])
  order by 1, 2, 3
  on conflict (hour, channel, operation) do update set
    requests = request_hour.requests + excluded.requests,
    failed = request_hour.failed + excluded.failed,
    durations = array(
      select coalesce(before, 0) + coalesce(added, 0)
      from unnest(request_hour.durations, excluded.durations) with ordinality as sums (before, added, bucket)
      order by bucket)`;
const DELETE_REQUESTS = `delete from logged_request where ctid = any(array(
    select ctid from logged_request where at < $1 limit $2))`;
const DELETE_HOURS = `delete from request_hour where ctid = any(array(
    select ctid from request_hour where hour < $1 limit $2))`;
