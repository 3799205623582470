import type Redis from 'redis';
import type { CommandParser } from 'redis';
import { clusterNodes } from '../configuration/variable.js';
import { withTimeout } from './timeout.js';

export const ANSWER_TIMEOUT_MS = 250;
export const CONNECT_TIMEOUT_MS = 2_000;

/** A request to count, or to read, one counter. */
export interface CounterCall {
  readonly key: string;
  readonly ttl: number;
  readonly hit: 0 | 1;
}

// The store measures the windows. One that is longer than its length means that the store's clock went backwards.
const READ_COUNTERS = {
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
  parseCommand(parser: CommandParser, calls: readonly CounterCall[], tag = '') {
    parser.push(String(calls.length));
    for (const { key } of calls) parser.pushKey(`rate:${tag}${key}`);
    for (const { ttl, hit } of calls) parser.push(String(ttl), String(hit));
  },
  transformReply: (reply: readonly number[]): readonly number[] => reply,
};

const SETTINGS = {
  // The older protocol, which every such store speaks.
  RESP: 2,
  name: 'care-atlas',
  disableOfflineQueue: true,
} as const;
const SOCKET = { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false } as const;

/** A client of one server, or of all masters of a cluster. It is not reused after a failure. */
export class StoreClient {
  private constructor(private readonly client: ServerClient | ClusterClient) {}

  /** @param onLost is called when a connection is lost; the calls under way are rejected */
  static async create(url: string, onLost: (error: unknown) => void): Promise<StoreClient> {
    // Imported on demand: without a store, the library is not loaded. A bundle gives it, which is CommonJS, only as the default.
    const { default: redis } = await import('redis');
    const nodes = clusterNodes(url);
    const client = nodes ? clusterClient(redis, nodes) : serverClient(redis, url);
    // A cluster also reports each node that does not know the others: only a lost connection matters.
    client.on('error', nodes ? () => undefined : onLost);
    client.on('node-error', onLost);
    return new StoreClient(client);
  }

  async connect(): Promise<void> {
    const client = this.client;
    await client.connect();
    if (!('masters' in client)) return;
    // A slot that moves is asked for once: a node without the script would send the second request back.
    await Promise.all(
      client.masters.map(async (node) => (await client.nodeClient(node)).scriptLoad(READ_COUNTERS.SCRIPT)),
    );
  }

  /**
   * Divides calls into those that one script may answer. In a cluster these are the calls of one caller, whose counters
   * are in one slot by their tag.
   */
  scripts<Call extends CounterCall>(calls: readonly Call[]): ReadonlyMap<string, readonly Call[]> {
    if (!('masters' in this.client)) return new Map([['', calls]]);
    return Map.groupBy(calls, ({ key }) => tagOf(key));
  }

  /** Returns the hits of each counter, and the milliseconds until its window ends, in turn. */
  read(tag: string, calls: readonly CounterCall[]): Promise<readonly number[]> {
    return this.client.readCounters(calls, tag);
  }

  /** Asks one server, or every master of a cluster, for a sign of life. */
  async ping(): Promise<void> {
    const client = this.client;
    if (!('masters' in client)) return void (await client.ping());
    await Promise.all(client.masters.map(async (node) => (await client.nodeClient(node)).ping()));
  }

  discard(): void {
    if (this.client.isOpen) this.client.destroy();
  }
}

/**
 * Connects to a store, and asks it for a sign of life.
 * @param timeout in milliseconds, without the time that the library takes to load
 * @throws when there is none
 */
export async function checkStore(url: string, timeout: number): Promise<void> {
  const client = await StoreClient.create(url, () => undefined);
  try {
    await withTimeout(
      client.connect().then(() => client.ping()),
      timeout,
    );
  } finally {
    client.discard();
  }
}

/** Returns the part of a counter's key that names its caller, after the kinds of counters. It may contain anything. */
function tagOf(key: string): string {
  return `{:${key.replace(/^(?:[a-z-]+:)+|[{}]/g, '')}}`;
}

type ServerClient = ReturnType<typeof serverClient>;
type ClusterClient = ReturnType<typeof clusterClient>;

function scriptsOf({ defineScript }: typeof Redis) {
  return { readCounters: defineScript(READ_COUNTERS) };
}

function serverClient(redis: typeof Redis, url: string) {
  return redis.createClient({ ...SETTINGS, url, socket: SOCKET, scripts: scriptsOf(redis) });
}

function clusterClient(redis: typeof Redis, nodes: readonly string[]) {
  const { protocol, username, password } = new URL(nodes[0]!);
  return redis.createCluster({
    RESP: SETTINGS.RESP,
    // One that stands still must not keep the others from being asked.
    rootNodes: nodes.map((url) => ({ url, socket: { socketTimeout: ANSWER_TIMEOUT_MS } })),
    defaults: {
      ...SETTINGS,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      socket: protocol === 'rediss:' ? { ...SOCKET, tls: true } : SOCKET,
    },
    scripts: scriptsOf(redis),
  });
}
