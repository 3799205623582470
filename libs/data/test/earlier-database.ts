import { readFile } from 'node:fs/promises';
import { createTestDatabase, rowsOf, type TestDatabase } from './test-directory.js';

const DUMP = new URL('version-0.9.0.sql', import.meta.url);

/** Creates a database that version 0.9.0 made, with rows in every table. */
export async function createEarlierDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await rowsOf(database.url, await readFile(DUMP, 'utf8'));
  return database;
}

/** Creates a database without tables. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await rowsOf(database.url, 'drop schema public cascade; create schema public');
  return database;
}

/** Returns the rows of every table as text, by table. */
export async function rowsByTable(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await rowsOf<{ name: string }>(
    url,
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const rows: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const found = await rowsOf<{ row: string }>(url, `select t::text as row from ${name} t order by t::text`);
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}
