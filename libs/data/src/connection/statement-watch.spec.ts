import { AsyncLocalStorage } from 'node:async_hooks';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { type Database, openDatabase } from './database.js';
import { watchStatements } from './statement-watch.js';

interface Noted {
  readonly by: string | undefined;
  readonly text: string;
  ended?: string;
}

const sender = new AsyncLocalStorage<string>();
let testDatabase: TestDatabase;
let database: Database;
let noted: Noted[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  // One connection, so that whoever comes second waits for it.
  database = await openDatabase(testDatabase.url, { poolSize: 1 });
  watchStatements(database.pool, (text) => {
    const statement: Noted = { by: sender.getStore(), text };
    noted.push(statement);
    return (error) => (statement.ended = error?.message ?? 'well');
  });
});
beforeEach(() => (noted = []));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it('a statement is told with its placeholders, and how it ended', async () => {
  await database.pool.query('select $1::int as number', [7]);
  await expect(database.pool.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
  expect(noted).toEqual([
    { by: undefined, text: 'select $1::int as number', ended: 'well' },
    { by: undefined, text: 'select 1 / $1::int', ended: 'division by zero' },
  ]);
});

it('whoever waited for a connection sends in a context of his own', async () => {
  const names = ['ada', 'grace', 'joan'];
  await Promise.all(names.map((name) => sender.run(name, () => database.pool.query(`select '${name}'`))));
  expect(noted.map(({ by, text }) => [by, text])).toEqual(names.map((name) => [name, `select '${name}'`]));
});

it('statements of a transaction by TypeORM are told as well, and work as they did', async () => {
  const number = await sender.run('ada', () =>
    database.transaction((manager) => manager.query('select 7 as number')),
  );
  expect(number).toEqual([{ number: 7 }]);
  expect(new Set(noted.map(({ by }) => by))).toEqual(new Set(['ada']));
  expect(noted.map(({ text }) => text.toLowerCase())).toEqual(
    expect.arrayContaining(['select 7 as number', 'commit']),
  );
});
