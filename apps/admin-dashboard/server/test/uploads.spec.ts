import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportArrivals } from '@care-atlas/data/sync';
import { freePort } from '@care-atlas/local-postgres/free-port';
import type { ImportJob, ImportList } from '#contract/imports/imports';
import { ArrivingUploads } from '../src/imports/arriving-uploads.js';
import { Spool } from '../src/imports/spool.js';
import { refusal, type TestBrowser } from './test-browser.js';
import { PASSWORD, TestDashboard } from './test-dashboard.js';

const WORKSPACE = join(import.meta.dirname, '../../../..');
const SECRET = 'a secret of the tests, long enough';

let spool: string;
let dashboard: TestDashboard;
let ada: TestBrowser;
let port: number;

beforeAll(async () => {
  spool = await mkdtemp(join(tmpdir(), 'care-atlas-spool-'));
  const clientDirectory = join(spool, 'no-client');
  const env = { IMPORT_SPOOL_DIR: join(spool, 'files'), IMPORT_UPLOAD_MB: '1', DASHBOARD_SECRET: SECRET };
  // The clock of the system, as the process that is killed has it.
  dashboard = await TestDashboard.start(env, { clientDirectory, isPatient: true, hasProxy: true });
  await mkdir(join(spool, 'files'));
  ada = await dashboard.enrol('ada');
  port = await dashboard.listen();
});
afterAll(async () => {
  await dashboard?.stop();
  await rm(spool, { recursive: true, force: true });
});

interface Sent {
  readonly id?: string;
  readonly fileName?: string;
  readonly length?: number;
  readonly to?: number;
  readonly browser?: TestBrowser;
}

/** Begins an upload, whose content follows. */
function begin({
  id = randomUUID(),
  fileName = 'a.csv',
  length,
  to = port,
  browser = ada,
}: Sent = {}): ClientRequest {
  const settings = new URLSearchParams({ source: 'clinics', fileName });
  return request({
    host: '127.0.0.1',
    port: to,
    method: 'PUT',
    path: `/api/imports/${id}?${settings}`,
    headers: {
      'content-type': 'application/octet-stream',
      origin: dashboard.url,
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': browser.csrfToken,
      cookie: Array.from(browser.cookies, (pair) => pair.join('=')).join('; '),
      ...(length !== undefined && { 'content-length': length }),
    },
  });
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

async function answerOf(sent: ClientRequest): Promise<Answer> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, text: await text(response) };
}

/** Uploads a file at once. */
function upload(content: string, sent?: Sent): Promise<Answer> {
  const whole = begin({ length: Buffer.byteLength(content), ...sent });
  whole.end(content);
  return answerOf(whole);
}

const folder = (id: string) => join(spool, 'files', id);
const filesOf = async (id: string) =>
  (await readdir(folder(id), { recursive: true }).catch((): string[] => [])).toSorted((a, b) =>
    a < b ? -1 : 1,
  );

/** Waits until the first bytes of an upload are on the disk. */
async function untilArriving(id: string): Promise<void> {
  while (!(await filesOf(id)).some((name) => /^arriving-\d+\/./.test(name))) await sleep(20);
}

/** Begins an upload that stays half-way. */
async function halfWay(sent: Sent & { readonly id: string }): Promise<ClientRequest> {
  const half = begin({ length: 10, ...sent });
  half.write('12345');
  await untilArriving(sent.id);
  return half;
}

const listed = async () => (await ada.get<ImportList>('/api/imports')).imports.map(({ id }) => id);

it('of two uploads with one id, the first wins, and the second takes nothing from it', async () => {
  const id = randomUUID();
  const first = await halfWay({ id });
  const second = await upload('second', { id, fileName: 'b.csv' });
  expect(refusal(second)).toMatchObject({
    status: 400,
    param: 'id',
    message:
      'This id is in use: its file was uploaded before, or is being uploaded. Look at the list of imports, or use another id.',
  });
  // It is no import yet.
  expect([await listed(), (await ada.ask(`/api/imports/${id}`)).status]).toEqual([
    expect.not.arrayContaining([id]),
    404,
  ]);
  first.end('67890');
  expect((await answerOf(first)).status).toBe(201);
  expect(await filesOf(id)).toEqual(['file', 'file/a.csv']);
  expect(await readFile(join(folder(id), 'file/a.csv'), 'utf8')).toBe('1234567890');
  expect(refusal(await upload('third', { id }))).toMatchObject({ status: 400, param: 'id' });
  expect(await readFile(join(folder(id), 'file/a.csv'), 'utf8')).toBe('1234567890');
  expect(await listed()).toContain(id);
});

it('many uploads with one id at once: exactly one is there, whole', async () => {
  for (let round = 0; round < 5; round++) {
    const id = randomUUID();
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => ({
        name,
        ...(await upload(name.repeat(50_000), { id, fileName: `${name}.csv` })),
      })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400]);
    const { name } = answers.find(({ status }) => status === 201)!;
    expect(await filesOf(id)).toEqual(['file', `file/${name}.csv`]);
    expect(await readFile(join(folder(id), `file/${name}.csv`), 'utf8')).toBe(name.repeat(50_000));
    expect(await ada.get<ImportJob>(`/api/imports/${id}`)).toMatchObject({
      fileName: `${name}.csv`,
      bytes: 50_000,
    });
  }
});

it('an upload that fails removes its own files, and no others', async () => {
  const [failing, living] = [randomUUID(), randomUUID()];
  const other = await halfWay({ id: living });
  const broken = await halfWay({ id: failing });
  broken.on('error', () => undefined).destroy();
  while ((await filesOf(failing)).length > 0) await sleep(20);
  expect(refusal(await upload('x'.repeat(1_000_001), { id: failing }))).toMatchObject({ status: 413 });
  expect(refusal(await upload('', { id: failing }))).toMatchObject({
    status: 400,
    message: 'The file is empty.',
  });
  expect(await readdir(join(spool, 'files'))).not.toContain(failing);
  other.end('67890');
  expect((await answerOf(other)).status).toBe(201);
  // The id is free at once.
  expect((await upload('again', { id: failing })).status).toBe(201);
});

it('two people who mend the same id at once have one draft, and an upload of the id is not touched', async () => {
  const [origin, id] = [randomUUID(), randomUUID()];
  await upload('id,name\n,x\n', { id: origin });
  await writeFile(
    join(folder(origin), 'rejects'),
    'id,name,reject_line,reject_kind,reject_column,reject_value,reject_reason\n,x,2,row,id,,Missing.\n',
  );
  const arriving = await halfWay({ id });
  const mend = (to: string) =>
    ada.ask(`/api/imports/${to}/mending`, { method: 'POST', body: { import: origin } });
  expect(refusal(await mend(id))).toMatchObject({ status: 400, param: 'id' });
  arriving.end('67890');
  expect((await answerOf(arriving)).status).toBe(201);
  expect(await filesOf(id)).toEqual(['file', 'file/a.csv']);
  const draft = randomUUID();
  const begun = await Promise.all([mend(draft), mend(draft), mend(randomUUID())]);
  expect(begun.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [{ id: kept }] = begun.map((each) => JSON.parse(each.text) as ImportJob) as [ImportJob];
  expect(new Set(begun.map((each) => (JSON.parse(each.text) as ImportJob).id))).toEqual(new Set([kept]));
  expect(await filesOf(kept)).toEqual(['origin']);
  // What is withdrawn can no longer be mended.
  await ada.post(`/api/imports/${kept}/cancel`);
  expect(refusal(await ada.ask(`/api/imports/${kept}/mending`))).toMatchObject({
    status: 404,
    message: 'These rows are no longer kept.',
  });
});

describe('names', () => {
  it.each([
    [254, 'é'.repeat(127)],
    [255, `${'x'.repeat(251)}.csv`],
    [252, `${'𝒜'.repeat(62)}.csv`],
  ])('one of %d bytes is accepted', async (_bytes, fileName) => {
    const id = randomUUID();
    expect((await upload('x', { id, fileName })).status).toBe(201);
    expect(await filesOf(id)).toEqual(['file', `file/${fileName}`]);
  });

  it.each([
    [256, 'é'.repeat(128)],
    [304, `${'日'.repeat(100)}.csv`],
  ])('one of %d bytes is refused, with the limit', async (bytes, fileName) => {
    const id = randomUUID();
    expect(refusal(await upload('x', { id, fileName }))).toMatchObject({
      status: 400,
      param: 'fileName',
      message: `A file name has at most 255 bytes in UTF-8, and this one has ${bytes}: rename the file.`,
    });
    expect(await readdir(join(spool, 'files'))).not.toContain(id);
  });
});

describe('a dashboard that is killed', () => {
  let child: ChildProcess;
  let childPort: number;
  let browser: TestBrowser;

  beforeAll(async () => {
    childPort = await freePort();
    child = spawn(
      process.execPath,
      [
        '--conditions=@care-atlas/source',
        '--import',
        join(WORKSPACE, 'tools/dev-register.mjs'),
        'apps/admin-dashboard/server/src/main.ts',
      ],
      {
        cwd: WORKSPACE,
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: dashboard.testDatabase.url,
          DASHBOARD_SECRET: SECRET,
          DASHBOARD_URL: dashboard.url,
          DASHBOARD_PORT: String(childPort),
          METRICS_PORT: '0',
          IMPORT_SPOOL_DIR: join(spool, 'files'),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    for await (const line of child.stdout!) if (String(line).includes('Listening on')) break;
    browser = dashboard.browser();
    await browser.signIn('ada', PASSWORD);
  });

  it('leaves what is cleaned up, and an id that is free again', async () => {
    const [taken, unclaimed] = [randomUUID(), randomUUID()];
    for (const id of [taken, unclaimed]) {
      (await halfWay({ id, to: childPort, browser })).on('error', () => undefined);
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    // Until two minutes have passed, it may be alive.
    expect(refusal(await upload('again', { id: taken }))).toMatchObject({ status: 400, param: 'id' });
    dashboard.pass(3);
    expect((await upload('again', { id: taken, fileName: 'b.csv' })).status).toBe(201);
    expect(await filesOf(taken)).toEqual(['file', 'file/b.csv']);

    const { imports } = dashboard.configuration;
    const uploads = new ArrivingUploads(
      dashboard.database,
      new Spool(imports.spool, imports.maxBytes),
      () => dashboard.now,
    );
    const hourAgo = new Date(dashboard.now.getTime() - 2 * 3_600_000);
    for (const id of [taken, unclaimed]) await utimes(folder(id), hourAgo, hourAgo);
    await uploads.removeAbandoned();
    expect(await readdir(join(spool, 'files'))).not.toContain(unclaimed);
    expect(await filesOf(taken)).toEqual(['file', 'file/b.csv']);
    // Nothing was recorded of it, and its id can be used.
    expect(await listed()).not.toContain(unclaimed);
    expect((await upload('again', { id: unclaimed })).status).toBe(201);
  });
});

it('without the database, an upload that was under way is refused, and its id is free later', async () => {
  const id = randomUUID();
  const half = await halfWay({ id });
  await dashboard.proxy.disconnect();
  half.end('67890');
  expect(await answerOf(half)).toMatchObject({ status: 503 });
  await dashboard.proxy.restore();
  expect(refusal(await upload('again', { id }))).toMatchObject({ status: 400, param: 'id' });
  dashboard.pass(3);
  expect((await upload('again', { id })).status).toBe(201);
  expect(await filesOf(id)).toEqual(['file', 'file/a.csv']);
});

it('an upload whose commit was not answered stays', async () => {
  const id = randomUUID();
  const arrivals = new ImportArrivals(dashboard.database);
  const job = {
    id,
    source: 'clinics',
    fileName: 'a.csv',
    settings: { complete: false },
    uploadedBy: 'ada',
  } as const;
  const files = new Spool(join(spool, 'files'), 1_000);
  const uploads = new ArrivingUploads(dashboard.database, files, () => dashboard.now);
  const lost = uploads.take(job, Readable.from([Buffer.from('x')]), 1, async (_file, complete) => {
    await dashboard.database.transaction((transaction) => complete(transaction));
    throw new Error('The answer was lost.');
  });
  await expect(lost).rejects.toThrow('The answer was lost.');
  expect(await filesOf(id)).toEqual(['file', 'file/a.csv']);
  expect(await listed()).toContain(id);
  expect(await arrivals.claim(job, dashboard.now)).toBeUndefined();
});
