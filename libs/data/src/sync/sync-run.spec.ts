import pg from 'pg';
import {
  aClinic,
  aDoctor,
  aReview,
  contentOf,
  doctors,
  empty,
  eventually,
  feedOneOfEach,
  LATER,
  NOTHING,
  NOW,
  registrations,
  rowsOf,
  sync,
  terminate,
  uuid,
  useTestDatabase,
} from '../../test/test-directory.js';
import { hasSynchronized } from './sync-history.js';
import { runSync } from './sync-run.js';
import type { DoctorInput, SyncWriter } from './index.js';

const database = useTestDatabase();

beforeEach(() => empty(database.url));

/** The newest run. */
async function lastRun(): Promise<Record<string, unknown>> {
  const [run] = await rowsOf(database.url, 'select * from sync_run order by started_at desc, id limit 1');
  return run!;
}

describe('a run', () => {
  test('creates what is new, and makes a version', async () => {
    const { counts, version, runId } = await sync(database.url, feedOneOfEach);
    expect(counts).toEqual({ ...NOTHING, read: 5, created: 5 });
    expect(await lastRun()).toMatchObject({
      id: runId,
      status: 'succeeded',
      reason: '',
      read: 5,
      created: 5,
    });
    const [newest] = await rowsOf<{ number: string; tag: string; run_id: string }>(
      database.url,
      'select * from dataset_version order by number desc limit 1',
    );
    expect(version).toBe(`2-${newest!.tag.slice(0, 8)}`);
    expect(newest!.run_id).toBe(runId);
  });

  test('records what it read, when it began and when it ended', async () => {
    const about = { source: 'register', fileName: 'register.csv', fileHash: 'ab12' };
    await runSync(database.url, about, NOW, (writer) => writer.clinics([aClinic()]));
    const run = await lastRun();
    expect(run).toMatchObject({
      source: 'register',
      file_name: 'register.csv',
      file_hash: 'ab12',
      started_at: NOW,
      read: 1,
    });
    expect((run['finished_at'] as Date).getTime()).toBeGreaterThanOrEqual(NOW.getTime());
  });

  test('that finds nothing changed says so, touches the records and still makes a version', async () => {
    const first = await sync(database.url, feedOneOfEach);
    const second = await sync(database.url, feedOneOfEach, LATER);
    expect(second.counts).toEqual({ ...NOTHING, read: 5, unchanged: 5 });
    expect(second.version).not.toBe(first.version);
    expect(
      await rowsOf(database.url, 'select synced_at from doctor union all select synced_at from clinic'),
    ).toEqual([{ synced_at: LATER }, { synced_at: LATER }]);
  });
});

/** Runs work that must fail with a message, and checks that the data has not changed. */
async function failureOf(work: (writer: SyncWriter) => Promise<void>): Promise<string> {
  const before = await contentOf(database.url);
  let message = 'It did not fail.';
  await sync(database.url, work, LATER).catch((error: Error) => {
    message = error.message;
  });
  expect(await contentOf(database.url)).toBe(before);
  const run = await lastRun();
  expect(run).toMatchObject({ status: 'failed', started_at: LATER, created: 0 });
  expect(run['reason']).toContain(message);
  return message;
}

const changeClinic = (writer: SyncWriter) =>
  writer.clinics([aClinic({ name: 'Changed' }), aClinic({ id: uuid(2) })]);

const killConnection = () => eventually(async () => (await terminate(database.url, 'care-atlas-sync')) > 0);

/** Doctors without end, until the connection they are written over is killed. */
async function* killingDoctors() {
  for (let n = 0; ; n++) {
    if (n === 5000) await killConnection();
    yield aDoctor({ registrationNumber: String(n) });
  }
}

/** A run has up to hundreds of statements: by default, sessions are killed before some of them. 1 is before each. */
const KILL_STEP = process.env['KILL_STEP'];

/** What one night changes: a record of each kind. */
async function night(writer: SyncWriter): Promise<void> {
  await writer.clinics([aClinic({ name: 'Changed' })], { complete: true });
  await writer.register(registrations(1, { name: 'Dr. Changed' }), { complete: true });
  await writer.availability([
    { subject: { clinicId: uuid(1) }, accepting: true, method: '', observedAt: NOW },
  ]);
  await writer.reviews([aReview({ text: 'Changed.' })]);
}

/**
 * Ends a session of a run on the server before the statement with a number, of those of all its sessions that may change
 * anything: to be killed before a query is to be killed before the change that follows it.
 */
async function killedBefore(statement: number, work: () => Promise<unknown>): Promise<void> {
  let statements = 0;
  const query = Reflect.get(pg.Client.prototype, 'query') as () => unknown;
  const spied = jest.spyOn(pg.Client.prototype, 'query');
  spied.mockImplementation(function (this: pg.Client & Session, ...given: unknown[]) {
    const send = () => Reflect.apply(query, this, given) as Promise<unknown>;
    const isOther = this.connectionParameters.application_name !== 'care-atlas-sync' || isQuery(given[0]);
    if (isOther || ++statements !== statement) return send();
    const killed = rowsOf(database.url, 'select pg_terminate_backend($1, 10000)', [this.processID]);
    // The stream of a COPY is needed at once.
    return typeof given[0] === 'string' ? killed.then(send) : send();
  } as never);
  await work().catch(() => undefined);
  spied.mockRestore();
}

function isQuery(statement: unknown): boolean {
  return typeof statement === 'string' && /^\s*select\b/.test(statement);
}

/** What the driver's types lack. */
interface Session {
  readonly processID: number;
  readonly connectionParameters: { readonly application_name?: string };
}

test('a record that occurs twice is found when its id is written in other letters', async () => {
  const id = uuid(1).replace('8000', '8abc');
  const clinics = [id.toUpperCase(), id].map((written) => aClinic({ id: written }));
  await expect(sync(database.url, (writer) => writer.clinics(clinics))).rejects.toThrow(
    `The source holds the same record twice: id ${id}.`,
  );
});

describe('a run that fails', () => {
  beforeEach(() => sync(database.url, feedOneOfEach));

  test.each([
    [
      'the source breaks off',
      'The file ends in the middle.',
      function* () {
        yield aDoctor({ registrationNumber: '900002' });
        throw new Error('The file ends in the middle.');
      },
    ],
    [
      'a record occurs twice',
      'The source holds the same record twice: registration_number 900002.',
      () => [
        aDoctor({ registrationNumber: '900002' }),
        aDoctor({ registrationNumber: '900002', name: 'Dr. Twice' }),
      ],
    ],
    [
      'a record occurs twice, with longer and shorter numbers between',
      'The source holds the same record twice: registration_number 99.',
      () => ['99', '100', '99', '1000'].map((registrationNumber) => aDoctor({ registrationNumber })),
    ],
    [
      'a text contains NUL',
      'A text contains the character NUL: "a\\u0000b".',
      () => [aDoctor({ name: 'a\0b' })],
    ],
    [
      'a value is not of its type',
      'invalid input syntax for type uuid: "not a uuid"',
      () => [aDoctor({ clinicIds: ['not a uuid'] })],
    ],
    [
      'a value is out of range',
      'doctor_registration_number_check',
      () => [aDoctor({ registrationNumber: '9x' })],
    ],
    ['a doctor names no clinic', 'Doctor 900001 names no clinic.', () => [aDoctor({ clinicIds: [] })]],
    ['a clinic is not stored', 'doctor_primary_clinic_id_fkey', () => [aDoctor({ clinicIds: [uuid(9)] })]],
    [
      'work throws',
      'boom',
      () => {
        throw new Error('boom');
      },
    ],
  ] satisfies [string, string, () => Iterable<DoctorInput>][])(
    'leaves everything as it was when %s',
    async (_, expected, source) => {
      const message = await failureOf(async (writer) => {
        await changeClinic(writer);
        await writer.doctors(source());
      });
      expect(message).toContain(expected);
    },
  );

  test('leaves everything as it was when a complete register is empty', async () => {
    expect(await failureOf(doctors([], { complete: true }))).toBe(
      'The register is called complete but holds no doctor.',
    );
  });

  test('records how many rows were read when its guard refuses it', async () => {
    await sync(database.url, (writer) => writer.register(registrations(20)));
    const few = async (writer: SyncWriter) => {
      writer.reject({ line: 4, column: 'name', value: '', reason: 'It has no name.' }, '900019');
      writer.skip('pharmacies', 5);
      await writer.register(registrations(3), { complete: true });
    };
    expect(await failureOf(few)).toContain('This run would expire 16 of 20 active registrations');
    expect(await lastRun()).toMatchObject({ read: 5, rejected: 1 });
  });

  test.each([
    ['between two statements', false],
    ['while rows are copied', true],
  ])('leaves everything as it was when its connection is killed %s', async (_, copying) => {
    const failure = await failureOf(async (writer) => {
      await changeClinic(writer);
      if (copying) return writer.doctors(killingDoctors());
      await killConnection();
      return writer.doctors([aDoctor({ registrationNumber: '900002' })]);
    });
    expect(failure).toMatch(/terminat|not queryable|ECONNRESET|EPIPE/);
  });

  test.each<[string, number, (writer: SyncWriter) => Promise<void>, number]>([
    ['two clinics', Number(KILL_STEP ?? 4), changeClinic, 2],
    ['a night', Number(KILL_STEP ?? 15), night, 4],
  ])('of %s leaves all as it was when it is killed before a change', async (_, step, work, rows) => {
    const before = await contentOf(database.url);
    let hasSucceeded = false;
    for (let statement = 1; !hasSucceeded; statement += step) {
      await killedBefore(statement, () => sync(database.url, work, LATER));
      const succeeded = `select count(*)::integer as runs from sync_run where status = 'succeeded'`;
      hasSucceeded = (await rowsOf(database.url, succeeded))[0]!['runs'] === 2;
      const isSame = (await contentOf(database.url)) === before;
      expect({ statement, isSame }).toEqual({ statement, isSame: !hasSucceeded });
    }
    const { counts } = await sync(database.url, work, LATER);
    expect(counts).toMatchObject({ read: rows, unchanged: rows });
  });

  test('can be run again', async () => {
    await failureOf(() => Promise.reject(new Error('boom')));
    const { counts } = await sync(database.url, feedOneOfEach);
    expect(counts.unchanged).toBe(5);
  });
});

describe('two runs at once', () => {
  test('do not interleave: the second is refused, leaves no trace and may come later', async () => {
    await sync(database.url, async () => {
      await expect(sync(database.url, feedOneOfEach)).rejects.toThrow(
        'Another synchronization is running: start this one when it has ended.',
      );
    });
    expect(await rowsOf(database.url, 'select status from sync_run')).toEqual([{ status: 'succeeded' }]);
    await sync(database.url, feedOneOfEach);
  });

  test('show one that is under way as running', async () => {
    await sync(database.url, async () => {
      expect(await lastRun()).toMatchObject({ status: 'running', finished_at: null });
    });
  });

  test('mark one whose process was killed as failed', async () => {
    await rowsOf(
      database.url,
      `insert into sync_run (source, started_at, status) values ('old', '2020-01-01', 'running')`,
    );
    await sync(database.url, feedOneOfEach);
    expect(await rowsOf(database.url, `select status, reason from sync_run where source = 'old'`)).toEqual([
      { status: 'failed', reason: 'The process ended before the run did.' },
    ]);
  });
});

test('a directory has been synchronized once a run has succeeded', async () => {
  expect(await hasSynchronized(database.url)).toBe(false);
  await sync(database.url, () => Promise.reject(new Error('boom'))).catch(() => undefined);
  expect(await hasSynchronized(database.url)).toBe(false);
  await sync(database.url, feedOneOfEach);
  expect(await hasSynchronized(database.url)).toBe(true);
});

const fail = () => Promise.reject(new Error('fails'));

test('the audit has one event for a run that succeeds, and none for one that fails or is dry', async () => {
  const events = () =>
    rowsOf(
      database.url,
      `select actor, subject, details ->> 'runId' as run from audit_event
      where action = 'directory-imported' and subject = 'test' and actor = 'shell:tester'`,
    );
  const options = { actor: 'shell:tester' };
  await expect(sync(database.url, fail, NOW, options)).rejects.toThrow('fails');
  await sync(database.url, feedOneOfEach, NOW, { ...options, dryRun: true });
  expect(await events()).toEqual([]);
  const { runId } = await sync(database.url, feedOneOfEach, NOW, options);
  expect(await events()).toEqual([{ actor: 'shell:tester', subject: 'test', run: runId }]);
});
