import { Controller } from '@nestjs/common';
import { KeyUsageRepository, RequestLogRepository, type UsageSpan } from '@care-atlas/data/keys';
import { HOUR_MS, startOfHour } from '@care-atlas/domain/rules';
import { DURATION_BOUNDS } from '@care-atlas/server/observability';
import { REFUSAL_STATUSES, UsageQuery } from '#contract/service/usage';
import { Dependencies } from '../dependencies.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';

const TOP_KEYS = 10;

@Controller()
export class UsageController {
  readonly #usage: KeyUsageRepository;
  readonly #requests: RequestLogRepository;

  constructor(private readonly dependencies: Dependencies) {
    this.#usage = new KeyUsageRepository(dependencies.database);
    this.#requests = new RequestLogRepository(dependencies.database);
  }

  @Endpoint('getUsage', UsageQuery)
  async get({ query: { hours, key: keyId } }: Call<'getUsage'>): Promise<Answer<'getUsage'>> {
    const last = startOfHour(this.dependencies.clock());
    const from = new Date(last.getTime() - (hours - 1) * HOUR_MS);
    const span = { from, until: new Date(last.getTime() + HOUR_MS), keyId };
    const [byHour, byOperation, byChannel, topKeys] = await Promise.all([
      this.#byHour(span),
      this.#usage.requestsByOperationAndStatus(span),
      this.#byChannel(span),
      this.#usage.topKeys(span, TOP_KEYS),
    ]);
    return {
      from,
      to: last,
      byHour,
      byOperation: byOperation.toSorted((a, b) => b.requests - a.requests),
      byChannel,
      topKeys: topKeys.map(({ keyId: id, ...key }) => ({ id, ...key })),
    };
  }

  async #byChannel({ from, until, keyId }: UsageSpan): Promise<Answer<'getUsage'>['byChannel']> {
    if (keyId !== undefined) return [];
    const counts = await this.#requests.counts(from, until, DURATION_BOUNDS.length + 1);
    return counts
      .map(({ durations, ...counted }) => ({
        ...counted,
        half: durationOf(durations, 0.5),
        most: durationOf(durations, 0.95),
      }))
      .toSorted((a, b) => b.requests - a.requests);
  }

  /** Counts by hour, including hours without a request. */
  async #byHour(span: UsageSpan): Promise<Answer<'getUsage'>['byHour']> {
    const counts = await this.#usage.requestsByHour(span);
    const hours = new Map<number, ReturnType<typeof emptyHour>>();
    for (let at = span.from.getTime(); at < span.until.getTime(); at += HOUR_MS) hours.set(at, emptyHour());
    for (const { hour, kind, status, requests } of counts) {
      const counted = hours.get(hour.getTime());
      if (!counted) continue;
      counted.requests[kind === 'nobody' ? 'none' : kind] += requests;
      const refusal = REFUSAL_STATUSES.find((each) => each === status);
      if (refusal) counted.refusals[refusal] += requests;
    }
    return Array.from(hours, ([at, counted]) => ({ hour: new Date(at), ...counted }));
  }
}

/** Returns the milliseconds that a share of requests took at most: the bound of a bucket; null beyond the last bound. */
function durationOf(durations: readonly number[], share: number): number | null {
  const wanted = share * durations.reduce((sum, count) => sum + count, 0);
  let counted = 0;
  const bucket = durations.findIndex((count) => (counted += count) >= wanted);
  const bound = DURATION_BOUNDS[bucket];
  return bound === undefined ? null : bound * 1000;
}

function emptyHour() {
  return {
    requests: { live: 0, sandbox: 0, gateway: 0, admin: 0, none: 0 },
    refusals: { 401: 0, 403: 0, 429: 0 },
  };
}
