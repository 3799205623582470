import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClinicInput, runSync } from '@care-atlas/data/sync';
import { records } from '../../../../libs/data/test/test-directory.js';
import { uuid } from '../../../../libs/domain/test/builders.js';
import { readmePictures } from '../../../../tools/jest/chromium.js';
import { aNumberedClinic, fillDirectory, fillRefusals, fillReviews, fillUsage } from '../large-directory.js';
import { BrowserStage } from './browser-stage.js';
import { Keyboard } from './keyboard.js';
import { TASKS } from './tasks.js';

/** Pairs of clinics that are likely the same. */
function twins(names: Readonly<Record<string, number>>): ClinicInput[] {
  return Object.entries(names).flatMap(([name, number]) =>
    ['', ' Inc.'].map((more, n) =>
      aNumberedClinic(number + n, {
        name: `${name} Clinic${more}`,
        address: `${number} Twin Street, Toronto, ON M5S 1A1`,
        phone: `+1-416-555-0${number}`,
      }),
    ),
  );
}

const addTwins = (names: Readonly<Record<string, number>>) => (databaseUrl: string) =>
  runSync(databaseUrl, { source: 'sample' }, new Date(), records({ clinics: twins(names) }));

/** A run with a rejected row that is kept. */
async function fillRejects(databaseUrl: string): Promise<void> {
  const names =
    'id,name,type,address,postal_code,reject_line,reject_kind,reject_column,reject_value,reject_reason';
  const row = `${uuid(7)},,family-practice,"7 Example Street, Toronto, ON",M5S 1A1,2,row,name,,A name is missing.`;
  await runSync(
    databaseUrl,
    { source: 'clinics', fileName: 'nightly.csv' },
    new Date(),
    async (writer) => {
      await writer.clinics([aNumberedClinic(8)]);
      writer.reject({ line: 2, column: 'name', value: '', reason: 'A name is missing.' });
      writer.keepRejects({ format: 'csv', content: Buffer.from(`${names}\n${row}\n`) });
    },
    { maxRejected: 1 },
  );
}

let stage: BrowserStage;

beforeAll(async () => {
  stage = await BrowserStage.start({
    fill: [
      fillDirectory,
      fillReviews,
      fillUsage,
      fillRefusals,
      fillRejects,
      addTwins({ Maple: 901, Birch: 903 }),
    ],
    uploads: 'imported',
  });
});
afterAll(() => stage?.stop());

it('a record is corrected from its page by keyboard, and the correction withdrawn from the list', async () => {
  const visit = await stage.enrol('ada');
  const { page } = visit;
  await page.goto(`/records/clinic/${uuid(6)}`);
  await visit.heading('Clinic 6 (sample)');
  await visit.says(/^The list has the record, as number \d+ of all matches\.$/);
  await page.getByRole('button', { name: 'Correct', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field' }).focus();
  await page.keyboard.type('Teleph');
  await page.keyboard.press('ArrowDown');
  expect(await visit.barriers()).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('911');
  await dialog.getByRole('button', { name: 'Correct', exact: true }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('This field is required.').waitFor();
  await dialog.getByLabel('Why').focus();
  await page.keyboard.type('Called the practice');
  await dialog.getByRole('button', { name: 'Correct', exact: true }).focus();
  await page.keyboard.press('Enter');
  // The field says what an import would say, before anything is kept, and until it is changed.
  const refusedValue = dialog.getByText(/phone is "911", but must be/);
  await refusedValue.waitFor();
  expect(await dialog.getByLabel('Value').getAttribute('aria-invalid')).toBe('true');
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('correction-dialog');
  await dialog.getByLabel('Value').fill('416-555-0199');
  expect(await refusedValue.count()).toBe(0);
  await dialog.getByLabel('Until').fill('2099-07-01');
  await dialog.getByLabel('Value').press('Enter');
  await visit.says('The correction is in force.');
  const corrections = page.getByRole('region', { name: 'Corrections' });
  await corrections.getByText('Telephone: 416-555-0199').waitFor();
  await corrections.locator('time[datetime="2099-07-02T03:59:59.999Z"]').waitFor();
  await visit.picture('record-corrected');
  expect(await visit.barriers()).toEqual([]);
  // The button of a value brings the field and its present value, ready to be typed over.
  const view = page.getByRole('region', { name: 'As people see it' });
  await view.getByText('corrected by the operator').first().waitFor();
  await view.getByRole('button', { name: 'Correct Telephone' }).focus();
  await page.keyboard.press('Enter');
  expect(await dialog.getByRole('combobox', { name: 'Field' }).inputValue()).toBe('Telephone');
  const value = dialog.getByLabel('Value');
  expect(await value.inputValue()).toBe('+1-416-555-0199');
  expect(await value.evaluate((input) => input === document.activeElement)).toBe(true);
  await visit.picture('correct-telephone');
  await page.keyboard.press('Escape');

  await page.goto('/corrections');
  // Only the worker knows whether the directory has a record.
  await page.getByRole('button', { name: 'Correct a record' }).click();
  await dialog.getByLabel('Registration number or clinic id').fill('99999');
  await dialog.getByRole('combobox', { name: 'Field' }).fill('Langu');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Value').fill('Tamil');
  await dialog.getByLabel('Why').fill('Asked by the practice');
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await dialog.getByText(/The directory has no doctor/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dismiss: Corrected values: 99999' }).click();
  await visit.says('The decision is no longer shown.');
  await page.getByRole('button', { name: /^Withdraw correction/ }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Why').waitFor();
  expect(await visit.barriers()).toEqual([]);
  await page.keyboard.type('A mistake');
  await dialog.getByRole('button', { name: 'Withdraw' }).focus();
  await page.keyboard.press('Enter');
  await visit.says(/^Correction \d+ is withdrawn\.$/);
  await visit.says('No correction matches');
  await page.getByRole('combobox', { name: 'State' }).click();
  expect(await visit.barriers()).toEqual([]);
  await page.getByRole('option', { name: 'Ended' }).click();
  await visit.says(/Withdrawn .* by ada: A mistake/);
  expect(visit.complaints).toEqual([]);
  await visit.end();
});

it('a review is hidden in four clicks, answered, and shown again', async () => {
  const visit = await stage.enrol('rita');
  const { page } = visit;
  await page.goto('/');
  await page.getByRole('link', { name: 'Reviews' }).click();
  await visit.says('My neighbour, Mr. Example, was rude.');
  expect(await visit.barriersOnScreens('reviews')).toEqual([]);
  const row = (text: string) => page.getByRole('article').filter({ hasText: text });
  await row('rude').getByRole('button', { name: /^Hide/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('Names a person');
  expect(await visit.barriers()).toEqual([]);
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await visit.says('The review is hidden.');
  await row('rude').getByText('Hidden', { exact: true }).waitFor();
  const shown = await stage.dashboard.rows('select text from review order by id');
  expect(shown).toEqual([{ text: 'The wait was short.' }, { text: 'Nobody picks up the telephone.' }]);

  await row('telephone')
    .getByRole('button', { name: /^Reply/ })
    .click();
  await dialog.getByRole('button', { name: 'Reply' }).click();
  await dialog.getByText('This field is required.').first().waitFor();
  await dialog.getByLabel('Reply').fill('We have a second line now.');
  await dialog.getByLabel('Why').fill('The clinic asked us to');
  await dialog.getByRole('button', { name: 'Reply' }).click();
  await visit.says('The reply is published.');
  await row('telephone')
    .getByText(/We have a second line now\./)
    .waitFor();

  // The log has both, and a search finds a hidden review.
  const log = page.getByRole('region', { name: 'What was decided' });
  await log.getByText('Names a person').waitFor();
  // One action has one name on the page.
  await log.getByRole('button', { name: /^Show the review of/ }).waitFor();
  expect(await page.getByText('Withdraw').count()).toBe(0);
  await log.getByText('Replies', { exact: true }).click();
  await log.getByText('We have a second line now.').waitFor();
  await page.getByLabel('Search').fill('neighbour');
  await row('rude').getByRole('button', { name: /^Show/ }).click();
  await dialog.getByLabel('Why').fill('The name is gone');
  await dialog.getByRole('button', { name: 'Show again' }).click();
  await visit.says('The review is shown again.');
  await row('rude').getByText('Hidden', { exact: true }).waitFor({ state: 'detached' });
  expect(visit.complaints).toEqual([]);
  await visit.end();
});

it('likely pairs are merged or told apart by keyboard, and that is undone', async () => {
  const visit = await stage.enrol('grace', {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  });
  const { page } = visit;
  const dialog = page.getByRole('dialog');
  await page.goto('/duplicates');
  await page.getByRole('article').nth(1).waitFor();
  await visit.says('“sample” lists both, so they are two, unless it has one twice.');
  await visit.says('a file of clinics (“sample”)');
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('duplicates-phone-dark');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  const comparison = page.getByRole('article').first().getByRole('group').first();
  expect(await comparison.evaluate((group) => group.scrollWidth - group.clientWidth)).toBe(0);

  await readmePictures(page, 'duplicates');

  await page
    .getByRole('button', { name: /^Keep [AB]: Maple Clinic Inc\., with Maple Clinic merged into it$/ })
    .focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('then answers for').waitFor();
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('merge-dialog-phone-dark');
  await dialog.getByRole('button', { name: 'Merge' }).focus();
  await page.keyboard.press('Enter');
  await visit.says('The clinics are merged.');
  await page.getByRole('article').nth(1).waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Likely the same' }).and(page.locator(':focus')).waitFor();

  await page
    .getByRole('button', { name: 'Birch Clinic and Birch Clinic Inc. are not the same' })
    .or(page.getByRole('button', { name: 'Birch Clinic Inc. and Birch Clinic are not the same' }))
    .click();
  await dialog.getByLabel('Why').fill('Two floors');
  await dialog.getByRole('button', { name: 'Not the same' }).click();
  await visit.says('The pair is no longer shown.');
  await visit.says('No two clinics are likely the same');
  await page.getByRole('button', { name: /^Withdraw correction/ }).click();
  await dialog.getByLabel('Why').fill('Two after all');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('region', { name: 'Decided' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('article').first().waitFor();
  await page.getByText('Not the same', { exact: true }).last().click();
  await visit.says('Two floors');
  expect(visit.complaints).toEqual([]);
  await visit.end();
});

it('a viewer sees every page without the actions that are refused, and who may do what', async () => {
  const visit = await stage.begin();
  await visit.enrol('edith', 'viewer');
  const { page } = visit;
  await page.goto('/runs');
  await page.getByRole('link', { name: 'Run of clinics' }).first().click();
  await visit.says('A name is missing.');
  const pages = [
    [new URL(page.url()).pathname, 'A name is missing.'],
    ['/', 'What needs you today'],
    ['/corrections', 'Decisions about records need the role operator.'],
    ['/duplicates', 'Decisions about records need the role operator.'],
    ['/reviews', 'Decisions about records need the role operator.'],
    [`/records/clinic/${uuid(6)}`, 'What reviews say'],
    ['/imports', 'Uploaded files'],
    ['/keys', 'A booking site'],
    ['/health', 'A change counts when it was seen twice.'],
    ['/audit', 'Created administrator'],
    [
      '/people',
      'This needs the role administrator, and you are viewer. An administrator can change your role.',
    ],
  ] as const;
  const actions =
    /Correct|Keep|Withdraw|Hide|Pin|Not the|Reply|Show again|Mend|Upload|Import|Create|Register|Export|alert|Invite/;
  for (const [path, text] of pages) {
    await visit.open(path);
    await visit.says(text);
    const refused = page.getByRole('main').getByRole('button', { name: actions });
    expect([path, await refused.allTextContents()]).toEqual([path, []]);
  }
  await visit.open('/keys');
  await page.getByRole('button', { name: 'Actions for A booking site' }).click();
  const actionsOfKey = page.getByRole('menuitem');
  await actionsOfKey.first().waitFor();
  expect(await actionsOfKey.allTextContents()).toEqual(['Details', 'Usage over time']);
  await visit.end();
});

it('the tasks of a day take the clicks that the guide names, by keyboard alone', async () => {
  const visit = await stage.enrol('dora', { permissions: ['clipboard-read', 'clipboard-write'] });
  await addTwins({ Oak: 905 })(stage.dashboard.testDatabase.url);
  const taken: (readonly [string, number])[] = [];
  for (const [task, perform] of Object.entries(TASKS)) {
    await visit.page.goto('/');
    await visit.heading('Overview');
    const keyboard = new Keyboard(visit.page);
    await perform(visit, keyboard);
    taken.push([task, keyboard.clicks]);
  }
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/operate/dashboard.md'), 'utf8');
  const rows = guide.matchAll(/^\| ([A-Z][^|]*?) +\| [^|]+ \| (\d) +\|/gm);
  expect(taken).toEqual(Array.from(rows, ([, task, clicks]) => [task, Number(clicks)]));
  expect(visit.complaints).toEqual([]);
  await visit.end();
});
