import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { loadSample } from '../src/sample/load-sample.js';
import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { Guard } from './stage/guard.js';
import { PgBouncer } from './stage/programs/pgbouncer.js';
import { RunningService } from './stage/programs/running-service.js';
import { SERVICE_NAMES } from './stage/programs/services.js';
import { until } from './stage/until.js';
import { useTestDatabase } from './stage/use-test-database.js';

const MODES = ['session', 'transaction'] as const;

const key = makeKey('live', randomBytes);
const database = useTestDatabase(40);
let directory: string;
let guard: Guard;
const poolers = new Map<(typeof MODES)[number], PgBouncer>();

beforeAll(async () => {
  const opened = await openDatabase(database.url);
  await new KeyRepository(opened).create({ kind: 'live', label: 'kept' }, key);
  await opened.close();
  directory = mkdtempSync(join(tmpdir(), 'care-atlas-pgbouncer-'));
  guard = new Guard(directory);
  for (const mode of MODES) {
    const plan = { name: `pgbouncer-${mode}`, port: await freePort(), directory, guard };
    poolers.set(
      mode,
      new PgBouncer(plan, new URL(database.url), mode === 'session' ? '' : `pool_mode = ${mode}`),
    );
    await poolers.get(mode)!.start();
  }
});
afterAll(async () => {
  for (const pooler of poolers.values()) await pooler.stop();
  await guard.end();
  rmSync(directory, { recursive: true, force: true });
});

/** Returns the URL of the database through a pooler. */
function urlThrough(mode: (typeof MODES)[number]): string {
  return poolers.get(mode)!.url;
}

describe('in session mode', () => {
  it('the time limits of a process hold', async () => {
    const opened = await openDatabase(urlThrough('session'), { poolSize: 1 });
    try {
      const [limits] = await opened.query<{ statement: string; name: string }[]>(
        `select current_setting('statement_timeout') as statement, current_setting('application_name') as name`,
      );
      expect(limits).toEqual({ statement: '2500ms', name: 'care-atlas' });
    } finally {
      await opened.close();
    }
  });

  it('the API serves, and a new dataset within seconds', async () => {
    const api = await RunningService.start('api', { DATABASE_URL: urlThrough('session') });
    try {
      const headers = { authorization: `Bearer ${key}` };
      const total = async () => {
        const answer = await fetch(`${api.url}/api/v1/doctors?limit=0`, { headers });
        return [answer.status, ((await answer.json()) as { total: number }).total] as const;
      };
      const [status, before] = await total();
      expect(status).toBe(200);
      await migrate(urlThrough('session'));
      await loadSample(urlThrough('session'), 100, new Date());
      // A busy machine may answer 503 meanwhile, without a total.
      await until('the new dataset was served', async () => (await total())[1] > before);
    } finally {
      await api.stop();
    }
  });
});

describe('in transaction mode', () => {
  it.each(SERVICE_NAMES)('the service %s ends at its start, with one sentence', async (name) => {
    const service = await RunningService.launch(name, { DATABASE_URL: urlThrough('transaction') });
    expect(await service.ended).toBe(1);
    // On a machine that is busy, it may wait for a connection first.
    expect(service.lines.filter((line) => !line.includes('Waiting for the database'))).toEqual([
      expect.stringMatching(
        /The database is behind a pooler in transaction mode, .*: use session mode, in PgBouncer pool_mode = session\./,
      ),
    ]);
  });

  it('a process far from the pooler, or slow, is refused, too', async () => {
    const pooler = new URL(urlThrough('transaction'));
    const proxy = await FaultProxy.start(pooler);
    try {
      // A session begins with three round trips.
      proxy.delay(200);
      const slow = new URL(pooler);
      slow.port = String(proxy.port);
      await expect(openDatabase(slow.href)).rejects.toThrow('behind a pooler in transaction mode');
    } finally {
      await proxy.disconnect();
    }
  });

  it('commands and imports are refused by the same sentence', async () => {
    await expect(migrate(urlThrough('transaction'))).rejects.toThrow('behind a pooler in transaction mode');
  });
});
