import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { recordingLog } from '../../test/recording-log.js';
import { MemoryRateStore } from './rate-store.js';
import { SharedRateStore } from './shared-rate-store.js';

const WINDOW = 60_000;
const LIMIT = 50;

/** A store of its own on a free port, that a test can end, start again and freeze. */
class TestStore {
  #process: ChildProcess | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'care-atlas-store-'));

  private constructor(readonly port: number) {}

  static async start(): Promise<TestStore> {
    const store = new TestStore(await freePort());
    await store.start();
    return store;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder];
    this.#process = spawn('redis-server', [...options, '--save', '', '--appendonly', 'no']);
    let output = '';
    for await (const text of this.#process.stdout!) {
      output += String(text);
      if (output.includes('Ready to accept connections')) break;
    }
  }

  async kill(): Promise<void> {
    const ended = once(this.#process!, 'exit');
    this.#process!.kill('SIGKILL');
    await ended;
  }

  freeze(): void {
    this.#process!.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process!.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    if (this.#process!.exitCode === null && this.#process!.signalCode === null) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function until(happened: () => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(300_000);
  while (!happened()) {
    if (deadline.aborted) throw new Error('It did not happen.');
    await sleep(20);
  }
}

let server: TestStore;
let logged: string[];
const open: SharedRateStore[] = [];

async function aStore(url = server.url): Promise<SharedRateStore> {
  const local = new MemoryRateStore(() => performance.now());
  const store = await SharedRateStore.open(url, local, recordingLog(logged));
  open.push(store);
  return store;
}

beforeAll(async () => {
  server = await TestStore.start();
});
afterAll(() => server.remove());
beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()));
});

let keys = 0;
const aKey = () => `key ${keys++}`;
const hits = (store: SharedRateStore, key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => store.increment(key, WINDOW, LIMIT)));

describe('while the store is there', () => {
  it('two processes share one limit', async () => {
    const key = aKey();
    const stores = [await aStore(), await aStore()];
    const counts = (await Promise.all(stores.map((store) => hits(store, key, LIMIT + 5)))).flat();
    expect(counts.filter(({ isBlocked }) => !isBlocked)).toHaveLength(LIMIT);
    const numbers = counts.map(({ totalHits }) => totalHits).toSorted((a, b) => a - b);
    expect(numbers.slice(0, LIMIT)).toEqual(Array.from({ length: LIMIT }, (_, i) => i + 1));
    expect(stores.map(({ isDown }) => isDown)).toEqual([false, false]);
    expect(logged).toEqual([]);
  });

  it('counts as the store in memory does', async () => {
    const shared = await aStore();
    const memory = new MemoryRateStore(() => 0);
    const key = aKey();
    for (const step of [
      'peek',
      'increment',
      'increment',
      'peek',
      'increment',
      'increment',
      'peek',
    ] as const) {
      expect(await shared[step](key, WINDOW, 3)).toEqual(await memory[step](key, WINDOW, 3));
    }
  });

  it('a window ends by the time of the store, and does not move', async () => {
    const store = await aStore();
    const [key, other] = [aKey(), aKey()];
    const [first, second] = [await store.increment(key, 300, 1), await store.increment(key, 300, 1)];
    expect([first.isBlocked, second.isBlocked]).toEqual([false, true]);
    await store.increment(other, WINDOW, 1);
    while ((await store.increment(key, 300, 1)).isBlocked) await sleep(20);
    expect((await store.increment(other, WINDOW, 1)).isBlocked).toBe(true);
  });

  it('a window that a clock of the store made too long is cut to its length', async () => {
    const store = await aStore();
    const key = aKey();
    await hits(store, key, LIMIT + 1);
    const client = await createClient({ url: server.url }).connect();
    await client.pExpire(`rate:${key}`, WINDOW * 60);
    expect((await store.increment(key, WINDOW, LIMIT)).timeToExpire).toBeLessThanOrEqual(60);
    expect(await client.pTTL(`rate:${key}`)).toBeLessThanOrEqual(WINDOW);
    client.destroy();
  });

  it('no counter stays for ever', async () => {
    const store = await aStore();
    const key = aKey();
    await store.peek(key, WINDOW, LIMIT);
    await hits(store, key, 3);
    const client = await createClient({ url: server.url }).connect();
    const ttls = await Promise.all((await client.keys('*')).map((stored) => client.pTTL(stored)));
    expect(ttls.every((ttl) => ttl >= 0)).toBe(true);
    client.destroy();
  });
});

describe('when the store is away', () => {
  afterEach(async () => {
    server.thaw();
    await server.kill().catch(() => undefined);
    await server.start();
  });

  it('killed: goes on with its own counts, says so once, and comes back by itself', async () => {
    const store = await aStore();
    const key = aKey();
    await hits(store, key, LIMIT);
    await server.kill();
    await until(() => store.isDown);
    const counts = await hits(store, key, LIMIT + 5);
    expect(counts.filter(({ isBlocked }) => !isBlocked)).toHaveLength(LIMIT);
    await server.start();
    await until(() => !store.isDown);
    expect(await store.increment(key, WINDOW, LIMIT)).toMatchObject({ totalHits: 1 });
    expect(logged).toEqual([
      expect.stringMatching(
        /^error: The shared store of rate limits does not answer .*: counting in this process alone\.$/,
      ),
      'info: The shared store of rate limits is back.',
    ]);
  });

  it('frozen: one patience for all requests, none after it, and the counters go on where they stood', async () => {
    const store = await aStore();
    const key = aKey();
    await hits(store, key, 7);
    server.freeze();
    const first = await hits(store, key, 20);
    expect(first.at(-1)).toMatchObject({ totalHits: 20, isBlocked: false });
    expect(store.isDown).toBe(true);
    // Nothing is awaited any more: the answer is there within the same turn of the event loop.
    const turn = new Promise((resolve) => setImmediate(resolve, 'a turn later'));
    expect(await Promise.race([store.increment(key, WINDOW, LIMIT), turn])).toMatchObject({ totalHits: 21 });
    server.thaw();
    await until(() => !store.isDown);
    expect((await store.peek(key, WINDOW, LIMIT)).totalHits).toBeGreaterThanOrEqual(7);
    expect(logged).toHaveLength(2);
  });

  it('a script that the store has forgotten is given to it again', async () => {
    const store = await aStore();
    const client = await createClient({ url: server.url }).connect();
    await client.scriptFlush();
    client.destroy();
    expect(await store.increment(aKey(), WINDOW, LIMIT)).toMatchObject({ totalHits: 1 });
    expect(logged).toEqual([]);
  });

  it('not there at the start: the service starts nevertheless', async () => {
    await server.kill();
    const store = await aStore();
    expect(store.isDown).toBe(true);
    expect(await store.increment(aKey(), WINDOW, LIMIT)).toMatchObject({ totalHits: 1 });
    await server.start();
    await until(() => !store.isDown);
    expect(logged).toHaveLength(2);
  });

  it('the password in its address is not logged', async () => {
    await aStore(`redis://user:hunter2hunter2@127.0.0.1:${server.port}`);
    expect(logged).toHaveLength(1);
    expect(logged.join()).not.toContain('hunter2');
  });
});
