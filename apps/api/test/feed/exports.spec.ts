import { createHash } from 'node:crypto';
import type { BulkManifest, Export, ExportList } from '@care-atlas/domain/contract';
import { DOCTORS } from '../../../../libs/domain/test/invented-directory.js';
import { DOCTOR, FeedStage } from './feed-stage.js';
import { HIDE } from '../../../../libs/domain/test/builders.js';

const FHIR_TYPES = [
  'Organization',
  'Location',
  'HealthcareService',
  'Practitioner',
  'PractitionerRole',
  'VerificationResult',
];

const stage = FeedStage.ofFile();

it('404: there is no export with FHIR files yet', async () => {
  expect((await stage.api.ask('/fhir/$bulk-publish')).status).toBe(404);
});

describe('/exports', () => {
  let newest: Export;
  let path: string;
  let content: Buffer;
  let sum: string;

  beforeAll(async () => {
    newest = await stage.api.publish(stage.folder);
    const file = newest.files.find(({ name }) => name === 'doctors.ndjson.gz')!;
    path = file.url;
    content = (await stage.download(path)).body;
    sum = file.sha256;
  });

  it('200: the exports, newest first', async () => {
    await stage.rename('Dr. Exported');
    const later = await stage.api.publish(stage.folder);
    const { exports } = (await stage.api.ask('/exports')).json<ExportList>();
    expect(exports.slice(0, 2)).toEqual([later, newest]);
    expect(await stage.changes(`?after=${newest.cursor}`)).toMatchObject({ changes: [{ fields: ['name'] }] });
  });

  it('200: a file with its headers, also to HEAD', async () => {
    const { status, headers, body } = await stage.download(path);
    expect(createHash('sha256').update(body).digest('hex')).toBe(sum);
    expect([status, body.length]).toEqual([200, newest.files.find(({ url: each }) => each === path)!.bytes]);
    const asked = await stage.download(path, {}, stage.api.keys.live, 'HEAD');
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
    expect((await stage.api.ask(`/exports/${newest.datasetVersion}/manifest.json`)).json<Export>()).toEqual(
      newest,
    );
  });

  it('206: a part of a file, so that a download resumes', async () => {
    const half = Math.floor(content.length / 2);
    const { headers } = await stage.download(path);
    const etag = headers.get('etag')!;
    const rest = await stage.download(path, { range: `bytes=${half}-`, 'if-range': etag });
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
      const answer = await stage.download(path, { range });
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
      const { status, body } = await stage.download(path, headers);
      expect([headers.range, status, body.length]).toEqual([headers.range, 200, content.length]);
    }
  });

  it('304: the client has the file', async () => {
    const etag = (await stage.download(path)).headers.get('etag')!;
    for (const held of [etag, `"x", W/${etag}`, '*']) {
      const { status, body } = await stage.download(path, { 'if-none-match': held });
      expect([held, status, body.length]).toEqual([held, 304, 0]);
    }
  });

  it('416: the part is beyond the end', async () => {
    for (const range of [`bytes=${content.length}-`, 'bytes=-0']) {
      const { status, headers, body } = await stage.download(path, { range });
      expect([status, headers.get('content-range')]).toEqual([416, `bytes */${content.length}`]);
      expect(JSON.parse(body.toString())).toMatchObject({ error: 'unsatisfiable_range' });
    }
  });

  it('403: a sandbox key downloads only its own file', async () => {
    const answers = await Promise.all(
      newest.files.map(async ({ name, url: each }) => {
        const { status } = await stage.download(each, {}, stage.api.keys.sandbox);
        return [name, status];
      }),
    );
    const own = 'sandbox-doctors.ndjson.gz';
    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(newest.files.map(({ name }) => [name, name === own ? 200 : 403])),
    );
    expect((await stage.api.ask('/exports', { key: stage.api.keys.sandbox })).status).toBe(200);
    expect((await stage.download(path, {}, stage.api.keys.gateway)).status).toBe(200);
  });

  it('404: another name or version', async () => {
    for (const missing of ['exports/1-00000000/doctors.ndjson.gz', `exports/${newest.datasetVersion}/x`]) {
      expect((await stage.download(missing)).status).toBe(404);
    }
    const outside = `/exports/${newest.datasetVersion}/..%2F${newest.datasetVersion}%2Fmanifest.json`;
    expect((await stage.api.ask(outside)).status).toBe(404);
  });

  it('401 without a key', async () => {
    expect((await stage.api.ask('/exports', { key: null })).status).toBe(401);
    expect((await stage.api.ask(`/${path}`, { key: null })).status).toBe(401);
  });

  it('410: a record of the file was hidden, whatever the request holds or asks for', async () => {
    const { headers: first } = await stage.download(path);
    const etag = first.get('etag')!;
    await stage.api.sync(
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
      const { status, headers: got, body } = await stage.download(path, headers);
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
    const head = await stage.download(path, { 'if-none-match': etag }, stage.api.keys.live, 'HEAD');
    expect([head.status, head.body.length]).toEqual([410, 0]);
    const sandbox = `exports/${newest.datasetVersion}/sandbox-doctors.ndjson.gz`;
    expect((await stage.download(sandbox, {}, stage.api.keys.sandbox)).status).toBe(410);
    // What does not have the record goes on.
    for (const name of ['clinics.ndjson.gz', 'services.csv.gz', 'manifest.json', 'fhir-deleted.ndjson.gz'])
      expect([name, (await stage.download(`exports/${newest.datasetVersion}/${name}`)).status]).toEqual([
        name,
        200,
      ]);
    const { datasetVersion } = await stage.api.publish(stage.folder);
    const { status, headers, body } = await stage.download(path);
    expect([status, headers.get('retry-after')]).toEqual([410, null]);
    expect(JSON.parse(body.toString())).toMatchObject({
      message: expect.stringContaining(`exports/${datasetVersion}/manifest.json`),
    });
    expect((await stage.download(`exports/${datasetVersion}/doctors.ndjson.gz`)).status).toBe(200);
  });
});

describe('/fhir/$bulk-publish', () => {
  const path = '/fhir/$bulk-publish';
  const manifest = async (key?: string) =>
    (await stage.api.ask(path, key === undefined ? {} : { key })).json<BulkManifest>();

  it('200: the FHIR files of the newest export, and what vanished', async () => {
    const base = 'http://localhost:3000/api/v1';
    await stage.api.publish(stage.folder);
    await stage.api.sync(
      (writer) => writer.correct({ ...HIDE, key: DOCTOR!.registrationNumber }),
      'corrections',
    );
    const { datasetVersion, createdAt, files } = await stage.api.publish(stage.folder);
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
    const file = await stage.download(deleted!.url.slice(base.length + 1));
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
    const { request, output } = await manifest(stage.api.keys.gateway);
    expect(request).toBe('../fhir/$bulk-publish');
    expect(
      (await stage.download(new URL(output[0]!.url, `${stage.url}${path}`).href.slice(stage.url.length + 1)))
        .status,
    ).toBe(200);
  });

  it('401 without a key; a sandbox key reads the manifest only', async () => {
    expect((await stage.api.ask(path, { key: null })).status).toBe(401);
    const { output } = await manifest(stage.api.keys.sandbox);
    const file = `exports/${output[0]!.url.split('/exports/')[1]}`;
    expect((await stage.download(file, {}, stage.api.keys.sandbox)).status).toBe(403);
  });
});
