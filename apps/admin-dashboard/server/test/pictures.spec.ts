import { KeyRepository, KeyUsageRepository, NOBODY } from '@care-atlas/data/keys';
import { runSync } from '@care-atlas/data/sync';
import { makeKey } from '@care-atlas/domain/access';
import type { Explanation } from '@care-atlas/domain/contract';
import { get } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { CoverageAnswer } from '#contract/directory/coverage';
import type { ClinicMap, DirectoryState } from '#contract/directory/directory';
import type { RunChanges, RunDetails, RunList, RunRejects } from '#contract/imports/runs';
import type { Usage } from '#contract/service/usage';
import type { TestBrowser } from './test-browser.js';
import { NOW, TestDashboard } from './test-dashboard.js';
import { DAY_MS } from '../../../../libs/domain/test/builders.js';
import { aNumberedClinic, aNumberedDoctor } from '../../test/large-directory.js';

const clinic = (n: number, accepting: boolean | null) =>
  aNumberedClinic(n, { lat: 43.6 + n / 100, accepting });

async function fill(databaseUrl: string): Promise<void> {
  const then = new Date(NOW.getTime() - 2 * DAY_MS);
  await runSync(databaseUrl, { source: 'sample' }, then, async (writer) => {
    await writer.clinics([clinic(1, true), clinic(2, false), clinic(3, null)]);
    await writer.doctors([
      aNumberedDoctor(1, 1, then),
      aNumberedDoctor(2, 2, new Date(then.getTime() - 40 * DAY_MS)),
      aNumberedDoctor(3, 2),
    ]);
  });
  const reject = { line: 7, column: 'name', value: '=1+1', reason: 'A name is missing.' };
  await runSync(
    databaseUrl,
    { source: 'clinics', fileName: 'clinics.csv' },
    NOW,
    async (writer) => {
      await writer.clinics([clinic(3, true)]);
      writer.reject(reject);
      writer.note({ line: 8, column: 'phone', value: '911', reason: 'The telephone is too short.' });
    },
    { maxRejected: 1 },
  );
}

let dashboard: TestDashboard;
let browser: TestBrowser;

beforeAll(async () => {
  dashboard = await TestDashboard.start({}, { prepare: fill });
  browser = await dashboard.enrol('ada');
});

afterAll(() => dashboard?.stop());

describe('an explanation', () => {
  const explain = (query: string, id = '900001') =>
    browser.ask(`/api/directory/explanation?list=doctors&id=${id}&query=${encodeURIComponent(query)}`);

  it('is that of the API, for a query or an address', async () => {
    for (const query of [
      'minYears=150&specialties[]=a&specialties[]=b',
      '/doctors?specialties=a,b&minYears=150',
    ]) {
      const { failed } = JSON.parse((await explain(query)).text) as Explanation;
      expect(failed.map(({ param, wanted }) => [param, wanted])).toEqual([
        ['specialties', ['a', 'b']],
        ['minYears', 150],
      ]);
    }
    expect((JSON.parse((await explain('', 'nobody')).text) as Explanation).record).toBe('unknown');
  });

  it('of an invalid query is 400, as the list is', async () => {
    const refused = await explain('gender=x&lat=43');
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text)).toMatchObject({ details: [{ param: 'gender' }, { param: 'lng' }] });
  });
});

describe('the directory', () => {
  it('is returned with its past versions', async () => {
    const state = await browser.get<DirectoryState>('/api/directory');
    expect(state).toMatchObject({
      doctors: 3,
      clinics: 3,
      freshness: { fresh: 1, stale: 1, unknown: 1, coveragePct: 66.7 },
      register: { freshDays: 30, overdue: false },
    });
    expect(state.history.map(({ version }) => version).at(-1)).toBe(state.version);
    expect(state.history.at(-2)).toMatchObject({
      doctors: 3,
      clinics: 3,
      freshness: { fresh: 1, stale: 1, unknown: 1, coveragePct: 66.7 },
    });
  });

  it('is overdue when the last register run is older than records stay fresh', async () => {
    dashboard.pass(29 * 24 * 60);
    const other = dashboard.browser('203.0.113.77');
    await other.signIn('ada', 'maple kettle orbit seventeen');
    expect((await other.get<DirectoryState>('/api/directory')).register.overdue).toBe(true);
    dashboard.pass(-29 * 24 * 60);
  });

  it('is returned as a map of clinics with acceptance and freshness', async () => {
    const { clinics } = await browser.get<ClinicMap>('/api/directory/map');
    expect(clinics).toEqual([
      [expect.any(String), 'Clinic 1', 43.61, -79.4, true, 'fresh'],
      [expect.any(String), 'Clinic 2', 43.62, -79.4, false, 'stale'],
      [expect.any(String), 'Clinic 3', 43.63, -79.4, true, null],
    ]);
  });
});

describe('the coverage', () => {
  it('counts doctors by postal area, and its file has the same', async () => {
    const { total, areas, specialties } = await browser.get<CoverageAnswer>('/api/directory/coverage');
    expect(total).toMatchObject({ doctors: 3, fresh: 1, stale: 1, neverConfirmed: 1 });
    const [area, ...others] = areas.filter(({ doctors }) => doctors > 0);
    expect(others).toEqual([]);
    expect(area).toMatchObject({ ...total, municipality: 'Toronto' });
    const { text, headers } = await browser.ask('/api/directory/coverage/export');
    expect(headers['content-disposition']).toContain('coverage.csv');
    const { accepting, notAccepting, acceptanceUnknown } = total;
    expect(text.split('\r\n')).toContain(
      `${area!.postalArea},Toronto,3,${accepting},${notAccepting},${acceptanceUnknown},1,1,1`,
    );
    const none = `/api/directory/coverage?specialty=${encodeURIComponent(specialties[0]!)}&language=Tamil`;
    expect((await browser.get<CoverageAnswer>(none)).total.doctors).toBe(0);
  });
});

describe('the runs', () => {
  it('are listed with their counts, newest first', async () => {
    const { runs } = await browser.get<RunList>('/api/runs');
    expect(runs).toMatchObject([
      {
        source: 'clinics',
        fileName: 'clinics.csv',
        status: 'succeeded',
        counts: { updated: 1, rejected: 1 },
      },
      { source: 'sample', fileName: null },
    ]);
    const older = await browser.get<RunList>('/api/runs?limit=1&offset=1');
    expect(older).toEqual({ runs: [runs[1]], total: 2, count: 1 });
    const { report, ...run } = await browser.get<RunDetails>(`/api/runs/${runs[0]!.id}`);
    expect(run).toEqual({ ...runs[0], mends: null, mendings: [] });
    expect(report).toMatchObject({
      fields: [{ record: 'clinic', records: 1 }],
      notes: [{ column: 'phone', rows: 1 }],
    });
  });

  it('return their changes in pages', async () => {
    const { runs } = await browser.get<RunList>('/api/runs');
    const first = await browser.get<RunChanges>(`/api/runs/${runs[1]!.id}/changes?limit=2`);
    expect(first.changes).toHaveLength(2);
    expect(first.changes.every(({ name }) => name !== '')).toBe(true);
    const next = await browser.get<RunChanges>(`/api/runs/${runs[1]!.id}/changes?after=${first.next}`);
    expect(next.next).toBeNull();
    expect([...first.changes, ...next.changes].filter(({ record }) => record === 'doctor')).toHaveLength(3);
  });

  it('return their rejected rows as a list and as a file without formulas', async () => {
    const { runs } = await browser.get<RunList>('/api/runs');
    const path = `/api/runs/${runs[0]!.id}/rejects`;
    expect(await browser.get<RunRejects>(path)).toEqual({
      rejects: [{ kind: 'row', line: 7, column: 'name', value: '=1+1', reason: 'A name is missing.' }],
      total: 1,
      count: 1,
    });
    expect(await browser.get<RunRejects>(`${path}?kind=field`)).toMatchObject({
      rejects: [{ kind: 'field', line: 8, column: 'phone' }],
      total: 1,
    });
    const { headers, text } = await browser.ask(`${path}-file`);
    expect(headers['content-disposition']).toContain('rejects-clinics-');
    expect(text).toBe(
      "line,kind,column,value,reason\r\n7,row,name,'=1+1,A name is missing.\r\n" +
        '8,field,phone,911,The telephone is too short.\r\n',
    );
  });

  it('return the rejects file of an import as it was written', async () => {
    const content = Buffer.from('{"name":"=1+1","_reject":{"line":7}}\n');
    const { url } = dashboard.testDatabase;
    const imported = await runSync(url, { source: 'reviews' }, dashboard.now, (writer) => {
      writer.keepRejects({ format: 'ndjson', content });
      return Promise.resolve();
    });
    const { headers, text } = await browser.ask(`/api/runs/${imported.runId}/rejects-file`);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="rejects-reviews-${imported.runId!.slice(0, 8)}.ndjson"`,
      'x-content-type-options': 'nosniff',
    });
    expect(text).toBe(content.toString());
  });

  it.each(['/api/runs/unknown', '/api/runs/00000000-0000-4000-8000-000000000000/changes'])(
    '%s is 404',
    async (path) => {
      expect((await browser.ask(path)).status).toBe(404);
    },
  );
});

it('usage is counted by hour and kind, operation, rejection and key', async () => {
  const stored = await new KeyRepository(dashboard.database).create(
    { kind: 'live', label: 'shop' },
    makeKey('live', (length) => randomBytes(length)),
  );
  const hour = new Date('2026-11-20T14:00:00Z');
  const count = (keyId: string, status: number, requests: number) => ({
    hour,
    keyId,
    operation: 'listDoctors',
    status,
    requests,
  });
  await new KeyUsageRepository(dashboard.database).add([
    count(stored.id, 200, 40),
    count(stored.id, 429, 2),
    count(NOBODY, 401, 3),
  ]);
  const usage = await browser.get<Usage>('/api/usage?hours=3');
  expect(usage.byHour.map((one) => one.hour)).toEqual([
    '2026-11-20T13:00:00.000Z',
    '2026-11-20T14:00:00.000Z',
    '2026-11-20T15:00:00.000Z',
  ]);
  expect(usage.byHour[1]).toMatchObject({
    requests: { live: 42, sandbox: 0, gateway: 0, admin: 0, none: 3 },
    refusals: { 401: 3, 403: 0, 429: 2 },
  });
  expect(usage.byOperation[0]).toEqual({ operation: 'listDoctors', status: 200, requests: 40 });
  expect(usage.topKeys).toMatchObject([{ id: stored.id, label: 'shop', requests: 42, refused: 2 }]);

  const ofKey = await browser.get<Usage>(`/api/usage?hours=3&key=${stored.id}`);
  expect(ofKey.byHour[1]).toMatchObject({ requests: { live: 42, none: 0 }, refusals: { 401: 0, 429: 2 } });
  expect(ofKey.byOperation.map(({ status }) => status)).toEqual([200, 429]);
  const refused = await browser.ask('/api/usage?key=shop');
  expect(refused.status).toBe(400);
});

/** Reads the stream until it ends or contains the text. */
function follow(port: number, until: string): Promise<string> {
  const cookie = Array.from(browser.cookies, (pair) => pair.join('=')).join('; ');
  return new Promise((resolve, reject) => {
    let seen = '';
    const request = get({ port, path: '/api/changes', headers: { cookie } }, (answer) => {
      answer.setEncoding('utf8').on('data', (text: string) => {
        seen += text;
        if (!seen.includes(until)) return;
        resolve(seen);
        request.destroy();
      });
      answer.on('end', () => resolve(`${seen} END`));
    });
    request.on('error', reject);
  });
}

describe('live changes', () => {
  it('are streamed until the session ends', async () => {
    const port = await dashboard.listen();
    const keys = follow(port, 'event: keys');
    const ping = follow(port, 'event: ping');
    expect(await ping).toContain('event: ping');
    const making = setInterval(
      () => void browser.ask('/api/keys', { method: 'POST', body: { label: 'news' } }),
      500,
    );
    expect(await keys).toContain('event: keys');
    clearInterval(making);
    const last = follow(port, 'never told');
    await browser.ask('/api/sign-out', { method: 'POST' });
    expect(await last).toContain('END');
  });
});
