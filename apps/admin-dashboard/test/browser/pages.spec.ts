import type { Browser } from 'playwright-core';
import { startChromium } from '../../../../tools/jest/chromium.js';
import { fillDirectory, fillHealth, fillUsage } from './invented-directory.js';
import type { TestDashboard } from '../../server/test/test-dashboard.js';
import { startDashboard } from './running-dashboard.js';
import { PASSWORD, Visit } from './visit.js';

const SCREENS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
};
/** Each page with a text that it shows once its data is loaded. */
const PAGES = [
  ['/', 'Overview', 'clinics.csv'],
  ['/keys?kind=all', 'API keys', 'A booking site'],
  ['/usage?hours=168', 'Usage', 'rotateKey'],
  ['/health', 'Health', 'No complete register'],
  ['/directory', 'Directory', 'Clinics in view'],
  ['/coverage?language=English', 'Coverage', 'M5S'],
  ['/records?q=example+5', 'Records', 'Dr. Example 5'],
  ['/records/doctor/900005', 'Dr. Example 5', 'register, by register'],
  ['/corrections', 'Corrections', 'No correction matches'],
  ['/duplicates', 'Duplicates', 'No two clinics are likely the same'],
  ['/accuracy', 'Accuracy', 'Not measured yet'],
  ['/runs', 'Runs', 'broken.csv'],
  ['/imports', 'Imports', 'Nothing can be uploaded here'],
  ['/audit', 'Audit', 'Created administrator'],
  ['/people', 'People', 'Also invites people'],
  ['/account', 'Your account', 'This session'],
  ['/nowhere', 'Page not found', 'Go to the overview'],
] as const;

let chromium: Browser;
let dashboard: TestDashboard;

beforeAll(async () => {
  chromium = await startChromium();
  dashboard = await startDashboard(async (databaseUrl) => {
    await fillDirectory(databaseUrl);
    await fillUsage(databaseUrl);
    await fillHealth(databaseUrl);
  });
  const visit = await Visit.begin(chromium, dashboard);
  await visit.enrol('ada');
  await visit.end();
});
afterAll(async () => {
  await chromium?.close();
  await dashboard?.stop();
});

describe.each(['light', 'dark'] as const)('in the %s color scheme', (colorScheme) => {
  describe.each(Object.entries(SCREENS))('on a %s', (screen, viewport) => {
    let visit: Visit;
    beforeAll(async () => {
      visit = await Visit.begin(chromium, dashboard, { colorScheme, viewport });
    });
    afterAll(() => visit?.end());

    it('the sign-in page is accessible', async () => {
      await visit.page.goto('/sign-in');
      await visit.heading('Sign in');
      await visit.page.getByLabel('Name').waitFor();
      expect(await visit.barriers()).toEqual([]);
      await visit.picture(`sign-in-${screen}-${colorScheme}`);
      await visit.typePassword('ada', PASSWORD);
      await visit.heading('Overview');
    });

    it.each(PAGES)(
      '%s is accessible, fits the screen and violates no policy',
      async (path, heading, content) => {
        await visit.page.goto(path);
        await visit.heading(heading);
        await visit.page.getByText(content).first().waitFor({ state: 'attached' });
        await visit.picture(`${heading.toLowerCase().replaceAll(' ', '-')}-${screen}-${colorScheme}`);
        expect(await visit.barriers()).toEqual([]);
        const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide).toBeLessThanOrEqual(0);
        expect(visit.complaints).toEqual([]);
      },
    );
  });
});

it('the audit log is searched while typing, and the filters can be cleared', async () => {
  const visit = await Visit.begin(chromium, dashboard);
  await visit.signIn('ada');
  await visit.heading('Overview');
  await visit.page.goto('/audit?text=nobody');
  await visit.says('Change the search or the filters.');
  const search = visit.page.getByLabel('Search');
  expect(await search.inputValue()).toBe('nobody');
  await search.fill(' ada ');
  await visit.page.waitForURL('**/audit?text=ada');
  await visit.page.getByRole('button', { name: 'Clear filters' }).click();
  await visit.page.waitForURL('**/audit');
  expect(await search.inputValue()).toBe('');
  await visit.says('Created administrator');
  await visit.end();
});

it('the sign-in page and the overview together transfer less than 300 kB', async () => {
  const visit = await Visit.begin(chromium, dashboard);
  const bytes = await visit.countBytes();
  await visit.signIn('ada');
  await visit.heading('Overview');
  await visit.says('clinics.csv');
  await visit.end();
  expect(bytes()).toBeGreaterThan(50_000);
  expect(bytes()).toBeLessThan(300_000);
});
