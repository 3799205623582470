import type { Browser } from 'playwright-core';
import { startChromium } from '../../../../tools/jest/chromium.js';
import type { TestDashboard } from '../../server/test/test-dashboard.js';
import { fillDirectory, measureAccuracy } from './invented-directory.js';
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
  dashboard = await startDashboard(async (databaseUrl) => {
    await fillDirectory(databaseUrl);
    await measureAccuracy(databaseUrl);
  });
  const first = await Visit.begin(chromium, dashboard);
  await first.enrol('ada');
  await first.end();
});
afterAll(async () => {
  await chromium?.close();
  await dashboard?.stop();
});

it('shows the fields, the strata of a field that is chosen by keyboard, the evidence and the samples', async () => {
  const visit = await Visit.begin(chromium, dashboard);
  await visit.signIn('ada');
  await visit.heading('Overview');
  await visit.page.goto('/accuracy');
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
    expect.stringMatching(/None yet\s+\{.*"seed":"not-called-yet".*\}\s+[0-9a-f]{64}$/),
    expect.stringMatching(/"seed":"dashboard"/),
  ]);
  expect(visit.complaints).toEqual([]);
  await visit.end();
});

describe.each(SCHEMES)('in the %s color scheme', (colorScheme) => {
  it.each(Object.entries(SCREENS))('is accessible and fits a %s', async (screen, viewport) => {
    const visit = await Visit.begin(chromium, dashboard, { colorScheme, viewport });
    await visit.signIn('ada');
    await visit.heading('Overview');
    await visit.page.goto('/accuracy');
    await visit.says('not-called-yet');
    await visit.picture(`measured-accuracy-${screen}-${colorScheme}`);
    expect(await visit.barriers()).toEqual([]);
    const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(visit.complaints).toEqual([]);
    await visit.end();
  });
});
