import { recordFailedRun } from '@care-atlas/data/sync';
import { fillDirectory, fillHealth, fillUsage } from '../large-directory.js';
import { readmePictures } from '../../../../tools/jest/chromium.js';
import { BrowserStage } from './browser-stage.js';
import type { Visit } from './visit.js';

/** Each page with a text that it shows once its data is loaded. */
const PAGES = [
  ['/', 'Overview', 'clinics.csv'],
  ['/keys', 'API keys', 'A booking site'],
  ['/usage?hours=168', 'Usage', 'rotateKey'],
  ['/requests', 'Requests', 'No request in the last 7 days'],
  ['/health', 'Health', 'No complete register'],
  ['/directory', 'Map and freshness', 'Clinics in view'],
  ['/directory?evidence=900001', 'Map and freshness', 'Place of practice'],
  [
    '/directory?record=900003&query=languages%3DChinese%26near%3DKipling%26within%3D5%26accepting%3Dtrue',
    'Map and freshness',
    'The list does not have the record.',
  ],
  ['/coverage?language=English', 'Coverage', 'M5S'],
  ['/records?q=example+5', 'Records', 'Dr. Example 5'],
  ['/records/doctor/900005', 'Dr. Example 5', 'What reviews say'],
  ['/corrections', 'Corrections', 'No correction matches'],
  ['/duplicates', 'Duplicates', 'No two clinics are likely the same'],
  ['/reviews', 'Reviews', 'No review matches'],
  ['/accuracy', 'Accuracy', 'Not measured yet'],
  ['/runs', 'Runs', 'broken.csv'],
  ['/imports', 'Imports', 'Nothing can be uploaded here'],
  ['/audit', 'Audit', 'Created administrator'],
  ['/people', 'People', 'Also invites people'],
  ['/account', 'Your account', 'This session'],
  ['/nowhere', 'Page not found', 'Go to the overview'],
] as const;

let stage: BrowserStage;
let visit: Visit;

beforeAll(async () => {
  stage = await BrowserStage.start({ fill: [fillDirectory, fillUsage, fillHealth] });
  visit = await stage.enrol('ada');
});
afterAll(() => stage?.stop());

describe('on a desktop and on a phone, in light and in dark colors', () => {
  it('the sign-in page is accessible', async () => {
    const visitor = await stage.begin();
    await visitor.page.goto('/sign-in');
    await visitor.heading('Sign in');
    await visitor.page.getByLabel('Name').waitFor();
    expect(await visitor.barriersOnScreens('sign-in')).toEqual([]);
    await visitor.end();
  });

  it.each(PAGES)(
    '%s is accessible, fits the screen and violates no policy',
    async (path, heading, content) => {
      await visit.open(path);
      await visit.heading(heading);
      await visit.page.getByText(content).first().waitFor({ state: 'attached' });
      const name = path.slice(1).replaceAll(/[^a-z]+/gi, '-') || 'overview';
      expect(await visit.barriersOnScreens(name)).toEqual([]);
      if (path === '/') await readmePictures(visit.page, 'desk');
      expect(visit.complaints).toEqual([]);
    },
  );
});

it('the overview says what needs a person, and leads to where it is done', async () => {
  const { page } = visit;
  await visit.page.goto('/');
  const tasks = page.getByRole('list', { name: 'What needs you today' });
  await tasks.getByText('Only a password protects your account').waitFor();
  await tasks.getByRole('listitem').filter({ hasText: 'Connector: Down' }).getByText('Urgent').waitFor();
  const { url } = stage.dashboard.testDatabase;
  await recordFailedRun(url, { source: 'reviews' }, new Date(), 'It has no columns.');
  await tasks.getByRole('link', { name: 'The last import of reviews failed' }).waitFor();
  // A source that is imported monthly fails until it succeeds, and a failure leaves the rejected rows before it to be mended.
  await recordFailedRun(url, { source: 'clinics' }, new Date(), 'It has no columns.');
  await stage.dashboard.rows(
    `insert into sync_run (id, source, started_at, status) values
      (gen_random_uuid(), 'availability', now() - interval '40 days', 'succeeded'),
      (gen_random_uuid(), 'availability', now() - interval '10 days', 'failed'),
      (gen_random_uuid(), 'specialists', now() - interval '10 days', 'failed')`,
  );
  await page.reload();
  await tasks.getByRole('link', { name: 'The last import of clinics failed' }).waitFor();
  await tasks.getByRole('link', { name: 'The last import of availability failed' }).waitFor();
  expect(await tasks.getByRole('link', { name: 'The last import of specialists failed' }).count()).toBe(0);
  await tasks.getByRole('link', { name: '1 rejected row in the last import of clinics' }).click();
  await visit.heading('Run of clinics');
  await visit.says('A name is missing.');
  expect(visit.complaints).toEqual([]);
});

it('the audit log is searched while typing, and the filters can be cleared', async () => {
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
});

it('the sign-in page and the overview together transfer less than 300 kB', async () => {
  const visitor = await stage.begin();
  const bytes = await visitor.countBytes();
  await visitor.signIn('ada');
  await visitor.heading('Overview');
  await visitor.says('clinics.csv');
  await visitor.end();
  expect(bytes()).toBeGreaterThan(50_000);
  expect(bytes()).toBeLessThan(300_000);
});
