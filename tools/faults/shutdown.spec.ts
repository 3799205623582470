import { ClientLoad, countByStatus } from '../test/stage/client-load.js';
import { Stage } from '../test/stage/stage.js';
import { reads, UNLIMITED } from './requests.js';
import { answers, report, thousands, time } from './report.js';

const CLIENTS = 32;
const EXIT_MS = 10_000;
/** Each request takes at least so long, so that all clients have one under way at any moment. */
const ROUND_TRIP_MS = 60;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.stop());

it('2: on SIGTERM under load every request begun before it is answered, and the process ends within 10 s', async () => {
  const api = await stage.service('api', UNLIMITED);
  const connections = Array.from({ length: CLIENTS }, () => stage.connect(api));
  stage.postgres.proxy.delay(ROUND_TRIP_MS / 2);
  const load = new ClientLoad(connections, await reads(stage));
  await load.waitFor(200);
  const asked = performance.now();
  await api.stop();
  const took = performance.now() - asked;
  const records = await load.stop();
  await stage.postgres.proxy.restore();
  const before = records.filter(({ begun }) => begun < asked);
  const underWay = before.filter(({ ended }) => ended > asked);
  const after = records.filter(({ begun }) => begun >= asked);
  report(
    `2: SIGTERM under ${CLIENTS} clients: ${answers(before)} begun before it, ${underWay.length} of them under way; ` +
      `${thousands(countByStatus(after)[200] ?? 0)} more served while it drained; ended with ${api.ending} after ${time(took)}.`,
  );
  expect(countByStatus(before)).toEqual({ 200: before.length });
  expect(underWay.length).toBeGreaterThan(CLIENTS / 2);
  expect(api.ending).toBe(0);
  expect(took).toBeLessThan(EXIT_MS);
});
