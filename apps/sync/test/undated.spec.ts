import { Readable } from 'node:stream';
import { runCommand } from '../src/commands/command.js';
import { clinics } from '../src/sources/clinics.js';
import { clinicList, csv, directoryIn, importFile, useImports } from './test-import.js';

const MAPLE = '7f2c1f60-6f0b-4a51-9c53-2f1f5f5d1001';
const FACTS = ['accepting', 'hours', 'wheelchair', 'virtualVisits', 'phone', 'website'];

const test = useImports();

const on = (day: string) => new Date(`${day}T08:00:00Z`);
const row = {
  id: MAPLE,
  accepting: 'yes',
  opening_hours: 'Mo-Fr 09:00-17:00',
  wheelchair: 'yes',
  virtual_visits: 'no',
  phone: '416-555-0101',
  website: 'https://maple.example',
};
const listOf = (facts: object = {}) => clinicList({ ...row, ...facts });

async function list(day: string, content: string, settings: object = {}, name = 'list.csv') {
  const path = await test.folder.file(name, content);
  return importFile(clinics, path, test.url, { now: on(day), ...settings });
}

/** Runs the command on a day, as an operator does. */
async function run(day: string, ...words: readonly string[]) {
  const said = { output: '', errors: '' };
  const code = await runCommand(words, {
    databaseUrl: test.url,
    clock: () => on(day),
    actor: 'shell:tester',
    input: Readable.from([]),
    output: { write: (more) => (said.output += more) },
    errorOutput: { isTTY: false, write: (more) => (said.errors += more) },
  });
  return { code, ...said };
}

/** Returns the day on which each fact was observed, as the directory says, and whether that is a date of the source. */
async function observed(day: string) {
  const { evidence } = (await directoryIn(test.url, on(day))).getClinicEvidence(MAPLE).value;
  const shown = FACTS.map((field) => evidence.find((each) => each.field === field)!);
  return shown.map(({ observedAt, dated }) => [observedAt?.slice(0, 10) ?? null, dated ?? true]);
}
const all = (day: string, dated: boolean) => FACTS.map(() => [day, dated]);

it('facts without a date are listed since the first file that has them, whatever is imported after it', async () => {
  for (const day of ['2026-01-01', '2026-01-30', '2026-04-10']) {
    // A file has something new each time, so that it is not the same file again.
    await list(day, listOf({ name: `Maple of ${day}` }), { complete: day > '2026-01-15' });
    expect(await observed(day)).toEqual(all('2026-01-01', false));
  }
});

it.each([
  ['2030-01-01', 'must be a time up to now'],
  ['11/12/2025', 'must be a day in a form that can be read in one way only'],
])('an answer stays, as one without a date, beside the bad date %s', async (date, sentence) => {
  const summary = await list('2026-01-01', listOf({ accepting_observed_at: date }));
  expect(summary.report.notes).toEqual([{ column: 'accepting_observed_at', rows: 1, doubtful: 1 }]);
  expect(summary.fieldNotes[0]!.reason).toContain(sentence);
  expect(summary.fieldNotes[0]!.reason).toMatch(/; the answer is kept without a date\.$/);
  expect((await observed('2026-01-01'))[0]).toEqual(['2026-01-01', false]);
});

it('words for what is not known are no answers, and no faults', async () => {
  const words = {
    accepting: 'Unknown',
    phone: 'n/a',
    wheelchair: '?',
    virtual_visits: 'inconnu',
    website: '-',
  };
  expect(await list('2026-01-01', listOf(words))).toMatchObject({ created: 1, noted: 0, rejected: 0 });
  const [accepting, , ...others] = await observed('2026-01-01');
  expect([accepting, ...others].map((fact) => fact?.[0])).toEqual([null, null, null, null, null]);
});

it('a column that is missing withdraws nothing, and one that is empty withdraws the answer', async () => {
  await list('2026-01-01', listOf());
  const { phone, website } = row;
  const place = { address: '145 Front Street E, Toronto, ON', postal_code: 'M5A 1E3' };
  const narrow = { id: MAPLE, name: 'Maple', ...place, type: 'walk-in' };
  await list('2026-02-01', csv({ ...narrow, phone, website }, [{}]));
  expect(await observed('2026-02-01')).toEqual(all('2026-01-01', false));
  const { report } = await list('2026-03-01', csv({ ...narrow, accepting: '' }, [{}]));
  expect(report.fields).toContainEqual({ record: 'clinic', field: 'accepting', records: 1 });
  expect((await observed('2026-03-01'))[0]).toEqual([null, true]);
});

it('a method without a date decides how long the answer holds', async () => {
  await list('2026-01-01', listOf({ accepting_method: 'web' }));
  await list('2026-01-20', listOf({ accepting_method: 'web', name: 'Maple' }));
  const directory = await directoryIn(test.url, on('2026-01-20'));
  const [accepting] = directory.getClinicEvidence(MAPLE).value.evidence;
  expect(accepting).toMatchObject({
    method: 'web',
    observedAt: on('2026-01-01').toISOString(),
    dated: false,
    expiresAt: on('2026-03-02').toISOString(),
  });
  await list('2026-02-20', listOf({ accepting_method: 'phone', name: 'Maple' }));
  expect((await observed('2026-02-20'))[0]).toEqual(['2026-01-01', false]);
});

it('an answer with an unknown method is left out with a note that names the known ones', async () => {
  const { fieldNotes } = await list('2026-01-01', listOf({ accepting_method: 'a rumour' }), {
    maxNotes: { count: 1 },
  });
  expect(fieldNotes).toEqual([
    expect.objectContaining({
      column: 'accepting_method',
      reason: expect.stringMatching(/but must be one of: register, clinic, email, .*phone, .*; or empty/),
    }),
  ]);
  expect((await observed('2026-01-01'))[0]).toEqual([null, true]);
});

it('the summary says how many answers lapse, and when', async () => {
  const path = await test.folder.file('list.csv', listOf());
  const { output, errors, code } = await run('2026-01-01', 'clinics', path);
  expect([code, errors.includes('error')]).toEqual([0, false]);
  expect(output).toContain(
    [
      'Answers without a date of observation, which lapse unless they change or are observed:',
      '  1 accepting, the first on 2026-06-30',
    ].join('\n'),
  );
  const other = { id: 'node/1', name: 'Oak Clinic', accepting: '' };
  const without = await test.folder.file('other.csv', listOf(other));
  expect((await run('2026-01-02', 'clinics', without)).output).not.toContain('without a date');
  const dated = await test.folder.file('dated.csv', listOf({ accepting_observed_at: '2026-01-02' }));
  expect((await run('2026-01-03', 'clinics', dated)).output).not.toContain('without a date');
});

it('each complete file of a source that is stated to confirm does so, until that is taken back', async () => {
  const file = async (day: string) => test.folder.file(`${day}.csv`, listOf({ name: `Maple of ${day}` }));
  const imported = async (day: string, ...options: readonly string[]) =>
    (await run(day, 'clinics', await file(day), ...options)).code;
  expect(await imported('2026-01-01', '--complete')).toBe(0);
  expect(await imported('2026-02-01', '--complete', '--confirms')).toBe(0);
  expect(await observed('2026-02-01')).toEqual(all('2026-02-01', true));
  expect(await imported('2026-03-01', '--complete')).toBe(0);
  expect(await imported('2026-03-15')).toBe(0);
  expect(await observed('2026-03-15')).toEqual(all('2026-03-01', true));
  expect(await imported('2026-04-01', '--complete', '--no-confirms')).toBe(0);
  expect(await observed('2026-04-01')).toEqual(all('2026-01-01', false));
});

it('a partial file can end the confirmation of a source, and not begin it', async () => {
  const path = await test.folder.file('list.csv', listOf());
  const { code, errors } = await run('2026-01-01', 'clinics', path, '--confirms');
  expect([code, errors]).toEqual([
    2,
    expect.stringContaining('--confirms needs --complete: only a complete file confirms what it says'),
  ]);
  await expect(list('2026-01-01', listOf(), { confirms: true })).rejects.toThrow(
    '--confirms needs --complete',
  );
  expect((await run('2026-01-02', 'clinics', path, '--confirms', '--complete')).code).toBe(0);
  expect(await observed('2026-01-02')).toEqual(all('2026-01-02', true));
  expect((await run('2026-01-03', 'clinics', path, '--no-confirms')).code).toBe(0);
  expect(await observed('2026-01-03')).toEqual(all('2026-01-02', false));
});

it('only sources with facts without dates can be stated to confirm them', async () => {
  const path = await test.folder.file('register.csv', '');
  const { code, errors } = await run('2026-01-01', 'register', path, '--confirms');
  expect([code, errors]).toEqual([2, expect.stringContaining("unknown option '--confirms'")]);
});

it('a package of HSDS does not turn the time of an extract into a date', async () => {
  await list('2026-01-01', listOf());
  const folder = `${test.folder.path}/package`;
  expect((await run('2026-02-01', 'export', 'hsds', folder)).code).toBe(0);
  await list('2026-02-02', listOf({ name: 'Maple' }));
  expect((await run('2026-02-03', 'clinics', folder)).code).toBe(0);
  expect((await observed('2026-02-03'))[0]).toEqual(['2026-01-01', false]);
});
