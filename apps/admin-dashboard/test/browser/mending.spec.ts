import { uuid } from '../../../../libs/domain/test/builders.js';
import { readmePictures } from '../../../../tools/jest/chromium.js';
import { BrowserStage } from './browser-stage.js';
import { PASSWORD } from './visit.js';

let stage: BrowserStage;

beforeAll(async () => {
  stage = await BrowserStage.start({ uploads: 'imported' });
});
afterAll(() => stage?.stop());

const FILE = [
  'id,name,type,address,postal_code,phone',
  ...[1, 2, 3].map(
    (n) => `${uuid(n)},Clinic ${n},family-practice,"${n} Main Street, Toronto, ON",M5S 1A1,911`,
  ),
  ',Without an id,family-practice,"4 Main Street, Toronto, ON",M5S 1A1,',
].join('\n');

it('rejected rows are mended by keyboard, survive a reload, and are imported', async () => {
  const visit = await stage.enrol('ada', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page, context } = visit;
  await page.goto('/imports');
  const file = { name: 'clinics.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('combobox', { name: 'What it holds' }).click();
  await page.getByRole('option', { name: 'Clinics', exact: true }).click();
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await visit.heading('clinics.csv');
  await page.getByRole('button', { name: 'Mend in a grid' }).focus();
  await page.keyboard.press('Enter');
  await visit.heading('Mend rejected rows');
  const cell = (column: string, line: number) =>
    page.getByRole('textbox', { name: `${column}, Line ${line}` });
  await cell('id', 5).waitFor();
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('mending');
  await readmePictures(page, 'mending');

  // To the first marked value, and down the column.
  await page.getByRole('button', { name: 'Next marked value' }).focus();
  await page.keyboard.press('Enter');
  expect(await cell('id', 5).evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await cell('id', 5).getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.type(uuid(4));
  await page.keyboard.press('F8');
  expect(await cell('phone', 2).evaluate((element) => element === document.activeElement)).toBe(true);
  // The same fault is mended once.
  await page.keyboard.press('Control+A');
  await page.keyboard.type('416-555-0100');
  await page
    .getByRole('button', { name: 'Also write “416-555-0100” in 2 other rows with “911” (phone)' })
    .click();
  expect(await cell('phone', 4).inputValue()).toBe('416-555-0100');
  await page.getByRole('button', { name: 'Undo the same change' }).click();
  expect(await cell('phone', 4).inputValue()).toBe('911');
  await cell('phone', 2).fill('911');
  // A column is pasted from a spreadsheet.
  await page.evaluate(() =>
    navigator.clipboard.writeText('416-555-0101\n416-555-0102\n"416-555-0103"\n416-555-0104\n'),
  );
  await page.keyboard.press('Control+V');
  await visit.says('3 values were pasted, 1 did not fit.');
  expect(await cell('phone', 4).inputValue()).toBe('416-555-0103');
  await page.getByRole('button', { name: 'Undo the paste' }).click();
  expect(await cell('phone', 4).inputValue()).toBe('911');
  await cell('phone', 2).focus();
  await page.keyboard.press('Control+V');
  await page.keyboard.press('Enter');
  expect(await cell('phone', 3).evaluate((element) => element === document.activeElement)).toBe(true);
  await visit.says('All changes are saved.');

  // What was typed while the session ended is saved once the person has signed in again.
  stage.dashboard.pass(31);
  await cell('name', 4).fill('Clinic of a long call');
  await visit.heading('Sign in');
  await visit.typePassword('ada', PASSWORD);
  await visit.says('All changes are saved.');
  expect(await cell('name', 4).inputValue()).toBe('Clinic of a long call');

  // What cannot be saved is not lost by a reload.
  await context.route('**/mending', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await cell('name', 4).fill('Clinic with another name');
  await visit.says('Not saved yet.');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await cell('id', 5).waitFor();
  expect(await cell('name', 4).inputValue()).toBe('Clinic with another name');
  expect(await cell('id', 5).inputValue()).toBe(uuid(4));
  await context.unroute('**/mending');
  await visit.says('All changes are saved.');
  await page.reload();
  expect(await cell('name', 4).inputValue()).toBe('Clinic with another name');

  await page.getByRole('checkbox', { name: 'Skip Line 3' }).focus();
  await page.keyboard.press('Space');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await visit.barriers()).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await visit.picture('mending-phone-dark');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Check the rows' }).focus();
  await page.keyboard.press('Enter');
  await visit.heading('clinics.mended.csv');
  await page.getByRole('button', { name: 'Mend further' }).waitFor();
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('mended-review');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Changes and report' }).click();
  await visit.heading('Run of clinics');
  const stored = await stage.dashboard.rows<{ name: string }>('select name from clinic order by id');
  expect(stored.map(({ name }) => name)).toEqual(['Clinic 1', 'Clinic with another name', 'Without an id']);
  expect(visit.complaints).toEqual([]);
});

const DOUBTFUL = [
  'id,name,type,address,postal_code,phone,opening_hours',
  ...[
    ['416-555-OIOO', 'Mo-Fr 09:00-17:00'],
    ['', 'Mo-Fr 02:00-10:00'],
    ['911', 'Mo-Fr 7-9pm'],
  ].map(
    ([phone, hours], n) =>
      `${uuid(n + 11)},Doubted ${n + 1},family-practice,"${n + 11} Elm Street, Toronto, ON",M5S 1A1,${phone},${hours}`,
  ),
].join('\n');

it('a suggestion for a doubtful value is taken by a click or a key, and imported', async () => {
  const visit = await stage.enrol('bert');
  const { page } = visit;
  await page.goto('/imports');
  const file = { name: 'doubted.csv', mimeType: 'text/csv', buffer: Buffer.from(DOUBTFUL) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('combobox', { name: 'What it holds' }).click();
  await page.getByRole('option', { name: 'Clinics', exact: true }).click();
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await visit.heading('doubted.csv');
  await page.getByRole('button', { name: 'Mend in a grid' }).click();
  await visit.heading('Mend rejected rows');
  const cell = (column: string, line: number) =>
    page.getByRole('textbox', { name: `${column}, Line ${line}` });
  await visit.says('It would open before 05:00. The hours are stored as not known.');
  await visit.says('It does not say whether morning or evening is meant.');
  expect(await page.getByText('Doubtful', { exact: true }).count()).toBe(1);
  expect(await visit.barriersOnScreens('mending-suggestions')).toEqual([]);

  // All that leave no choice, and back.
  await page.getByRole('button', { name: 'Take all suggestions (2)' }).click();
  expect(await cell('phone', 2).inputValue()).toBe('416-555-0100');
  expect(await cell('opening_hours', 3).inputValue()).toBe('Mo-Fr 14:00-22:00');
  expect(await cell('opening_hours', 4).inputValue()).toBe('Mo-Fr 7-9pm');
  await page.getByRole('button', { name: 'Undo the suggestions' }).click();
  expect(await cell('phone', 2).inputValue()).toBe('416-555-OIOO');

  await page.getByRole('button', { name: 'Take 416-555-0100 for phone, Line 2' }).click();
  expect(await cell('phone', 2).inputValue()).toBe('416-555-0100');
  // By keyboard: the next one, and of two readings the second one.
  await page.keyboard.press('F8');
  await page.keyboard.press('F9');
  expect(await cell('opening_hours', 3).inputValue()).toBe('Mo-Fr 14:00-22:00');
  await page.keyboard.press('F8');
  expect(await cell('phone', 4).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('F9');
  await visit.says('There is no suggestion for this value.');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.press('F8');
  await page.keyboard.press('F9');
  expect(await cell('opening_hours', 4).inputValue()).toBe('Mo-Fr 19:00-21:00');
  await page.keyboard.press('F9');
  expect(await cell('opening_hours', 4).inputValue()).toBe('Mo-Fr 07:00-21:00');
  await page.keyboard.press('F8');
  await visit.says('No marked value is left unchanged.');
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await visit.heading('doubted.mended.csv');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Changes and report' }).click();
  await visit.heading('Run of clinics');
  const stored = await stage.dashboard.rows(
    `select phone, array_agg(distinct closes) as closes from clinic join opening_interval on clinic_id = id
    where name like 'Doubted %' group by name, phone order by name`,
  );
  expect(stored).toEqual([
    { phone: '+1-416-555-0100', closes: [17 * 60] },
    { phone: '', closes: [22 * 60] },
    { phone: '', closes: [21 * 60] },
  ]);
  expect(visit.complaints).toEqual([]);
});
