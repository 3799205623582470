import { runSync } from '@care-atlas/data/sync';
import { Client } from 'pg';
import type { Answer } from '../test/stage/connection.js';
import { ClientLoad, type PlannedRequest, longest, countByStatus } from '../test/stage/client-load.js';
import type { Service } from '../test/stage/programs/service.js';
import { Stage } from '../test/stage/stage.js';
import { until } from '../test/stage/until.js';
import { sampleDirectory } from '../src/sample/sample-directory.js';
import type { SampleDoctor } from '../src/sample/doctors/sample-doctor.js';
import { reads, UNLIMITED } from './requests.js';
import { answers, report, thousands, time } from './report.js';

const DOCTORS = 2_000;
const CLIENTS = 4;
/** Between the requests of a client. */
const PAUSE_MS = 5;
const SWAPS = 3;
/** Answers to each client while the reviews of a new dataset load: a thread that stood still would give one. */
const ANSWERS_MEANWHILE = 5;
/**
 * The shortest time limit towards the database. A request that is refused after it waited for a machine that is too
 * busy with the import, not for the swap.
 */
const STARVED_MS = 1_000;
const EDITION = /Edition\d+/g;

let stage: Stage;
let api: Service;
let blocker: Client;
beforeAll(async () => {
  stage = await Stage.start(DOCTORS);
  api = await stage.service('api', UNLIMITED);
  blocker = new Client({ connectionString: stage.postgres.directUrl });
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await stage.stop();
});

/** The sample's doctors, each with the number of an edition in the name. */
function* edited(edition: number, now: Date): Generator<SampleDoctor> {
  for (const doctor of sampleDirectory({ doctors: DOCTORS, now }).doctors()) {
    yield { ...doctor, name: `${doctor.name} Edition${edition}` };
  }
}

/**
 * Imports an edition, and waits until it is served.
 * @returns how many answers were given from the moment at which the loader begins with the reviews until the switch
 */
async function publish(edition: number, answered: () => number): Promise<number> {
  const now = new Date();
  // The loader stops before the reviews, which are most of the rows, so that the test knows when it reads them. The lock waits for
  // the run, which reads them too, and is granted before the loader asks.
  await blocker.query('begin');
  let locked: Promise<unknown> | undefined;
  const { version } = await runSync(
    stage.postgres.directUrl,
    { source: 'sample' },
    now,
    (writer) => writer.doctors(edited(edition, now)),
    {
      beforeCommit: () => {
        locked = blocker.query('lock table review');
        return Promise.resolve();
      },
    },
  );
  await locked;
  await until('the loader came to the reviews', async () => {
    const { rowCount } = await stage.database.pool.query(
      `select from pg_stat_activity where application_name = 'care-atlas-load' and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  });
  const before = answered();
  await blocker.query('commit');
  const connection = stage.connect(api);
  let during = 0;
  await until(`edition ${edition} was served`, async () => {
    during = answered() - before;
    const { status, body } = await connection.ask('/api/v1/');
    // A machine that is too busy with the import gets 503 here, too.
    if (status !== 200) return false;
    const { dataset } = JSON.parse(body) as { dataset: { version: string } };
    return dataset.version === version;
  });
  return during;
}

it(`17: ${SWAPS} new datasets of ${thousands(DOCTORS)} doctors under load fail no request, mix no versions, and let the service answer while it loads`, async () => {
  await publish(0, () => 0);
  const mixed: string[] = [];
  /** Which edition each tag of each request stands for. */
  const editionOf = new Map<string, string>();
  const onAnswer = ({ status, body, headers }: Answer, { path }: PlannedRequest): void => {
    const [edition, ...others] = new Set(body.match(EDITION));
    if (edition === undefined || status !== 200) return;
    const tag = `${path} ${headers['etag']}`;
    if (others.length > 0 || (editionOf.get(tag) ?? edition) !== edition) mixed.push(tag);
    editionOf.set(tag, edition);
  };
  const connections = Array.from({ length: CLIENTS }, () => stage.connect(api));
  const all = await reads(stage);
  const lists = [{ ...all[0]!, path: '/api/v1/doctors?limit=100' }];
  const load = new ClientLoad(connections, [...all, ...lists], onAnswer, PAUSE_MS);
  await load.waitFor(100);
  await api.longestStall();
  const during: number[] = [];
  for (let edition = 1; edition <= SWAPS; edition++)
    during.push(await publish(edition, () => load.records.length));
  const stall = await api.longestStall();
  const records = await load.stop();
  const reviews = await stage.database.pool
    .query<{ count: string }>('select count(*) from review')
    .then(({ rows }) => Number(rows[0]!.count));
  report(
    `17: ${SWAPS} datasets of ${thousands(DOCTORS)} doctors under ${CLIENTS} clients: ${answers(records)}, longest ` +
      `${time(longest(records))}, ${mixed.length} of two versions; ${during.map(thousands).join(', ')} answers while ` +
      `${thousands(reviews)} reviews were loaded; the service stood still for ${time(stall)} at most.`,
  );
  const failed = records.filter(
    ({ status, begun, ended }) => status !== 200 && !(status === 503 && ended - begun >= STARVED_MS),
  );
  expect(countByStatus(failed)).toEqual({});
  expect(mixed).toEqual([]);
  expect(new Set(editionOf.values()).size).toBe(SWAPS + 1);
  // That the switch itself copies no record is tested in libs/data/src/directory/loading/read-model-loader.spec.ts.
  expect(Math.min(...during)).toBeGreaterThan(CLIENTS * ANSWERS_MEANWHILE);
});
