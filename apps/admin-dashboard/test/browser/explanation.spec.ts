import type { Browser } from 'playwright-core';
import { startChromium } from '../../../../tools/jest/chromium.js';
import type { TestDashboard } from '../../server/test/test-dashboard.js';
import { fillDirectory } from './invented-directory.js';
import { startDashboard } from './running-dashboard.js';
import { Visit } from './visit.js';

const SCREENS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
};
const SCHEMES = ['light', 'dark'] as const;

let chromium: Browser;
let dashboard: TestDashboard;

beforeAll(async () => {
  chromium = await startChromium();
  dashboard = await startDashboard(fillDirectory);
  const first = await Visit.begin(chromium, dashboard);
  await first.enrol('ada');
  await first.end();
});
afterAll(async () => {
  await chromium?.close();
  await dashboard?.stop();
});

it('a missing doctor is explained by keyboard alone, and the address keeps the question', async () => {
  const visit = await Visit.begin(chromium, dashboard);
  await visit.signIn('ada');
  await visit.heading('Overview');
  await visit.page.goto('/directory');
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
  await visit.end();
});

it.each([
  ['record=900001', 'The list has the record, as number 1 of all matches.'],
  ['record=900001&query=offset%3D3', 'The requested page does not contain it.'],
  ['record=nobody', 'The directory has no record with this id.'],
  ['record=900001&query=gender%3Dx', 'gender must be male, female or non-binary.'],
  ['record=900001&list=specialists', 'specialty is required'],
])('?%s says: %s', async (query, sentence) => {
  const visit = await Visit.begin(chromium, dashboard);
  await visit.signIn('ada');
  await visit.heading('Overview');
  await visit.page.goto(`/directory?${query}`);
  await visit.says(sentence);
  expect(visit.complaints).toEqual([]);
  await visit.end();
});

describe.each(SCHEMES)('in the %s color scheme', (colorScheme) => {
  it.each(Object.entries(SCREENS))('an explanation is accessible and fits a %s', async (screen, viewport) => {
    const visit = await Visit.begin(chromium, dashboard, { colorScheme, viewport });
    await visit.signIn('ada');
    await visit.heading('Overview');
    const query = encodeURIComponent('languages=Chinese&near=Kipling&within=5&accepting=true');
    await visit.page.goto(`/directory?record=900003&query=${query}`);
    await visit.says('The list does not have the record.');
    await visit.picture(`explanation-${screen}-${colorScheme}`);
    expect(await visit.barriers()).toEqual([]);
    const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(visit.complaints).toEqual([]);
    await visit.end();
  });
});
