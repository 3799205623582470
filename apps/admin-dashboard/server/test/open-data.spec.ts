import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSync } from '@care-atlas/data/sync';
import type { DirectoryState } from '#contract/directory/directory';
import type { ImportJobDetails, OpenDataImport } from '#contract/imports/imports';
import { aClinic, records } from '../../../../libs/data/test/test-directory.js';
import { startWorker } from '../../test/running-worker.js';
import { refusal, type TestBrowser } from './test-browser.js';
import { TestDashboard } from './test-dashboard.js';

let spool: string;
let dashboard: TestDashboard;
let worker: { stop: () => Promise<void> } | undefined;
let ada: TestBrowser;

async function open(environment: Record<string, string> = {}): Promise<void> {
  spool = await mkdtemp(join(tmpdir(), 'care-atlas-spool-'));
  dashboard = await TestDashboard.start({ IMPORT_SPOOL_DIR: spool, ...environment });
  ada = await dashboard.enrol('ada');
}
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await dashboard?.stop();
  await rm(spool, { recursive: true, force: true });
});

const begin = (browser = ada) => browser.ask('/api/imports/open-data', { method: 'POST' });
const state = () => ada.get<DirectoryState>('/api/directory');

/** Starts the import, and waits until its jobs have one of some states. */
async function reached(states: readonly string[]): Promise<ImportJobDetails[]> {
  const started = await begin();
  expect(started.status).toBe(201);
  const { imports } = JSON.parse(started.text) as OpenDataImport;
  worker ??= await startWorker(dashboard.testDatabase.url, spool);
  const jobs: ImportJobDetails[] = [];
  for (const { id } of imports) {
    // An import has ended a moment before its figures are stored.
    const is = `select from import_job where id = $1 and state = any ($2) and (state <> 'done' or summary is not null)`;
    while ((await dashboard.rows(is, [id, states])).length === 0) await sleep(100);
    jobs.push(await ada.get<ImportJobDetails>(`/api/imports/${id}`));
  }
  return jobs;
}

const addClinic = (origin: 'sample' | 'clinic') =>
  runSync(
    dashboard.testDatabase.url,
    { source: origin === 'sample' ? 'sample' : 'clinics' },
    new Date(),
    records({ clinics: [aClinic({ origin })] }),
    { isSample: origin === 'sample' },
  );

it('the shipped places replace the sample, as two imports of the worker', async () => {
  await open();
  await addClinic('sample');
  expect(await state()).toMatchObject({ places: 'sample', openData: 'ready' });
  const jobs = await reached(['done', 'failed']);
  expect(
    jobs.map(({ source, state: is, uploadedBy, confirmedBy, settings, summary }) => ({
      source,
      is,
      by: [uploadedBy, confirmedBy],
      settings,
      created: summary?.counts['created'],
    })),
  ).toEqual([
    {
      source: 'stations',
      is: 'done',
      by: ['ada', 'ada'],
      settings: { complete: false, shipped: true },
      created: 70,
    },
    {
      source: 'odhf',
      is: 'done',
      by: ['ada', 'ada'],
      settings: { complete: false, shipped: true },
      created: 130,
    },
  ]);
  expect(await dashboard.rows('select distinct origin from clinic')).toEqual([{ origin: 'open-data' }]);
  expect(await state()).toMatchObject({ places: 'real', openData: 'ready' });
  const events = await dashboard.auditEvents();
  expect(events.filter((event) => event.startsWith('ada '))).toEqual(
    expect.arrayContaining([
      'ada open-data-started',
      'ada directory-imported stations',
      'ada directory-imported odhf',
    ]),
  );
  const again = await begin();
  expect(refusal(again)).toMatchObject({ status: 400, param: 'places' });
  expect(again.text).toContain('The directory has real places');
});

it('two people who begin at once begin one import, and it is running until it ends', async () => {
  await open();
  const grace = await dashboard.enrol('grace', dashboard.browser(), 'operator');
  expect(await state()).toMatchObject({ places: 'none', openData: 'ready' });
  const answers = await Promise.all([begin(), begin(grace)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
  expect(answers.map(({ text }) => text).join()).toContain('are being imported already');
  expect(await state()).toMatchObject({ openData: 'running' });
  const [job] = await dashboard.rows<{ id: string }>('select id from import_job order by uploaded_at');
  for (const { id } of await dashboard.rows<{ id: string }>('select id from import_job'))
    await ada.post(`/api/imports/${id}/cancel`);
  expect(job).toBeDefined();
  expect(await state()).toMatchObject({ openData: 'ready' });
});

it('is checked and confirmed by another person where each import is', async () => {
  await open({ IMPORT_SECOND_ADMINISTRATOR: 'yes' });
  const grace = await dashboard.enrol('grace', dashboard.browser(), 'operator');
  await addClinic('sample');
  const [stations] = await reached(['review']);
  expect(stations).toMatchObject({ guard: { replacesSample: true }, confirmedBy: null, mayConfirm: false });
  const { id, version, fileHash } = stations!;
  const body = { version, fileHash, changes: [], rejects: false, replacesSample: true };
  expect((await ada.ask(`/api/imports/${id}/confirm`, { method: 'POST', body })).status).toBe(403);
  expect((await grace.ask(`/api/imports/${id}/confirm`, { method: 'POST', body })).status).toBe(200);
});

it('needs real places to be absent, the role operator, and a folder of uploads', async () => {
  await open();
  await addClinic('clinic');
  expect((await begin()).status).toBe(400);
  const edith = await dashboard.enrol('edith', dashboard.browser(), 'viewer');
  expect((await begin(edith)).status).toBe(403);
  await dashboard.stop();
  await open({ IMPORT_SPOOL_DIR: '' });
  expect(await state()).toMatchObject({ places: 'none', openData: 'off' });
  expect((await begin()).status).toBe(404);
  expect(await dashboard.rows('select from import_job')).toEqual([]);
});
