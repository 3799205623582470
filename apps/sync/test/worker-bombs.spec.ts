import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportSourceName } from '@care-atlas/domain/records';
import { DEFAULT_LIMITS } from '../src/limits/read-limits.js';
import { runTask } from '../src/worker/run-task.js';
import { bombOf, gzipBombOf, type Repetition, sheetOf, workbookBombOf } from './bombs.js';
import { zipOf } from './binary-files.js';
import { clinicList } from './test-import.js';
import { TestUploads, until, type TestWorker } from './test-worker.js';

let uploads: TestUploads;
let worker: TestWorker;
/** One worker, with the limits without variables, reads the files of all tests up to that of a package within the limits. */
beforeAll(async () => {
  uploads = await TestUploads.open();
  worker = await uploads.runWorker();
});
afterAll(() => uploads.close());

const HEAD = 'id,name,type,address,postal_code\n';
const ROW = '1,Maple Example Clinic,family-practice,"145 Front Street E, Toronto, ON",M5A 1E3\n';
const TABLE = sheetOf(
  ['id', 'name', 'type', 'address', 'postal_code'],
  ['1', 'Maple Example Clinic', 'family-practice', '145 Front Street E, Toronto, ON', 'M5A 1E3'],
);
const text = (megabytes: number, part = ROW): Repetition => ({ head: HEAD, part, megabytes, tail: '' });
const strings = (megabytes: number, part: string): Repetition => ({ head: '', part, megabytes, tail: '' });
const cell = (megabytes: number): Repetition => ({
  head: '<sheetData><row><c t="inlineStr"><is><t>',
  part: 'x',
  megabytes,
  tail: '</t></is></c></row></sheetData>',
});

const MEMORY = /^Reading the file takes more than 256 MB of memory \(IMPORT_MEMORY_MB\), so it was stopped/;
const SIZE = / unpacks to more than 500 MB \(IMPORT_UNPACKED_MB\): split the file/;
const RATIO = / unpacks to more than 100 times its size \(IMPORT_UNPACKED_RATIO\): split the file/;
const TOO_LONG = /has more than 1000000 characters/;
const LARGE_FOLDER = {
  'datapackage.json': '{"resources":[{"name":"location","path":"location.csv"}]}',
  'location.csv': text(600),
};

/** Uploads a file, and returns what becomes of it, with what its folder has. */
async function outcomeOf(source: ImportSourceName, name: string, content: string | Uint8Array) {
  const id = await uploads.add(source, name, content);
  const { state, reason, losses } = await uploads.reaches(id, 'failed', 'parked', 'review');
  const kept = await readdir(join(uploads.spool, id));
  // Where the files of uploads are is not for those who read the reason.
  return { state, reason, losses, kept, showsSpool: reason.includes(uploads.spool) };
}

function failedWith(reason: RegExp) {
  return {
    state: 'failed',
    reason: expect.stringMatching(reason),
    losses: 0,
    kept: ['file'],
    showsSpool: false,
  };
}

it.each<[string, ImportSourceName, string, () => string | Uint8Array, RegExp]>([
  [
    'a spreadsheet whose cells share 600 MB of strings',
    'clinics',
    'a.xlsx',
    () => workbookBombOf(strings(600, `<si><t>${'x'.repeat(981)}</t></si>`), [TABLE]),
    SIZE,
  ],
  [
    'the same of 40 MB, a thousand times its size',
    'clinics',
    'a.xlsx',
    () => workbookBombOf(strings(40, `<si><t>${'x'.repeat(981)}</t></si>`), [TABLE]),
    RATIO,
  ],
  ['a spreadsheet with a cell of 1 GB', 'clinics', 'a.xlsx', () => workbookBombOf('', [cell(1000)]), SIZE],
  [
    'a spreadsheet of a thousand sheets of 1 MB',
    'clinics',
    'a.xlsx',
    () => workbookBombOf('', [TABLE, ...Array<Repetition>(1000).fill(cell(1))]),
    RATIO,
  ],
  ['an archive of 2 GB in 2 MB', 'clinics', 'a.zip', () => bombOf({ 'a.csv': text(2000) }), SIZE],
  ['the same in gzip', 'clinics', 'a.csv.gz', () => gzipBombOf(text(2000)), SIZE],
  [
    'a table of a GTFS feed of 2 GB',
    'stations',
    'a.zip',
    () => bombOf({ 'stops.txt': text(1), 'agency.txt': text(2000) }),
    SIZE,
  ],
  ['a package of HSDS of 600 MB', 'clinics', 'a.zip', () => bombOf(LARGE_FOLDER), SIZE],
  [
    'a line of 10 MB',
    'clinics',
    'a.csv',
    () => Buffer.concat([Buffer.from(HEAD), Buffer.alloc(10_000_000, 'x')]),
    TOO_LONG,
  ],
  ['JSON of 2 million levels', 'clinics', 'a.ndjson', () => Buffer.alloc(10_000_000, '{"a":'), TOO_LONG],
  [
    'GeoJSON of 10 million levels',
    'clinics',
    'a.geojson',
    () =>
      Buffer.concat([Buffer.from('{"type":"FeatureCollection","features":['), Buffer.alloc(10_000_000, '[')]),
    /nested more than 100 levels deep/,
  ],
])('%s fails with its reason, and the next file is checked', async (_what, source, name, make, reason) => {
  expect(await outcomeOf(source, name, make())).toEqual(failedWith(reason));
});

it('an archive that understates the size of its text is damaged, and unpacked no further', async () => {
  const archive = bombOf({ 'a.csv': text(300) });
  const size = HEAD.length + 300 * Math.floor(1_000_000 / ROW.length) * ROW.length;
  const at = archive.lastIndexOf('PK\x01\x02') + 24;
  expect(archive.readUInt32LE(at)).toBe(size);
  archive.writeUInt32LE(1000, at);
  const id = await uploads.add('clinics', 'a.zip', archive);
  expect(await uploads.reaches(id, 'failed', 'review')).toMatchObject({
    reason: expect.stringContaining('a.zip is cut off or damaged: its ZIP archive cannot be read'),
  });
});

it('a file that unpacks to 19 MB is checked, whatever its ratio', async () => {
  const empty = text(18, '\n');
  const id = await uploads.add('clinics', 'a.zip', bombOf({ 'a.csv': { ...empty, tail: ROW } }));
  expect(await uploads.reaches(id, 'review', 'failed')).toMatchObject({ state: 'review' });
});

it('a package of HSDS within the limits is still read', async () => {
  const id = await uploads.add(
    'clinics',
    'a.zip',
    zipOf({
      'datapackage.json': LARGE_FOLDER['datapackage.json'],
      'location.csv': 'id,name\n1,Maple Example Clinic\n',
    }),
  );
  expect(await uploads.reaches(id, 'review', 'failed')).toMatchObject({ state: 'review' });
  expect((await readdir(join(uploads.spool, id))).toSorted()).toEqual(['file', 'rejects']);
});

it.each([
  ['strings', () => workbookBombOf(strings(24, '<si><t>x</t></si>'), [TABLE])],
  ['a cell of 450 MB', () => workbookBombOf('', [cell(450)])],
])(
  'a spreadsheet with %s that take more than the memory is stopped, where the operator allows any ratio',
  async (_what, make) => {
    await worker.end();
    worker = await uploads.runWorker({ IMPORT_UNPACKED_RATIO: '100000', IMPORT_MEMORY_MB: '256' });
    expect(await outcomeOf('clinics', 'a.xlsx', make())).toEqual(failedWith(MEMORY));
  },
);

it('a file that takes longer than the time limit is stopped', async () => {
  const release = await uploads.holdImports();
  const folder = uploads.spool;
  const path = join(folder, 'clinics.csv');
  await writeFile(path, clinicList({}));
  const stoppedAfter = (time: number) =>
    runTask(
      {
        kind: 'check',
        losses: 0,
        id: '00000000-0000-4000-8000-000000000001',
        databaseUrl: uploads.url,
        source: 'clinics',
        path,
        fileName: 'clinics.csv',
        rejects: join(folder, 'rejects'),
        settings: { complete: false },
        guard: null,
        actor: 'ada',
        limits: { ...DEFAULT_LIMITS, time },
        evidenceDays: undefined,
      },
      { temporary: folder, signal: new AbortController().signal, onProgress: () => undefined },
    );
  let time = 3_000;
  let outcome = await stoppedAfter(time);
  // On a busy machine, the process may not have begun by then.
  while (outcome.kind === 'exceeded' && outcome.step === '') outcome = await stoppedAfter((time *= 2));
  expect(outcome).toEqual({ kind: 'exceeded', limit: 'time', step: 'Preparing the database' });
  // The server has noticed, although the table is still locked.
  await until(async () => ((await uploads.isHeld()) ? undefined : true));
  await release();
});
