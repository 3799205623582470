import { fillDirectory, measureAccuracy } from '../large-directory.js';
import { BrowserStage } from './browser-stage.js';
import type { Visit } from './visit.js';

let stage: BrowserStage;
let visit: Visit;

beforeAll(async () => {
  stage = await BrowserStage.start({ fill: [fillDirectory, measureAccuracy] });
  visit = await stage.enrol('ada');
});
afterAll(() => stage?.stop());

it('the evidence of a doctor is shown by keyboard alone, and the address keeps the record', async () => {
  await visit.page.goto('/directory');
  await visit.says('Who says so?');
  await visit.page.getByLabel('Doctor or clinic', { exact: true }).focus();
  await visit.page.keyboard.type('900001');
  await visit.page.keyboard.press('Enter');
  await visit.says('Place of practice');
  await visit.says('register, by register');
  await visit.page.reload();
  await visit.says('Place of practice');
  expect(await visit.page.getByLabel('Doctor or clinic', { exact: true }).inputValue()).toBe('900001');
  await visit.page.goto('/directory?evidence=1');
  await visit.says('There is no doctor with this registration number.');
});

it('a record is found by keyboard alone, and leads to its clinic, its runs and back', async () => {
  await visit.open('/records?q=dentist+who+speaks+English');
  await visit.says('“dentist”: known, but not in this directory');
  await visit.page.getByRole('link', { name: /^languages=English: \d/ }).click();
  await visit.says('The first of them are listed here.');
  await visit.open('/records');
  await visit.page.getByLabel('Name, address, registration number or clinic id').focus();
  await visit.page.keyboard.type('example 5');
  await visit.page.waitForURL('**/records?q=example+5');
  await visit.page.getByRole('link', { name: 'Dr. Example 5', exact: true }).focus();
  await visit.page.keyboard.press('Enter');
  await visit.heading('Dr. Example 5');
  await visit.says('The list has the record');
  await visit.page.getByRole('link', { name: 'Clinic 6 (sample)' }).click();
  await visit.heading('Clinic 6 (sample)');
  await visit.page.getByRole('link', { name: 'Dr. Example 5', exact: true }).click();
  // The clinic has a history too, with another run.
  await visit.heading('Dr. Example 5');
  await visit.page.getByRole('link', { name: 'sample', exact: true }).first().click();
  await visit.heading('Run of sample');
  const changed = visit.page.getByRole('link', { name: /^Dr\. Example \d+$/ }).first();
  const name = (await changed.textContent())!;
  const key = String(900_000 + Number(name.split(' ').at(-1)));
  await changed.click();
  await visit.heading(name);
  await visit.page.getByText('Why is it not in a list?').click();
  const question = visit.page.getByRole('region', { name: 'Why is a record not in a list?' });
  expect(await question.getByLabel('Record', { exact: true }).inputValue()).toBe(key);
  await question.getByLabel('Query', { exact: true }).fill('languages=Tamil');
  await question.getByRole('button', { name: 'Explain' }).click();
  await visit.says('The list does not have the record. Without languages it would.');
  expect(visit.complaints).toEqual([]);
});

it('a missing doctor is explained by keyboard alone, and the address keeps the question', async () => {
  await visit.open('/directory');
  await visit.says('Why is a record not in a list?');
  const { keyboard } = visit.page;
  await visit.page.getByLabel('List', { exact: true }).focus();
  await keyboard.press('Tab');
  await keyboard.type('900001');
  await keyboard.press('Tab');
  await keyboard.type('https://api.example/api/v1/doctors?languages=Farsi&minYears=60&wheelchair=true');
  await keyboard.press('Enter');
  await visit.says(
    'The list does not have the record. Without languages, minYears, and wheelchair it would.',
  );
  await visit.says(
    'The query asks for Farsi. The record has English. Without this filter, the list has 0 matches.',
  );
  await visit.says('The query asks for yes. Of this record it is not known.');
  await visit.says("No listed doctor speaks 'Persian'.");
  expect(await visit.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('query');
  await visit.page.reload();
  await visit.says('The list does not have the record.');
  expect(await visit.page.getByLabel('Record', { exact: true }).inputValue()).toBe('900001');
  await visit.page.getByRole('link', { name: 'Open the record' }).click();
  await visit.page.waitForURL('**/records/doctor/900001');
});

it.each([
  ['record=900001', 'The list has the record, as number 1 of all matches.'],
  ['record=900001&query=offset%3D3', 'The requested page does not contain it.'],
  ['record=nobody', 'The directory has no record with this id.'],
  ['record=900001&query=gender%3Dx', 'gender must be male, female or non-binary.'],
  ['record=900001&list=specialists', 'specialty is required'],
])('?%s says: %s', async (query, sentence) => {
  await visit.page.goto(`/directory?${query}`);
  await visit.says(sentence);
  expect(visit.complaints).toEqual([]);
});

it('the accuracy is accessible, fits the screens, and shows the fields, the strata of a field that is chosen by keyboard, the evidence and the samples', async () => {
  await visit.open('/accuracy');
  const rowsOf = (label: string) => visit.page.getByRole('table', { name: label }).getByRole('row');
  const fields = rowsOf('How often the data is right');
  await fields.nth(1).waitFor();
  // Nothing else is known of these clinics.
  expect(await fields.allInnerTexts()).toEqual([
    expect.stringMatching(/^Field\s+Correct\s+Answers\s+Unreachable$/),
    expect.stringMatching(/^Accepts new patients\s+\d+\.?\d*% \d+\.?\d*% to \d+\.?\d*%\s+\d+ of \d+\s+\d+$/),
    expect.stringContaining('Place of practice'),
    expect.stringContaining('Specialty'),
  ]);
  const strata = rowsOf('By stratum');
  expect(await strata.count()).toBe(3);
  await visit.page.getByLabel('Field', { exact: true }).focus();
  await visit.page.keyboard.type('Tele');
  await visit.says('No record of the sample lists this field.');
  expect(visit.page.url()).toMatch(/\/accuracy\?field=phone$/);
  await visit.page.getByLabel('Field', { exact: true }).selectOption('specialty');
  await visit.says('specialty: Family Medicine');
  expect(await rowsOf('By method and age').allInnerTexts()).toContainEqual(
    expect.stringMatching(/^register\s+31 to 90 days/),
  );
  expect(await rowsOf('Samples').allInnerTexts()).toEqual([
    expect.stringContaining('Protocol'),
    expect.stringMatching(
      /None yet\s+120 doctors by area and specialty, drawn by “not-called-yet”.*\s+Exact protocol$/,
    ),
    expect.stringContaining('drawn by “dashboard”'),
  ]);
  expect(await visit.barriersOnScreens('accuracy')).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

it('a map that nobody touches is measured once, and not drawn again', async () => {
  const { page } = visit;
  await page.addInitScript(() => {
    globalThis.ResizeObserver = class extends ResizeObserver {
      override observe(element: Element, options?: ResizeObserverOptions) {
        if (element.querySelector('svg.map') !== null) performance.mark('map observed');
        super.observe(element, options);
      }
    };
  });
  await page.goto('/directory');
  await visit.says('400 of 400 clinics in view');
  const observed = () => page.evaluate(() => performance.getEntriesByName('map observed').length);
  const before = await observed();
  // The size of an element that is newly observed is reported, and drawn, in the next frame.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 20; frames++) await new Promise(requestAnimationFrame);
  });
  expect(before).toBeGreaterThan(0);
  expect(await observed()).toBe(before);
});
