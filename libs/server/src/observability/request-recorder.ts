import type { HourOfRequests, LoggedRequest, RequestLogRepository } from '@care-atlas/data/keys';
import type { Channel } from '@care-atlas/domain/access';
import type { Log } from './log.js';
import { bucketOf, DURATION_BOUNDS } from './metrics/request-tally.js';
import { FLUSH_MS, Recorder } from './recorder.js';

const HOUR_MS = 3_600_000;
/** The most counts kept during a database outage: of some days. */
const MAX_HOURS = 20_000;

interface Counted {
  requests: number;
  failed: number;
  readonly durations: number[];
}

/**
 * Keeps answered requests to be looked up by their id, and counts all by channel, operation and duration. During a database
 * outage counts are kept and written later; single requests are dropped.
 */
export class RequestRecorder extends Recorder {
  #requests: LoggedRequest[] = [];
  #failures: LoggedRequest[] = [];
  /** By hour, channel and operation. */
  #hours = new Map<string, HourOfRequests>();
  /** Those of the current hour, by operation. */
  #counted = new Map<Channel, Map<string, Counted>>();
  #hour = 0;
  #leftOut = 0;
  #failing = false;
  readonly #most: number;

  /**
   * @param perSecond the most requests to keep, on average over five seconds, and as many failures besides; none if 0
   * @param clock returns milliseconds since 1970
   */
  constructor(
    private readonly store: Pick<RequestLogRepository, 'add'>,
    perSecond: number,
    private readonly clock: () => number,
    private readonly log: Log,
  ) {
    super();
    this.#most = (perSecond * FLUSH_MS) / 1000;
  }

  /**
   * Records an answer.
   * @param operation an operationId, or the name of a tool
   * @param milliseconds how long it took
   * @param keyId NOBODY for a request without a known key
   */
  record(
    channel: Channel,
    operation: string,
    requestId: string,
    keyId: string,
    status: number,
    milliseconds: number,
    dataset: string,
  ): void {
    const now = this.clock();
    this.#count(now, channel, operation, status, milliseconds);
    if (this.#most === 0) return;
    const kept = status >= 500 ? this.#failures : this.#requests;
    if (kept.length >= this.#most) return void this.#leftOut++;
    const at = new Date(now);
    kept.push({ requestId, at, operation, channel, keyId, status, milliseconds, dataset });
  }

  #count(now: number, channel: Channel, operation: string, status: number, milliseconds: number): void {
    if (now - this.#hour >= HOUR_MS || now < this.#hour) {
      this.#collect();
      this.#hour = now - (now % HOUR_MS);
    }
    let operations = this.#counted.get(channel);
    if (!operations) this.#counted.set(channel, (operations = new Map()));
    let counted = operations.get(operation);
    if (!counted) operations.set(operation, (counted = { requests: 0, failed: 0, durations: noDurations() }));
    counted.requests++;
    if (status >= 500) counted.failed++;
    counted.durations[bucketOf(milliseconds / 1000)]!++;
  }

  protected async write(): Promise<void> {
    this.#collect();
    const [requests, hours] = [[...this.#failures, ...this.#requests], this.#hours];
    this.#requests = [];
    this.#failures = [];
    this.#hours = new Map();
    if (this.#leftOut > 0) {
      this.log.info(`${this.#leftOut} requests cannot be looked up: more came than REQUEST_LOG_RATE allows.`);
    }
    this.#leftOut = 0;
    if (requests.length === 0 && hours.size === 0) return;
    try {
      await this.store.add(requests, [...hours.values()]);
      if (this.#failing) this.log.info('Requests are recorded again.');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.log.error(`Requests cannot be recorded now: ${(error as Error).message}`);
      this.#failing = true;
      for (const count of hours.values()) this.#keep(count);
    }
  }

  #collect(): void {
    const hour = new Date(this.#hour);
    for (const [channel, operations] of this.#counted) {
      for (const [operation, counted] of operations) this.#keep({ hour, channel, operation, ...counted });
    }
    this.#counted = new Map();
  }

  #keep(count: HourOfRequests): void {
    const name = `${count.hour.getTime()} ${count.channel} ${count.operation}`;
    const kept = this.#hours.get(name);
    if (!kept && this.#hours.size >= MAX_HOURS) return;
    const { requests = 0, failed = 0, durations = noDurations() } = kept ?? {};
    this.#hours.set(name, {
      ...count,
      requests: count.requests + requests,
      failed: count.failed + failed,
      durations: count.durations.map((number, bucket) => number + durations[bucket]!),
    });
  }
}

function noDurations(): number[] {
  return Array.from({ length: DURATION_BOUNDS.length + 1 }, () => 0);
}
