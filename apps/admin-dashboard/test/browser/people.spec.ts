import { jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChromium } from '../../../../tools/jest/chromium.js';
import type { TestDashboard } from '../../server/test/test-dashboard.js';
import { startDashboard } from './running-dashboard.js';
import { PATIENCE_MS, Visit } from './visit.js';

jest.setTimeout(PATIENCE_MS);

let chromium: Browser;
let dashboard: TestDashboard;

beforeAll(async () => {
  chromium = await startChromium();
  dashboard = await startDashboard();
});
afterAll(async () => {
  await chromium?.close();
  await dashboard?.stop();
});

it('a person is invited by keyboard, sees what the role allows, and more once the role is another', async () => {
  const ada = await Visit.begin(chromium, dashboard);
  await ada.enrol('ada');
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
  await page.getByLabel('I have handed it over or stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row').filter({ hasText: 'grace@example.org' });
  await row.getByText('One-time password').waitFor();

  const grace = await Visit.begin(chromium, dashboard);
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
