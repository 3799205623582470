import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observability/log.js';
import { MemoryRateStore, type RateCount, rateCount, RateStore } from './rate-store.js';
import { ANSWER_TIMEOUT_MS, CONNECT_TIMEOUT_MS, type CounterCall, StoreClient } from './store-client.js';
import { withTimeout } from './timeout.js';

const RETRY_MS = 500;

/** The state of a counter: hits, and milliseconds until its window ends. */
type Reading = readonly [hits: number, msLeft: number];

const PROBE: CounterCall = { key: 'probe', ttl: 1_000, hit: 1 };

interface PendingCall extends CounterCall {
  readonly resolve: (reading: Reading | undefined) => void;
}

/**
 * Counts in a store that several processes share and that speaks the Redis protocol: one server, or a cluster. All calls
 * of one turn of the event loop share one command, in a cluster those of one caller. When the store does not answer, or a
 * master of the cluster, this process counts locally at once, without a timeout per request, and reconnects in the
 * background.
 */
export class SharedRateStore extends RateStore {
  #client: StoreClient | undefined;
  #pending: PendingCall[] = [];
  readonly #closed = new AbortController();
  #reconnecting: Promise<void> | undefined;

  private constructor(
    private readonly url: string,
    private readonly local: MemoryRateStore,
    private readonly log: Log,
  ) {
    super();
  }

  /**
   * Connects. A store that is down does not fail the call: it is retried in the background.
   * @param local counts while the store is down
   */
  static async open(url: string, local: MemoryRateStore, log: Log): Promise<SharedRateStore> {
    const store = new SharedRateStore(url, local, log);
    try {
      await store.#connect();
    } catch (error) {
      store.#disconnect(error);
    }
    return store;
  }

  /** Whether the store does not answer, so that this process counts locally. */
  get isDown(): boolean {
    return this.#client === undefined;
  }

  override get refused(): ReadonlyMap<string, number> {
    return this.local.refused;
  }

  override async increment(key: string, ttl: number, limit: number): Promise<RateCount> {
    const reading = await this.#call(key, ttl, 1);
    if (!reading) return this.local.increment(key, ttl, limit);
    if (reading[0] > limit) this.local.countRefusal(key);
    return rateCount(reading[0], reading[1], limit, reading[0] > limit);
  }

  override async peek(key: string, ttl: number, limit: number): Promise<RateCount> {
    const reading = await this.#call(key, ttl, 0);
    if (!reading) return this.local.peek(key, ttl, limit);
    return rateCount(reading[0], reading[1], limit, reading[0] >= limit);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#client?.discard();
    this.#client = undefined;
    await this.#reconnecting;
  }

  #call(key: string, ttl: number, hit: 0 | 1): Promise<Reading | undefined> | undefined {
    if (!this.#client) return undefined;
    return new Promise((resolve) => {
      if (this.#pending.length === 0) setImmediate(() => this.#send());
      this.#pending.push({ key, ttl, hit, resolve });
    });
  }

  #send(): void {
    const [client, pending] = [this.#client, this.#pending];
    this.#pending = [];
    const scripts = client?.scripts(pending) ?? new Map([['', pending]]);
    for (const [tag, calls] of scripts) void this.#read(client, tag, calls);
  }

  async #read(client: StoreClient | undefined, tag: string, calls: readonly PendingCall[]): Promise<void> {
    let readings: readonly number[] | undefined;
    try {
      readings = client && (await withTimeout(client.read(tag, calls), ANSWER_TIMEOUT_MS));
    } catch (error) {
      if (client === this.#client) this.#disconnect(error);
    }
    for (const [i, { resolve }] of calls.entries()) {
      resolve(readings && [readings[2 * i]!, readings[2 * i + 1]!]);
    }
  }

  #disconnect(error: unknown): void {
    if (this.#closed.signal.aborted) return;
    // Not reused: a late answer could be taken for that of a later call.
    this.#client?.discard();
    this.#client = undefined;
    this.log.error(
      `The shared store of rate limits does not answer (${reasonOf(error)}): counting in this process alone.`,
    );
    this.#reconnecting = this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      try {
        await sleep(RETRY_MS, undefined, { ref: false, signal: this.#closed.signal });
        await this.#connect();
        this.log.info('The shared store of rate limits is back.');
        return;
      } catch {
        // Retried; the outage is already logged.
      }
    }
  }

  async #connect(): Promise<void> {
    const client = await StoreClient.create(this.url, (error) => {
      // The failed command reports it while there is no other client yet.
      if (client === this.#client) this.#disconnect(error);
    });
    try {
      await withTimeout(client.connect(), CONNECT_TIMEOUT_MS);
      // A store that accepts connections may still be unable to count.
      await withTimeout(client.read('', [PROBE]), ANSWER_TIMEOUT_MS);
    } catch (error) {
      client.discard();
      throw error;
    }
    if (this.#closed.signal.aborted) return client.discard();
    this.#client = client;
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  return message || code || String(error);
}
