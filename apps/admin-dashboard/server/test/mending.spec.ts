import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportJob, ImportJobDetails, ImportState } from '#contract/imports/imports';
import type { Mending, MendingPatch } from '#contract/imports/mending';
import { rowReason } from '#contract/imports/row-reasons';
import type { RunDetails } from '#contract/imports/runs';
import { uuid } from '../../../../libs/domain/test/builders.js';
import { runImportCommand, startWorker } from '../../test/running-worker.js';
import { refusal, type TestBrowser } from './test-browser.js';
import { TestDashboard } from './test-dashboard.js';

const ENDED: readonly ImportState[] = ['review', 'done', 'failed'];

let spool: string;
let dashboard: TestDashboard;
let worker: { stop: () => Promise<void> };
let ada: TestBrowser;
let grace: TestBrowser;

beforeAll(async () => {
  spool = await mkdtemp(join(tmpdir(), 'care-atlas-spool-'));
  dashboard = await TestDashboard.start({ IMPORT_SPOOL_DIR: spool, IMPORT_SECOND_ADMINISTRATOR: 'yes' });
  ada = await dashboard.enrol('ada');
  grace = await dashboard.enrol('grace', dashboard.browser(), 'operator');
  worker = await startWorker(dashboard.testDatabase.url, spool);
});
afterAll(async () => {
  await worker?.stop();
  await dashboard?.stop();
  await rm(spool, { recursive: true, force: true });
});

const HEADER = 'id,name,type,address,postal_code,phone,opening_hours';
const row = (n: number, more: Readonly<Record<string, string>> = {}) => {
  const cells = {
    id: uuid(n),
    name: `Clinic ${n}`,
    type: 'family-practice',
    address: `"${n} Main St, Toronto, ON"`,
  };
  return Object.values({ ...cells, postal: 'M5S 1A1', phone: '', hours: '', ...more }).join(',');
};
/** Rows that are good, with a bad telephone, with a social insurance number, without an id, with a value too much, and with doubtful hours. */
const FILE = [
  HEADER,
  row(1),
  row(2, { phone: '911' }),
  row(3, { name: 'Clinic of 046 454 286' }),
  row(0, { id: '' }),
  `${row(5)},too much`,
  row(6, { hours: 'Mo-Fr 02:00-10:00' }),
  '',
].join('\n');

/** Waits for the worker. It asks the database, because an answer of the dashboard costs ten times as much. */
async function ended(id: string): Promise<ImportJobDetails> {
  const open = 'select from import_job where id = $1 and state <> all ($2)';
  while ((await dashboard.rows(open, [id, ENDED])).length > 0) await sleep(100);
  return grace.get<ImportJobDetails>(`/api/imports/${id}`);
}

async function upload(
  content: string,
  source = 'clinics',
  fileName = 'clinics.csv',
): Promise<ImportJobDetails> {
  const id = randomUUID();
  const query = new URLSearchParams({ source, fileName });
  await ada.ask(`/api/imports/${id}?${query}`, {
    method: 'PUT',
    body: Buffer.from(content),
    headers: { 'content-type': 'application/octet-stream' },
  });
  return ended(id);
}

async function imported(job: ImportJobDetails): Promise<ImportJobDetails> {
  const { version, fileHash, guard } = job;
  const { changes = [], rejects = false } = guard ?? {};
  const body = { version, fileHash, changes, rejects, replacesSample: false };
  const answered = await grace.ask(`/api/imports/${job.id}/confirm`, { method: 'POST', body });
  expect(answered.status).toBe(200);
  return ended(job.id);
}

const start = (origin: object, id: string = randomUUID(), browser = ada) =>
  browser.ask(`/api/imports/${id}/mending`, { method: 'POST', body: origin });
const started = async (origin: object) => JSON.parse((await start(origin)).text) as ImportJob;
const rowsOf = (id: string) => ada.get<Mending>(`/api/imports/${id}/mending`);
const save = (id: string, patch: Partial<MendingPatch>, browser = ada) =>
  browser.ask(`/api/imports/${id}/mending`, {
    method: 'PUT',
    body: Buffer.from(JSON.stringify({ rows: {}, skipped: {}, ...patch })),
    headers: { 'content-type': 'application/octet-stream' },
  });

/** Changes one value of a row. */
async function mend(id: string, position: number, column: string, value: string): Promise<void> {
  const { columns, rows } = await rowsOf(id);
  const cells = rows[position]!.cells.with(columns.indexOf(column), value);
  expect((await save(id, { rows: { [position]: cells } })).status).toBe(200);
}

async function check(id: string, browser = ada): Promise<ImportJobDetails> {
  expect((await browser.ask(`/api/imports/${id}/mending/check`, { method: 'POST' })).status).toBe(200);
  return ended(id);
}

const clinic = async (n: number) =>
  (
    await dashboard.rows<{ name: string; phone: string }>('select name, phone from clinic where id = $1', [
      uuid(n),
    ])
  )[0];

it('a list that was read in part is mended, and what a newer extract of a register says is not replaced', async () => {
  const header =
    'registration_number,name,status,independent_since,specialties,languages,location_1_address,location_1_postal_code,booking_phone';
  const okafor = '900071,Amara Okafor,Active,2009-07-01,Cardiology,English|Sindi,71 Main St,M5S 1A1,';
  const doctor = (name: string, phone: string) =>
    `900101,${name},Active,2009-07-01,Cardiology,English,1 Main St,M5S 1A1,${phone}`;
  const file = [header, okafor, doctor('Dr. Old', '911')].join('\n');
  const { runId } = await imported(await upload(file, 'register', 'register.csv'));
  const words = async () =>
    dashboard.rows(
      `select name from language join doctor_language on id = language_id where registration_number = '900071' order by position`,
    );
  expect(await words()).toEqual([{ name: 'English' }]);
  const draft = await started({ run: runId! });
  const { columns, rows } = await rowsOf(draft.id);
  expect(rows.map(({ kind, marks }) => [kind, marks.map((at) => columns[at])])).toEqual([
    ['field', ['languages']],
    ['field', ['booking_phone']],
  ]);
  expect(rows[0]!.reason).toContain(
    'languages has "Sindi", but must be a language of the directory (did you mean "Sindhi" instead of "Sindi"?)',
  );
  expect(rows.map(({ faults }) => faults.map(({ at, suggestions }) => [columns[at!], suggestions]))).toEqual([
    [['languages', ['English|Sindhi']]],
    [['booking_phone', []]],
  ]);
  const newer = await upload([header, doctor('Dr. New', '416-555-0199')].join('\n'), 'register', 'new.csv');
  expect((await imported(newer)).state).toBe('done');
  await mend(draft.id, 0, 'languages', 'English|Tamil');
  await mend(draft.id, 1, 'booking_phone', '416-555-0100');
  expect((await imported(await check(draft.id))).state).toBe('done');
  expect(await words()).toEqual([{ name: 'English' }, { name: 'Tamil' }]);
  expect(
    await dashboard.rows('select name, booking_phone from doctor where registration_number = $1', ['900101']),
  ).toEqual([{ name: 'Dr. New', booking_phone: '+1-416-555-0199' }]);
});

it('rows of a command with a map of its own are mended in the columns of their file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'care-atlas-map-'));
  try {
    const [file, map] = [join(folder, 'praxis.csv'), join(folder, 'praxis.yaml')];
    const rows = [
      'key,label,place',
      `${uuid(81)},Elm Clinic,"81 Main St, Toronto, ON M5S 1A1"`,
      `${uuid(82)},,"82 Main St, Toronto, ON M5S 1A1"`,
    ];
    await writeFile(file, [...rows, ''].join('\n'));
    await writeFile(
      map,
      'source: clinics\nconstants: { type: family-practice }\ncolumns: { key: id, label: name, place: address }\n',
    );
    await runImportCommand(dashboard.testDatabase.url, [
      'clinics',
      file,
      '--map',
      map,
      '--max-rejects',
      '1',
      '--list',
      'praxis',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
  const [run] = await dashboard.rows<{ id: string }>(
    `select id from sync_run where source = 'clinics:praxis'`,
  );
  const draft = await started({ run: run!.id });
  expect((await rowsOf(draft.id)).columns).toEqual(['key', 'label', 'place']);
  await mend(draft.id, 0, 'label', 'Oak Clinic');
  const checked = await check(draft.id);
  expect(checked).toMatchObject({ state: 'review', settings: { map: 'praxis.yaml', list: 'praxis' } });
  expect((await imported(checked)).state).toBe('done');
  expect(await clinic(82)).toMatchObject({ name: 'Oak Clinic' });
});

describe('rejected rows', () => {
  let run: string;
  let draft: ImportJob;
  beforeAll(async () => {
    const done = await imported(await upload(FILE));
    run = done.runId!;
    draft = await started({ run });
  });

  it('are a table with the columns at fault, the reasons, and masked numbers', async () => {
    expect(draft).toMatchObject({ state: 'draft', fileName: 'clinics.mended.csv', mends: { run } });
    const { counts } = await ada.get<RunDetails>(`/api/runs/${run}`);
    expect(counts).toMatchObject({ created: 2, updated: 1, rejected: 3 });
    const { columns, rows, isChecked } = await rowsOf(draft.id);
    expect(columns).toEqual([...HEADER.split(','), '+1']);
    expect(isChecked).toBe(false);
    expect(rows.map(({ line, kind, marks }) => [line, kind, marks.map((at) => columns[at])])).toEqual([
      [4, 'row', ['name']],
      [5, 'row', ['id']],
      [6, 'row', []],
      [3, 'field', ['phone']],
      [7, 'field', ['opening_hours']],
    ]);
    expect(rows[0]!.cells[1]).toBe('Clinic of *** *** ***');
    expect(rows[3]!.reason).toMatch(/phone is "911", but must be/);
    expect(rows[4]!.reason).toContain('must be plausible (it opens before 05:00)');
    expect(rows[4]!.faults).toEqual([
      {
        at: columns.indexOf('opening_hours'),
        reason: rows[4]!.reason,
        isDoubtful: true,
        suggestions: ['Mo-Fr 14:00-22:00'],
      },
    ]);
    const { report } = await ada.get<RunDetails>(`/api/runs/${run}`);
    expect(report!.notes).toEqual([
      { column: 'opening_hours', rows: 1, doubtful: 1 },
      { column: 'phone', rows: 1 },
    ]);
    // Each reason can be said in plain words.
    const reasons = rows.flatMap(({ faults }) => faults.map(({ reason }) => rowReason(reason)?.key));
    expect(reasons).toEqual(['identity', 'filled', 'values', 'telephone', 'hoursEarly']);
    expect(rows[2]!.cells.at(-1)).toBe('too much');
    expect(JSON.stringify(rows)).not.toContain('046 454 286');
    // Nobody gets a name of asterisks.
    const refused = await ada.ask(`/api/imports/${draft.id}/mending/check`, { method: 'POST' });
    expect(refused.text).toContain('Line 4: a number in name was masked.');
  });

  it('have one draft, whoever begins', async () => {
    const answers = await Promise.all([start({ run }), start({ run }, randomUUID(), grace)]);
    expect(answers.map(({ text }) => (JSON.parse(text) as ImportJob).id)).toEqual([draft.id, draft.id]);
    const details = await ada.get<RunDetails>(`/api/runs/${run}`);
    expect(details.mendings.map(({ id, state }) => [id, state])).toEqual([[draft.id, 'draft']]);
  });

  it('keep what two people change', async () => {
    const { rows } = await rowsOf(draft.id);
    const changed = (position: number, name: string) => ({
      rows: { [position]: rows[position]!.cells.with(1, name) },
    });
    await Promise.all([
      save(draft.id, changed(0, 'Clinic 3')),
      save(draft.id, changed(1, 'Clinic 4'), grace),
    ]);
    const after = await rowsOf(draft.id);
    expect([0, 1].map((at) => after.rows[at]!.cells[1])).toEqual(['Clinic 3', 'Clinic 4']);
    expect(after.rows[0]!.base[1]).toBe('Clinic of *** *** ***');
  });

  it('are checked as imports are, mended further, confirmed by somebody else, and imported', async () => {
    await mend(draft.id, 3, 'phone', '416-555');
    await save(draft.id, { skipped: { 2: true } });
    const checked = await check(draft.id);
    // The row without an id is rejected again, and the telephone is left out again.
    expect(checked).toMatchObject({
      state: 'review',
      uploadedBy: 'ada',
      guard: { rejects: true },
      summary: { counts: { rows: 4, created: 1, rejected: 1, noted: 2 } },
    });
    expect((await save(draft.id, { skipped: { 2: false } })).status).toBe(400);
    const found = await rowsOf(draft.id);
    expect(found.isChecked).toBe(true);
    expect(found.rows.map(({ kind, isSkipped }) => [kind, isSkipped])).toEqual([
      [null, false],
      ['row', false],
      ['row', true],
      ['field', false],
      ['field', false],
    ]);
    expect(found.rows[3]!.reason).toContain('phone is "416-555"');

    expect((await ada.ask(`/api/imports/${draft.id}/mending/reopen`, { method: 'POST' })).status).toBe(200);
    await mend(draft.id, 1, 'id', uuid(4));
    await mend(draft.id, 1, 'address', '4 Main St, Toronto, ON');
    await mend(draft.id, 3, 'phone', '416-555-0102');
    const [suggestion] = found.rows[4]!.faults[0]!.suggestions;
    await mend(draft.id, 4, 'opening_hours', suggestion!);
    await mend(draft.id, 2, '+1', '');
    await save(draft.id, { skipped: { 2: false } });
    const again = await check(draft.id);
    expect(again).toMatchObject({
      state: 'review',
      guard: null,
      summary: { counts: { rows: 5, rejected: 0 } },
    });
    expect((await rowsOf(draft.id)).rows.map(({ kind }) => kind)).toEqual([null, null, null, null, null]);
    // What somebody saw of the check before is no longer what is confirmed.
    const { version } = again;
    const body = { version, fileHash: checked.fileHash, changes: [], rejects: false, replacesSample: false };
    const stale = await grace.ask(`/api/imports/${draft.id}/confirm`, { method: 'POST', body });
    expect(refusal(stale)).toMatchObject({ status: 400, param: 'version' });
    const own = { ...body, fileHash: again.fileHash };
    expect((await ada.ask(`/api/imports/${draft.id}/confirm`, { method: 'POST', body: own })).status).toBe(
      403,
    );

    const done = await imported(again);
    expect(done).toMatchObject({ state: 'done', mends: { run } });
    expect([await clinic(2), await clinic(3), await clinic(4), await clinic(5)]).toEqual([
      { name: 'Clinic 2', phone: '+1-416-555-0102' },
      { name: 'Clinic 3', phone: '' },
      { name: 'Clinic 4', phone: '' },
      { name: 'Clinic 5', phone: '' },
    ]);
    const [hours] = await dashboard.rows<{ opens: number; hours_note: string }>(
      'select opens, hours_note from clinic join opening_interval on clinic_id = id where id = $1 limit 1',
      [uuid(6)],
    );
    expect(hours).toEqual({ opens: 840, hours_note: '' });
    expect((await ada.get<RunDetails>(`/api/runs/${done.runId}`)).mends).toEqual({
      run,
      import: expect.any(String),
    });
    expect(await dashboard.auditEvents()).toEqual(
      expect.arrayContaining([
        'ada mending-started clinics.mended.csv',
        'ada import-uploaded clinics.mended.csv',
        'ada mending-reopened clinics.mended.csv',
        'grace import-confirmed clinics.mended.csv',
      ]),
    );
    expect((await ada.ask(`/api/imports/${draft.id}/mending/reopen`, { method: 'POST' })).status).toBe(400);
  });
});

describe('the rows of', () => {
  it('NDJSON keep their form, types and members', async () => {
    const lines = [
      {
        id: uuid(31),
        name: 'A',
        type: 'walk-in',
        address: '1 Elm St, Toronto',
        postal_code: 'M5S 1A1',
        phone: '911',
        lat: 43.66,
        lng: -79.4,
        tags: { note: 'x' },
      },
      { id: '', name: 'B', type: 'walk-in', address: '2 Elm St, Toronto', postal_code: 'M5S 1A1' },
    ];
    const content = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot an object\n${JSON.stringify({ ...lines[0], id: uuid(33), phone: '' })}\n`;
    const checked = await upload(content, 'clinics', 'clinics.ndjson');
    const draft = await started({ import: checked.id });
    const { columns, rows } = await rowsOf(draft.id);
    expect(columns).toEqual(expect.arrayContaining(['id', 'lat', 'tag_note', '_text']));
    const faults = rows.flatMap((each) =>
      each.faults.map((fault) => [columns[fault.at ?? -1], fault.isDoubtful]),
    );
    expect(faults).toEqual(
      expect.arrayContaining([
        ['phone', false],
        ['id', false],
        [undefined, false],
      ]),
    );
    const at = (name: string) => rows.findIndex(({ cells }) => cells[columns.indexOf('name')] === name);
    await mend(draft.id, at('A'), 'phone', '416-555-0131');
    await mend(draft.id, at('A'), 'lat', '43.67');
    await mend(draft.id, at('B'), 'id', uuid(32));
    const text = JSON.stringify({ ...lines[0], id: uuid(34), name: 'D', phone: '' });
    await mend(
      draft.id,
      rows.findIndex(({ cells }) => cells[columns.indexOf('_text')] !== ''),
      '_text',
      text,
    );
    const again = await check(draft.id);
    expect(again.summary?.rejects).toEqual([]);
    await imported(again);
    expect((await clinic(31))?.phone).toBe('+1-416-555-0131');
    expect(await clinic(32)).toMatchObject({ name: 'B' });
    expect(await clinic(34)).toMatchObject({ name: 'D' });
    const [{ lat }] = (await dashboard.rows<{ lat: number }>('select lat from clinic where id = $1', [
      uuid(31),
    ])) as [{ lat: number }];
    expect(lat).toBe(43.67);
  });

  it('GeoJSON keep their geometry', async () => {
    const feature = (n: number, phone: string) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-79.4, 43.66] },
      properties: {
        id: uuid(n),
        name: `G${n}`,
        type: 'walk-in',
        address: `${n} Oak St, Toronto`,
        postal_code: 'M5S 1A1',
        phone,
      },
    });
    const file = { type: 'FeatureCollection', features: [feature(41, '911'), feature(42, '')] };
    const checked = await upload(JSON.stringify(file), 'clinics', 'clinics.geojson');
    const draft = await started({ import: checked.id });
    await mend(draft.id, 0, 'phone', '416-555-0141');
    await mend(draft.id, 0, 'lat', '43.67');
    const again = await check(draft.id);
    expect(again.summary?.rejects).toEqual([]);
    await imported(again);
    const stored = await dashboard.rows('select phone, lat, lng from clinic where id = $1', [uuid(41)]);
    expect(stored).toEqual([{ phone: '+1-416-555-0141', lat: 43.67, lng: -79.4 }]);
  });
});

describe('mending is refused', () => {
  it('of too many rows, of a complete source, without rows, and to viewers', async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => row(100 + n, { phone: '911' }));
    const large = await upload([HEADER, ...many].join('\n'));
    const refused = await start({ import: large.id });
    expect(refusal(refused)).toMatchObject({ status: 400 });
    expect(refused.text).toContain('1001 rows are too many for the grid, which takes 1000');
    const stations = await upload(
      'name,lines,lat,lng\nA,1,43.66,-79.4\nB,1,north,-79.4',
      'stations',
      'stations.csv',
    );
    const complete = await start({ import: stations.id });
    expect(complete.text).toContain('replaces all that the source had');
    expect((await start({ import: (await upload([HEADER, row(91)].join('\n'))).id })).status).toBe(404);
    expect((await start({})).status).toBe(400);
    const edith = await dashboard.enrol('edith', dashboard.browser(), 'viewer');
    expect((await start({ import: large.id }, randomUUID(), edith)).status).toBe(403);
  });
});

describe('the rows of a checked file', () => {
  let id: string;
  beforeAll(async () => {
    const checked = await upload([HEADER, row(61), row(62, { phone: '911' })].join('\n'));
    ({ id } = await started({ import: checked.id }));
  });

  it('are mended by changes of these rows only', async () => {
    const { cells } = (await rowsOf(id)).rows[0]!;
    for (const patch of [
      { rows: { 9: cells } },
      { rows: { 0: cells.slice(1) } },
      { rows: { 0: cells.map(() => 1) } },
      { skipped: { 0: 'yes' } },
      { rows: [] },
    ]) {
      const refused = await save(id, patch as never);
      expect(refusal(refused)).toMatchObject({ status: 400, param: 'body' });
    }
    await save(id, { skipped: { 0: true } });
    const none = await ada.ask(`/api/imports/${id}/mending/check`, { method: 'POST' });
    expect(none.text).toContain('Every row is skipped');
    expect(await ada.get<ImportJobDetails>(`/api/imports/${id}`)).toMatchObject({ state: 'draft' });
    await save(id, { skipped: { 0: false } });
  });

  it('keep no typed number that identifies a person in the database', async () => {
    await mend(id, 0, 'name', 'Clinic of 046 454 286');
    expect(await check(id)).toMatchObject({ state: 'review', summary: { counts: { rejected: 1 } } });
    const tables = ['import_job', 'audit_event', 'sync_run', 'sync_reject'];
    for (const table of tables) {
      const stored = await dashboard.rows<{ text: string }>(`select t::text as text from ${table} t`);
      expect(stored.map(({ text }) => text).join()).not.toContain('046 454 286');
    }
  });

  it('are left to the next worker by one that dies during the check', async () => {
    await ada.post(`/api/imports/${id}/mending/reopen`);
    await mend(id, 0, 'name', 'Clinic 62');
    await mend(id, 0, 'phone', '416-555-0162');
    await worker.stop();
    try {
      await ada.post(`/api/imports/${id}/mending/check`);
      await dashboard.rows(
        `update import_job set state = 'checking', seen_at = now() - interval '2 minutes' where id = $1`,
        [id],
      );
    } finally {
      worker = await startWorker(dashboard.testDatabase.url, spool);
    }
    expect(await ended(id)).toMatchObject({ state: 'review', summary: { counts: { rejected: 0 } } });
  });
});
