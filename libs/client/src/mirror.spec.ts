import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { CareAtlas } from './client.js';
import { updateCopy } from './command/copy-file.js';
import type { MirrorBatch } from './mirror.js';

const VERSION = 'v1';
const LINES = { clinics: 2_500, doctors: 1_500, services: 1 } as const;
const MINUTE_MS = 60_000;

let server: Server;
let client: CareAtlas;
/** The paths that were answered with 200, in order. */
let served: string[];
/** How often the next requests of a path are answered with 503. */
let refusals: Map<string, number>;

beforeEach(async () => {
  [served, refusals] = [[], new Map()];
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const path = pathname.split('/').at(-1)!;
    const key = searchParams.has('after') ? `${path} ${searchParams.get('after')}` : path;
    const left = refusals.get(key) ?? 0;
    if (left > 0) {
      refusals.set(key, left - 1);
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' });
      return response.end(JSON.stringify({ error: 'unavailable', message: 'Try again.', requestId: 'r1' }));
    }
    served.push(key);
    return response.writeHead(200).end(answerTo(path, searchParams.get('after')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  client = new CareAtlas({ url, key: 'the-key', retries: 0 });
});
afterEach(() => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

function answerTo(path: string, after: string | null): string | Buffer {
  if (path === 'exports') return JSON.stringify({ exports: [{ datasetVersion: VERSION, cursor: '0' }] });
  if (path === 'changes') {
    const next = after === null ? '0' : String(Math.min(Number(after) + 1, 2));
    return JSON.stringify({
      changes: [],
      next,
      more: after !== null && next !== '2',
      export: `/api/v1/exports/${VERSION}/`,
    });
  }
  const lines = Array.from({ length: LINES[path.split('.')[0] as keyof typeof LINES] }, (_none, n) =>
    JSON.stringify({ id: `${n}`, cpsoNumber: `${n}`, specialty: 'x' }),
  );
  return gzipSync(`${lines.join('\n')}\n`);
}

async function copy(onBatch: (batch: MirrorBatch) => void = () => undefined): Promise<MirrorBatch[]> {
  const batches: MirrorBatch[] = [];
  for await (const batch of client.mirror()) {
    batches.push(batch);
    onBatch(batch);
  }
  return batches;
}

it('goes on after the last batch when the service is unavailable in between', async () => {
  const whole = await copy();
  const once = served;
  served = [];
  for (const path of ['doctors.ndjson.gz', 'services.ndjson.gz', 'changes 1']) refusals.set(path, 1);
  expect(await copy()).toEqual(whole);
  expect(served).toEqual(once);
});

it('waits anew for each interruption, but not forever for one', async () => {
  let minutes = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => minutes * MINUTE_MS);
  refusals.set('doctors.ndjson.gz', 1).set('changes 1', 1);
  // Between the two lie more minutes than the copy waits for.
  const batches = await copy(() => (minutes += 11));
  expect(JSON.parse(batches.at(-1)!.state)).toEqual({ after: '2' });

  refusals.set('doctors.ndjson.gz', Infinity);
  jest.spyOn(performance, 'now').mockImplementation(() => ++minutes * MINUTE_MS);
  await expect(copy()).rejects.toMatchObject({ code: 'unavailable' });
});

it('ends when another process changes the same file, so that neither takes from the other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-copy-'));
  const file = join(folder, 'copy.sqlite');
  let other: unknown;
  const interrupted: Pick<CareAtlas, 'mirror'> = {
    async *mirror(...place) {
      for await (const batch of client.mirror(...place)) {
        yield batch;
        other ??= await updateCopy(client, file);
      }
    },
  };
  await expect(updateCopy(interrupted, file)).rejects.toThrow('another process');
  expect(other).toMatchObject({ stored: 4001 });
  const database = new DatabaseSync(file);
  expect(database.prepare('select count(*) as count from record').get()).toEqual({ count: 4001 });
  database.close();
  rmSync(folder, { recursive: true });
});
