import { link, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import { reviews } from '../src/sources/reviews.js';
import type { Source } from '../src/sources/source.js';
import { stations } from '../src/sources/stations.js';
import { ANY_REJECTS, directoryIn, importFile, registrations, useImports } from './test-import.js';

const test = useImports();

const DOCTOR = {
  registration_number: '900001',
  name: 'Amara Okafor',
  status: 'Active',
  independent_since: '2009-07-01',
  location_1_address: '145 Front Street E, Toronto, ON',
  location_1_postal_code: 'M5A 1E3',
  location_2_postal_code: 'M5A 1E3',
};
const CLINIC = {
  id: 'a',
  name: 'Maple',
  address: '145 Front Street E',
  postal_code: 'M5A 1E3',
  type: 'walk-in',
};
const STATION = { name: 'King', lines: '1', lat: '43.649', lng: '-79.3778' };
const REVIEW = { registration_number: '900001', author: 'A', rating: '5', date: '2026-10-01' };

const LONG = 'x'.repeat(10_001);
/** What text loses nothing without. */
const CLEANED: readonly (readonly [string, string])[] = [
  ['NUL', 'King \0 Street'],
  ['another control character', 'King \u0007 Street'],
  ['a mark that turns the text around', 'King \u202E Street'],
];
const BROKEN: readonly (readonly [string, string])[] = [
  ['a lone surrogate', 'King \uD800 Street'],
  ['a control character that was a letter', 'King\u0092s Street'],
  ['10,001 characters', LONG],
];

/** Every text column, with the essential ones first. Those that hold any text hold it cleaned. */
const TABLE: readonly (readonly [Source, object, string, 'row' | 'field', 'any text'?])[] = [
  [register, DOCTOR, 'registration_number', 'row'],
  [register, DOCTOR, 'name', 'row', 'any text'],
  [register, DOCTOR, 'status', 'row'],
  [register, DOCTOR, 'class', 'field', 'any text'],
  [register, DOCTOR, 'gender', 'field'],
  [register, DOCTOR, 'languages', 'field'],
  [register, DOCTOR, 'booking_online', 'field'],
  [register, DOCTOR, 'location_1_name', 'field', 'any text'],
  [register, DOCTOR, 'location_1_phone', 'field'],
  [register, DOCTOR, 'location_2_address', 'field', 'any text'],
  [clinics, CLINIC, 'id', 'row'],
  [clinics, CLINIC, 'name', 'row', 'any text'],
  [clinics, CLINIC, 'addr:unit', 'field', 'any text'],
  [clinics, CLINIC, 'website', 'field'],
  [clinics, CLINIC, 'opening_hours', 'field'],
  [clinics, CLINIC, 'accepting_method', 'field'],
  [stations, STATION, 'name', 'row', 'any text'],
  [reviews, REVIEW, 'author', 'row', 'any text'],
  [reviews, REVIEW, 'text', 'field', 'any text'],
];

const COLUMNS = TABLE.map(
  ([source, row, column, kind, any]) => [source, row, column, kind, any !== undefined] as const,
);

it.each(COLUMNS)('a bad text costs at most its row: %#', async (source, row, column, kind, isText) => {
  const values = (isText ? BROKEN : [...BROKEN, ...CLEANED]).map(([, value]) => value);
  // What a bad value costs shows on records that are there already.
  const before = registrations(...values.map(() => ({})), {});
  await importFile(register, await test.folder.file('before.csv', before), test.url);
  const lines = [
    ...linesOf(source, row, column, values),
    JSON.stringify(recordOf(source, row, column, values.length)),
  ];
  const path = await test.folder.file('list.ndjson', `${lines.join('\n')}\n`);
  const setting = { ...ANY_REJECTS, maxExpired: 1, maxChanged: 1 };
  const summary = await importFile(source, path, test.url, setting);
  const isRejected = kind === 'row' || column.startsWith('addr:');
  const named = isRejected ? summary.rejections : summary.fieldNotes;
  expect([summary.rejected, summary.rows]).toEqual([isRejected ? values.length : 0, lines.length]);
  expect(named.map(({ line }) => line)).toEqual(values.map((_value, index) => index + 1));
  for (const { reason } of named) expect(reason).toContain(`${column} is`);
});

/** Returns a copy of a record with the key of its number. */
function recordOf(source: Source, row: object, column: string, index: number): object {
  // The address is read from its parts only where it is not on one line.
  const base = column.startsWith('addr:') ? { ...row, address: '', 'addr:street': 'Front Street E' } : row;
  // The key of a review is its author and date; that of any other record is its first column.
  if (source === reviews) return { ...base, date: `2026-09-0${index + 1}` };
  const [key, first] = Object.entries(row as Record<string, string>)[0]!;
  return { ...base, [key]: recordKey(first, index) };
}

/** Returns a line for each value of a column. */
function linesOf(source: Source, row: object, column: string, values: readonly string[]): string[] {
  return values.map((value, index) =>
    JSON.stringify({ ...recordOf(source, row, column, index), [column]: value }),
  );
}

/** Returns the key of one of several records, in the form of the first one's. */
function recordKey(first: string, index: number): string {
  return /^\d+$/.test(first) ? String(Number(first) + index) : `${first} ${index}`;
}

it.each(COLUMNS.filter(([, , , , isText]) => isText))(
  'characters that are not shown cost nothing: %#',
  async (source, row, column) => {
    const before = registrations(...CLEANED.map(() => ({})));
    await importFile(register, await test.folder.file('before.csv', before), test.url);
    const summaryOf = async (values: readonly string[]) => {
      // The values of some columns are keys.
      const lines = linesOf(
        source,
        row,
        column,
        values.map((value, index) => `${value} ${index}`),
      );
      const path = await test.folder.file('list.ndjson', `${lines.join('\n')}\n`);
      return importFile(source, path, test.url, { maxExpired: 1, maxChanged: 1 });
    };
    const { rejections, fieldNotes } = await summaryOf(CLEANED.map(([, value]) => value));
    expect([rejections, fieldNotes]).toEqual([[], []]);
    const clean = await summaryOf(CLEANED.map(() => 'King Street'));
    expect(clean).toMatchObject({ unchanged: CLEANED.length });
  },
);

describe('the rejects file', () => {
  const content = registrations({ status: '?' });

  it.each<[string, (path: string) => Promise<string>]>([
    ['by its name', async (path) => path],
    [
      'by another path',
      async (path) => join(test.folder.path, '..', test.folder.path.split('/').at(-1)!, 'list.csv') || path,
    ],
    [
      'by a symbolic link',
      async (path) =>
        symlink(path, join(test.folder.path, 'link.csv')).then(() => join(test.folder.path, 'link.csv')),
    ],
    [
      'by a hard link',
      async (path) =>
        link(path, join(test.folder.path, 'hard.csv')).then(() => join(test.folder.path, 'hard.csv')),
    ],
  ])('that is the input %s is refused', async (_what, rejectsOf) => {
    const path = await test.folder.file('list.csv', content);
    const rejects = await rejectsOf(path);
    await expect(importFile(register, path, test.url, { ...ANY_REJECTS, rejects })).rejects.toThrow(
      `The rejects file ${rejects} is the input, and would replace it: name another.`,
    );
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('that is a device is refused before anything is read', async () => {
    const rejects = join(test.folder.path, 'null.csv');
    await symlink('/dev/null', rejects);
    const path = await test.folder.file('list.csv', content);
    await expect(importFile(register, path, test.url, { ...ANY_REJECTS, rejects })).rejects.toThrow(
      `The rejects file ${rejects} is not a regular file, and would be replaced: name another.`,
    );
  });

  it('that is a directory is refused before anything is read', async () => {
    const rejects = join(test.folder.path, 'rejects');
    await mkdir(rejects);
    const path = await test.folder.file('list.csv', content);
    await expect(importFile(register, path, test.url, { ...ANY_REJECTS, rejects })).rejects.toThrow(
      `The rejects file ${rejects} is a directory: name a file in it.`,
    );
  });

  it('that cannot be written fails in one sentence that says where', async () => {
    const path = await test.folder.file('list.csv', content);
    const rejects = join(test.folder.path, 'no-such-folder', 'rejects.csv');
    await expect(importFile(register, path, test.url, { ...ANY_REJECTS, rejects })).rejects.toThrow(
      `The rejects file ${rejects} cannot be written: its folder does not exist.`,
    );
    // Every write to it fails as on a full disk.
    await expect(
      importFile(register, path, test.url, { ...ANY_REJECTS, rejects: '/proc/rejects.csv' }),
    ).rejects.toThrow(/^The rejects file \/proc\/rejects\.csv cannot be written: [^\n]*\.$/);
    expect((await directoryIn(test.url)).listDoctors({}).value.total).toBe(0);
  });
});
