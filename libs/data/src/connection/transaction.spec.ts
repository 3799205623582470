import { randomBytes } from 'node:crypto';
import { makeKey } from '@care-atlas/domain/access';
import { createTestDatabase, type TestDatabase } from '../../test/test-directory.js';
import { type Database, openDatabase } from './database.js';
import { KeyRepository } from '../keys/key.repository.js';
import { inTransaction } from './transaction.js';

let holder: TestDatabase;
let database: Database;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url);
});

afterAll(async () => {
  await database?.close();
  await holder?.drop();
});

/** Makes a key by the object mapper, and one by the pool: both ways lead into the transaction. */
async function makeTwo(inside: Database): Promise<void> {
  await new KeyRepository(inside).create(
    { kind: 'admin', label: 'mapped' },
    makeKey('admin', (n) => randomBytes(n)),
  );
  await inside.pool.query(`insert into api_key (hash, kind, tier, prefix, label)
    values (sha256('direct'), 'admin', 'admin', '', 'direct')`);
}

async function labels(): Promise<string[]> {
  const { keys } = await new KeyRepository(database).search();
  return keys.map(({ label }) => label).toSorted();
}

test('what fails half-way leaves nothing', async () => {
  const failing = inTransaction(database, async (inside) => {
    await makeTwo(inside);
    expect((await new KeyRepository(inside).search()).total).toBe(2);
    expect(await labels()).toEqual([]);
    throw new Error('half-way');
  });
  await expect(failing).rejects.toThrow('half-way');
  expect(await labels()).toEqual([]);
});

test('what ends well is there as a whole', async () => {
  await inTransaction(database, makeTwo);
  expect(await labels()).toEqual(['direct', 'mapped']);
});
