import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { runSync } from '@care-atlas/data/sync';
import type { ImportJobDetails, ImportList, ImportState } from '#contract/imports/imports';
import { uuid } from '../../../../libs/domain/test/builders.js';
import { startWorker } from '../../test/running-worker.js';
import { refusal, type TestBrowser } from './test-browser.js';
import { TestDashboard } from './test-dashboard.js';

const FILE = 'application/octet-stream';
const ENDED: readonly ImportState[] = ['review', 'parked', 'done', 'failed'];

let spool: string;
let dashboard: TestDashboard;
let worker: { stop: () => Promise<void> };
let ada: TestBrowser;
let grace: TestBrowser;

beforeAll(async () => {
  spool = await mkdtemp(join(tmpdir(), 'care-atlas-spool-'));
  dashboard = await TestDashboard.start({
    IMPORT_SPOOL_DIR: spool,
    IMPORT_UPLOAD_MB: '1',
    IMPORT_SECOND_ADMINISTRATOR: 'yes',
  });
  ada = await dashboard.enrol('ada');
  grace = await dashboard.enrol('grace', dashboard.browser(), 'operator');
  worker = await startWorker(dashboard.testDatabase.url, spool);
});
afterAll(async () => {
  await worker?.stop();
  await dashboard?.stop();
  await rm(spool, { recursive: true, force: true });
});

/** A file of clinics. */
function clinics(count: number, name = 'Clinic'): string {
  const rows = Array.from(
    { length: count },
    (_, n) => `${uuid(n)},${name} ${n},family-practice,"${n + 1} Example Street, Toronto, ON",M5S 1A1`,
  );
  return ['id,name,type,address,postal_code', ...rows].join('\n');
}

function send(
  browser: TestBrowser,
  content: string,
  query: Readonly<Record<string, string>> = {},
  id: string = randomUUID(),
) {
  const settings = new URLSearchParams({ source: 'clinics', fileName: 'clinics.csv', ...query });
  const body = Buffer.from(content);
  return browser.ask(`/api/imports/${id}?${settings}`, {
    method: 'PUT',
    body,
    headers: { 'content-type': FILE },
  });
}

/** Uploads a file, and waits until its check has ended. */
async function upload(content: string, query?: Readonly<Record<string, string>>): Promise<ImportJobDetails> {
  const answered = await send(ada, content, query);
  expect(answered.status).toBe(201);
  return ended((JSON.parse(answered.text) as { id: string }).id);
}

/** Waits for the worker. It asks the database, because an answer of the dashboard costs ten times as much. */
async function ended(id: string): Promise<ImportJobDetails> {
  const open = 'select from import_job where id = $1 and state <> all ($2)';
  while ((await dashboard.rows(open, [id, ENDED])).length > 0) await sleep(100);
  return grace.get<ImportJobDetails>(`/api/imports/${id}`);
}

const confirm = (browser: TestBrowser, { id, version, fileHash }: ImportJobDetails, body: object = {}) =>
  browser.ask(`/api/imports/${id}/confirm`, {
    method: 'POST',
    body: { version, fileHash, changes: [], rejects: false, replacesSample: false, ...body },
  });

async function imported(job: ImportJobDetails, body?: object): Promise<ImportJobDetails> {
  expect((await confirm(grace, job, body)).status).toBe(200);
  return ended(job.id);
}

const open = async () =>
  (
    await dashboard.rows<{ count: number }>(
      'select count(*)::integer as count from clinic where closed_at is null',
    )
  )[0]!.count;

/** The first file, which is checked. */
let first: ImportJobDetails;

it('takes the statement that a source confirms with a complete file only', async () => {
  const refused = await send(ada, clinics(1), { confirms: 'true' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('only a complete file confirms what it says');
  first = await upload(clinics(12), { confirms: 'true', complete: 'true' });
  expect(first.settings).toMatchObject({ confirms: true, complete: true });
});

it('checks an upload, and imports it once somebody else has confirmed it', async () => {
  expect(first).toMatchObject({
    state: 'review',
    uploadedBy: 'ada',
    guard: null,
    mayConfirm: true,
    summary: { counts: { rows: 12, created: 12, rejected: 0 } },
  });
  expect(first.summary?.differences).toHaveLength(12);
  expect(await open()).toBe(0);

  expect(refusal(await confirm(ada, first))).toMatchObject({ status: 403, error: 'forbidden' });
  const done = await imported(first);
  expect(done).toMatchObject({ state: 'done', confirmedBy: 'grace', summary: { counts: { created: 12 } } });
  expect(await open()).toBe(12);
  expect(await dashboard.auditEvents()).toEqual(
    expect.arrayContaining([
      'ada import-uploaded clinics.csv',
      'grace import-confirmed clinics.csv',
      'grace directory-imported clinics',
    ]),
  );
  const [run] = (await ada.get<{ runs: { id: string; counts: object }[] }>('/api/runs')).runs;
  expect(run).toMatchObject({ id: done.runId, counts: { created: 12 } });
});

it('names each limit that an import goes beyond, and imports only what was confirmed by name', async () => {
  const checked = await upload(clinics(2), { complete: 'true' });
  expect(checked).toMatchObject({
    state: 'review',
    guard: { expiry: 10, reasons: [expect.stringContaining('10')] },
    summary: { counts: { unchanged: 2, closed: 10 } },
  });
  for (const body of [
    {},
    { expiry: 9 },
    { expiry: 10, replacesSample: true },
    { expiry: 10, version: '1' },
    { expiry: 10, fileHash: '0'.repeat(64) },
  ]) {
    expect(refusal(await confirm(grace, checked, body))).toMatchObject({ status: 400, param: 'version' });
  }
  expect(await open()).toBe(12);
  expect(await imported(checked, { expiry: 10 })).toMatchObject({ state: 'done' });
  expect(await open()).toBe(2);
});

it('shows changes by name, those that take something away first', async () => {
  const others = clinics(22, 'Other').split('\n').slice(21);
  const { summary } = await upload([clinics(1), ...others].join('\n'), { complete: 'true' });
  expect(summary?.counts).toMatchObject({ created: 2, closed: 1 });
  const [closed, next] = summary!.differences;
  expect(closed).toMatchObject({ change: 'closed', key: uuid(1), name: 'Clinic 1' });
  expect(next).toMatchObject({ name: expect.stringMatching(/^Other/) as string });
});

it('checks again when the directory changed after the check', async () => {
  const checked = await upload(clinics(3), { confirms: 'false' });
  expect(checked.settings).toMatchObject({ confirms: false, complete: false });
  await runSync(dashboard.testDatabase.url, { source: 'another' }, new Date(), () => Promise.resolve());
  const again = await imported(checked);
  expect(again).toMatchObject({
    state: 'review',
    confirmedBy: null,
    reason: 'The directory changed after the check, so the file is checked again.',
  });
  expect(again.version).not.toBe(checked.version);
  expect(await imported(again)).toMatchObject({ state: 'done', reason: '' });
});

it('takes up what a worker left that died, sets aside what was left twice, says why, and checks it again when somebody says so', async () => {
  const { id } = await upload(clinics(4));
  await dashboard.rows(
    `update import_job set state = 'importing', confirmed_by = 'grace', seen_at = now() - interval '2 minutes' where id = $1`,
    [id],
  );
  expect(await ended(id)).toMatchObject({ state: 'review', confirmedBy: null });
  await dashboard.rows(
    `update import_job set state = 'checking', losses = 1, seen_at = now() - interval '2 minutes' where id = $1`,
    [id],
  );
  const parked = await ended(id);
  expect(parked).toMatchObject({ state: 'parked', mayConfirm: false });
  expect(parked.reason).toMatch(
    /^The worker ended in the middle of the work\. This happened 2 times, .*check the file again; or withdraw it/,
  );
  const { imports } = await ada.get<ImportList>('/api/imports');
  expect(imports.find((job) => job.id === id)).toMatchObject({ state: 'parked', reason: parked.reason });
  // Others go on.
  await upload(clinics(4));

  const viewer = await dashboard.enrol('vera', dashboard.browser(), 'viewer');
  expect((await viewer.ask(`/api/imports/${id}/check`, { method: 'POST' })).status).toBe(403);
  expect(await ada.post(`/api/imports/${id}/check`)).toMatchObject({ state: 'waiting', reason: '' });
  expect(await ended(id)).toMatchObject({ state: 'review' });
  const again = await ada.ask(`/api/imports/${id}/check`, { method: 'POST' });
  expect(refusal(again)).toMatchObject({ status: 400, param: 'id' });
  expect(await dashboard.auditEvents()).toContain('ada import-rechecked clinics.csv');
});

it('an upload is withdrawn while it is checked, and the next one proceeds', async () => {
  const holder = new Client(dashboard.testDatabase.url);
  await holder.connect();
  await holder.query('begin; lock table clinic in access exclusive mode');
  const { id } = JSON.parse((await send(ada, clinics(4))).text) as { id: string };
  while ((await ada.get<ImportJobDetails>(`/api/imports/${id}`)).state !== 'checking') await sleep(100);
  expect(await ada.post(`/api/imports/${id}/cancel`)).toMatchObject({ state: 'canceled' });
  await holder.end();
  await upload(clinics(4));
  expect(await readdir(spool)).not.toContain(id);
  expect(await grace.get(`/api/imports/${id}`)).toMatchObject({ state: 'canceled' });
});

it('offers the rows that cannot be used as a file', async () => {
  const checked = await upload(`${clinics(4)}\n,Without an id,family-practice,,`);
  expect(checked).toMatchObject({
    state: 'review',
    guard: {
      rejects: true,
      reasons: ['1 of 5 rows could not be used, but at most 1% of them may be rejected.'],
    },
    hasRejects: true,
    summary: { counts: { rejected: 1 }, rejects: [{ line: 6, kind: 'row' }] },
  });
  const file = await ada.ask(`/api/imports/${checked.id}/rejects-file`);
  expect(file.text).toContain('Without an id');
  expect(file.headers['content-disposition']).toBe('attachment; filename="rejects-clinics.csv"');
  expect(await imported(checked, { rejects: true })).toMatchObject({ state: 'done' });
});

it.each([
  ['no table', 'not a table', {}, 'clinics.csv, line 1: the columns id, name'],
  ['another kind of file', clinics(1), { map: 'osm' }, 'the column healthcare or amenity is missing'],
])('says why a file cannot be imported: %s', async (_why, content, query, reason) => {
  const failed = await upload(content, query);
  expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) });
  expect(failed.reason).not.toContain(spool);
  expect(refusal(await confirm(grace, failed))).toMatchObject({ status: 400 });
});

it('keeps nothing of a file that is too large, empty, or sent by somebody who may not', async () => {
  const before = await readdir(spool);
  const viewer = await dashboard.enrol('edith', dashboard.browser(), 'viewer');
  const answers = [
    await send(ada, 'x'.repeat(1_000_001)),
    await send(ada, ''),
    await send(ada, clinics(1), { fileName: '..' }),
    await send(ada, clinics(1), { source: 'rumours' }),
    await send(ada, clinics(1), { map: '/etc/passwd.yaml' }),
    await send(ada, clinics(1), {}, 'not-a-uuid'),
    await send(viewer, clinics(1)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([413, 400, 400, 400, 400, 400, 403]);
  expect(await readdir(spool)).toEqual(before);
});

it('an upload whose name has folders stays within its own; it can be withdrawn, once, and cannot be replaced', async () => {
  const checked = await upload(clinics(5), { fileName: '../../etc\\clinics.csv' });
  expect(checked.fileName).toBe('clinics.csv');
  expect(refusal(await send(ada, clinics(6), {}, checked.id))).toMatchObject({ status: 400, param: 'id' });
  expect(await ada.post(`/api/imports/${checked.id}/cancel`)).toMatchObject({ state: 'canceled' });
  expect(await readdir(spool)).not.toContain(checked.id);
  expect(refusal(await confirm(grace, checked))).toMatchObject({ status: 400 });
  const again = await ada.ask(`/api/imports/${checked.id}/cancel`, { method: 'POST' });
  expect(again.status).toBe(400);
  const { imports } = await ada.get<ImportList>('/api/imports');
  expect(imports.find(({ id }) => id === checked.id)).toMatchObject({ state: 'canceled' });
});
