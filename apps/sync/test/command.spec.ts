import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { type LocalPostgres, startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { SOURCES } from '../src/source-table.js';
import { clinicsIn, directoryIn, ODHF_FILE, STATIONS_FILE, TestFolder } from './test-import.js';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const DEV_REGISTER = pathToFileURL(resolve(import.meta.dirname, '../../../tools/dev-register.mjs')).href;
const NOWHERE = 'postgres://nobody:secret@127.0.0.1:1/nothing';

/** Making a cluster takes long on a busy machine. */
const SERVER_START_MS = 60_000;

// Each test starts processes.
jest.setTimeout(30_000);

let folder: TestFolder;
beforeAll(async () => {
  folder = await TestFolder.make();
});
afterAll(() => folder.remove());

/** The command as a shell would run it, from source. */
async function run(words: readonly string[], databaseUrl = '') {
  const flags = ['--conditions=@care-atlas/source', '--import', DEV_REGISTER];
  const child = spawn(process.execPath, [...flags, MAIN, ...words], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise((done) => child.once('close', done));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output, errors };
}

describe('stations, then facilities, into a database that was never used', () => {
  let postgres: LocalPostgres;
  let databaseUrl: string;
  beforeAll(async () => {
    postgres = await startLocalPostgres({ directory: join(folder.path, 'postgres'), durable: false });
    databaseUrl = postgres.url();
  }, SERVER_START_MS);
  afterAll(() => postgres.stop());

  it('imports the stations', async () => {
    const { code, output, errors } = await run(['stations', STATIONS_FILE], databaseUrl);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^Imported stations from ttc_subway_stations\.csv \(SHA-256 [0-9a-f]{12}…\)/);
    expect(output).toMatch(/\n {2}70 read\n {2}70 created\n {3}0 updated\n {3}0 unchanged\n {3}0 rejected\n/);
  });

  it('imports the facilities and says what it did', async () => {
    const { code, output, errors } = await run(['odhf', ODHF_FILE, '--database-url', databaseUrl]);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/\n {2}751 read\n {2}318 created\n {4}0 updated\n {4}0 unchanged\n/);
    expect(output).toMatch(/\n {2}433 left out: residential care.*\n {4}0 rejected\n/);
    expect(output).toMatch(/\nThe dataset version is now \d+-[0-9a-f]{8};/);
  });

  it('makes a directory of 318 clinics', async () => {
    const directory = await directoryIn(databaseUrl);
    expect(directory.listClinics({}).value.total).toBe(318);
  });

  it('changes nothing when it imports them again, and keeps the ids', async () => {
    const before = await clinicsIn(databaseUrl);
    const { code, output } = await run(['odhf', ODHF_FILE, '--json'], databaseUrl);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ created: 0, updated: 0, unchanged: 318 });
    const after = await clinicsIn(databaseUrl);
    expect([...after.keys()]).toEqual([...before.keys()]);
  });

  it('prints one JSON object with the counts of every row, and the hash of the file', async () => {
    const { output } = await run(['--json', 'odhf', ODHF_FILE], databaseUrl);
    const sha256 = createHash('sha256')
      .update(await readFile(ODHF_FILE))
      .digest('hex');
    expect(JSON.parse(output)).toEqual({
      source: 'odhf',
      file: 'odhf_v1.1_gta.csv',
      sha256,
      rows: 751,
      created: 0,
      updated: 0,
      unchanged: 318,
      leftOut: [{ reason: expect.stringContaining('residential care'), rows: 433 }],
      rejected: 0,
      rejections: [],
      version: expect.stringMatching(/^\d+-[0-9a-f]{8}$/),
      runId: expect.any(String),
    });
  });

  it('says what is wrong with a file in one sentence, and exits with 1', async () => {
    const path = await folder.file('bad.csv', 'name,lines,lat,lng\nKing,1,north,-79.3778\n');
    const before = await directoryIn(databaseUrl);
    const { code, output, errors } = await run(['stations', path, '--json'], databaseUrl);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toBe(
      `${path}, line 2: lat is "north", but must be a latitude in Canada in decimal degrees with a point, ` +
        'from 41 to 84.\nNothing was imported.\n',
    );
    const after = await directoryIn(databaseUrl);
    expect(after.view.model.version).toBe(before.view.model.version);
  });
});

describe('usage', () => {
  it('explains itself to a stranger', async () => {
    const { code, output } = await run(['--help']);
    expect(code).toBe(0);
    for (const { name, example } of SOURCES) {
      expect(output).toContain(`${name} <FILE>`);
      expect(output).toContain(`npm run sync -- ${example}`);
    }
  });

  it.each(SOURCES)('explains every column of $name', async ({ name, columns }) => {
    const { code, output } = await run([name, '--help']);
    expect(code).toBe(0);
    const lines = output.split('\n');
    const unexplained = Object.entries(columns).filter(
      ([column, meaning]) =>
        !lines.some((line) => line.startsWith(`  ${column} `) && line.endsWith(` ${meaning}`)),
    );
    expect(unexplained).toEqual([]);
  });

  it('says how to name the database, and exits with 2', async () => {
    const { code, errors } = await run(['stations', STATIONS_FILE]);
    expect(code).toBe(2);
    expect(errors).toMatch(/^It is not known which database .* --database-url .* DATABASE_URL, .*\.\n$/);
  });

  it('does not repeat an address that is wrong, because it may hold a password', async () => {
    const { code, errors } = await run(['stations', STATIONS_FILE], 'mysql://me:secret@localhost/x');
    expect(code).toBe(2);
    expect(errors).toMatch(/^The address of the database is not that of a PostgreSQL/);
    expect(errors).not.toContain('secret');
  });

  it.each([[['hospitals', 'x.csv']], [['odhf']], [['odhf', 'a.csv', 'b.csv']], [['--colour']], [[]]])(
    'exits with 2 for %j',
    async (words) => {
      const { code, output } = await run(words, NOWHERE);
      expect({ code, output }).toEqual({ code: 2, output: '' });
    },
  );

  it('says that the database does not answer, and exits with 1', async () => {
    const { code, errors } = await run(['stations', STATIONS_FILE], NOWHERE);
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^The database does not answer \(.*ECONNREFUSED.*\): .*\.\nNothing was imported\.\n$/,
    );
    expect(errors).not.toContain('secret');
  });

  it('looks at the file before the database', async () => {
    const { code, errors } = await run(['odhf', 'no-such-file.csv'], NOWHERE);
    expect(code).toBe(1);
    expect(errors).toBe(`There is no file ${resolve('no-such-file.csv')}.\nNothing was imported.\n`);
  });
});
