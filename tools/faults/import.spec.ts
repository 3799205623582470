import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SyncHistory } from '@care-atlas/data/sync';
import { runCommand } from '../test/run-command.js';
import type { Answer } from '../test/stage/connection.js';
import { ClientLoad, type PlannedRequest, countByStatus } from '../test/stage/client-load.js';
import type { Service } from '../test/stage/programs/service.js';
import { Stage } from '../test/stage/stage.js';
import { until } from '../test/stage/until.js';
import { reads, UNLIMITED } from './requests.js';
import { answers, report } from './report.js';

const ROWS = 4_000;
const FIRST_NUMBER = 950_001;
const CLIENTS = 4;
/** Between the requests of a client. */
const PAUSE_MS = 50;
/** So many that every request is answered, before the work and after it. */
const ANSWERS = 20;
const COLUMNS =
  'registration_number,name,gender,status,class,independent_since,specialties,languages,location_1_address,location_1_postal_code';

let stage: Stage;
let api: Service;
let planned: readonly PlannedRequest[];
let history: SyncHistory;
beforeAll(async () => {
  // So few that a complete register may lack them.
  stage = await Stage.start(40);
  api = await stage.service('api', UNLIMITED);
  planned = await reads(stage);
  history = new SyncHistory(stage.database);
});
afterAll(() => stage.stop());

/** A register with a doctor in every row. */
function register(): string {
  const rows = Array.from(
    { length: ROWS },
    (_, i) =>
      `${FIRST_NUMBER + i},Éloïse Tremblay,Woman,Active,Independent Practice,2009-07-01,Cardiology,French,"${1 + (i % 900)} Example Street, Toronto, ON",M5V 3A8`,
  );
  return `${[COLUMNS, ...rows].join('\n')}\n`;
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(stage.directory, name);
  await writeFile(path, content);
  return path;
}

const sync = (...words: readonly string[]) =>
  runCommand('sync', words, { DATABASE_URL: stage.postgres.directUrl });

/** Whether an import is at work, or waits for a lock in a transaction that has written. */
async function importing(state: 'working' | 'waiting'): Promise<boolean> {
  const { rowCount } = await stage.database.pool.query(
    `select from pg_stat_activity where application_name = 'care-atlas-sync'
     ${state === 'waiting' ? `and backend_xid is not null and wait_event_type = 'Lock'` : ''}`,
  );
  return rowCount! > 0;
}

/** Does something to the data under load, in which every answer must be as it was before. */
async function whileServing<T>(work: () => Promise<T>): Promise<T> {
  const before = new Map<string, string>();
  const changed = new Set<string>();
  const onAnswer = ({ body }: Answer, { path }: PlannedRequest): void => {
    if ((before.get(path) ?? body) !== body) changed.add(path);
    before.set(path, body);
  };
  const connections = Array.from({ length: CLIENTS }, () => stage.connect(api));
  const load = new ClientLoad(connections, planned, onAnswer, PAUSE_MS);
  await load.waitFor(ANSWERS);
  const result = await work();
  await load.waitFor(ANSWERS);
  const records = await load.stop();
  report(`    meanwhile ${answers(records)}; ${changed.size} answers changed.`);
  expect(countByStatus(records)).toEqual({ 200: records.length });
  expect([...changed]).toEqual([]);
  return result;
}

describe('18: an import of a register', () => {
  it('that is killed in the middle changes nothing', async () => {
    const path = await file('register.csv', register());
    await whileServing(async () => {
      const client = await stage.database.pool.connect();
      // An import writes this table last.
      await client.query('begin; lock table dataset_version in exclusive mode');
      const run = stage.import(['register', path]);
      await until('the import had written the records', () => importing('waiting'));
      run.kill();
      expect((await run.ended).code).toBeNull();
      await until('the database noticed', async () => !(await importing('working')));
      await client.query('rollback');
      client.release();
    });
    const [run] = await history.runs(1);
    report(`18: an import was killed in the middle: its run is ${run!.status} until the next one begins.`);
    expect(run).toMatchObject({ source: 'register', status: 'running' });
  });

  it.each([
    ['is cut off', 'cut.csv', (text: string) => text.slice(0, -60), 'is cut off'],
    ['is in Latin-1', 'latin.csv', (text: string) => Buffer.from(text, 'latin1'), '0xC9'],
    ['is in UTF-16', 'utf16.csv', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'UTF-16'],
  ])('that %s is refused with the reason, and changes nothing', async (what, name, harm, reason) => {
    const path = await file(name, harm(register()));
    const { code, errors } = await whileServing(() => sync('register', path));
    const [run] = await history.runs(1);
    report(`18: a register that ${what}: ends with ${code}, "${run!.reason}"`);
    expect(code).toBe(1);
    expect(errors).toContain(`${run!.reason}\nNothing was imported.`);
    expect(run).toMatchObject({ fileName: name, status: 'failed', reason: expect.stringContaining(reason) });
  });

  it('succeeds when it is run again, says what became of the killed one, and is served', async () => {
    const { code, errors } = await sync('register', join(stage.directory, 'register.csv'));
    expect([code, errors.replaceAll(/^\d\d:.*\n/gm, '')]).toEqual([0, '']);
    const runs = await history.runs(5);
    expect(runs[0]).toMatchObject({ status: 'succeeded' });
    expect(
      runs.find(({ fileName, status }) => fileName === 'register.csv' && status === 'failed'),
    ).toMatchObject({
      reason: 'The process ended before the run did.',
    });
    const connection = stage.connect(api);
    const { key } = planned[0]!;
    const served = async () => {
      const { status } = await connection.ask(`/api/v1/doctors/${FIRST_NUMBER}`, { ...(key && { key }) });
      return status === 200;
    };
    await until('the imported doctors were served', served);
    report(`18: the same register, run again: imported and served.`);
  });
});

describe('19: an import of a complete register', () => {
  it('whose last row is rejected expires no doctor, and reports it', async () => {
    const listed = async () => {
      const { rows } = await stage.database.pool.query<{ count: number }>(
        'select count(*)::integer as count from doctor where expired_at is null',
      );
      return rows[0]!.count;
    };
    const before = await listed();
    // With the sample's doctors, whom it lacks, few enough are missing for the guard to let them go.
    const lines = register().split('\n');
    const tail = lines.splice(-9).join('\n');
    const path = await file('tail.csv', `${lines.join('\r\n')}\r\n${tail}`);
    const { code } = await sync('register', path, '--complete');
    const [run] = await history.runs(1);
    report(
      `19: a complete register whose last 8 rows have other line ends: ends with ${code}, "${run!.reason}"`,
    );
    expect(code).toBe(0);
    expect(run).toMatchObject({
      fileName: 'tail.csv',
      status: 'succeeded',
      counts: { rejected: 1, expired: 0, closed: 0 },
      reason:
        'No doctor was expired as missing: the registration number of 1 rejected row could not be read.',
    });
    expect(await listed()).toBe(before);
  });
});
