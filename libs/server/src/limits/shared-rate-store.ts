import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandParser, createClient, defineScript } from 'redis';
import { countOf, MemoryRateStore, type RateCount, RateStore } from './rate-store.js';

/** How long an answer may take before it is done without. */
const PATIENCE_MS = 250;
/** How long after a vain attempt the store is tried again. */
const RETRY_MS = 500;
const CONNECT_MS = 2_000;

/** How a counter stands: hits, and milliseconds until its window ends. */
type Reading = readonly [hits: number, left: number];

/** A question about one counter. */
interface Question {
  readonly key: string;
  readonly ttl: number;
  readonly hit: 0 | 1;
}

const PROBE: Question = { key: 'probe', ttl: 1_000, hit: 1 };

interface Asked extends Question {
  readonly resolve: (reading: Reading | undefined) => void;
}

// The server measures the windows. One that is longer than a window can be is a clock of the server that was set back.
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
  parseCommand(parser: CommandParser, asked: readonly Question[]) {
    parser.push(String(asked.length));
    for (const { key } of asked) parser.pushKey(`rate:${key}`);
    for (const { ttl, hit } of asked) parser.push(String(ttl), String(hit));
  },
  transformReply: (reply: readonly number[]): readonly number[] => reply,
});

/**
 * Counters that several processes share, on a server that speaks the Redis protocol. All requests of one turn of the
 * event loop share one call. When the server does not answer, this process goes on with counters of its own at once,
 * without asking again for each request, and comes back to the shared ones by itself.
 */
export class SharedRateStore extends RateStore {
  #client: Client | undefined;
  #asked: Asked[] = [];
  readonly #closed = new AbortController();
  #reaching: Promise<void> | undefined;

  private constructor(
    private readonly url: string,
    private readonly local: MemoryRateStore,
    private readonly say: (line: string) => void,
  ) {
    super();
  }

  /**
   * Connects; a store that is not there yet is waited for in the background only.
   * @param local what counts while the store is away
   * @param say told when the store goes away, and when it is back
   */
  static async open(
    url: string,
    local: MemoryRateStore,
    say: (line: string) => void,
  ): Promise<SharedRateStore> {
    const store = new SharedRateStore(url, local, say);
    try {
      await store.#connect();
    } catch (error) {
      store.#leave(error);
    }
    return store;
  }

  /** Whether this process counts for itself, because the store does not answer. */
  get storeAway(): boolean {
    return this.#client === undefined;
  }

  override get refused(): ReadonlyMap<string, number> {
    return this.local.refused;
  }

  override async increment(key: string, ttl: number, limit: number): Promise<RateCount> {
    const reading = await this.#ask(key, ttl, 1);
    if (!reading) return this.local.increment(key, ttl, limit);
    if (reading[0] > limit) this.local.noteRefusal(key);
    return countOf(reading[0], reading[1], limit, reading[0] > limit);
  }

  override async peek(key: string, ttl: number, limit: number): Promise<RateCount> {
    const reading = await this.#ask(key, ttl, 0);
    if (!reading) return this.local.peek(key, ttl, limit);
    return countOf(reading[0], reading[1], limit, reading[0] >= limit);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    discard(this.#client);
    this.#client = undefined;
    await this.#reaching;
  }

  #ask(key: string, ttl: number, hit: 0 | 1): Promise<Reading | undefined> | undefined {
    if (!this.#client) return undefined;
    return new Promise((resolve) => {
      if (this.#asked.length === 0) setImmediate(() => void this.#send());
      this.#asked.push({ key, ttl, hit, resolve });
    });
  }

  async #send(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    let readings: readonly number[] | undefined;
    const client = this.#client;
    if (client) {
      try {
        readings = await inTime(client.readCounters(asked), PATIENCE_MS);
      } catch (error) {
        if (client === this.#client) this.#leave(error);
      }
    }
    for (const [i, { resolve }] of asked.entries()) {
      resolve(readings && [readings[2 * i]!, readings[2 * i + 1]!]);
    }
  }

  #leave(error: unknown): void {
    if (this.#closed.signal.aborted) return;
    // Not used any more: an answer on its way could be taken for a later one's, and its end may never be noticed.
    discard(this.#client);
    this.#client = undefined;
    this.say(
      `The shared store of rate limits does not answer (${reasonOf(error)}): counting in this process alone.`,
    );
    this.#reaching = this.#reach();
  }

  async #reach(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      try {
        await sleep(RETRY_MS, undefined, { ref: false, signal: this.#closed.signal });
        await this.#connect();
        this.say('The shared store of rate limits is back.');
        return;
      } catch {
        // It is tried again, and has been told of.
      }
    }
  }

  async #connect(): Promise<void> {
    const client = newClient(this.url);
    try {
      await inTime(client.connect(), CONNECT_MS);
      // A store that answers, but cannot count, is of no use.
      await inTime(client.readCounters([PROBE]), PATIENCE_MS);
    } catch (error) {
      discard(client);
      throw error;
    }
    if (this.#closed.signal.aborted) return discard(client);
    client.on('error', (error) => {
      if (client === this.#client) this.#leave(error);
    });
    this.#client = client;
  }
}

type Client = ReturnType<typeof newClient>;

function newClient(url: string) {
  const client = createClient({
    url,
    // The older protocol, which every store of this kind speaks.
    RESP: 2,
    name: 'care-atlas',
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
    scripts: { readCounters: READ_COUNTERS },
  });
  // Every command fails as well then: without a listener the process would end.
  client.on('error', () => undefined);
  return client;
}

function discard(client: Client | undefined): void {
  if (client?.isOpen) client.destroy();
}

/** @throws when the answer does not come in time */
async function inTime<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  return message || code || String(error);
}
