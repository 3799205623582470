import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { AccuracyList } from '@care-atlas/domain/contract';
import { QUESTIONS } from '@care-atlas/domain/rules';
import { parse } from 'csv-parse/sync';
import { runCommand } from '../src/commands/command.js';
import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import { clinicList, directoryIn, importFile, NOW, registrations, useImports } from './test-import.js';

const DOCTORS = 40;
const GUIDE = resolve(import.meta.dirname, '../../../docs/guides/accuracy.md');
type Row = Record<string, string>;
interface Drawn {
  readonly protocolHash: string;
  readonly protocol: string;
  readonly callList: string;
}

const test = useImports(async ({ url, folder }) => {
  const places = ['Toronto', 'Markham'].map((municipality, i) => ({
    name: `${municipality} Example Clinic`,
    address: `145 Front Street E, ${municipality}, ON`,
    postal_code: ['M5A 1E3', 'L3R 1A1'][i]!,
    lat: ['43.65', '43.8561'][i]!,
    lng: ['-79.37', '-79.3370'][i]!,
    phone: `416-555-010${i}`,
    accepting: 'yes',
    accepting_observed_at: '2026-10-03',
    accepting_method: 'phone',
    // Of the second, it is not known.
    wheelchair: i === 0 ? 'no' : '',
  }));
  await importFile(clinics, await folder.file('clinics.csv', clinicList(...places)), url);
  const rows = Array.from({ length: DOCTORS }, (_, i) => ({
    specialties: i % 4 === 0 ? 'Cardiology|Internal Medicine' : 'Family Medicine',
    location_1_address: places[i % 2]!.address,
    location_1_postal_code: places[i % 2]!.postal_code,
  }));
  await importFile(register, await folder.file('register.csv', registrations(...rows)), url);
});
afterEach(() => test.database.query('delete from accuracy_audit'));

async function audit(...words: readonly string[]) {
  const said = { output: '', errors: '' };
  const code = await runCommand(['audit', ...words], {
    databaseUrl: test.url,
    clock: () => NOW,
    actor: 'shell:tester',
    input: Object.assign(Readable.from([]), { isTTY: false }),
    output: { write: (more) => (said.output += more) },
    errorOutput: { isTTY: false, write: (more) => (said.errors += more) },
  });
  return { code, ...said };
}

const choosing = (size: number, seed = '2026-11') => ['draw', '--size', String(size), '--seed', seed];
const drawing = (size: number, seed?: string) => [...choosing(size, seed), '--folder', test.folder.path];

async function draw(size = 20, seed?: string): Promise<Drawn & { readonly rows: Row[] }> {
  const { output, errors, code } = await audit(...drawing(size, seed), '--json');
  expect([code, errors]).toEqual([0, '']);
  const drawn = JSON.parse(output) as Drawn;
  return { ...drawn, rows: parse(await readFile(drawn.callList), { columns: true }) as Row[] };
}

/** Fills in answers that confirm everything, apart from some. */
function filled(rows: readonly Row[], other: (row: Row, i: number) => Row = () => ({})): Row[] {
  return rows.map((row, i) => {
    const answers = Object.entries(row).map(([column, value]) => {
      if (!column.startsWith('answer_') || value === '-') return [column, value];
      if (column === 'answer_wheelchair') return [column, 'no'];
      return [column, column === 'answer_specialty' ? specialtyOf(row) : 'yes'];
    });
    return { ...(Object.fromEntries(answers) as Row), ...other(row, i) };
  });
}

const specialtyOf = ({ registration_number }: Row) =>
  (Number(registration_number) - 900_001) % 4 === 0 ? 'heart doctor' : 'GP';

async function fileOf(rows: readonly Row[], name = 'filled.csv'): Promise<string> {
  const lines = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))];
  return test.folder.file(name, lines.map((line) => `"${line.join('","')}"\n`).join(''));
}

async function accuracy(): Promise<AccuracyList> {
  return (await directoryIn(test.url)).listAccuracy().value;
}

const sha256sum = (input: string) => execFileSync('sha256sum', { input, encoding: 'utf8' }).slice(0, 64);

describe('draw', () => {
  it('prints the hash of the protocol that it writes, which another program computes too', async () => {
    const { protocolHash, protocol, rows } = await draw();
    expect(sha256sum(await readFile(protocol, 'utf8'))).toBe(protocolHash);
    expect(rows.every((row) => row['protocol_hash'] === protocolHash)).toBe(true);
    const [stored] = await test.database.query<Row[]>('select * from accuracy_audit');
    expect(stored).toMatchObject({ protocol_hash: protocolHash, measured_at: null, file_hash: null });
  });

  it('draws what the guide says, computed by other means', async () => {
    const { protocol, rows } = await draw(13);
    const { seed, datasetVersion, size } = JSON.parse(await readFile(protocol, 'utf8')) as {
      seed: string;
      datasetVersion: string;
      size: number;
    };
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const places = Array.from({ length: DOCTORS }, (_, i) => {
      const number = String(900_001 + i);
      const strata = [
        `area=${i % 2 === 0 ? 'Toronto' : 'Markham'}`,
        `specialty=${i % 4 === 0 ? 'Cardiology' : 'Family Medicine'}`,
      ];
      return { number, place: [...strata, sha256(`${seed}:${datasetVersion}:${number}`)].join('\t') };
    }).toSorted((a, b) => (a.place < b.place ? -1 : 1));
    const start = Number.parseInt(sha256(`${seed}:${datasetVersion}`).slice(0, 8), 16) / 2 ** 32;
    const expected = Array.from(
      { length: size },
      (_, i) => places[Math.floor(((i + start) * DOCTORS) / size)]!.number,
    );
    expect(rows.map((row) => row['registration_number'])).toEqual(expected);
  });

  it('shows the caller no answer, and asks only about what is listed', async () => {
    const { rows } = await draw(DOCTORS);
    for (const { address, answer_wheelchair, ...row } of rows) {
      expect(answer_wheelchair).toBe(address!.includes('Toronto') ? '' : '-');
      expect(row).toMatchObject({ answer_phone: '', answer_specialty: '', answer_accepting: '' });
      expect(row).toMatchObject({ answer_virtualVisits: '-' });
      expect(Object.keys(row)).not.toContain('specialty');
    }
  });

  it('draws the same sample again, and records it once', async () => {
    const first = await draw(20, 'again');
    const again = join(test.folder.path, 'again');
    await mkdir(again);
    const { output } = await audit(...drawing(20, 'again').slice(0, -1), again, '--json');
    const { callList } = JSON.parse(output) as Drawn;
    expect(await readFile(callList, 'utf8')).toBe(await readFile(first.callList, 'utf8'));
    const events = `select action, subject, details from audit_event where subject = $1`;
    expect(await test.database.query(events, [first.protocolHash])).toMatchObject([
      {
        action: 'accuracy-sample-drawn',
        subject: first.protocolHash,
        details: { size: 20, seed: 'again', strata: ['area', 'specialty'] },
      },
    ]);
  });

  it('never replaces a file, and then draws nothing', async () => {
    const { protocolHash } = await draw();
    await test.database.query('delete from accuracy_audit');
    const { code, errors } = await audit(...drawing(20));
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining(`audit-${protocolHash.slice(0, 8)}.csv cannot be written: it exists`),
    ]);
    expect(await test.database.query('select from accuracy_audit')).toEqual([]);
  });

  it('leaves no call list without its protocol', async () => {
    const { callList, protocol } = await draw();
    await rm(callList);
    const { code, errors } = await audit(...drawing(20));
    expect([code, errors]).toEqual([1, expect.stringContaining(`${protocol} cannot be written: it exists`)]);
    expect(await readdir(test.folder.path)).not.toContain(basename(callList));
  });

  it('is refused for sample data', async () => {
    await test.database.query(`update clinic set origin = 'sample'`);
    const { code, errors } = await audit(...drawing(1));
    await test.database.query(`update clinic set origin = 'clinic'`);
    expect([code, errors]).toEqual([1, expect.stringContaining('The directory holds sample data')]);
    expect(await test.database.query('select from accuracy_audit')).toEqual([]);
  });

  it.each([
    [choosing(DOCTORS + 1), 1, `The directory has ${DOCTORS} doctors to draw from`],
    [choosing(0), 2, 'Give a number of doctors from 1 to 10000.'],
    [choosing(1, 'a seed'), 2, 'Give 1 to 100 letters, digits and ._-'],
    [['draw', '--size', '1'], 2, "required option '--seed <TEXT>' not specified"],
    [[...choosing(1), '--strata', 'area,age'], 2, 'Give area or specialty, or both'],
    [[...choosing(1), '--strata', 'area,area'], 2, 'Give area or specialty, or both'],
    [[...choosing(1), '--folder', '/nowhere/at/all'], 1, 'cannot be written: its folder does not exist.'],
  ] as const)('%j ends with %i: %s', async (words, exitCode, sentence) => {
    const { code, errors } = await audit(...words);
    expect([code, errors]).toEqual([exitCode, expect.stringContaining(sentence)]);
  });
});

describe('import', () => {
  it('measures each field in the whole sample and in each stratum', async () => {
    const { rows, protocolHash } = await draw();
    expect((await accuracy()).status).toBe('not_measured');
    const isIn = (municipality: string, { address }: Row) => address!.includes(municipality);
    const answers = filled(rows, (row, i) => ({
      ...(isIn('Markham', row) && { answer_accepting: 'No' }),
      ...(i === 0 && { answer_phone: 'UNREACHABLE', answer_specialty: 'Other' }),
    }));
    const { code, output, errors } = await audit('import', await fileOf(answers));
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(
      /^Recorded the results of the sample [0-9a-f]{64}\. Dataset version \S+ has them\.\n$/,
    );

    const { status, accuracy: items } = await accuracy();
    expect(status).toBe('measured');
    const counts = (field: string) =>
      items
        .filter((item) => item.field === field)
        .map(({ stratum, correct, n, unreachable }) => [stratum, correct, n, unreachable]);
    expect(counts('accepting')).toEqual([
      ['all', 10, 20, 0],
      ['area=Markham', 0, 10, 0],
      ['area=Toronto', 10, 10, 0],
      ['specialty=Cardiology', 5, 5, 0],
      ['specialty=Family Medicine', 5, 15, 0],
    ]);
    expect(counts('phone')[0]).toEqual(['all', 19, 19, 1]);
    expect(counts('specialty')[0]).toEqual(['all', 19, 20, 0]);
    expect(counts('wheelchair').map(([stratum]) => stratum)).not.toContain('area=Markham');
    expect(items[0]).toMatchObject({ field: 'accepting', stratum: 'all', pct: 50, low: 29.9, high: 70.1 });
    expect(new Set(items.map((item) => item.protocolHash))).toEqual(new Set([protocolHash]));
  });

  it('of the same file changes nothing, and of another is refused', async () => {
    const { rows, protocolHash } = await draw(20, 'final');
    const path = await fileOf(filled(rows));
    await audit('import', path);
    const before = await accuracy();
    const again = await audit('import', path);
    expect([again.code, again.output]).toEqual([0, 'This file was imported before: nothing has changed.\n']);
    const other = await audit('import', await fileOf(filled(rows, () => ({ answer_phone: 'no' }))));
    expect([other.code, other.errors]).toEqual([1, expect.stringContaining('are final')]);
    expect(await accuracy()).toEqual(before);
    const [{ events }] = (await test.database.query(
      `select count(*)::int as events from audit_event where action = 'accuracy-measured' and subject = $1`,
      [protocolHash],
    )) as [{ events: number }];
    expect(events).toBe(1);
  });

  it('shows the newest sample', async () => {
    const first = await draw(10, 'first');
    const second = await draw(10, 'second');
    await test.database.query(
      `update accuracy_audit set drawn_at = drawn_at - interval '1 day' where protocol_hash = $1`,
      [first.protocolHash],
    );
    for (const { rows } of [second, first]) await audit('import', await fileOf(filled(rows)));
    expect((await accuracy()).accuracy[0]!.protocolHash).toBe(second.protocolHash);
  });

  it('names every row at fault, and records nothing', async () => {
    const { rows } = await draw();
    const answers = filled(rows, (_row, i) => ({
      ...(i === 0 && { answer_accepting: 'maybe', answer_phone: '' }),
      ...(i === 1 && { registration_number: '1' }),
      ...(i === 2 && { answer_virtualVisits: 'yes' }),
      ...(i === 3 && { answer_specialty: 'unicorns' }),
    }));
    const path = await fileOf([...answers, answers[4]!]);
    const { code, errors } = await audit('import', path);
    expect(code).toBe(1);
    const said = errors.trimEnd().split('\n');
    const number = (i: number) => rows[i]!['registration_number']!;
    expect(said).toEqual([
      `${path}, line 2: answer_phone is empty, but must be ${QUESTIONS.phone.accepts}.`,
      `${path}, line 2: answer_accepting is "maybe", but must be ${QUESTIONS.accepting.accepts}.`,
      `${path}, line 3: registration_number is "1", but must be a doctor of this sample, once.`,
      `${path}, line 4: answer_virtualVisits is "yes", but must be -: it is not listed.`,
      `${path}, line 5: answer_specialty is "unicorns", but must be ${QUESTIONS.specialty.accepts}.`,
      `${path}, line 22: registration_number is "${number(4)}", but must be a doctor of this sample, once.`,
      `${path}: the doctor ${number(1)} is missing.`,
      'Nothing was recorded.',
    ]);
    expect((await accuracy()).status).toBe('not_measured');
    expect(await test.database.query('select from accuracy_finding where outcome is not null')).toEqual([]);
  });

  it.each([
    ['of another database', { protocol_hash: 'ab'.repeat(32) }, 'No sample of this database has'],
    ['without a hash', { protocol_hash: '' }, 'is no call list'],
  ])('refuses a file %s', async (_, change, sentence) => {
    const { rows } = await draw();
    const { code, errors } = await audit('import', await fileOf(filled(rows, () => change)));
    expect([code, errors]).toEqual([1, expect.stringContaining(sentence)]);
  });

  it('refuses a file of two samples, and one without the columns', async () => {
    const [first, second] = [await draw(5, 'first'), await draw(5, 'second')];
    const both = await audit('import', await fileOf(filled([...first.rows, ...second.rows])));
    expect([both.code, both.errors]).toEqual([1, expect.stringContaining('is no call list')]);
    const bare = first.rows.map(({ registration_number }) => ({ registration_number: registration_number! }));
    const none = await audit('import', await fileOf(bare));
    expect([none.code, none.errors]).toEqual([1, expect.stringContaining('protocol_hash, answer_phone')]);
  });
});

describe('the guide', () => {
  it('shows a protocol whose hash a stranger computes from its text alone', async () => {
    const guide = await readFile(GUIDE, 'utf8');
    const [, shown = ''] = /^```text\n(\{"datasetVersion".*\})\n```$/m.exec(guide) ?? [];
    expect(guide).toContain(sha256sum(shown));
    const { protocol } = await draw();
    const written = JSON.parse(await readFile(protocol, 'utf8')) as object;
    expect(JSON.stringify({ ...written, ...(JSON.parse(shown) as object) })).toBe(shown);
    expect(Object.keys(written)).toEqual(Object.keys(JSON.parse(shown) as object));
  });

  it('has the questions', async () => {
    const guide = await readFile(GUIDE, 'utf8');
    for (const [field, { text }] of Object.entries(QUESTIONS))
      expect(guide).toMatch(new RegExp(`\\| \`${field}\` +\\| ${text.replace('?', '\\?')}`));
  });
});

it('leaves no other files', async () => {
  const before = await readdir(test.folder.path);
  await draw();
  const after = await readdir(test.folder.path);
  expect(after.length - before.length).toBe(2);
});
