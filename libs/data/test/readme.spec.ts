import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MigrationInterface } from 'typeorm';
import { Database, openDatabase } from '../src/connection/database.js';
import { KeyRepository } from '../src/keys/key.repository.js';
import { createTestDatabase, feedOneOfEach, rowsOf, sync, type TestDatabase } from './test-directory.js';

const here = import.meta.dirname;
const readme = await readFile(join(here, '../README.md'), 'utf8');

/** Returns the first code block below a heading, or the one after it. */
function codeBlock(heading: string, index = 0): string {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const blocks = Array.from(section.split('\n## ')[0]!.matchAll(/^( *)```ts\n(.*?)^ *```$/gms));
  const [, indent = '', code] = blocks[index] ?? [];
  if (code === undefined) throw new Error(`"${heading}" shows no code.`);
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** What the package exports, as package.json names it: `./directory`. */
async function publicEntries(): Promise<string[]> {
  const { exports } = JSON.parse(await readFile(join(here, '../package.json'), 'utf8')) as {
    exports: object;
  };
  return Object.keys(exports).filter((entry) => entry !== './package.json');
}

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  // Inside the package, so that it is imported by its name as in the README.
  folder = await mkdtemp(join(here, '.readme-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

/** Imports code as a module. */
async function load<Module>(code: string): Promise<Module> {
  const file = join(folder, `example-${code.length}.ts`);
  await writeFile(file, code);
  return (await import(pathToFileURL(file).href)) as Module;
}

/** Runs an example against the test database. Returns what it prints, and what the README says that it prints. */
async function run(heading: string): Promise<{ readonly printed: string[]; readonly promised: string[] }> {
  const code = codeBlock(heading);
  const promised = Array.from(code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => line!);
  const before = process.env['DATABASE_URL'];
  const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  process.env['DATABASE_URL'] = database.url;
  try {
    await load(code);
    return { printed: print.mock.calls.map((words) => words.join(' ')), promised };
  } finally {
    print.mockRestore();
    if (before === undefined) delete process.env['DATABASE_URL'];
    else process.env['DATABASE_URL'] = before;
  }
}

describe('the examples of the README', () => {
  it('ask the directory', async () => {
    await sync(database.url, feedOneOfEach);
    const { printed, promised } = await run('Ask the directory');
    expect(promised).toHaveLength(1);
    expect(printed).toEqual(promised);
  });

  it('list keys', async () => {
    const opened = await openDatabase(database.url);
    const key = `care_live_7Gk2${'0'.repeat(34)}`;
    await new KeyRepository(opened).create({ kind: 'live', label: 'Partner portal' }, key);
    await opened.close();
    const { printed, promised } = await run('List keys');
    expect(promised).toHaveLength(1);
    expect(printed).toEqual(promised);
  });

  it('import data, as one run', async () => {
    const { printed, promised } = await run('Import data');
    expect(promised).toHaveLength(1);
    expect(printed).toEqual(promised);
    expect(await rowsOf(database.url, 'select source, status from sync_run')).toEqual([
      { source: 'phone-survey', status: 'succeeded' },
    ]);
    expect(await rowsOf(database.url, 'select name, accepting from clinic')).toEqual([
      { name: 'Birchmount Family Health', accepting: true },
    ]);
  });

  it('change the schema as their entity describes it, and back', async () => {
    const [migration] = Object.values(
      await load<Record<string, new () => MigrationInterface>>(codeBlock('Change the schema')),
    );
    const [entity] = Object.values(
      await load<Record<string, new () => object>>(codeBlock('Change the schema', 1)),
    );
    const opened = withExample(new Database(database.url), migration!, entity!);
    await opened.initialize();
    try {
      await opened.runMigrations();
      await opened.getRepository(entity!).insert({ day: '2026-12-25', name: 'Christmas Day' });
      expect(await rowsOf(database.url, 'select name from holiday')).toEqual([{ name: 'Christmas Day' }]);
      const changes = await opened.driver.createSchemaBuilder().log();
      expect(changes.upQueries.map(({ query }) => query)).toEqual([]);
      await opened.undoLastMigration();
      expect(await rowsOf(database.url, `select to_regclass('holiday') as found`)).toEqual([{ found: null }]);
    } finally {
      await opened.close();
    }
  });
});

/** Adds a migration and an entity to those of the package, as their files do. */
function withExample(
  opened: Database,
  migration: new () => MigrationInterface,
  entity: new () => object,
): Database {
  const { migrations, entities } = opened.options;
  return opened.setOptions({
    migrations: [...Object.values(migrations!), migration],
    entities: [...Object.values(entities!), entity],
  });
}

describe('the README', () => {
  it('names every public entry in its table, and no other', async () => {
    const named = Array.from(
      readme.matchAll(/^\| `@care-atlas\/data\/(.*?)`\s+\|/gm),
      ([, entry]) => `./${entry}`,
    );
    expect(named).toEqual(await publicEntries());
  });

  it('names entries that can be imported by their names', async () => {
    for (const entry of await publicEntries()) {
      const imported = (await import(entry.replace('.', '@care-atlas/data'))) as object;
      expect(Object.keys(imported)).not.toEqual([]);
    }
  });

  it('gives its migration a later time than that of every other', () => {
    const { migrations } = new Database(database.url).options;
    const times = Object.keys(migrations!).map((name) => Number(/\d{13}$/.exec(name)![0]));
    const [, time] = /^ +export class \w+?(\d{13}) implements MigrationInterface/m.exec(readme)!;
    expect(Number(time)).toBeGreaterThan(Math.max(...times));
  });
});
