import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { runCommand } from '../src/commands/command.js';
import { TestFolder } from './test-import.js';

let folder: TestFolder;
let test: TestDatabase;
let proxy: FaultProxy;

beforeAll(async () => {
  folder = await TestFolder.make();
  test = await createTestDatabase();
});
afterAll(async () => {
  await test.drop();
  await folder.remove();
});

beforeEach(async () => {
  proxy = await FaultProxy.start(new URL(test.url));
  await proxy.disconnect();
});
afterEach(() => proxy.disconnect());

/** Starts a worker, which reaches the database through the proxy. */
function startWorker() {
  const ready = Promise.withResolvers<void>();
  const interruption = new AbortController();
  const said = { output: '', errors: '' };
  const ended = runCommand(['worker', '--spool', folder.path], {
    databaseUrl: Object.assign(new URL(test.url), { port: String(proxy.port) }).href,
    onReady: ready.resolve,
    clock: () => new Date(),
    actor: 'shell:tester',
    input: Object.assign(Readable.from([]), { isTTY: false }),
    output: { write: (more) => (said.output += more) },
    errorOutput: { isTTY: false, write: (more) => (said.errors += more) },
    signal: interruption.signal,
  });
  const waits = async () => {
    while (!said.output.includes('Waiting')) await sleep(20);
  };
  return { ready: ready.promise, interruption, said, ended, waits };
}

it('a worker waits for a database that starts later', async () => {
  const worker = startWorker();
  await worker.waits();
  await proxy.restore();
  await worker.ready;
  worker.interruption.abort();
  expect(await worker.ended).toBe(0);
  expect(worker.said).toEqual({
    output: expect.stringMatching(/^(Waiting for the database: connect ECONNREFUSED 127\.0\.0\.1:\d+\n)+$/),
    errors: '',
  });
});

it('a waiting worker ends when it is interrupted', async () => {
  const worker = startWorker();
  await worker.waits();
  worker.interruption.abort();
  expect(await worker.ended).toBe(0);
});
