import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { useTestDatabase } from '../stage/use-test-database.js';
import { RunningStart } from './running-start.js';

let start: RunningStart;
afterEach(() => start.remove());

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
