import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SyncHistory } from '@care-atlas/data/sync';
import type { BulkManifest, ChangePage, Export, ExportList } from '@care-atlas/domain/contract';
import { CLINICS, DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TEXTS } from '../src/texts/texts.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

const [DOCTOR] = DOCTORS;
const HIDE = {
  kind: 'hide',
  record: 'doctor',
  given: {},
  fields: {},
  why: 'test',
  until: null,
  by: 'test',
} as const;
const FHIR_TYPES = [
  'Organization',
  'Location',
  'HealthcareService',
  'Practitioner',
  'PractitionerRole',
  'VerificationResult',
];

let folder: string;
let api: TestApi;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-feed-'));
  api = await TestApi.start({ env: { EXPORT_DIR: folder } });
  url = `http://127.0.0.1:${await api.listen()}/api/v1`;
});
afterAll(async () => {
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function changes(query = '', key?: string): Promise<ChangePage> {
  const answer = await api.ask(`/changes${query}`, key === undefined ? {} : { key });
  expect(answer.status).toBe(200);
  return answer.json<ChangePage>();
}

/** Changes the name of a doctor. */
function rename(name: string): Promise<string> {
  return api.import([{ ...DOCTOR!, name }]);
}

/** Downloads a file over HTTP. */
async function download(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  key = api.keys.live,
  method = 'GET',
) {
  const response = await fetch(`${url}/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

it('404: there is no export with FHIR files yet', async () => {
  expect((await api.ask('/fhir/$bulk-publish')).status).toBe(404);
});

describe('/changes', () => {
  it('200: the cursor of now without after, and later changes with it', async () => {
    const { next, ...now } = await changes();
    expect(now).toEqual({ changes: [], more: false, export: null });
    const version = await rename('Dr. Zoë Renamed');
    const page = await changes(`?after=${next}`);
    expect(page).toMatchObject({
      changes: [
        {
          type: 'doctor',
          id: DOCTOR!.registrationNumber,
          op: 'updated',
          fields: ['name'],
          datasetVersion: version,
          doctor: { name: 'Dr. Zoë Renamed', practisingSince: DOCTOR!.practisingSince },
        },
      ],
      more: false,
    });
    expect(await changes(`?after=${page.next}`)).toMatchObject({ changes: [], next: page.next, more: false });
  });

  it('200: pages, and kinds of records', async () => {
    const { next } = await changes();
    await api.sync((writer) => writer.clinics([{ ...CLINICS[0], phone: '+1-416-555-0199' }]));
    const whole = await changes(`?after=${next}`);
    expect(whole.changes.map(({ type }) => type)).toEqual(expect.arrayContaining(['clinic', 'doctor']));
    const paged: string[] = [];
    for (let after = next, more = true; more;) {
      const page = await changes(`?after=${after}&limit=1`);
      paged.push(...page.changes.map(({ id }) => id));
      ({ next: after, more } = page);
    }
    expect(paged).toEqual(whole.changes.map(({ id }) => id));
    const clinics = await changes(`?after=${next}&types=clinic`);
    expect(clinics.changes.map(({ type }) => type)).toEqual(['clinic']);
    expect(clinics.next).toBe(whole.next);
  });

  it('200: a page of at most 1,000, with a sandbox key 100', async () => {
    const { next } = await changes();
    expect(await changes(`?after=${next}&limit=1001`)).toMatchObject({
      warnings: ['The limit 1001 was capped at 1000.'],
    });
    expect(await changes(`?after=${next}&limit=101`, api.keys.sandbox)).toMatchObject({
      warnings: ['The limit 101 was capped at 100.'],
    });
    expect(await changes(`?after=${next}&limit=100&aftr=1`, api.keys.sandbox)).toMatchObject({
      warnings: ["Unknown parameter 'aftr' was ignored. Did you mean 'after'?"],
    });
  });

  it('is not stored by clients', async () => {
    const answer = await api.ask('/changes');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers).not.toHaveProperty('etag');
  });

  it.each(['after=x', 'after=MC4xLTlmOGU3ZDZj', 'types=review', 'limit=0', 'limit=-1', 'limit=x'])(
    '400: %s',
    async (query) => {
      const { status, refusal } = await api.ask(`/changes?${query}`);
      expect([status, refusal.error, refusal.param]).toEqual([400, 'missing_param', query.split('=')[0]]);
    },
  );

  it('401 without a key, 405 to other methods, 429 over the limit', async () => {
    expect((await api.ask('/changes', { key: null })).status).toBe(401);
    expect((await api.ask('/changes', { method: 'POST' })).status).toBe(405);
    const key = await api.mintKey('admin');
    expect([
      (await api.ask('/changes', { key })).status,
      (await api.ask('/changes', { key })).status,
    ]).toEqual([200, 429]);
  });

  it('410: the changes were pruned, with the address of the newest export; 503 until there is one', async () => {
    const { next } = await changes();
    const early = await api.publish(folder);
    await rename('Dr. Pruned');
    await rename('Dr. Pruned Twice');
    await api.onDatabase((database) => new SyncHistory(database).prune(new Date('2100-01-01')));
    // The export that there is cannot be followed either.
    const { status, refusal, headers } = await api.ask(`/changes?after=${next}`);
    expect([status, refusal.error, headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    expect(await changes()).toMatchObject({ export: null });
    expect((await api.ask(`/changes?after=${early.cursor}`)).status).toBe(503);
    const { datasetVersion, cursor } = await api.publish(folder);
    const manifest = `exports/${datasetVersion}/manifest.json`;
    const gone = await api.ask(`/changes?after=${next}`);
    expect([gone.status, gone.refusal.error]).toEqual([410, 'gone']);
    expect(gone.refusal.message).toContain(manifest);
    expect((await api.ask(`/changes?after=${cursor}`)).status).toBe(200);
    expect(await changes()).toMatchObject({ export: manifest });
  });
});

describe('/changes of a list', () => {
  const ACCEPTING = 'list=clinics&acceptance=yes';
  const accept = (accepting: boolean) => api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting }]));
  const refusal = async (query: string) => {
    const answer = await api.ask(`/changes?${query}`);
    const { error, details, message } = answer.json<{
      error: string;
      message: string;
      details?: { param: string }[];
    }>();
    return [answer.status, error, details?.[0]?.param ?? message];
  };

  it('200: what entered the list, what left it and what changed, from its X-Cursor on', async () => {
    const version = await accept(false);
    const list = () => api.ask('/clinics?acceptance=yes&limit=1');
    await until(async () => (await list()).headers['x-dataset-version'] === version);
    const cursor = String((await list()).headers['x-cursor']);
    await accept(true);
    await api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting: true, name: 'Renamed' }]));
    await accept(false);
    const page = await changes(`?${ACCEPTING}&after=${cursor}&include=contact`);
    const { id, phone } = CLINICS[0];
    expect(page).toMatchObject({
      changes: [
        {
          type: 'clinic',
          id,
          op: 'entered',
          reason: ['acceptance'],
          fields: [],
          item: { id, phone, accepting: true },
        },
        { type: 'clinic', id, op: 'changed', reason: [], fields: ['name'], item: { name: 'Renamed' } },
        { type: 'clinic', id, op: 'left', reason: ['acceptance'], fields: [], item: null },
      ],
      more: false,
    });
    expect(await changes(`?${ACCEPTING}&after=${page.next}`)).toMatchObject({ changes: [], more: false });
    // The clinic is the primary one of its doctors.
    const doctors = await changes(`?list=doctors&acceptance=yes&after=${cursor}`);
    expect(new Set(doctors.changes.map(({ op }) => op))).toEqual(new Set(['entered', 'changed', 'left']));
  });

  it('200: pages, the cursor of now, and what words and places were read as', async () => {
    const now = await changes('?list=doctors&near=Kipling station&within=3&specialties=heart doctor');
    expect(now).toMatchObject({ changes: [], more: false });
    expect(now.interpreted!.map(({ param }) => param)).toEqual(['specialties', 'near']);
    const { next } = await changes('?list=doctors');
    await accept(true);
    await accept(false);
    const whole = await changes(`?list=doctors&after=${next}`);
    expect(whole.changes.length).toBeGreaterThan(1);
    const paged: unknown[] = [];
    for (let after = next, more = true; more;) {
      const page = await changes(`?list=doctors&after=${after}&limit=1`);
      paged.push(...page.changes);
      ({ next: after, more } = page);
    }
    expect(paged).toEqual(whole.changes);
  });

  it('200: of a hidden doctor only that the doctor left, also in what was told before', async () => {
    const { next } = await changes('?list=doctors');
    const { registrationNumber } = DOCTOR!;
    await rename('Dr. Zoë Hidden');
    await api.sync((writer) => writer.correct({ ...HIDE, key: registrationNumber }));
    const page = await changes(`?list=doctors&q=nobody&after=${next}`);
    expect(page.changes).toMatchObject([
      { id: registrationNumber, op: 'left', reason: [], fields: [], item: null },
    ]);
    expect(JSON.stringify(await changes(`?list=doctors&after=${next}`))).not.toContain('Zoë Hidden');
    const stored = await api.rows(
      `select 1 from directory_change where image_before::text like '%Zoë Hidden%' or image_after::text like '%Zoë Hidden%'`,
    );
    expect(stored).toEqual([]);
    await api.sync((writer) => writer.withdraw(1, 'test', 'test'));
    const again = await changes(`?list=doctors&after=${page.next}`);
    expect(again.changes).toMatchObject([{ id: registrationNumber, op: 'entered', reason: [] }]);
  });

  it.each([
    ['list=doctors&near=Kipling station', 'near'],
    ['list=doctors&lat=43.7&lng=-79.4', 'lat'],
    ['list=doctors&sort=name', 'sort'],
    ['list=clinics&offset=10', 'offset'],
    ['list=clinics&format=csv', 'format'],
    ['list=clinics&types=clinic', 'types'],
    ['list=clinics&include=hours', 'include'],
    ['list=specialists', 'specialty'],
    ['list=reviews', 'list'],
    ['list=doctors&near=Nowhere&within=2', 'near'],
    ['list=doctors&since=2999-01-01', 'since'],
    ['list=doctors&since=yesterday', 'since'],
    ['list=doctors&since=2026-02-30', 'since'],
    ['list=doctors&since=2026-01-01&after=x', 'since'],
    ['list=doctors&after=x', 'after'],
  ])('400: %s', async (query, param) => {
    expect(await refusal(query)).toEqual([400, 'missing_param', param]);
  });

  it('410: since before the oldest change, and changes of a release that stored no images', async () => {
    const answer =
      /^What a list needs to tell its changes from then on is not kept: (?:begin with since=(\S+), or )?request the list again, and begin with its X-Cursor\.$/;
    const earliestOf = async (query: string) => {
      const [status, code, message] = await refusal(query);
      expect([status, code, message]).toEqual([410, 'gone', expect.stringMatching(answer)]);
      return answer.exec(String(message))![1];
    };
    const earliest = await earliestOf('list=doctors&since=2001-01-01');
    api.wait(1000);
    expect((await api.ask(`/changes?list=doctors&since=${earliest!}`)).status).toBe(200);
    const { next } = await changes('?list=clinics');
    await accept(true);
    await api.rows('update directory_change set before_on = null');
    await earliestOf(`list=clinics&after=${next}`);
    expect(await changes(`?after=${next}`)).toMatchObject({ more: false });
  });

  it('filters without list are unknown parameters, as before', async () => {
    const { warnings } = await changes('?acceptance=yes');
    expect(warnings).toEqual(["Unknown parameter 'acceptance' was ignored."]);
  });
});

describe('/openings.atom', () => {
  const QUERY = 'acceptance=yes&near=Spadina+station&within=2';
  const ENTERING = DOCTORS.find(({ registrationNumber }) => registrationNumber === '900036')!;
  const opened = async () => {
    await api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting: false }]));
    const version = await api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting: true }]));
    await until(async () => (await api.ask('/doctors')).headers['x-dataset-version'] === version);
  };

  it('200: who entered the list, with stable ids, in both languages; 304 to who holds it', async () => {
    await opened();
    const feed = await api.askBeside(`/openings.atom?${QUERY}`);
    expect(feed).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': 'public, max-age=60',
      },
    });
    expect(feed.body).toContain(`<title>${ENTERING.name} is new in the list</title>`);
    expect(feed.body).toContain('accepts new patients');
    expect(feed.body).toContain(
      '<title>Care Atlas: new in the list (near Spadina station, within 2 km, accepts new patients)</title>',
    );
    expect(feed.body).toContain(
      `<link href="http://localhost:3000/doctors/${ENTERING.registrationNumber}"/>`,
    );
    expect(feed.body).toContain(`<link href="http://localhost:3000/?acceptance=yes&amp;near=`);
    const idsIn = (body: string) => Array.from(body.matchAll(/<entry>\s*<id>([^<]+)/g), ([, id]) => id);
    const ids = idsIn(feed.body);
    expect(new Set(ids).size).toBe(ids.length);
    const held = await api.askBeside(`/openings.atom?${QUERY}`, {
      'if-none-match': String(feed.headers['etag']),
    });
    expect([held.status, held.body]).toEqual([304, '']);
    await opened();
    const later = idsIn((await api.askBeside(`/openings.atom?${QUERY}`)).body);
    expect(later.length).toBeGreaterThan(ids.length);
    expect(later.slice(-ids.length)).toEqual(ids);
    const french = await api.askBeside(`/fr/openings.atom?${QUERY}`);
    expect(french.body).toContain('xml:lang="fr"');
    expect(french.body).toContain(`${ENTERING.name} entre dans la liste`);
    expect(french.body).toContain('(près de Spadina station, à moins de 2 km, accepte de nouveaux patients)');
    expect(french.body).toContain(
      `<link href="http://localhost:3000/fr/doctors/${ENTERING.registrationNumber}"/>`,
    );
    expect(french.body).toContain(
      `<summary>${ENTERING.specialties.map(TEXTS.fr.names.specialty).join(', ')};`,
    );
  });

  it('names no doctor who was hidden since', async () => {
    const { registrationNumber: key, name } = ENTERING;
    const version = await api.sync((writer) => writer.correct({ ...HIDE, key }));
    await until(async () => (await api.ask('/doctors')).headers['x-dataset-version'] === version);
    expect((await api.askBeside(`/openings.atom?${QUERY}`)).body).not.toContain(name);
    const [last] = (await api.rows('select max(id)::integer as id from correction')) as { id: number }[];
    await api.sync((writer) => writer.withdraw(last!.id, 'test', 'test'));
  });

  it('400: a place without a bound', async () => {
    const refused = await api.askBeside('/openings.atom?near=Spadina+station');
    expect([refused.status, refused.json()]).toMatchObject([400, { error: 'missing_param', param: 'near' }]);
  });

  it('is what the portal links to beside a search, within 2 km of a place without a bound', async () => {
    const page = await api.askBeside('/?near=Spadina+station&languages=Tamil');
    expect(page.body).toContain(
      'href="/openings.atom?near=Spadina+station&amp;languages=Tamil&amp;within=2"',
    );
    expect(page.body).toContain('Follow: what is new in this list, within 2 km, for feed readers');
  });
});

describe('/exports', () => {
  let newest: Export;
  let path: string;
  let content: Buffer;
  let sum: string;

  beforeAll(async () => {
    newest = await api.publish(folder);
    const file = newest.files.find(({ name }) => name === 'doctors.ndjson.gz')!;
    path = file.url;
    content = (await download(path)).body;
    sum = file.sha256;
  });

  it('200: the exports, newest first', async () => {
    await rename('Dr. Exported');
    const later = await api.publish(folder);
    const { exports } = (await api.ask('/exports')).json<ExportList>();
    expect(exports.slice(0, 2)).toEqual([later, newest]);
    expect(await changes(`?after=${newest.cursor}`)).toMatchObject({ changes: [{ fields: ['name'] }] });
  });

  it('200: a file with its headers, also to HEAD', async () => {
    const { status, headers, body } = await download(path);
    expect(createHash('sha256').update(body).digest('hex')).toBe(sum);
    expect([status, body.length]).toEqual([200, newest.files.find(({ url: each }) => each === path)!.bytes]);
    const asked = await download(path, {}, api.keys.live, 'HEAD');
    expect([asked.status, asked.body.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'etag', 'accept-ranges', 'content-type', 'cache-control'])
      expect([name, asked.headers.get(name)]).toEqual([name, headers.get(name)]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'x-dataset-version': newest.datasetVersion,
    });
    expect(headers.get('content-encoding')).toBeNull();
    expect((await api.ask(`/exports/${newest.datasetVersion}/manifest.json`)).json<Export>()).toEqual(newest);
  });

  it('206: a part of a file, so that a download resumes', async () => {
    const half = Math.floor(content.length / 2);
    const { headers } = await download(path);
    const etag = headers.get('etag')!;
    const rest = await download(path, { range: `bytes=${half}-`, 'if-range': etag });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes ${half}-${content.length - 1}/${content.length}`,
    ]);
    expect(Buffer.concat([content.subarray(0, half), rest.body])).toEqual(content);
    const parts: [range: string, part: Buffer][] = [
      ['bytes=0-9', content.subarray(0, 10)],
      ['bytes=-10', content.subarray(-10)],
      [`bytes=0-${content.length + 5}`, content],
      [`bytes=-${content.length + 5}`, content],
    ];
    for (const [range, part] of parts) {
      const answer = await download(path, { range });
      expect([range, answer.status, answer.body.equals(part)]).toEqual([range, 206, true]);
    }
  });

  it('200: the whole file where a part is not what the client has, or no single part is meant', async () => {
    const other = { range: 'bytes=5-', 'if-range': '"other"' };
    for (const headers of [
      other,
      { range: 'bytes=0-1,4-5' },
      { range: 'bytes=9-5' },
      { range: 'lines=1-2' },
    ]) {
      const { status, body } = await download(path, headers);
      expect([headers.range, status, body.length]).toEqual([headers.range, 200, content.length]);
    }
  });

  it('304: the client has the file', async () => {
    const etag = (await download(path)).headers.get('etag')!;
    for (const held of [etag, `"x", W/${etag}`, '*']) {
      const { status, body } = await download(path, { 'if-none-match': held });
      expect([held, status, body.length]).toEqual([held, 304, 0]);
    }
  });

  it('416: the part is beyond the end', async () => {
    for (const range of [`bytes=${content.length}-`, 'bytes=-0']) {
      const { status, headers, body } = await download(path, { range });
      expect([status, headers.get('content-range')]).toEqual([416, `bytes */${content.length}`]);
      expect(JSON.parse(body.toString())).toMatchObject({ error: 'unsatisfiable_range' });
    }
  });

  it('403: a sandbox key downloads only its own file', async () => {
    const answers = await Promise.all(
      newest.files.map(async ({ name, url: each }) => {
        const { status } = await download(each, {}, api.keys.sandbox);
        return [name, status];
      }),
    );
    const own = 'sandbox-doctors.ndjson.gz';
    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(newest.files.map(({ name }) => [name, name === own ? 200 : 403])),
    );
    expect((await api.ask('/exports', { key: api.keys.sandbox })).status).toBe(200);
    expect((await download(path, {}, api.keys.gateway)).status).toBe(200);
  });

  it('404: another name or version', async () => {
    for (const missing of ['exports/1-00000000/doctors.ndjson.gz', `exports/${newest.datasetVersion}/x`]) {
      expect((await download(missing)).status).toBe(404);
    }
    const outside = `/exports/${newest.datasetVersion}/..%2F${newest.datasetVersion}%2Fmanifest.json`;
    expect((await api.ask(outside)).status).toBe(404);
  });

  it('401 without a key', async () => {
    expect((await api.ask('/exports', { key: null })).status).toBe(401);
    expect((await api.ask(`/${path}`, { key: null })).status).toBe(401);
  });

  it('410: a record of the file was hidden, whatever the request holds or asks for', async () => {
    const { headers: first } = await download(path);
    const etag = first.get('etag')!;
    await api.sync(
      (writer) => writer.correct({ ...HIDE, key: DOCTORS[1]!.registrationNumber }),
      'corrections',
    );
    for (const headers of [
      {},
      { 'if-none-match': etag },
      { 'if-none-match': '*' },
      { range: 'bytes=0-9' },
      { range: 'bytes=0-9', 'if-range': etag },
      { range: `bytes=${content.length}-` },
    ] as Record<string, string>[]) {
      const { status, headers: got, body } = await download(path, headers);
      expect([headers, status, got.get('cache-control'), got.get('retry-after')]).toEqual([
        headers,
        410,
        'no-store',
        '5',
      ]);
      expect(JSON.parse(body.toString())).toMatchObject({
        error: 'gone',
        message: expect.stringContaining('List /exports again'),
      });
    }
    const head = await download(path, { 'if-none-match': etag }, api.keys.live, 'HEAD');
    expect([head.status, head.body.length]).toEqual([410, 0]);
    const sandbox = `exports/${newest.datasetVersion}/sandbox-doctors.ndjson.gz`;
    expect((await download(sandbox, {}, api.keys.sandbox)).status).toBe(410);
    // What does not have the record goes on.
    for (const name of ['clinics.ndjson.gz', 'services.csv.gz', 'manifest.json', 'fhir-deleted.ndjson.gz'])
      expect([name, (await download(`exports/${newest.datasetVersion}/${name}`)).status]).toEqual([
        name,
        200,
      ]);
    const { datasetVersion } = await api.publish(folder);
    const { status, headers, body } = await download(path);
    expect([status, headers.get('retry-after')]).toEqual([410, null]);
    expect(JSON.parse(body.toString())).toMatchObject({
      message: expect.stringContaining(`exports/${datasetVersion}/manifest.json`),
    });
    expect((await download(`exports/${datasetVersion}/doctors.ndjson.gz`)).status).toBe(200);
  });
});

describe('/fhir/$bulk-publish', () => {
  const path = '/fhir/$bulk-publish';
  const manifest = async (key?: string) =>
    (await api.ask(path, key === undefined ? {} : { key })).json<BulkManifest>();

  it('200: the FHIR files of the newest export, and what vanished', async () => {
    const base = 'http://localhost:3000/api/v1';
    await api.publish(folder);
    await api.sync((writer) => writer.correct({ ...HIDE, key: DOCTOR!.registrationNumber }), 'corrections');
    const { datasetVersion, createdAt, files } = await api.publish(folder);
    const counts = Object.fromEntries(files.map(({ name, records }) => [name, records]));
    const answer = await manifest();
    expect(answer).toMatchObject({
      transactionTime: createdAt,
      request: `${base}${path}`,
      requiresAccessToken: true,
      deleted: [{ type: 'Bundle' }],
      error: [],
    });
    expect(answer.output).toEqual(
      FHIR_TYPES.map((type) => ({
        type,
        url: `${base}/exports/${datasetVersion}/fhir-${type}.ndjson.gz`,
        count: counts[`fhir-${type}.ndjson.gz`],
      })),
    );
    const [deleted] = answer.deleted;
    const file = await download(deleted!.url.slice(base.length + 1));
    // The client of the test decompresses what HTTP says is compressed.
    const lines = file.body.toString().trimEnd().split('\n');
    expect(lines).toHaveLength(deleted!.count);
    expect(JSON.parse(lines.find((line) => line.includes('Practitioner/'))!)).toMatchObject({
      entry: [{ request: { method: 'DELETE', url: `Practitioner/cpso-${DOCTOR!.registrationNumber}` } }],
    });
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/fhir+ndjson',
      'content-encoding': 'gzip',
      'x-dataset-version': datasetVersion,
    });
  });

  it('200: addresses that hold through a gateway too', async () => {
    const { request, output } = await manifest(api.keys.gateway);
    expect(request).toBe('../fhir/$bulk-publish');
    expect((await download(new URL(output[0]!.url, `${url}${path}`).href.slice(url.length + 1))).status).toBe(
      200,
    );
  });

  it('401 without a key; a sandbox key reads the manifest only', async () => {
    expect((await api.ask(path, { key: null })).status).toBe(401);
    const { output } = await manifest(api.keys.sandbox);
    const file = `exports/${output[0]!.url.split('/exports/')[1]}`;
    expect((await download(file, {}, api.keys.sandbox)).status).toBe(403);
  });
});
