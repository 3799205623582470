import { runSync, type SyncWriter } from '@care-atlas/data/sync';
import type { Answer } from '../test/stage/connection.js';
import { ClientLoad, type PlannedRequest, longest, countByStatus } from '../test/stage/client-load.js';
import type { Service } from '../test/stage/service.js';
import { Stage } from '../test/stage/stage.js';
import { until } from '../test/stage/until.js';
import { sampleDirectory } from '../src/sample/sample-directory.js';
import type { SampleDoctor } from '../src/sample/doctors/sample-doctor.js';
import { reads, UNLIMITED } from './requests.js';
import { answers, report, thousands, time } from './report.js';

const DOCTORS = 5_000;
const CLIENTS = 4;
const SWAPS = 3;
const STALL_MS = 50;
/**
 * The shortest time limit towards the database. Whoever is refused after it was kept waiting by a machine that is too
 * busy with the import, not by the swap: that would show as a stall of the service.
 */
const STARVED_MS = 1_000;
const EDITION = /Edition\d+/g;

let stage: Stage;
let api: Service;
beforeAll(async () => {
  stage = await Stage.start(DOCTORS);
  api = await stage.service('api', UNLIMITED);
});
afterAll(() => stage.stop());

/** The sample's doctors, each with the number of an edition in the name. */
function* edited(edition: number, now: Date): Generator<SampleDoctor> {
  for (const doctor of sampleDirectory({ doctors: DOCTORS, now }).doctors()) {
    yield { ...doctor, name: `${doctor.name} Edition${edition}` };
  }
}

/** Imports an edition, or only does as if. Gives the version of the dataset that it made. */
async function importEdition(edition: number, dryRun: boolean): Promise<string | undefined> {
  const now = new Date();
  const work = (writer: SyncWriter) => writer.doctors(edited(edition, now));
  const { version } = await runSync(stage.postgres.directUrl, { source: 'sample' }, now, work, { dryRun });
  return version;
}

/** Imports an edition, and waits until it is served. */
async function publish(edition: number): Promise<void> {
  const version = await importEdition(edition, false);
  const connection = stage.connect(api);
  await until(`edition ${edition} was served`, async () => {
    const { dataset } = JSON.parse((await connection.ask('/api/v1/')).body) as {
      dataset: { version: string };
    };
    return dataset.version === version;
  });
}

it(`17: ${SWAPS} new datasets of ${thousands(DOCTORS)} doctors under load fail no request, mix no versions, and stall nobody`, async () => {
  await publish(0);
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
  const load = new ClientLoad(connections, [...all, ...lists], onAnswer);
  await load.waitFor(500);
  await api.longestStall();
  // All the work of an import, without a new dataset: what it takes from the service is not the swap's doing. Where the
  // system does not tell who waited for a processor, that may be much.
  await importEdition(SWAPS + 1, true);
  const calm = await api.longestStall();
  for (let edition = 1; edition <= SWAPS; edition++) await publish(edition);
  const stall = await api.longestStall();
  const records = await load.stop();
  report(
    `17: ${SWAPS} datasets of ${thousands(DOCTORS)} doctors under ${CLIENTS} clients: ${answers(records)}, longest ` +
      `${time(longest(records))}, ${mixed.length} of two versions; the service stood still for ${time(stall)} at most ` +
      `(while an import was rehearsed: ${time(calm)}).`,
  );
  const failed = records.filter(
    ({ status, begun, ended }) => status !== 200 && !(status === 503 && ended - begun >= STARVED_MS),
  );
  expect(countByStatus(failed)).toEqual({});
  expect(mixed).toEqual([]);
  expect(new Set(editionOf.values()).size).toBe(SWAPS + 1);
  expect(stall).toBeLessThan(Math.max(STALL_MS, 2 * calm));
});
