import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { configured, VARIABLES } from '@care-atlas/server/configuration';
import { until } from '../stage/until.js';
import { useTestDatabase } from '../stage/use-test-database.js';
import { RunningStart } from './running-start.js';

const { SANDBOX_KEY } = configured(VARIABLES, {});
const RUNNING = 'PostgreSQL is running on';
const LOST = 'PostgreSQL is not available';
const COMPLETE = 'Care Atlas is running';

let start: RunningStart;
afterEach(() => start.remove());

/** Asks the API for the number of doctors. */
async function doctors(): Promise<{ readonly status: number; readonly total: number | undefined }> {
  const headers = { Authorization: `Bearer ${SANDBOX_KEY}` };
  const answer = await fetch(`${start.apiUrl}/api/v1/doctors?limit=1`, { headers });
  const { total } = (await answer.json()) as { readonly total?: number };
  return { status: answer.status, total };
}

/** The processes that have a folder in their command line or among their variables. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || !existsSync(`/proc/${pid}/cmdline`)) return false;
    try {
      return ['cmdline', 'environ'].some((file) =>
        readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(folder),
      );
    } catch {
      return false;
    }
  });
}

describe('with its own PostgreSQL', () => {
  beforeEach(async () => {
    start = await RunningStart.launch();
    await start.says(COMPLETE);
  });

  it('goes on when that is killed: requests get 503 meanwhile, and the data is kept', async () => {
    const before = await doctors();
    expect(before).toEqual({ status: 200, total: expect.any(Number) });
    const statuses = new Set<number>();
    process.kill(start.postgresPid, 'SIGKILL');
    await until('it is started again', async () => {
      statuses.add((await doctors()).status);
      return start.lines.filter((line) => line.includes(RUNNING)).length === 2;
    });
    await until('requests are answered', async () => {
      const { status } = await doctors();
      statuses.add(status);
      return status === 200;
    });
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await doctors()).toEqual(before);
    expect(start.lines.filter((line) => line.includes(LOST))).toHaveLength(1);

    // Ctrl-C during the next restart ends everything in order.
    const { directory } = start;
    process.kill(start.postgresPid, 'SIGKILL');
    await start.says(LOST, 2);
    expect(await start.interrupt()).toBe(0);
    await until('its processes ended', () => processesOf(directory).length === 0);
    expect(start.lines.at(-1)).not.toMatch(/rror/);
  });
});

describe('with DATABASE_URL', () => {
  const server = useTestDatabase(0);
  let proxy: FaultProxy;
  beforeEach(async () => {
    proxy = await FaultProxy.start(new URL(server.url));
  });
  afterEach(() => proxy.disconnect());

  const urlWith = (change: Partial<URL>) => Object.assign(new URL(server.url), change).href;

  it('waits for a database that starts later, or is lost during the start', async () => {
    await proxy.disconnect();
    start = await RunningStart.launch({ DATABASE_URL: urlWith({ port: String(proxy.port) }) });
    await start.says(`Waiting for the database: connect ECONNREFUSED 127.0.0.1:${proxy.port}`);
    await proxy.restore();
    await start.says('Loading sample data');
    await proxy.disconnect();
    await start.says('Waiting for the database', 2);
    await proxy.restore();
    await start.says('API: Listening');
    expect(await start.interrupt()).toBe(0);
  });

  it('names a host that cannot be found, and waits for it', async () => {
    start = await RunningStart.launch({ DATABASE_URL: urlWith({ hostname: 'db.invalid' }) });
    await start.says(
      'Waiting for the database: the host db.invalid in the address of the database cannot be found',
    );
    expect(await start.interrupt()).toBe(0);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'password authentication failed for user "care_atlas"'],
    ['a missing database', { pathname: '/missing' }, 'database "missing" does not exist'],
  ])('ends at once, with one sentence, at %s', async (_case, change, reason) => {
    start = await RunningStart.launch({ DATABASE_URL: urlWith(change) });
    expect(await start.ended).toBe(1);
    expect(start.lines).toEqual([
      `The database refuses the connection (${reason}): correct the user, the password or the name of the database in DATABASE_URL.`,
    ]);
  });
});
