import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, eventually, terminate, type TestDatabase } from '../../test/test-directory.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { type Database, openDatabase } from './database.js';
import { connect, createPool, disconnect } from './native-connection.js';

const NAME = 'lost';
let holder: TestDatabase;
let database: Database;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url, { applicationName: NAME });
});

afterAll(async () => {
  await database?.close();
  await holder?.drop();
});

/** Ends the sessions of the test from the server's side, and lets this process notice. */
async function loseConnections(): Promise<void> {
  await eventually(async () => (await terminate(holder.url, NAME)) === 0);
  await sleep(50);
}

// An unhandled 'error' event would end the process; Jest fails the test instead.
describe('the process survives the death of a connection', () => {
  test('that is checked out while no query runs', async () => {
    const client = await database.pool.connect();
    await loseConnections();
    expect(isDatabaseUnavailable(await client.query('select 1').catch((error: unknown) => error))).toBe(true);
    client.release(true);
    await database.ping();
  });

  test('of a pool that TypeORM does not use', async () => {
    const pool = createPool(holder.url, NAME, 1, {});
    await pool.query('select 1');
    await loseConnections();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test('of a query runner outside a transaction', async () => {
    const runner = database.createQueryRunner();
    await runner.connect();
    await loseConnections();
    expect(isDatabaseUnavailable(await runner.query('select 1').catch((error: unknown) => error))).toBe(true);
    await runner.release();
  });

  test('of a session outside the pool', async () => {
    const client = await connect(holder.url, NAME);
    await loseConnections();
    expect(isDatabaseUnavailable(await client.query('select 1').catch((error: unknown) => error))).toBe(true);
    await disconnect(client);
  });
});
