import { Controller, Get, Inject, Query } from '@nestjs/common';
import { KeyUsageRepository, type UsageSpan } from '@care-atlas/data/keys';
import { startOfHour } from '@care-atlas/domain/rules';
import type { Usage, UsageHour } from '../../contract/usage.js';
import { UsageParameters } from './body.js';
import { SURROUNDINGS, type Surroundings } from './surroundings.js';

const HOUR_MS = 3_600_000;
const TOP_KEYS = 10;
const REFUSALS: readonly number[] = [401, 403, 429];

type MutableHour = {
  requests: Record<keyof UsageHour['requests'], number>;
  refusals: Record<number, number>;
};

/** Who uses the directory, and how much. */
@Controller('api/usage')
export class UsageController {
  readonly #usage: KeyUsageRepository;
  readonly #clock: () => Date;

  constructor(@Inject(SURROUNDINGS) { database, clock }: Surroundings) {
    this.#usage = new KeyUsageRepository(database);
    this.#clock = clock;
  }

  @Get()
  async usage(@Query() { hours, key: keyId }: UsageParameters): Promise<Usage> {
    const last = startOfHour(this.#clock());
    const from = new Date(last.getTime() - (hours - 1) * HOUR_MS);
    const span = { from, until: new Date(last.getTime() + HOUR_MS), keyId };
    const [byHour, byOperation, topKeys] = await Promise.all([
      this.#byHour(span),
      this.#usage.requestsByOperationAndStatus(span),
      this.#usage.topKeys(span, TOP_KEYS),
    ]);
    return {
      from: from.toISOString(),
      to: last.toISOString(),
      byHour,
      byOperation: byOperation.toSorted((a, b) => b.requests - a.requests),
      topKeys: topKeys.map(({ keyId, ...key }) => ({ id: keyId, ...key })),
    };
  }

  /** Every hour of the span, also one in which nothing was asked. */
  async #byHour(span: UsageSpan): Promise<UsageHour[]> {
    const [counts, refusals] = await Promise.all([
      this.#usage.requestsByHourAndKind(span),
      this.#usage.refusalsByHour(span),
    ]);
    const hours = new Map<number, MutableHour>();
    for (let at = span.from.getTime(); at < span.until.getTime(); at += HOUR_MS) {
      const requests = { live: 0, sandbox: 0, gateway: 0, admin: 0, none: 0 };
      hours.set(at, { requests, refusals: { 401: 0, 403: 0, 429: 0 } });
    }
    for (const { hour, kind, requests } of counts) {
      const known = hours.get(hour.getTime());
      if (known) known.requests[kind === 'nobody' ? 'none' : kind] += requests;
    }
    for (const { hour, status, requests } of refusals) {
      const known = hours.get(hour.getTime());
      if (known && REFUSALS.includes(status)) known.refusals[status]! += requests;
    }
    return Array.from(hours, ([at, hour]) => ({ hour: new Date(at).toISOString(), ...hour }) as UsageHour);
  }
}
