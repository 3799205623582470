import { randomUUID } from 'node:crypto';
import { Interruptions, MAX_INTERRUPTIONS } from '../src/worker/interruptions.js';
import { clinicList } from './test-import.js';
import { TestUploads } from './test-worker.js';

const decision = {
  kind: 'hide',
  record: 'doctor',
  key: '12345',
  given: {},
  why: 'Moved away',
  until: null,
} as const;

let uploads: TestUploads;
let now: Date;
let interruptions: Interruptions;
beforeAll(async () => {
  uploads = await TestUploads.open();
});
beforeEach(() => {
  now = new Date();
  interruptions = new Interruptions(
    uploads.jobs,
    () => now,
    () => undefined,
  );
});
afterEach(() => uploads.clear());
afterAll(() => uploads?.close());

const claim = () => uploads.jobs.claim(now, interruptions.resting);

/** Interrupts the job that waits, again and again. @returns how long it rested each time, in seconds */
async function interrupt(times: number): Promise<number[]> {
  const rests: number[] = [];
  for (let n = 0; n < times; n++) {
    interruptions.add((await claim())!, 'no space left on device');
    await interruptions.putBack();
    const begun = now.getTime();
    while (interruptions.resting.length > 0) now = new Date(now.getTime() + 1_000);
    rests.push((now.getTime() - begun) / 1_000);
  }
  return rests;
}

it('an upload rests longer each time, while others go on, and is set aside in the end', async () => {
  const id = await uploads.add('clinics', 'clinics.csv', clinicList({ name: 'One' }));
  expect(await interrupt(MAX_INTERRUPTIONS - 1)).toEqual([5, 10, 20, 40, 60, 60, 60, 60, 60]);
  expect(await uploads.jobs.byId(id)).toMatchObject({ state: 'waiting', losses: 0 });
  interruptions.add((await claim())!, 'no space left on device');
  await interruptions.putBack();
  expect(await uploads.jobs.byId(id)).toMatchObject({
    state: 'parked',
    losses: 0,
    reason: expect.stringMatching(
      /interrupted the work 10 times in a row, .* The last reason: no space left on device$/,
    ),
  });
  expect(await uploads.jobs.unpark(id)).toBe(true);
  expect(await claim()).toMatchObject({ id });
});

it('while a job rests, the next one is given to the worker', async () => {
  const id = await uploads.add('clinics', 'clinics.csv', clinicList({ name: 'One' }));
  const next = await uploads.add('clinics', 'more.csv', clinicList({ name: 'Two' }));
  interruptions.add((await claim())!, 'no space left on device');
  await interruptions.putBack();
  expect(await claim()).toMatchObject({ id: next });
  expect(await claim()).toBeUndefined();
  now = new Date(now.getTime() + 5_000);
  expect(await claim()).toMatchObject({ id });
});

it('an attempt that ends otherwise begins the count again', async () => {
  await uploads.add('clinics', 'clinics.csv', clinicList({ name: 'One' }));
  await interrupt(3);
  const job = (await claim())!;
  interruptions.end(job);
  await uploads.jobs.putBack(job);
  expect(await interrupt(1)).toEqual([5]);
});

it('a decision is never given up', async () => {
  const id = randomUUID();
  await uploads.jobs.addDecision({ id, decision, uploadedBy: 'ada', uploadedAt: now });
  await interrupt(3 * MAX_INTERRUPTIONS);
  expect(await uploads.jobs.decisionById(id)).toMatchObject({ state: 'confirmed', losses: 0, decision });
  expect(await claim()).toMatchObject({ id });
});
