import { readFile } from 'node:fs/promises';
import { SyncHistory } from '@care-atlas/data/sync';
import { clinics } from '../src/sources/clinics.js';
import { readMap } from '../src/mapping/read-map.js';
import { register } from '../src/sources/register.js';
import { reviews } from '../src/sources/reviews.js';
import type { Source } from '../src/sources/source.js';
import { ANY_REJECTS, directoryIn, importFile, registrations, useImports } from './test-import.js';

const SIN = '046 454 286';
const NUMBERS = [SIN, '046454286', '1234-567-897', '4111 1111 1111 1111', '4111-1111-1111-1111'];

const test = useImports();
beforeEach(async () => {
  await importFile(register, await test.folder.file('before.csv', registrations({}, {})), test.url);
});

/** Imports rows, and returns the summary with everything that was printed, written and stored of them. */
async function importRows(source: Source, ...rows: readonly object[]) {
  const path = await test.folder.file('list.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const summary = await importFile(source, path, test.url, { ...ANY_REJECTS, maxChanged: 1 });
  const history = new SyncHistory(test.database);
  const [run] = await history.runs(1);
  const stored = JSON.stringify([summary, run, await history.rejects(run!.id)]);
  const file = summary.rejectsFile ? await readFile(summary.rejectsFile, 'utf8') : '';
  return { summary, file, traces: stored + file };
}

const REVIEW = { registration_number: '900001', author: 'Maria', rating: 5, date: '2026-10-01' };
const CLINIC = {
  id: 'a',
  name: 'Maple',
  address: '1 King Street W',
  postal_code: 'M5H 1A1',
  type: 'walk-in',
};

it.each(NUMBERS)('%s in a review leaves out its text, and is repeated nowhere', async (number) => {
  const review = { ...REVIEW, text: `My number is ${number}, write to me.` };
  const { summary, file, traces } = await importRows(reviews, review);
  expect(summary).toMatchObject({ created: 1, rejected: 0, noted: 1 });
  expect(summary.fieldNotes[0]!.reason).toMatch(/^text is "My number is [* -]+, write to me\."/);
  expect(traces).not.toContain(number);
  const list = (await directoryIn(test.url)).listDoctorReviews('900001', {}).value.reviews;
  expect(list).toMatchObject([{ rating: 5, text: '' }]);

  // The masked text of the rejects file is the text of the same review.
  const again = await importFile(reviews, await test.folder.file('again.ndjson', file), test.url);
  expect(again).toMatchObject({ created: 0, updated: 1, noted: 0 });
});

it('is not repeated where a map makes an id of the column that has it', async () => {
  const map = await readMap(
    await test.folder.file(
      'map.yaml',
      'source: clinics\nid: { columns: [name, address], prefix: city/ }\ncolumns: {}\n',
    ),
    clinics,
  );
  const { id: _id, ...named } = { ...CLINIC, name: `Maple ${SIN} Clinic`, type: '', healthcare: 'space' };
  const path = await test.folder.file('made.ndjson', `${JSON.stringify(named)}\n`);
  const summary = await importFile(clinics, path, test.url, { ...ANY_REJECTS, map });
  expect(summary.rejected).toBe(1);
  expect(JSON.stringify(summary) + (await readFile(summary.rejectsFile!, 'utf8'))).not.toContain(SIN);
});

it('keeps the text that a review has, and two reviews whose texts are left out are two', async () => {
  await importRows(reviews, { ...REVIEW, id: 'r1', text: 'Kind.' });
  const bad = { ...REVIEW, text: `A ${SIN}` };
  const { summary } = await importRows(reviews, { ...bad, id: 'r1' }, bad, {
    ...bad,
    text: '4111111111111111',
  });
  expect(summary).toMatchObject({ created: 2, unchanged: 1, noted: 3 });
  const list = (await directoryIn(test.url)).listDoctorReviews('900001', {}).value.reviews;
  expect(list.map(({ text }) => text).toSorted()).toEqual(['', '', 'Kind.']);
});

it.each([
  [{ ...CLINIC, name: `Maple ${SIN}` }, { rejected: 1 }],
  [{ ...CLINIC, address: `1 King Street, ${SIN}` }, { rejected: 1 }],
  [
    { ...CLINIC, phone: '4111 1111 1111 1111' },
    { created: 1, noted: 1 },
  ],
  [
    { ...CLINIC, accepting: 'yes', accepting_method: SIN },
    { created: 1, noted: 1 },
  ],
  // A column that is ignored, in a row that is rejected for another reason.
  [{ ...CLINIC, name: '', health_card: 1_234_567_897, owner: { sin: SIN } }, { rejected: 1 }],
])('a clinic %j', async (row, counts) => {
  const { summary, traces } = await importRows(clinics, row);
  expect(summary).toMatchObject(counts);
  for (const number of [...NUMBERS, '1234567897']) expect(traces).not.toContain(number);
});

it('of a CSV file are masked in rows that cannot be parsed, and in a first line without names', async () => {
  const path = await test.folder.file('list.csv', `${registrations({})}900002,Amara Okafor,${SIN}\n`);
  const summary = await importFile(register, path, test.url, ANY_REJECTS);
  expect(summary.rejected).toBe(1);
  expect(JSON.stringify(summary) + (await readFile(summary.rejectsFile!, 'utf8'))).not.toContain(SIN);
  const headless = await test.folder.file('headless.csv', `900002,Amara Okafor,${SIN}\n`);
  const failed = importFile(register, headless, test.url);
  await expect(failed).rejects.toThrow('900002, Amara Okafor, *** *** ***');
});

it('a number in the explanation of a status does not hide that a registration ended', async () => {
  const row = { registration_number: '900001', name: 'Amara Okafor', status: `Expired: see ${SIN}` };
  const { summary, traces } = await importRows(register, row);
  expect(summary).toMatchObject({ rejected: 0, expired: 1 });
  expect(traces).not.toContain(SIN);
});

it('keys, telephone numbers and postal codes stay as they are', async () => {
  const row = { ...CLINIC, id: '046454286', phone: '416-555-0123', postal_code: '?', name: '' };
  const { file } = await importRows(clinics, row);
  expect(file).toContain('"id":"046454286"');
  expect(file).toContain('416-555-0123');
});
