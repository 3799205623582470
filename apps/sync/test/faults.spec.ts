import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { skippedRows, SyncHistory } from '@care-atlas/data/sync';
import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import { reviews } from '../src/sources/reviews.js';
import type { Source } from '../src/sources/source.js';
import {
  ANY_REJECTS,
  clinicList,
  clinicsIn,
  directoryIn,
  importFile,
  registrations,
  useImports,
} from './test-import.js';

type Facts = Readonly<Record<string, string>>;

const test = useImports();
let history: SyncHistory;
beforeEach(() => {
  history = new SyncHistory(test.database);
});

/** Registrations that differ in their numbers. */
function doctors(
  count: number,
  change: (index: number) => Readonly<Record<string, string>> = () => ({}),
): string {
  return registrations(...Array.from({ length: count }, (_, index) => change(index)));
}

async function run(source: Source, name: string, content: string | Uint8Array, setting = {}) {
  return importFile(source, await test.folder.file(name, content), test.url, setting);
}

describe('a file that cannot be read', () => {
  const REGISTER = doctors(3);
  const FEATURES = '{"type":"FeatureCollection","features":[';

  it.each<[string, Source, string, string | Uint8Array, string]>([
    ['in UTF-16', register, 'a.csv', Buffer.from(`\uFEFF${REGISTER}`, 'utf16le'), 'is text in UTF-16'],
    [
      'in Latin-1',
      register,
      'a.csv',
      Buffer.from(REGISTER.replace('Okafor', 'Gélinas'), 'latin1'),
      'byte 15 of line 2 is 0xE9',
    ],
    [
      'without a column',
      register,
      'a.csv',
      REGISTER.replace('status', 'state'),
      'the column status is missing',
    ],
    [
      'whose header has a column of two lines',
      register,
      'a.csv',
      REGISTER.replace(/^([^,]*),/, '"number\\nof the register",').replace('\\n', '\n'),
      'the file has number of the register,',
    ],
    [
      'whose header has other separators than its rows',
      register,
      'a.csv',
      REGISTER.replace(/^.*/, (header) => header.replaceAll(',', ';')),
      '3 of 3 rows could not be used',
    ],
    [
      'with a stray double quote',
      register,
      'a.csv',
      REGISTER.replace('"', '"Suite "B" '),
      'line 2: text follows the double quote that ends a value',
    ],
    [
      'cut inside quotes',
      register,
      'a.csv',
      REGISTER.slice(0, REGISTER.lastIndexOf('Front')),
      'a double quote opens here and is never closed',
    ],
    [
      'cut inside a row',
      register,
      'a.csv',
      REGISTER.slice(0, REGISTER.lastIndexOf('Independent')),
      'is cut off: its last row, on line 4',
    ],
    [
      'cut inside gzip',
      register,
      'a.csv.gz',
      gzipSync(REGISTER).subarray(0, -20),
      'is cut off: its gzip data ends too early',
    ],
    [
      'cut inside a JSON line',
      reviews,
      'a.ndjson',
      '{"rating":5}\n{"rating"',
      'is cut off: its last line, 2',
    ],
    ['cut inside GeoJSON', clinics, 'a.geojson', `${FEATURES}{"type":"Feature"`, 'is cut off or not JSON'],
    ['that is empty', register, 'a.csv', '', 'is empty.'],
    [
      'of column names alone',
      register,
      'a.csv',
      `${REGISTER.split('\n')[0]}\n`,
      'has no rows below its header.',
    ],
    [
      'in another form',
      register,
      'a.geojson',
      `${FEATURES}]}`,
      'is GeoJSON, but register accepts CSV or NDJSON or Excel (.xlsx).',
    ],
    [
      'that is a JSON list',
      reviews,
      'a.json',
      '[{"rating":5}]',
      'is a JSON list: convert it to NDJSON, one object per line',
    ],
    ['that is a web page', register, 'a.csv', '<!doctype html><title>Not found</title>', 'is XML or HTML'],
  ])(
    '%s is refused in one sentence, recorded, and changes nothing',
    async (_what, source, name, content, sentence) => {
      await run(register, 'before.csv', doctors(1), { now: new Date('2026-11-19T08:00:00Z') });
      const before = (await directoryIn(test.url)).dataset.version;
      const failure = await run(source, name, content).then(
        () => 'It was imported.',
        (error: Error) => error.message,
      );
      expect(failure).toContain(sentence);
      expect(failure).toMatch(/^[^\n]*\.$/);
      expect((await directoryIn(test.url)).dataset.version).toBe(before);
      const [latest] = await history.runs(1);
      expect(latest).toMatchObject({
        source: source.name,
        fileName: name,
        status: 'failed',
        reason: failure,
      });
    },
  );

  it('can be imported once it is corrected', async () => {
    await expect(run(register, 'a.csv', REGISTER.slice(0, -60))).rejects.toThrow('is cut off');
    expect(await run(register, 'a.csv', REGISTER)).toMatchObject({ created: 3, rejected: 0 });
  });
});

it.each([
  ['a byte order mark', (text: string) => `\uFEFF${text}`],
  ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
  ['gzip', (text: string) => gzipSync(text)],
  ['line breaks inside quotes', (text: string) => text.replaceAll('Front Street E,', 'Front Street E,\n')],
])('a register with %s is read right', async (_what, change) => {
  expect(await run(register, 'a.csv', change(doctors(3)))).toMatchObject({
    rows: 3,
    created: 3,
    rejected: 0,
  });
});

/** Every tenth registration cannot be used. */
function bad(index: number): Facts {
  return index % 10 === 0 ? { name: 'Gone, "A"', status: '~' } : {};
}

function clinicFeature(id: string, type: string): object {
  const geometry = { type: 'Point', coordinates: [-79.37, 43.65] };
  return { type: 'Feature', id, properties: { name: 'A', address: 'B', type }, geometry };
}

const outside = (index: number): Facts => (index === 0 ? { location_1_postal_code: 'K1A 0B1' } : {});

describe('rejected rows', () => {
  it('go to a file in the format of the input, which can be corrected and imported', async () => {
    const summary = await run(register, 'list.csv', doctors(20, bad), ANY_REJECTS);
    expect(summary).toMatchObject({
      rows: 20,
      created: 18,
      rejected: 2,
      rejectsFile: join(test.folder.path, 'list.rejects.csv'),
    });
    const text = await readFile(summary.rejectsFile!, 'utf8');
    expect(text.split('\n')).toHaveLength(4);
    expect(text).toMatch(
      /^registration_number,name,.*,referral_required,reject_line,reject_kind,reject_column,reject_value,reject_reason,reject_details\n/,
    );
    expect(text).toContain(',12,row,status,~,"status is ""~"", but must be a known status');

    const again = await run(register, 'corrected.csv', text.replaceAll(',Woman,~', ',Woman,Active'));
    expect(again).toMatchObject({ rows: 2, created: 2, rejected: 0, rejectsFile: null });
    expect((await directoryIn(test.url)).listDoctors({}).value.total).toBe(20);
  });

  it.each(['csv', 'ndjson'])(
    'are stored with their run, until it is pruned, as the %s file',
    async (format) => {
      const [source, text] =
        format === 'csv'
          ? ([register, doctors(20, bad)] as const)
          : ([reviews, '{"clinic_id":"x"}\n{broken\n'] as const);
      const summary = await run(source, `list.${format}`, text, ANY_REJECTS);
      const content = await readFile(summary.rejectsFile!);
      expect(await history.rejectsFile(summary.runId!)).toEqual({ format, content });
      await history.prune(new Date(Date.now() + 1000));
      expect(await history.rejectsFile(summary.runId!)).toBeUndefined();
    },
  );

  it('are stored with a run that failed because of them', async () => {
    await expect(run(register, 'list.csv', doctors(20, bad))).rejects.toThrow('2 of 20 rows');
    const [failed] = await history.runs(1);
    const content = await readFile(join(test.folder.path, 'list.rejects.csv'));
    expect(failed).toMatchObject({ status: 'failed' });
    expect(await history.rejectsFile(failed!.id)).toEqual({ format: 'csv', content });
  });

  it('keep one set of reject columns when they are rejected again', async () => {
    const first = await run(register, 'list.csv', doctors(2, bad), ANY_REJECTS);
    const second = await importFile(register, first.rejectsFile!, test.url, ANY_REJECTS);
    expect(second.rejectsFile).toBe(join(test.folder.path, 'list.rejects-2.csv'));
    expect((await readFile(second.rejectsFile!, 'utf8')).match(/reject_line/g)).toHaveLength(1);
  });

  it('of NDJSON are objects with the reason', async () => {
    const lines = ['{"clinic_id":"x","rating":5,"date":"2026-10-01","author":"A"}', '{broken'];
    const summary = await run(reviews, 'list.ndjson', `${lines.join('\n')}\n`, ANY_REJECTS);
    const rejects = (await readFile(summary.rejectsFile!, 'utf8')).trim().split('\n');
    expect(rejects.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        ...JSON.parse(lines[0]!),
        _reject: {
          kind: 'row',
          line: 1,
          column: 'clinic_id',
          value: 'x',
          reason: expect.any(String),
          details: [
            {
              column: 'clinic_id',
              value: 'x',
              reason: expect.any(String),
              isDoubtful: false,
              suggestions: [],
            },
          ],
        },
      },
      {
        _text: '{broken',
        _reject: {
          kind: 'row',
          line: 2,
          column: '',
          value: '{broken',
          reason: 'The line is not a JSON object: write one object per line.',
          details: [expect.objectContaining({ column: '', value: '{broken' })],
        },
      },
    ]);
  });

  it('of GeoJSON are a collection of features again', async () => {
    const collection = {
      type: 'FeatureCollection',
      features: [clinicFeature('a', 'walk-in'), clinicFeature('b', 'x'), clinicFeature('c', 'y')],
    };
    const summary = await run(clinics, 'list.geojson', JSON.stringify(collection), ANY_REJECTS);
    expect(summary).toMatchObject({ created: 1, rejected: 2 });
    const text = await readFile(summary.rejectsFile!, 'utf8');
    const rejects = JSON.parse(text) as { features: Record<string, object>[] };
    expect(rejects.features.map((each) => each['_reject'])).toMatchObject([
      { feature: 2, column: 'type' },
      { feature: 3 },
    ]);
    const corrected = text
      .replaceAll('"type":"x"', '"type":"walk-in"')
      .replaceAll('"type":"y"', '"type":"walk-in"');
    expect(await run(clinics, 'corrected.geojson', corrected)).toMatchObject({ created: 2, rejected: 0 });
  });

  it('include those that only the database detects', async () => {
    const text = doctors(2) + doctors(1).split('\n')[1]! + '\n';
    const summary = await run(register, 'list.csv', text, ANY_REJECTS);
    expect(summary).toMatchObject({ rows: 3, created: 2, rejected: 1 });
    expect(await readFile(summary.rejectsFile!, 'utf8')).toContain(
      'Line 2 already holds this record: keep one of the two rows.',
    );
  });

  it('count as read in the history, as what was left out does', async () => {
    await run(register, 'list.csv', doctors(5, outside));
    const [latest] = await history.runs(1);
    expect(latest!.counts).toMatchObject({ read: 5, created: 4, rejected: 0 });
    expect(skippedRows(latest!.counts)).toBe(1);
  });

  it('are stored with the run', async () => {
    const { runId } = await run(register, 'list.csv', doctors(2, bad), ANY_REJECTS);
    expect(await history.rejects(runId!)).toMatchObject([
      { kind: 'row', line: 2, column: 'status', value: '~' },
    ]);
  });

  it('beyond the limit fail the run, and are written all the same', async () => {
    await expect(run(register, 'list.csv', doctors(20, bad))).rejects.toThrow(
      `2 of 20 rows could not be used, but at most 1% of them may be rejected. Correct ${join(test.folder.path, 'list.csv')} itself and import it again as a whole, or allow --max-rejects 2 and`,
    );
    expect(await readdir(test.folder.path)).toEqual(['list.csv', 'list.rejects.csv']);
    expect((await directoryIn(test.url)).listDoctors({}).value.total).toBe(0);
    expect(await history.runs(1)).toMatchObject([{ status: 'failed', counts: { read: 20, rejected: 2 } }]);
  });

  it.each([
    [{ count: 2 }, 18],
    [{ share: 0.1 }, 18],
  ])('up to %j do not', async (maxRejects, created) => {
    expect(await run(register, 'list.csv', doctors(20, bad), { maxRejects })).toMatchObject({ created });
  });

  it('fail the run when they cannot be written', async () => {
    const rejects = join(test.folder.path, 'no-such-folder', 'rejects.csv');
    await expect(run(register, 'list.csv', doctors(2, bad), { ...ANY_REJECTS, rejects })).rejects.toThrow(
      `The rejects file ${rejects} cannot be written`,
    );
    expect((await directoryIn(test.url)).listDoctors({}).value.total).toBe(0);
  });

  it('leave no file behind where there are none', async () => {
    await run(register, 'list.csv', doctors(2));
    expect(await readdir(test.folder.path)).toEqual(['list.csv']);
  });
});

describe('a dry run', () => {
  it('shows what would change, and changes and records nothing', async () => {
    await run(register, 'list.csv', doctors(2));
    const before = (await directoryIn(test.url)).dataset.version;
    const renamed = doctors(3, (index): Facts => (index === 0 ? { name: 'Amara Other' } : {}));
    const summary = await run(register, 'list.csv', renamed, { dryRun: true });
    expect(summary).toMatchObject({
      dryRun: true,
      created: 1,
      updated: 1,
      unchanged: 1,
      runId: null,
      version: null,
    });
    expect(summary.differences).toContainEqual(
      expect.objectContaining({ key: '900001', fields: { name: ['Dr. Amara Okafor', 'Dr. Amara Other'] } }),
    );
    expect((await directoryIn(test.url)).dataset.version).toBe(before);
    expect(await history.runs(10)).toHaveLength(1);
    const first = await run(register, 'list.csv', renamed, { dryRun: true, changes: 1 });
    expect(first.differences).toEqual(summary.differences.slice(0, 1));
  });
});

async function states(now: Date) {
  const directory = await directoryIn(test.url, now);
  const { fresh, stale } = directory.getSummary().value.dataFreshness;
  return { fresh, stale, total: directory.listDoctors({}).value.total };
}

function day(text: string): Date {
  return new Date(`${text}T08:00:00Z`);
}

describe('freshness', () => {
  it('follows the runs: fresh, stale after 30 days, fresh again, expired, back', async () => {
    const both = await test.folder.file('both.csv', doctors(2));
    const one = await test.folder.file('one.csv', doctors(1));
    // The same file is a new extract every night.
    const night = (path: string, now: Date) =>
      importFile(register, path, test.url, { now, extractedAt: now, complete: true });

    await night(both, day('2026-09-01'));
    expect(await states(day('2026-09-30'))).toMatchObject({ fresh: 2, stale: 0, total: 2 });
    expect(await states(day('2026-10-02'))).toMatchObject({ fresh: 0, stale: 2, total: 2 });

    expect(await night(both, day('2026-10-02'))).toMatchObject({ unchanged: 2, updated: 0 });
    expect(await states(day('2026-10-02'))).toMatchObject({ fresh: 2, stale: 0, total: 2 });

    expect(await night(one, day('2026-10-03'))).toMatchObject({ expired: 1 });
    expect(await states(day('2026-10-03'))).toMatchObject({ fresh: 1, total: 1 });
    const gone = (await directoryIn(test.url, day('2026-10-03'))).getDoctor('900002').value.doctor;
    expect(gone).toMatchObject({ dataFreshness: 'stale', expiredAt: day('2026-10-03').toISOString() });

    expect(await night(both, day('2026-10-04'))).toMatchObject({ unexpired: 1 });
    expect(await states(day('2026-10-04'))).toMatchObject({ fresh: 2, total: 2 });
  });

  it('counts from the day on which the file was drawn', async () => {
    const path = await test.folder.file('list.csv', doctors(1));
    await importFile(register, path, test.url, { now: day('2026-10-02'), extractedAt: day('2026-08-30') });
    expect(await states(day('2026-10-02'))).toMatchObject({ fresh: 0, stale: 1 });
  });

  it('is not lost when too many would expire: the run names them, and may be confirmed', async () => {
    await run(register, 'all.csv', doctors(20), { complete: true });
    const few = await test.folder.file('few.csv', doctors(8));
    await expect(importFile(register, few, test.url, { complete: true })).rejects.toThrow(
      /would expire 12 of 20 active registrations \(60%\).*900009, .* and 2 more\..*confirm the number 12\.$/,
    );
    expect((await directoryIn(test.url)).listDoctors({}).value.total).toBe(20);
    expect(await importFile(register, few, test.url, { complete: true, confirmExpiry: 12 })).toMatchObject({
      expired: 12,
    });
  });

  it('is not lost by a row that is bad: its doctor is not taken for missing', async () => {
    await run(register, 'all.csv', doctors(2), { complete: true });
    const oneBad = doctors(2, (index): Facts => (index === 1 ? { status: '~' } : {}));
    expect(await run(register, 'bad.csv', oneBad, { complete: true, ...ANY_REJECTS })).toMatchObject({
      expired: 0,
      rejected: 1,
    });
  });
});

it('an interrupted import is undone and recorded', async () => {
  const signal = AbortSignal.abort();
  await expect(run(clinics, 'a.csv', clinicList({}), { signal })).rejects.toThrow('aborted');
  expect((await clinicsIn(test.url)).size).toBe(0);
});
