import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { BrowserStage } from './browser-stage.js';
import { PASSWORD } from './visit.js';

/** Where to write pictures; nowhere by default. */
const PICTURES = process.env['DASHBOARD_PICTURES'];

let stage: BrowserStage;

beforeAll(async () => {
  stage = await BrowserStage.start({ uploads: 'waiting' });
});
afterAll(() => stage?.stop());

const picture = async (page: Page, name: string) => {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
};

/** Puts text into a field that a keyboard cannot type, but a paste or a program can. */
async function put(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).evaluate((field: HTMLInputElement, value) => {
    Reflect.set(HTMLInputElement.prototype, 'value', value, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

it.each([
  ['en-CA', 'Name', 'Password', 'Sign in', /Name contains a character that cannot be stored\. .*remove it/],
  [
    'fr-CA',
    'Nom',
    'Mot de passe',
    'Se connecter',
    /un caractère qui ne peut pas être conservé\. .*supprimez-le/,
  ],
])('the sign-in form says what is wrong with a name: %s', async (locale, name, password, submit, message) => {
  const { page } = await stage.begin({ locale });
  await page.goto('/sign-in');
  await put(page, name, 'a\0b');
  await page.getByLabel(password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: submit, exact: true }).click();
  const shown = page.getByText(message);
  await shown.waitFor();
  expect(await shown.count()).toBe(1);
  await picture(page, `sign-in-${locale}`);
});

it('the page of imports says what is wrong with the name of a file', async () => {
  const owner = await stage.enrol('ada');
  const file = { name: `${'é'.repeat(130)}.csv`, mimeType: 'text/csv', buffer: Buffer.from('id\n1\n') };
  await owner.page.goto('/imports');
  await owner.page.locator('input[type=file]').setInputFiles(file);
  await owner.page.locator('form').getByRole('button', { name: 'Upload' }).click();
  const shown = owner.page.getByText(
    'A file name has at most 255 bytes in UTF-8, and this one has 264: rename the file.',
  );
  await shown.waitFor();
  expect(await shown.count()).toBe(1);
  await picture(owner.page, 'upload-en');
});
