import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, runSync } from '@care-atlas/data/sync';
import { clinicList } from './test-import.js';
import { gone, TestUploads, until, type TestWorker } from './test-worker.js';

let uploads: TestUploads;
beforeAll(async () => {
  uploads = await TestUploads.open();
});
afterEach(() => uploads.clear());
afterAll(() => uploads?.close());

const addClinics = (...names: string[]) =>
  uploads.add('clinics', 'clinics.csv', clinicList(...names.map((name) => ({ name }))));

/** Holds a job in the middle of a statement of the process that reads it. @returns the process */
async function heldAt(worker: TestWorker, before?: number): Promise<number> {
  const child = await worker.childOtherThan(before);
  await until(async () => (await uploads.isHeld()) || undefined);
  return child;
}

/** Interrupts what waits in the middle of a statement, and waits until it does so again. */
async function interrupt(): Promise<void> {
  await until(async () => (await uploads.isHeld()) || undefined);
  await uploads.interruptImports();
  await until(async () => ((await uploads.isHeld()) ? undefined : true));
  await until(async () => (await uploads.isHeld()) || undefined);
}

/** Adds a decision about a clinic that does not exist. A worker needs no other process for it. */
async function decide(): Promise<string> {
  const id = randomUUID();
  const decision = {
    kind: 'correct',
    record: 'clinic',
    key: '00000000-0000-4000-8000-000000000001',
    given: { phone: '416-555-0101' },
    why: 'Called the clinic',
    until: null,
  } as const;
  await uploads.jobs.addDecision({ id, decision, uploadedBy: 'ada', uploadedAt: new Date() });
  return id;
}

/** Waits until a decision has been tried, and with it until all jobs before it have ended. */
function tried(id: string) {
  return until(async () => {
    const job = await uploads.jobs.decisionById(id);
    return job && !['confirmed', 'importing'].includes(job.state) ? job : undefined;
  });
}

async function clinicCount(): Promise<number> {
  const statement = 'select count(*)::integer as count from clinic';
  const [row] = await uploads.database.query<{ count: number }[]>(statement);
  return row!.count;
}

it('a job whose worker was killed twice is parked with the reason, and the next one proceeds', async () => {
  const release = await uploads.holdImports();
  const id = await addClinics('One');
  for (let losses = 0; losses < 2; losses++) {
    const worker = await uploads.startWorker();
    const child = await heldAt(worker);
    await worker.end('SIGKILL');
    // Nobody would enforce its limits.
    await gone(child);
    await uploads.forgetWorker(id);
  }
  await release();
  const next = await addClinics('Two');
  await uploads.runWorker();
  expect(await uploads.reaches(id, 'parked', 'review')).toMatchObject({
    state: 'parked',
    reason: expect.stringMatching(
      /^The worker ended in the middle of the work\. This happened 2 times, so it is not tried again by itself\. .*check the file again/,
    ),
  });
  await uploads.reaches(next, 'review');
  expect(await readdir(join(uploads.spool, id, 'file'))).toEqual(['clinics.csv']);

  expect(await uploads.jobs.unpark(id)).toBe(true);
  expect(await uploads.reaches(id, 'review', 'parked')).toMatchObject({ state: 'review', losses: 0 });
});

it('a job whose process was killed twice is parked by the same worker, and the next one proceeds', async () => {
  const release = await uploads.holdImports();
  const id = await addClinics('One');
  const next = await addClinics('Two');
  const worker = await uploads.runWorker();
  const first = await heldAt(worker);
  process.kill(first, 'SIGKILL');
  const second = await heldAt(worker, first);
  expect(await uploads.jobs.byId(id)).toMatchObject({
    state: 'checking',
    reason: 'The process that reads the file ended in the middle (SIGKILL).',
  });
  process.kill(second, 'SIGKILL');
  const parked = await uploads.reaches(id, 'parked');
  expect(parked.reason).toMatch(/ended in the middle \(SIGKILL\)\. This happened 2 times/);
  await release();
  await uploads.reaches(next, 'review');
  expect(await readdir(join(uploads.spool, id))).toEqual(['file']);
});

it.each(['answers', 'does not answer'])(
  'a job that is withdrawn during its check is canceled, also when its process %s',
  async (what) => {
    const release = await uploads.holdImports();
    const id = await addClinics('One');
    const next = await addClinics('Two');
    const worker = await uploads.runWorker();
    const child = await heldAt(worker);
    if (what === 'does not answer') process.kill(child, 'SIGSTOP');
    expect(await uploads.jobs.cancel(id, new Date())).toBe(true);
    await gone(child);
    // Its statement still waits for the table: the server has noticed that its process is gone.
    await heldAt(worker, child);
    expect(await readdir(uploads.spool)).toEqual([next]);
    await release();
    await uploads.reaches(next, 'review');
    expect(await uploads.jobs.byId(id)).toMatchObject({ state: 'canceled' });
  },
);

it('a job that is withdrawn during its import is canceled, and nothing of it is imported', async () => {
  const worker = await uploads.runWorker();
  const id = await addClinics('One');
  const { version, fileHash } = await uploads.reaches(id, 'review');
  const release = await uploads.holdImports();
  await uploads.jobs.confirm(id, 'grace', version, fileHash);
  const child = await heldAt(worker);
  expect(await uploads.jobs.cancel(id, new Date())).toBe(true);
  await gone(child);
  await release();
  await tried(await decide());
  expect(await uploads.jobs.byId(id)).toMatchObject({ state: 'canceled', runId: null });
  expect(await readdir(uploads.spool)).toEqual([]);
  expect(await clinicCount()).toBe(0);
});

it.each([
  ['before it, is canceled', "state = 'canceled'", 'canceled', { state: 'canceled', runId: null }, 0],
  ['after it, is done', 'progress = progress', 'done', { state: 'done', runId: expect.any(String) }, 1],
] as const)(
  'an import that is withdrawn in the moment of its commit, %s',
  async (_when, change, state, end, count) => {
    await uploads.runWorker();
    const id = await addClinics('One');
    const { version, fileHash } = await uploads.reaches(id, 'review');
    const release = await uploads.holdImports();
    await uploads.jobs.confirm(id, 'grace', version, fileHash);
    await until(async () => (await uploads.isHeld()) || undefined);
    const commit = await uploads.changeSlowly(id, change);
    await release();
    await until(async () => (await uploads.isHeld('job')) || undefined);
    await commit();
    expect(await uploads.reaches(id, 'canceled', 'done')).toMatchObject({ state });
    expect(await uploads.jobs.cancel(id, new Date())).toBe(false);
    await tried(await decide());
    expect(await uploads.jobs.byId(id)).toMatchObject(end);
    expect(await clinicCount()).toBe(count);
  },
);

describe('a decision about a record', () => {
  it('that lost its worker twice is given up with the reason, and the next job proceeds', async () => {
    const id = await decide();
    await uploads.database.query(
      `update import_job set state = 'importing', losses = 1, seen_at = now() - interval '2 minutes'`,
    );
    const next = await decide();
    await uploads.runWorker();
    await tried(next);
    expect(await uploads.jobs.decisionById(id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('This happened 2 times, so it is not tried again by itself.'),
    });
  });

  it('is carried out after an interruption by the database, which is no loss', async () => {
    const release = await uploads.holdImports();
    const id = await decide();
    await uploads.runWorker();
    await interrupt();
    expect(await uploads.jobs.decisionById(id)).toMatchObject({ state: 'importing', losses: 0 });
    await release();
    const done = await tried(id);
    expect(done).toMatchObject({ state: 'failed', losses: 0, reason: expect.stringContaining('clinic') });
    expect(done.reason).not.toContain('is not tried again');
  });

  it('can be withdrawn while it is carried out', async () => {
    const release = await uploads.holdImports();
    const id = await decide();
    await uploads.runWorker();
    await until(async () => (await uploads.isHeld()) || undefined);
    expect(await uploads.jobs.cancelDecision(id, new Date())).toBe(true);
    await until(async () => ((await uploads.isHeld()) ? undefined : true));
    await release();
    await tried(await decide());
    expect(await uploads.jobs.decisionById(id)).toMatchObject({ state: 'canceled', runId: null });
  });
});

it('a check that the database interrupts is repeated, and this is no loss', async () => {
  const release = await uploads.holdImports();
  const id = await addClinics('One');
  await uploads.runWorker();
  await interrupt();
  expect(await uploads.jobs.byId(id)).toMatchObject({
    state: 'checking',
    losses: 0,
    reason: expect.stringMatching(/^The database interrupted the work/),
  });
  await release();
  expect(await uploads.reaches(id, 'review', 'parked')).toMatchObject({ state: 'review' });
});

it('an import that the database interrupts is repeated as it was confirmed', async () => {
  await uploads.runWorker();
  const id = await addClinics('One');
  const { version, fileHash } = await uploads.reaches(id, 'review');
  const release = await uploads.holdImports();
  await uploads.jobs.confirm(id, 'grace', version, fileHash);
  await interrupt();
  await release();
  expect(await uploads.reaches(id, 'done', 'review', 'parked')).toMatchObject({
    state: 'done',
    losses: 0,
    confirmedBy: 'grace',
  });
  expect(await clinicCount()).toBe(1);
});

it('while another import runs, the worker waits without reading the file again', async () => {
  const other = Promise.withResolvers<void>();
  const run = runSync(uploads.url, { source: 'clinics' }, new Date(), () => other.promise);
  await until(() => isRunning(uploads.database));
  const id = await addClinics('One');
  await uploads.runWorker();
  await until(async () => (await uploads.jobs.byId(id))?.progress === 'Waiting for another import');
  const [beats, found] = [new Set<number>(), new Set<string>()];
  await until(async () => {
    beats.add((await uploads.jobs.byId(id))!.seenAt!.getTime());
    // Each attempt has a folder of its own for a time.
    found.add((await readdir(join(uploads.spool, id))).join());
    return beats.size > 5;
  });
  expect([...found]).toEqual(['file']);
  other.resolve();
  await run;
  await uploads.reaches(id, 'review');
});

it('a worker that is stopped leaves its job to the next one, and this is no loss', async () => {
  const release = await uploads.holdImports();
  const id = await addClinics('One');
  for (let stops = 0; stops < 2; stops++) {
    // By its program or by its signal.
    const worker = await (stops === 0 ? uploads.startWorker() : uploads.runWorker());
    const child = await heldAt(worker);
    await worker.end();
    await gone(child);
    expect(await uploads.jobs.byId(id)).toMatchObject({ state: 'waiting', losses: 0 });
  }
  await release();
  await uploads.runWorker();
  expect(await uploads.reaches(id, 'review', 'parked')).toMatchObject({ state: 'review' });
});
