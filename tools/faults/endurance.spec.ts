import { setTimeout as sleep } from 'node:timers/promises';
import { ClientLoad, type PlannedRequest, longest } from '../test/stage/client-load.js';
import { Stage } from '../test/stage/stage.js';
import { reads, UNLIMITED } from './requests.js';
import { answers, report, time } from './report.js';
import { loadSeconds } from './scale.js';

const CLIENTS = 16;
const SAMPLES = 50;
/** Of the load: what comes before is warming up. */
const EARLY = 0.2;
const GROWTH = 0.1;
const HELD_GROWTH = 0.015;
/** V8 first collects after a number of requests, not after a time: a shorter load must make it collect. */
const CLEARS_UP_SECONDS = 600;
/** Between the requests of a client in a shorter load. */
const PAUSE_MS = loadSeconds < CLEARS_UP_SECONDS ? 100 : 0;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start(500);
});
afterAll(() => stage.stop());

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

it(`16: after ${loadSeconds} s of load the service holds no more memory than after a fifth of it`, async () => {
  const api = await stage.service('api', UNLIMITED);
  const served = await reads(stage);
  // What is refused must be forgotten as well as what is served.
  const refused: readonly PlannedRequest[] = [
    { path: '/api/v1/doctors?limit=x', key: served[0]!.key! },
    { path: '/api/v1/doctors/1', key: served[0]!.key! },
    { path: '/api/v1/doctors' },
    { path: '/nowhere' },
  ];
  const connections = Array.from({ length: CLIENTS }, () => stage.connect(api));
  const load = new ClientLoad(connections, [...served, ...refused], undefined, PAUSE_MS);
  const memory: number[] = [];
  let heldEarly: number | undefined;
  for (let i = 0; i < SAMPLES; i++) {
    await sleep((loadSeconds * 1000) / SAMPLES);
    memory.push(api.memory);
    if (i === SAMPLES * EARLY && loadSeconds < CLEARS_UP_SECONDS) heldEarly = await api.heldMemory();
  }
  const heldLate = await api.heldMemory();
  const records = await load.stop();
  const tenth = SAMPLES / 10;
  const early = median(memory.slice(SAMPLES * EARLY, SAMPLES * EARLY + tenth));
  const late = median(memory.slice(-tenth));
  report(
    `16: ${loadSeconds} s under ${CLIENTS} clients: ${answers(records)}, longest ${time(longest(records))}; the process had ` +
      `${Math.round(early)} MB after a fifth, ${Math.round(late)} MB at the end; it held ` +
      `${heldEarly === undefined ? '' : `${heldEarly.toFixed(1)} and `}${heldLate.toFixed(1)} MB.`,
  );
  // Of a load that runs unaided only the process is compared: nobody looked at what it held in between.
  expect(heldLate).toBeLessThan((heldEarly ?? heldLate) * (1 + HELD_GROWTH));
  expect(late).toBeLessThan(early * (1 + GROWTH));
});
