import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandParser, createClient, defineScript } from 'redis';
import type { Log } from '../observability/log.js';
import { withTimeout } from './timeout.js';
import { MemoryRateStore, type RateCount, rateCount, RateStore } from './rate-store.js';

const ANSWER_TIMEOUT_MS = 250;
const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;

/** The state of a counter: hits, and milliseconds until its window ends. */
type Reading = readonly [hits: number, msLeft: number];

interface CounterCall {
  readonly key: string;
  readonly ttl: number;
  readonly hit: 0 | 1;
}

const PROBE: CounterCall = { key: 'probe', ttl: 1_000, hit: 1 };

interface PendingCall extends CounterCall {
  readonly resolve: (reading: Reading | undefined) => void;
}

// The store measures the windows. One that is longer than its length means that the store's clock went backwards.
const READ_COUNTERS = defineScript({
  SCRIPT: `local readings = {}
for i, key in ipairs(KEYS) do
  local window, hit = tonumber(ARGV[2 * i - 1]), ARGV[2 * i] == '1'
  local hits = hit and redis.call('INCR', key) or tonumber(redis.call('GET', key) or 0)
  local left = redis.call('PTTL', key)
  if left < 0 or left > window then
    left = window
    if hits > 0 then redis.call('PEXPIRE', key, window) end
  end
  readings[2 * i - 1], readings[2 * i] = hits, left
end
return readings`,
  parseCommand(parser: CommandParser, calls: readonly CounterCall[]) {
    parser.push(String(calls.length));
    for (const { key } of calls) parser.pushKey(`rate:${key}`);
    for (const { ttl, hit } of calls) parser.push(String(ttl), String(hit));
  },
  transformReply: (reply: readonly number[]): readonly number[] => reply,
});

/**
 * Counts in a store that several processes share and that speaks the Redis protocol. All calls of one turn of the event
 * loop share one command. When the store does not answer, this process counts locally at once, without a timeout per
 * request, and reconnects in the background.
 */
export class SharedRateStore extends RateStore {
  #client: Client | undefined;
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
    discard(this.#client);
    this.#client = undefined;
    await this.#reconnecting;
  }

  #call(key: string, ttl: number, hit: 0 | 1): Promise<Reading | undefined> | undefined {
    if (!this.#client) return undefined;
    return new Promise((resolve) => {
      if (this.#pending.length === 0) setImmediate(() => void this.#send());
      this.#pending.push({ key, ttl, hit, resolve });
    });
  }

  async #send(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    let readings: readonly number[] | undefined;
    const client = this.#client;
    if (client) {
      try {
        readings = await withTimeout(client.readCounters(pending), ANSWER_TIMEOUT_MS);
      } catch (error) {
        if (client === this.#client) this.#disconnect(error);
      }
    }
    for (const [i, { resolve }] of pending.entries()) {
      resolve(readings && [readings[2 * i]!, readings[2 * i + 1]!]);
    }
  }

  #disconnect(error: unknown): void {
    if (this.#closed.signal.aborted) return;
    // Not reused: a late answer could be taken for that of a later call.
    discard(this.#client);
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
    const client = newClient(this.url);
    try {
      await withTimeout(client.connect(), CONNECT_TIMEOUT_MS);
      // A store that accepts connections may still be unable to count.
      await withTimeout(client.readCounters([PROBE]), ANSWER_TIMEOUT_MS);
    } catch (error) {
      discard(client);
      throw error;
    }
    if (this.#closed.signal.aborted) return discard(client);
    client.on('error', (error) => {
      if (client === this.#client) this.#disconnect(error);
    });
    this.#client = client;
  }
}

type Client = ReturnType<typeof newClient>;

function newClient(url: string) {
  const client = createClient({
    url,
    // The older protocol, which every such store speaks.
    RESP: 2,
    name: 'care-atlas',
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
    scripts: { readCounters: READ_COUNTERS },
  });
  // The failed command reports the error; without a listener the process would exit.
  client.on('error', () => undefined);
  return client;
}

function discard(client: Client | undefined): void {
  if (client?.isOpen) client.destroy();
}

function reasonOf(error: unknown): string {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  return message || code || String(error);
}
