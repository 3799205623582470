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

it('the evidence of a doctor is shown by keyboard alone, and the address keeps the record', async () => {
  const visit = await Visit.begin(chromium, dashboard);
  await visit.signIn('ada');
  await visit.heading('Overview');
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
  await visit.end();
});

it('a record is found by keyboard alone, and leads to its clinic, its runs and back', async () => {
  const visit = await Visit.begin(chromium, dashboard);
  await visit.signIn('ada');
  await visit.heading('Overview');
  await visit.page.getByRole('link', { name: 'Records' }).click();
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
  const changed = visit.page.getByRole('link', { name: /^9\d{5}$/ }).first();
  const key = (await changed.textContent())!;
  await changed.click();
  await visit.heading(`Dr. Example ${Number(key) - 900_000}`);
  const question = visit.page.getByRole('region', { name: 'Why is a record not in a list?' });
  expect(await question.getByLabel('Record', { exact: true }).inputValue()).toBe(key);
  await question.getByLabel('Query', { exact: true }).fill('languages=Tamil');
  await question.getByRole('button', { name: 'Explain' }).click();
  await visit.says('The list does not have the record. Without languages it would.');
  expect(visit.complaints).toEqual([]);
  await visit.end();
});

describe.each(['light', 'dark'] as const)('in the %s color scheme', (colorScheme) => {
  it.each(Object.entries(SCREENS))('the evidence is accessible and fits a %s', async (screen, viewport) => {
    const visit = await Visit.begin(chromium, dashboard, { colorScheme, viewport });
    await visit.signIn('ada');
    await visit.heading('Overview');
    await visit.page.goto('/directory?evidence=900001');
    await visit.says('Place of practice');
    await visit.picture(`evidence-${screen}-${colorScheme}`);
    expect(await visit.barriers()).toEqual([]);
    const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(visit.complaints).toEqual([]);
    await visit.end();
  });
});
