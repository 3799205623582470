import { readFile } from 'node:fs/promises';
import { until } from '../../../../tools/test/stage/until.js';
import { fillDirectory, fillRefusals, fillUsage } from '../large-directory.js';
import { type RunningApi, startApi } from './running-api.js';
import { BrowserStage } from './browser-stage.js';
import type { Visit } from './visit.js';

let stage: BrowserStage;
let api: RunningApi;
let visit: Visit;

beforeAll(async () => {
  stage = await BrowserStage.start({ fill: [fillDirectory, fillUsage] });
  api = await startApi(stage.dashboard.testDatabase.url);
  visit = await stage.enrol('ada', { acceptDownloads: true });
});
afterAll(async () => {
  await api?.stop();
  await stage?.stop();
});

/** Returns the row of a key. */
const rowOf = (label: string) => visit.page.getByRole('row').filter({ hasText: label });

async function revoke(label: string, reason: string): Promise<void> {
  const { page } = visit;
  await page.getByRole('button', { name: `Actions for ${label}` }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog', { name: `Revoke “${label}”?` });
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await dialog.getByText('This field is required.').waitFor();
  await dialog.getByRole('combobox', { name: 'Reason' }).fill(reason);
  await visit.picture('revoke-key');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('an admin key is created by keyboard, shown once, grants access, and is rejected once revoked', async () => {
  const { page } = visit;
  await visit.open('/keys');
  await rowOf('A booking site').waitFor();
  await visit.open('/keys?kind=admin');
  await visit.says('No admin key yet');
  await page.getByRole('button', { name: 'Create admin key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Label').and(page.locator(':focus')).waitFor();
  expect(await visit.barriers()).toEqual([]);
  await page.keyboard.type('for the reports');
  await page.keyboard.press('Enter');

  const shown = page.getByRole('group', { name: 'The key' });
  await shown.waitFor();
  const key = (await shown.textContent())!;
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('created-key');
  await page.keyboard.press('Escape');
  expect(await shown.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'I have stored it' }).focus();
  await page.keyboard.press('Enter');
  await shown.waitFor({ state: 'detached' });
  await rowOf('for the reports').waitFor();
  expect(await page.content()).not.toContain(key);

  expect(await api.status(key, 'a-request-of-the-reports')).toBe(200);
  await revoke('for the reports', 'Left the team');
  expect(await api.status(key)).toBe(401);
  await rowOf('for the reports').getByText('Revoked').waitFor();
  await rowOf('for the reports').getByText('Left the team').waitFor();
  // The API reports the use of the revoked key within seconds.
  await rowOf('for the reports').getByText('Still used').waitFor();
  expect(visit.complaints).toEqual([]);
});

it('a request is looked up by its id, and leads to its key; usage shows channels and durations', async () => {
  const { page } = visit;
  await visit.open('/requests');
  await page.getByLabel('Request id').fill('short');
  await visit.says('An id has 8 to 128 characters.');
  await page.getByLabel('Request id').fill('a-request-of-nobody');
  await visit.says('No request matches');
  // The API records it within seconds, and the list does not ask again.
  const recorded = `select from logged_request where request_id = 'a-request-of-the-reports'`;
  await until('the request was recorded', async () => (await stage.dashboard.rows(recorded)).length > 0);
  await page.getByLabel('Request id').fill('a-request-of-the-reports');
  const found = page.getByRole('table', { name: 'Newest requests' });
  const row = found.getByRole('row').filter({ hasText: 'a-request-of-the-reports' });
  await row.getByText('REST').waitFor();
  await row.getByText('200', { exact: true }).waitFor();
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('requests');
  await row.getByRole('link', { name: 'for the reports' }).click();
  await rowOf('for the reports').waitFor();
  await visit.open('/usage');
  const channels = page.getByRole('table', { name: 'By channel: failures and durations' });
  await channels.getByRole('row').filter({ hasText: 'listDoctors' }).getByText('REST').waitFor();
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('usage-by-channel');
  expect(visit.complaints).toEqual([]);
});

it('the refused requests of a key are found from its row, and from the overview', async () => {
  const { page } = visit;
  await fillRefusals(stage.dashboard.testDatabase.url);
  await visit.open('/keys?text=booking');
  await page.getByRole('link', { name: /requests of A booking site/ }).click();
  await page.getByLabel('From').fill('2026-01-01T00:00');
  await page.waitForURL('**/requests?*from=*');
  const errors = page.getByRole('table', { name: 'Errors among them' });
  await errors.getByRole('row').filter({ hasText: '429' }).getByRole('link', { name: '2 requests' }).click();
  await page.getByRole('table', { name: 'Newest requests' }).getByText('refused-1').waitFor();
  const asked = new URL(page.url()).searchParams;
  expect([asked.get('status'), asked.get('from')]).toEqual(['429', '2026-01-01T00:00']);
  await visit.open('/');
  await page.getByRole('link', { name: 'Answered with 429' }).click();
  await errors.getByRole('link', { name: 'A booking site' }).waitFor();
  expect(await visit.barriers()).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

it('a key is given an expiry, a limit and a note', async () => {
  const { page } = visit;
  await visit.open('/keys');
  await page.getByRole('button', { name: 'Create admin key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('on trial');
  await dialog.getByLabel('Expires').fill('2099-01-31');
  await dialog.getByLabel('Requests per minute').fill('lots');
  await dialog.getByLabel('Note').fill('Ends with the trial.');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Enter a whole number from 1 to 1,000,000.').waitFor();
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('key-terms');
  await dialog.getByLabel('Requests per minute').fill('600');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  for (const text of ['Ends with the trial.', 'Limit 600 per minute', /^Expires .*2099/])
    await rowOf('on trial').getByText(text).waitFor();

  await page.getByRole('button', { name: 'Actions for on trial' }).click();
  await page.getByRole('menuitem', { name: 'Expiry, limit and note' }).click();
  expect(await dialog.getByLabel('Expires').inputValue()).toBe('2099-01-31');
  await dialog.getByLabel('Expires').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rowOf('on trial')
    .getByText(/^Expires/)
    .waitFor({ state: 'detached' });
  expect(visit.complaints).toEqual([]);
});

it('several keys are selected by keyboard and revoked together, and the list is exported', async () => {
  const { page } = visit;
  await visit.open('/keys');
  for (const label of ['leaked one', 'leaked two']) {
    await page.getByRole('button', { name: 'Create admin key' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill(label);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('checkbox', { name: `Select ${label}` }).focus();
    await page.keyboard.press('Space');
  }
  await page.getByRole('button', { name: 'Revoke 2 selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke 2 keys?' });
  await dialog.getByText('leaked one').waitFor();
  await dialog.getByRole('combobox', { name: 'Reason' }).fill('In a public repository');
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('revoke-keys');
  await dialog.getByRole('button', { name: 'Revoke keys' }).click();
  await visit.says('2 keys revoked.');
  await visit.picture('keys');
  for (const label of ['leaked one', 'leaked two']) await rowOf(label).getByText('Revoked').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^keys-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(visit.complaints).toEqual([]);
});

it('the copy button copies the key', async () => {
  const { page } = visit;
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit.open('/keys');
  await page.getByRole('button', { name: 'Create admin key' }).click();
  await page.getByLabel('Label').fill('copied');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByRole('group', { name: 'The key' }).textContent();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  expect(visit.complaints).toEqual([]);
});

it('a registered gateway secret grants access to the API', async () => {
  const { page } = visit;
  const secret = 'a-secret-that-the-gateway-chose';
  expect(await api.gatewayStatus(secret)).toBe(401);
  await visit.open('/keys');
  await page.getByRole('button', { name: 'Register gateway secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register a gateway secret' });
  await dialog.getByLabel('Label').fill('the market');
  await dialog.getByLabel('Secret').fill('with a blank in it');
  await dialog.getByRole('button', { name: 'Register secret' }).click();
  await dialog.getByText(/^A secret must be 16 to 1024 letters.* without blanks/).waitFor();
  await dialog.getByLabel('Secret').fill(secret);
  await dialog.getByRole('button', { name: 'Register secret' }).click();
  await visit.says('Secret “the market” registered.');
  await page.getByRole('radiogroup', { name: 'Kind' }).getByText('Gateway').click();
  await rowOf('the market').waitFor();
  expect(await api.gatewayStatus(secret)).toBe(200);
  expect(visit.complaints).toEqual([]);
});

it('keys of every kind can be found, relabeled and inspected', async () => {
  const { page } = visit;
  await visit.open('/keys');
  await page.getByLabel('Search').fill('booking');
  await visit.says('1 found');
  expect(new URL(page.url()).searchParams.get('text')).toBe('booking');
  // On a phone the prefix stands beside the actions, which stay in view, and not below them.
  const desk = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const row = rowOf('A booking site');
  // The new size is laid out a moment later.
  await page.waitForFunction(
    (element) => {
      const [prefix, actions] = [element!.querySelector('code')!, element!.lastElementChild!];
      return prefix.getBoundingClientRect().right <= actions.getBoundingClientRect().left;
    },
    await row.elementHandle(),
  );
  await visit.picture('keys-on-a-phone');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Actions for A booking site' }).click();
  await page.getByRole('menuitem', { name: 'Change label' }).click();
  await page.getByRole('dialog').getByLabel('Label').fill('The booking site');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await rowOf('The booking site').waitFor();
  await page.getByRole('button', { name: 'Actions for The booking site' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByRole('dialog').getByText('Requests in the last 30 days').waitFor();
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('key-details');
  await page.keyboard.press('Escape');
  const actions = page.getByRole('button', { name: 'Actions for The booking site' });
  await actions.and(page.locator(':focus')).waitFor();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Usage over time' }).click();
  await visit.heading('Usage');
  await visit.says('Requests with The booking site');
  const operations = page.getByRole('table', { name: 'By operation and status' });
  await operations.getByText('getDoctor').waitFor();
  expect(await operations.getByText('listClinics').count()).toBe(0);
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('key-usage');
  expect(visit.complaints).toEqual([]);
});

it('changes made elsewhere appear without a reload', async () => {
  const elsewhere = await stage.begin();
  await elsewhere.enter('ada');
  await visit.page.goto('/keys');
  await visit.heading('API keys');
  await elsewhere.page.goto('/keys');
  await elsewhere.page.getByRole('button', { name: 'Create admin key' }).click();
  await elsewhere.page.getByLabel('Label').fill('made elsewhere');
  await elsewhere.page.getByRole('button', { name: 'Create key' }).click();
  await rowOf('made elsewhere').waitFor();
  await elsewhere.end();
  expect(visit.complaints).toEqual([]);
});

it('the audit log is searched and exported with its filter', async () => {
  const { page } = visit;
  await visit.open('/audit');
  const records = page.getByRole('table', { name: 'Records' });
  // The API stores the published key when it starts.
  await page.getByLabel('Search').fill('published');
  await records.getByRole('row', { name: /start Created key/ }).waitFor();
  await page.getByLabel('Search').fill('for the reports');
  await visit.says('2 found');
  await records.getByText('Revoked key').waitFor();
  await records.getByText('Left the team').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines: string[] = [];
  for await (const chunk of await file.createReadStream()) lines.push(String(chunk));
  const text = lines.join('');
  expect(text).toContain('key-revoked');
  expect(text).not.toContain('sign-in');
  expect(visit.complaints).toEqual([]);
});

it('the rejected rows of a run are downloaded and its changes shown', async () => {
  const { page } = visit;
  await visit.open('/runs');
  await page.getByRole('link', { name: 'Run of clinics' }).first().click();
  await visit.heading('Run of clinics');
  await visit.says('A name is missing.');
  await page.getByRole('table', { name: 'Changes' }).getByText('updated').first().waitFor();
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('run');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download rejected rows' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^rejects-clinics-/);
  expect(visit.complaints).toEqual([]);
});

it('the map is moved and zoomed by keyboard alone, down to the record of a clinic', async () => {
  const { page } = visit;
  const inView = async () =>
    Number((await page.getByText(/of 400 clinics in view/).textContent())!.split(' ')[0]);
  await visit.open('/directory');
  await visit.says('400 of 400 clinics in view');
  const map = page.getByRole('group', { name: /^Map with/ });
  await map.focus();
  await page.keyboard.press('+');
  await page.getByText('400 of 400 clinics in view').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show all' }).click();
  await visit.says('400 of 400 clinics in view');
  await page.getByText('Not accepting', { exact: true }).first().click();
  await page.getByText('400 of 400 clinics in view').waitFor({ state: 'detached' });
  await page.getByText('Not accepting', { exact: true }).first().click();
  // More than 200 are in clusters, which together have every clinic.
  const clusters = map.getByRole('button');
  const counts = (await clusters.allTextContents()).map(Number);
  const single = await map.getByRole('link').count();
  expect(counts.reduce((sum, count) => sum + count, single)).toBe(400);
  await clusters.first().focus();
  await page.keyboard.press('Enter');
  await page.getByText('400 of 400 clinics in view').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('class'))).toBe('map');
  const shown = await inView();
  expect(shown).toBeLessThanOrEqual(200);
  const points = map.getByRole('link');
  expect(await points.count()).toBe(shown);
  expect(
    await page.getByRole('group', { name: 'Clinics in view', exact: true }).getByRole('link').count(),
  ).toBe(shown);
  await points.first().focus();
  const name = (await points.first().getAttribute('aria-label'))!.split(':')[0]!;
  await page.keyboard.press('Enter');
  await visit.heading(name);
  expect(visit.complaints).toEqual([]);
});

it('the coverage is filtered, shaded, sorted and exported', async () => {
  const { page } = visit;
  await visit.open('/coverage');
  await visit.says(/^600 doctors match: \d+ at clinics/);
  const first = page.getByRole('table').locator('tbody th').first();
  expect(await first.textContent()).toBe('M5S');
  await page.getByRole('button', { name: 'Postal area' }).click();
  expect(await first.textContent()).toBe('L0B');
  await page.getByText('Fresh', { exact: true }).first().click();
  await page.getByText('80% to 100%').waitFor();
  await page.getByLabel('Only at clinics that accept new patients').check();
  await visit.says(/, 0 at clinics that do not, 0 where it is not known/);
  const matches = Number((await page.getByText(/doctors match:/).textContent())!.split(' ')[0]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(`M5S,Toronto,${matches},${matches},0,0,`);
  expect(visit.complaints).toEqual([]);
});
