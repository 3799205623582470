import { BrowserStage } from './browser-stage.js';
import type { Visit } from './visit.js';

const OUTAGE = 'The database is unavailable';

let stage: BrowserStage;
let visit: Visit;

beforeAll(async () => {
  stage = await BrowserStage.start({ hasProxy: true });
  await stage.dashboard.enrol('ada');
});
afterAll(() => stage?.stop());
beforeEach(async () => {
  visit = await stage.begin();
  await visit.enter('ada');
});
afterEach(async () => {
  await stage.dashboard.proxy.restore();
  await visit.end();
});

async function open(path: string, heading: string): Promise<void> {
  await visit.page.goto(path);
  await visit.heading(heading);
}

const goneFrom = (text: string) => visit.page.getByText(text).first().waitFor({ state: 'detached' });

it('an open page reports an outage of the database by itself, and is up to date after it', async () => {
  await open('/audit', 'Audit');
  await visit.says('Created administrator');
  await stage.dashboard.proxy.disconnect();
  await visit.says(OUTAGE);
  await visit.says('Created administrator');
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('outage');
  await stage.dashboard.proxy.restore();
  await goneFrom(OUTAGE);
  await stage.dashboard.invite('made-after-the-outage');
  await visit.says('made-after-the-outage');
  expect(visit.complaints).toEqual([]);
});

it('a page that is opened during an outage comes by itself after it', async () => {
  await open('/', 'Overview');
  await stage.dashboard.proxy.disconnect();
  await visit.page.getByRole('link', { name: 'API keys' }).click();
  await visit.heading('API keys');
  await visit.says(OUTAGE);
  await visit.page.goto('/runs?from=bookmark');
  await visit.says(OUTAGE);
  await visit.picture('outage-at-the-start');
  expect(await visit.page.getByText('newer version').count()).toBe(0);
  expect(await visit.barriers()).toEqual([]);
  await stage.dashboard.proxy.restore();
  await visit.heading('Runs');
  await visit.says('No runs yet');
  await goneFrom(OUTAGE);
  expect(new URL(visit.page.url()).pathname).toBe('/runs');
  // The change stream, which the server refused during the outage, is open again.
  await visit.page.getByRole('link', { name: 'Audit' }).click();
  await visit.heading('Audit');
  await stage.dashboard.invite('made-later');
  await visit.says('made-later');
  expect(visit.complaints).toEqual([]);
});

it('the sign-in page reports an outage, and shows the form after it', async () => {
  await open('/', 'Overview');
  await stage.dashboard.proxy.disconnect();
  await visit.page.goto('/sign-in');
  await visit.says(OUTAGE);
  await stage.dashboard.proxy.restore();
  await visit.heading('Overview');
  expect(visit.complaints).toEqual([]);
});

it('a page that is opened offline comes by itself when the connection is back', async () => {
  await open('/', 'Overview');
  await visit.context.setOffline(true);
  await visit.page.getByRole('link', { name: 'Usage' }).click();
  await visit.says('No connection');
  await visit.page.getByRole('status', { name: 'Loading' }).waitFor();
  expect(await visit.page.getByText('newer version').count()).toBe(0);
  await visit.picture('opened-offline');
  await visit.context.setOffline(false);
  await visit.heading('Usage');
  await goneFrom('No connection');
});
