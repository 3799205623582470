import { spawn, spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { SyncHistory } from '@care-atlas/data/sync';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { registrations, TestFolder, withoutProgress } from './test-import.js';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const DEV_REGISTER = pathToFileURL(resolve(import.meta.dirname, '../../../tools/dev-register.mjs')).href;
const COMMAND = [process.execPath, '--conditions=@care-atlas/source', '--import', DEV_REGISTER, MAIN];

/** Commands that leave the program, which follows, 64 kB for a file. The first mounts a disk of that size in $0. */
const LIMITS: readonly (readonly [fault: string, command: readonly string[]])[] = [
  ['the disk is full', ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=64k tmpfs "$0" && exec "$@"']],
  ['it would be larger than the system allows', ['sh', '-c', 'ulimit -f 128 && exec "$@"']],
];
/** Not every machine lets its users mount a disk. */
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;
const limits = canMount ? LIMITS : LIMITS.slice(1);

let test: TestDatabase;
let database: Database;
let folder: TestFolder;
let disk: string;
let path: string;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, PATIENT);
  folder = await TestFolder.make();
  disk = join(folder.path, 'disk');
  await mkdir(disk);
  const rows = Array.from({ length: 1000 }, () => ({ status: 'Lost' }));
  path = await folder.file('register.csv', registrations({}, ...rows));
});
afterAll(async () => {
  await database.close();
  await test.drop();
  await folder.remove();
});

async function run([program, ...words]: readonly string[], input: string) {
  const env = { ...process.env, DATABASE_URL: test.url, TMPDIR: disk };
  const child = spawn(program!, words, { env, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => undefined);
  createReadStream(input).pipe(child.stdin);
  const errors = text(child.stderr);
  const code = await new Promise((done) => child.once('close', done));
  return { code, errors: withoutProgress(await errors) };
}

it.each(limits)('a rejects file for which %s fails the import in one sentence', async (fault, limit) => {
  const rejects = join(disk, 'rejects.csv');
  const words = ['register', path, '--max-rejects', '100%', '--rejects', rejects];
  const { code, errors } = await run([...limit, disk, ...COMMAND, ...words], path);
  const sentence = `The rejects file ${rejects} cannot be written: ${fault}.`;
  expect({ code, errors }).toEqual({ code: 1, errors: `${sentence}\nNothing was imported.\n` });
  expect(await database.query('select from doctor')).toEqual([]);
  expect(await new SyncHistory(database).runs(1)).toMatchObject([{ status: 'failed', reason: sentence }]);
  expect(await readdir(disk)).toEqual([]);
});

it.each(limits)(
  'a copy of standard input for which %s fails the import in one sentence',
  async (fault, limit) => {
    const { code, errors } = await run([...limit, disk, ...COMMAND, 'register', '-'], path);
    expect(code).toBe(1);
    expect(errors).toContain(`Standard input cannot be copied to ${disk}/care-atlas-input-`);
    expect(errors).toContain(`: ${fault}.\nNothing was imported.\n`);
    expect(await readdir(disk)).toEqual([]);
  },
);
