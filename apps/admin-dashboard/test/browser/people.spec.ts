import { TestProvider } from '../../server/test/test-provider.js';
import { BrowserStage } from './browser-stage.js';

let stage: BrowserStage;
let provider: TestProvider;

beforeAll(async () => {
  stage = await BrowserStage.start({
    environment: async (url) => {
      provider = await TestProvider.start(url, '127.0.0.1');
      return provider.environment;
    },
  });
});
afterAll(async () => {
  await stage?.stop();
  await provider?.stop();
});

it('a person is invited by keyboard, sees what the role allows, and more once the role is another', async () => {
  const ada = await stage.enrol('ada');
  const { page } = ada;
  await page.goto('/people');
  await page.getByRole('button', { name: 'Invite a person' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('grace@example.org');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Viewer' }).waitFor();
  expect(await ada.barriers()).toEqual([]);
  await ada.picture('invite-person');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Invite', exact: true }).focus();
  await page.keyboard.press('Enter');
  const shown = page.getByRole('group', { name: 'The one-time password' });
  const password = (await shown.textContent())!;
  await ada.picture('invited-person');
  await page.getByRole('button', { name: 'I have handed it over or stored it' }).click();
  const row = page.getByRole('row').filter({ hasText: 'grace@example.org' });
  await row.getByText('One-time password').waitFor();

  const grace = await stage.begin();
  await grace.page.goto('/sign-in');
  await grace.typePassword('grace@example.org', password);
  await grace.choosePassword();
  await grace.heading('Overview');
  const pages = grace.page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await pages.allTextContents()).not.toContain('People');
  await grace.page.goto('/keys');
  await grace.says('No admin key yet');
  expect(await grace.page.getByRole('button', { name: 'Create admin key' }).count()).toBe(0);
  await grace.page.goto('/people');
  await grace.says('This needs the role administrator');

  await row.getByRole('button', { name: 'Actions for grace@example.org' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Role of “grace@example.org”' });
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Administrator' }).click();
  expect(await ada.barriers()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Administrator').waitFor();
  // The other browser learns of it without a reload.
  await pages.filter({ hasText: 'People' }).waitFor();

  await grace.page.reload();
  const you = grace.page.getByRole('row').filter({ hasText: 'ada' });
  await you.getByRole('button', { name: 'Actions for ada' }).click();
  await grace.page.getByRole('menuitem', { name: 'Disable' }).click();
  const warning = grace.page.getByRole('dialog', { name: 'Disable “ada”?' });
  expect(await grace.barriers()).toEqual([]);
  await warning.getByRole('button', { name: 'Disable' }).click();
  await you.getByText('Disabled').waitFor();
  await grace.picture('people');
  await page.reload();
  await ada.heading('Sign in');
  expect([...ada.complaints, ...grace.complaints]).toEqual([]);
});

it('a person signs in at the provider of the organization, and comes back to the page', async () => {
  const visit = await stage.begin();
  const { page } = visit;
  provider.accounts.set('one', { email: 'mary@example.org', email_verified: true });
  await page.goto('/keys?kind=all');
  const way = page.getByRole('link', { name: 'Sign in with Example Health' });
  provider.subject = undefined;
  await way.click();
  await visit.says('Example Health did not sign you in.');
  provider.subject = 'one';
  await way.click();
  await visit.says('Nobody is invited under the name that Example Health gives for you');
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('provider-unknown');
  await stage.dashboard.invite('mary@example.org', 'viewer');
  await way.focus();
  await page.keyboard.press('Enter');
  await visit.heading('API keys');
  expect(new URL(page.url()).search).toBe('?kind=all');
  await page.reload();
  await visit.heading('API keys');
  expect(visit.complaints).toEqual([]);
});
