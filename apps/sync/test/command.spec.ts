import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { type LocalPostgres, startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { runCommand } from '../src/commands/command.js';
import { SOURCES } from '../src/sources/source-table.js';
import {
  clinicsIn,
  directoryIn,
  ODHF_FILE,
  registrations,
  STATIONS_FILE,
  TestFolder,
  withoutProgress,
} from './test-import.js';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const DEV_REGISTER = pathToFileURL(resolve(import.meta.dirname, '../../../tools/dev-register.mjs')).href;
const NOWHERE = 'postgres://nobody:secret@127.0.0.1:1/nothing';

/** Making a cluster takes long on a busy machine. */

let folder: TestFolder;
beforeAll(async () => {
  folder = await TestFolder.make();
});
afterAll(() => folder.remove());

/** The command as a shell would start it, from source. */
function start(words: readonly string[], databaseUrl = '', input?: Uint8Array) {
  const flags = ['--conditions=@care-atlas/source', '--import', DEV_REGISTER];
  const child = spawn(process.execPath, [...flags, MAIN, ...words], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const code = new Promise((done) => child.once('close', done));
  const ended = Promise.all([text(child.stdout), text(child.stderr), code]).then(([output, errors]) => ({
    output,
    errors: withoutProgress(errors),
  }));
  return { child, ended: ended.then(async (said) => ({ ...said, code: await code })) };
}

/** The same inside this process, which takes a tenth of the time. */
async function run(words: readonly string[], databaseUrl = '', terminal?: { readonly types: string }) {
  const isTTY = terminal !== undefined;
  const said = { output: '', errors: '' };
  const code = await runCommand(words, {
    databaseUrl,
    clock: () => new Date(),
    actor: 'shell:tester',
    input: Object.assign(Readable.from(isTTY ? [Buffer.from(`${terminal.types}\n`)] : []), { isTTY }),
    output: { write: (more) => (said.output += more) },
    errorOutput: { isTTY, write: (more) => (said.errors += more) },
  });
  return { code, output: said.output, errors: withoutProgress(said.errors) };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(setImmediate);
}

describe('stations, then facilities, into a database that was never used', () => {
  let postgres: LocalPostgres;
  let databaseUrl: string;
  beforeAll(async () => {
    postgres = await startLocalPostgres({ directory: join(folder.path, 'postgres'), durable: false });
    databaseUrl = postgres.url();
  });
  afterAll(() => postgres.stop());

  it('imports the stations', async () => {
    const { code, output, errors } = await start(['stations', STATIONS_FILE], databaseUrl).ended;
    expect(output).not.toContain('Unknown columns');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^Imported stations from ttc_subway_stations\.csv \(SHA-256 [0-9a-f]{12}…\)/);
    expect(output).toMatch(/\n {2}70 read\n {2}70 created\n {3}0 updated\n {3}0 unchanged\n {3}0 rejected\n/);
  });

  it('imports the facilities and says what it did', async () => {
    const { code, output, errors } = await run(['odhf', ODHF_FILE, '--database-url', databaseUrl]);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/\n {2}751 read\n {2}130 created\n {4}0 updated\n {4}0 unchanged\n/);
    expect(output).toMatch(/\n {2}433 left out: residential care.*\n/);
    expect(output).toMatch(
      /\n {2}188 left out: services that are not known to be places of doctors \(lines [\d, ]+, …\)\n {4}0 rejected\n/,
    );
    expect(output).toMatch(/\nThe dataset version is now \d+-[0-9a-f]{8};/);
    expect(output).not.toContain('Import the subway stations');
  });

  it('makes a directory of 130 clinics', async () => {
    const directory = await directoryIn(databaseUrl);
    expect(directory.listClinics({}).value.total).toBe(130);
  });

  it('changes nothing when it imports them again, and keeps the ids', async () => {
    const before = await clinicsIn(databaseUrl);
    const { code, output } = await run(['odhf', ODHF_FILE, '--json'], databaseUrl);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ created: 0, updated: 0, unchanged: 130 });
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
      dryRun: false,
      complete: false,
      map: null,
      extractedAt: expect.any(String),
      repeats: false,
      rows: 751,
      created: 0,
      updated: 0,
      unchanged: 130,
      expired: 0,
      unexpired: 0,
      opened: 0,
      closed: 0,
      reopened: 0,
      kept: 0,
      waiting: 0,
      matched: 0,
      leftOut: [
        { reason: expect.stringContaining('residential care'), rows: 433 },
        { reason: 'services that are not known to be places of doctors', rows: 188 },
      ],
      notes: [],
      rejected: 0,
      rejections: [],
      noted: 0,
      fieldNotes: [],
      unknownColumns: ['region', 'nearest_subway', 'nearest_subway_m'].map((column) => ({
        column,
        nearest: null,
      })),
      rejectsFile: null,
      notice: null,
      removedSample: null,
      report: {
        fields: [],
        expiries: [],
        notes: [],
        positionsOff: 0,
        sharedPhones: { moreThan: 3, count: 0, phones: [] },
        leftOut: [
          { reason: expect.stringContaining('residential care'), rows: 433, lines: expect.any(Array) },
          {
            reason: 'services that are not known to be places of doctors',
            rows: 188,
            lines: expect.arrayContaining([3, 6, 9]),
          },
        ],
      },
      differences: [],
      changed: 0,
      lacks: ['doctors'],
      seconds: expect.any(Number),
      version: expect.stringMatching(/^\d+-[0-9a-f]{8}$/),
      runId: expect.any(String),
    });
  });

  it('reads standard input, compressed or not', async () => {
    const { code, output } = await start(
      ['stations', '-', '--json'],
      databaseUrl,
      gzipSync(await readFile(STATIONS_FILE)),
    ).ended;
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ file: 'standard-input', unchanged: 70 });
  });

  it('reports what is wrong with a file, and what to do, and exits with 1', async () => {
    const path = await folder.file('bad.csv', 'nam,lines,lat,lng\nKing,1,43.6,-79.3778\n');
    const before = await directoryIn(databaseUrl);
    const { code, output, errors } = await run(['stations', path, '--json'], databaseUrl);
    const error =
      `${path}, line 1: the column name or stop_name is missing (did you mean "nam" for name or stop_name?); ` +
      'the file has nam, lines, lat, lng. ' +
      `If they have other names, write a map of the columns, and import with --map: npm run sync -- columns stations ${path} --write map.yaml`;
    expect({ code, output }).toEqual({ code: 1, output: `${JSON.stringify({ error, exitCode: 1 })}\n` });
    expect(errors).toBe(`${error}\nNothing was imported.\n`);
    const after = await directoryIn(databaseUrl);
    expect(after.dataset.version).toBe(before.dataset.version);
  });

  it('exits with 4 when too many rows are rejected, and says where they are', async () => {
    const path = await folder.file('rejected.csv', 'id,name,address,type\n1,King,1 King Street,castle\n');
    const { code, output, errors } = await run(['clinics', path], databaseUrl);
    expect({ code, output }).toEqual({ code: 4, output: '' });
    expect(errors).toBe(
      '1 of 1 rows could not be used, but at most 1% of them may be rejected. ' +
        `Correct ${path} itself and import it again as a whole, or allow --max-rejects 1 and correct these rows, ` +
        `which are in ${join(folder.path, 'rejected.rejects.csv')}, afterwards. The first one, line 2: Its source has not given this ` +
        'record yet, and it needs a valid type. type is "castle", but must be one of: family-practice; walk-in; specialist; ' +
        'community-health-centre; hospital-outpatient. postal_code is empty, but must be a postal code of the Greater Toronto ' +
        'Area, because the row has no coordinates.\nNothing was imported.\n',
    );
  });

  it('exits with 3 when too many doctors would expire', async () => {
    const all = registrations(...Array.from({ length: 20 }, () => ({})));
    const path = await folder.file('register.csv', all);
    expect((await run(['register', path, '--complete'], databaseUrl)).code).toBe(0);
    await folder.file('register.csv', all.split('\n').slice(0, 6).join('\n'));
    const { code, errors } = await run(['register', path, '--complete'], databaseUrl);
    expect(code).toBe(3);
    expect(errors).toMatch(
      /^This run would expire 15 of 20 .*\n.*To confirm: --confirm-expiry 15\.\nNothing was imported\.\n$/,
    );
    const confirmed = await run(['register', path, '--complete', '--confirm-expiry', '15'], databaseUrl);
    expect(confirmed.code).toBe(0);
    expect(confirmed.output).toContain('15 doctors expired');
  });

  it('shows the history: runs, one run, and what it changed', async () => {
    const list = await run(['runs', '--limit', '2', '--json'], databaseUrl);
    const [latest, refused] = list.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; status: string });
    expect([latest?.status, refused?.status]).toEqual(['succeeded', 'failed']);

    const table = await run(['runs'], databaseUrl);
    expect(table.output).toMatch(/^RUN +STARTED \(UTC\) +SOURCE +STATUS +READ/);
    expect(table.output).toContain(latest!.id.slice(0, 8));

    const shown = await run(['show', refused!.id.slice(0, 8)], databaseUrl);
    expect(shown.output).toMatch(/\nstatus +failed\nreason +This run would expire 15/);

    const expired = await run(['show', latest!.id], databaseUrl);
    expect(expired.output).toMatch(
      /\nDoctors that expired, by status:\n {2}15 missing from the complete file\n$/,
    );
    const { output } = await run(['show', latest!.id, '--json'], databaseUrl);
    expect(JSON.parse(output)).toMatchObject({ report: { expiries: [{ cause: 'missing', doctors: 15 }] } });

    const diff = await run(['diff', latest!.id], databaseUrl);
    expect(diff.output.match(/^ {2}expired doctor 9000\d\d$/gm)).toHaveLength(15);
    const lines = await run(['diff', latest!.id, '--json'], databaseUrl);
    expect(JSON.parse(lines.output.split('\n')[0]!)).toMatchObject({ record: 'doctor', change: 'expired' });
  });

  it('deletes the details of old imports, and reports it', async () => {
    const list = async () => (await run(['runs', '--json'], databaseUrl)).output;
    const before = await list();
    const { id } = JSON.parse(before.split('\n')[0]!) as { id: string };
    const nothing = await run(['prune', '--before', '2001-01-01', '--yes'], databaseUrl);
    expect(nothing.output).toMatch(/^Deleted 0 changes and 0 rejected rows of imports before 2001-01-01/);
    expect((await run(['diff', id], databaseUrl)).output).toContain('expired doctor');

    // A schedule says the same words every night.
    const aged = await run(['prune', '--before', '400d', '--unmatched-before', '90d', '--yes'], databaseUrl);
    expect([aged.code, aged.output]).toEqual([
      0,
      expect.stringMatching(/^Deleted 0 changes .*\nDeleted 0 unmatched/),
    ]);

    const unconfirmed = ['prune', '--before', '2999-01-01'];
    const loss =
      'The changes and rejected rows of all imports before 2999-01-01T05:00:00.000Z will be deleted for good.';
    const alone = await run(unconfirmed, databaseUrl);
    expect({ code: alone.code, output: alone.output }).toEqual({ code: 2, output: '' });
    expect(alone.errors).toContain(`${loss} Confirm it with --yes.`);
    expect(await run(unconfirmed, databaseUrl, { types: 'n' })).toEqual({
      code: 1,
      output: '',
      errors: `${loss} Continue? [y/N] Nothing was deleted.\n`,
    });
    expect((await run(['diff', id], databaseUrl)).output).toContain('expired doctor');

    const { output } = await run([...unconfirmed, '--json'], databaseUrl, { types: 'Yes' });
    expect((JSON.parse(output) as { changes: number }).changes).toBeGreaterThan(15);
    expect((await run(['diff', id], databaseUrl)).output).toMatch(/^The changes of this import were pruned/);
    expect(await list()).toBe(before);
  });

  it('lists and deletes what waits for its doctor or clinic', async () => {
    const rows = ['900000001', '900000002'].map((number) => `${number},Maria Gonzalez Perez,5,2026-10-01`);
    const text = ['registration_number,author,rating,date', ...rows].join('\n');
    const path = await folder.file('reviews.csv', text);
    for (const _time of [1, 2]) {
      const { code, output } = await run(['reviews', path], databaseUrl);
      expect(code).toBe(0);
      expect(output).toMatch(/\n {2}2 wait for their doctor or clinic\n {2}0 rejected\n/);
    }
    const list = await run(['unmatched', '--limit', '1'], databaseUrl);
    expect(list.output).toMatch(
      /^Records that .*:\n {2}2 of the kind review from reviews, the oldest received \S+\nThe first 1 of 2:\n {2}review of doctor 900000001, from reviews, received \S+\n$/,
    );
    const { output } = await run(['unmatched', '--json'], databaseUrl);
    expect(output).not.toContain('Gonzalez');
    expect(JSON.parse(output)).toMatchObject({
      counts: [{ record: 'review', source: 'reviews', waiting: 2 }],
      records: [
        { registrationNumber: '900000001', clinicId: null, content: { author: 'Maria G.' } },
        { registrationNumber: '900000002' },
      ],
    });
    const prune = ['prune', '--before', '2001-01-01', '--yes', '--unmatched-before'];
    const kept = await run([...prune, '2001-01-01'], databaseUrl);
    expect(kept.output).toContain('\nDeleted 0 unmatched records last received before 2001-01-01');
    const pruned = await run([...prune, '2999-01-01', '--json'], databaseUrl);
    expect(JSON.parse(pruned.output)).toMatchObject({ unmatched: 2 });
    expect((await run(['unmatched'], databaseUrl)).output).toBe('Nothing waits for its doctor or clinic.\n');
  });

  it('states facts of a source, and refuses one that is not redistributable', async () => {
    const facts = ['--publisher', 'City', '--licence', 'CC BY 4.0', '--attribution', '© City'];
    const path = await folder.file(
      'facts.csv',
      'id,name,address,type,lat,lng\nx,King,1 King Street,walk-in,43.6,-79.3\n',
    );
    expect((await run(['clinics', path, ...facts], databaseUrl)).code).toBe(0);
    const { sources } = (await directoryIn(databaseUrl)).listSources().value;
    expect(sources.find(({ name }) => name === 'clinics')).toMatchObject({
      publisher: 'City',
      licence: 'CC BY 4.0',
      attribution: '© City',
    });
    for (const words of [['--not-redistributable'], []]) {
      const { code, output, errors } = await run(['clinics', path, ...words], databaseUrl);
      expect({ code, output }).toEqual({ code: 1, output: '' });
      expect(errors).toMatch(
        /^The source clinics is marked as .*\nIf it may be served: --redistributable\.\nNothing/,
      );
    }
    expect((await run(['clinics', path, '--redistributable'], databaseUrl)).code).toBe(0);
    const both = await run(['clinics', path, '--redistributable', '--not-redistributable'], databaseUrl);
    expect(both.code).toBe(2);
  });

  it('says when there is no such run', async () => {
    const { code, output, errors } = await run(['show', 'ffffffff'], databaseUrl);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/^No run, or more than one, has an id that starts with "ffffffff": .*\.\n$/);
  });

  describe('an import that is blocked while it writes', () => {
    let blocker: Database;
    beforeAll(async () => {
      blocker = await openDatabase(databaseUrl, PATIENT);
    });
    afterAll(() => blocker.close());

    /** Signals the import as soon as it waits for a lock of this test, and releases the lock. */
    async function endWhileWriting(signal: 'SIGKILL' | 'SIGINT') {
      const path = await folder.file('new.csv', registrations({}, {}, {}));
      const client = await blocker.pool.connect();
      try {
        await client.query('begin; lock table doctor in share mode');
        const { child, ended } = start(['register', path], databaseUrl);
        await until(async () => {
          const { rows } = await blocker.pool.query(
            `select from pg_stat_activity where application_name = 'care-atlas-sync' and wait_event_type = 'Lock'`,
          );
          return rows.length > 0;
        });
        child.kill(signal);
        return await ended;
      } finally {
        await client.query('rollback');
        client.release();
      }
    }

    it.each([
      ['SIGKILL', null, /^$/, 'The process ended before the run did.'],
      [
        'SIGINT',
        130,
        /Interrupted: the import was rolled back\.\nNothing was imported\.\n$/,
        'The run was interrupted.',
      ],
    ] as const)(
      'and then ended by %s leaves all as it was; again, it succeeds',
      async (signal, code, says, reason) => {
        const before = await directoryIn(databaseUrl);
        const ended = await endWhileWriting(signal);
        expect(ended.code).toBe(code);
        expect(ended.errors).toMatch(says);
        const after = await directoryIn(databaseUrl);
        expect(after.dataset.version).toBe(before.dataset.version);
        // The server notices the death of a process a moment later, and then lets the next run begin.
        await until(
          async () => (await run(['register', join(folder.path, 'new.csv')], databaseUrl)).code === 0,
        );
        expect((await run(['runs', '--json'], databaseUrl)).output).toContain(reason);
      },
    );
  });
});

describe('usage', () => {
  it('explains every command', async () => {
    const { code, output } = await run(['--help']);
    expect(code).toBe(0);
    for (const { name, example } of SOURCES) {
      expect(output).toContain(`${name} [options] <FILE>`);
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
    expect(errors).toMatch(
      /^No database is given: .* --database-url .* DATABASE_URL, .*\.\nRun it with --help for an explanation\.\n$/,
    );
  });

  it('does not repeat an address that is wrong, because it may hold a password', async () => {
    const { code, errors } = await run(['stations', STATIONS_FILE], 'mysql://me:secret@localhost/x');
    expect(code).toBe(2);
    expect(errors).toMatch(/^The database URL is not a PostgreSQL URL/);
    expect(errors).not.toContain('secret');
  });

  it.each([[['hospitals', 'x.csv']], [['odhf']], [['odhf', 'a.csv', 'b.csv']], [['--colour']], [[]]])(
    'exits with 2 for %j',
    async (words) => {
      const { code, output } = await run(words, NOWHERE);
      expect({ code, output }).toEqual({ code: 2, output: '' });
    },
  );

  it.each([
    [['registr', 'x.csv'], 'Did you mean register?'],
    [['registr', 'x.csv'], 'Run it with --help for an explanation.'],
    [['prune'], "required option '--before <TIME>' not specified"],
    [['prune', '--before', 'May'], 'Give a day such as 2026-10-03'],
    [['register', 'x.csv', '--compleet'], 'Did you mean --complete?'],
    [
      ['register', 'x.csv', '--max-rejects', 'many'],
      'Give a number of rows such as 50, or a share such as 2%.',
    ],
    [['register', 'x.csv', '--extracted-at', '2999-01-01'], '--extracted-at is in the future'],
    [
      ['clinics', 'x.csv', '--method', 'correction'],
      'Allowed choices are register, clinic_attested, phone_call',
    ],
    [['stations', 'x.csv', '--complete'], "unknown option '--complete'"],
    [['runs', '--limit', '0'], 'Give a number from 1 to 10000.'],
  ])('suggests what to do instead of %j', async (words, sentence) => {
    const { code, errors } = await run(words, NOWHERE);
    expect(code).toBe(2);
    expect(errors).toContain(sentence);
  });

  it('says that the database does not answer, and exits with 1', async () => {
    const { code, errors } = await start(['stations', STATIONS_FILE], NOWHERE).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^The database does not answer \(.*ECONNREFUSED.*\): .*\.\nNothing was imported\.\n$/,
    );
    expect(errors).not.toContain('secret');
  });

  it('prints an error as JSON too, with the same exit code', async () => {
    const { code, output, errors } = await run(['odhf', 'no-such-file.csv', '--json'], NOWHERE);
    const error = `The file ${resolve('no-such-file.csv')} does not exist.`;
    expect(code).toBe(1);
    expect(output).toBe(`${JSON.stringify({ error, exitCode: 1 })}\n`);
    expect(errors).toBe(`${error}\nNothing was imported.\n`);

    const usage = await run(['--json', 'runs', '--limit', 'x'], NOWHERE);
    expect(usage.code).toBe(2);
    expect(JSON.parse(usage.output)).toEqual({
      error: expect.stringContaining('Give a number from 1 to 10000.'),
      exitCode: 2,
    });
    expect(await run(['--json', '--help'], NOWHERE)).toMatchObject({
      code: 0,
      output: expect.not.stringContaining('{"error"'),
    });
  });

  it('checks the file before the database', async () => {
    const { code, errors } = await run(['odhf', 'no-such-file.csv'], NOWHERE);
    expect(code).toBe(1);
    expect(errors).toBe(`The file ${resolve('no-such-file.csv')} does not exist.\nNothing was imported.\n`);
  });
});
