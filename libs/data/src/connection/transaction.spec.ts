import { randomBytes } from 'node:crypto';
import { makeKey } from '@care-atlas/domain/access';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { createTestDatabase, type TestDatabase } from '../../test/test-directory.js';
import type { EntityManager } from 'typeorm';
import { type Database, openDatabase } from './database.js';
import { KeyRepository } from '../keys/key.repository.js';

let holder: TestDatabase;
let database: Database;

beforeAll(async () => {
  holder = await createTestDatabase();
  database = await openDatabase(holder.url, PATIENT);
});

afterAll(async () => {
  await database?.close();
  await holder?.drop();
});

/** Creates a key by a repository, and one by a statement: both are part of the transaction. */
async function makeTwo(manager: EntityManager): Promise<void> {
  await new KeyRepository(manager).create(
    { kind: 'admin', label: 'mapped' },
    makeKey('admin', (n) => randomBytes(n)),
  );
  await manager.query(`insert into api_key (hash, kind, tier, prefix, label)
    values (sha256('direct'), 'admin', 'admin', '', 'direct')`);
}

async function labels(): Promise<string[]> {
  const { keys } = await new KeyRepository(database).search();
  return keys.map(({ label }) => label).toSorted();
}

test('what fails half-way leaves nothing', async () => {
  const failing = database.transaction(async (manager) => {
    await makeTwo(manager);
    expect((await new KeyRepository(manager).search()).total).toBe(2);
    expect(await labels()).toEqual([]);
    throw new Error('half-way');
  });
  await expect(failing).rejects.toThrow('half-way');
  expect(await labels()).toEqual([]);
});

test('what ends well is there as a whole', async () => {
  await database.transaction(makeTwo);
  expect(await labels()).toEqual(['direct', 'mapped']);
});
