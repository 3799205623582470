import { jest } from '@jest/globals';
import { readConfiguration } from '@care-atlas/server/configuration';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { barriersOf, startChromium } from '../../../tools/jest/chromium.js';
import { TestApi } from './test-api.js';

// Pages are drawn and looked through without a graphics card, on a machine that may be busy.
const PATIENCE_MS = 180_000;
jest.setTimeout(PATIENCE_MS);

const { sandboxKey } = readConfiguration({ DATABASE_URL: 'postgres://localhost/none' });

let chromium: Browser;
let api: TestApi;
let origin: string;
let context: BrowserContext;
/** What the browser complains of: faults of scripts, and what the page's policy forbids. */
let complaints: string[];

beforeAll(async () => {
  chromium = await startChromium();
  api = await TestApi.start();
  await api.publishSandboxKey(sandboxKey);
  origin = `http://127.0.0.1:${await api.listen()}`;
});
afterAll(async () => {
  await chromium?.close();
  await api?.stop();
});
beforeEach(() => {
  complaints = [];
});
afterEach(() => context?.close());

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  context = await chromium.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`${origin}${path}`);
  return page;
}

/** The request line that the panel shows. */
function requestOf(page: Page): Promise<string | null> {
  return page.locator('.request').textContent();
}

async function answerOf<T>(page: Page): Promise<T> {
  return JSON.parse((await page.locator('#answer').textContent()) ?? '') as T;
}

test('the answer follows what is filled in, without a button', async () => {
  const page = await open('/');
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Language').selectOption('');
  await page.getByLabel('Near a subway station').uncheck();
  await page.waitForFunction(() => location.search === '?gender=female&accepting=true');
  expect(await requestOf(page)).toBe('GET /api/v1/doctors?gender=female&accepting=true');
  const shown = await answerOf<{ doctors: { gender: string }[]; total: number }>(page);
  const asked = await api.ask('/doctors?gender=female&accepting=true', { key: sandboxKey });
  expect(shown).toEqual(asked.json());
  expect(await page.locator('.map .dot').count()).toBe(shown.doctors.length);
  expect(complaints).toEqual([]);
});

test('an address leads to the same question again', async () => {
  const page = await open('/?gender=female&accepting=true');
  expect(await page.getByLabel('Gender').inputValue()).toBe('female');
  expect(await page.getByLabel('Accepts new patients').isChecked()).toBe(true);
  expect(await page.getByLabel('Near a subway station').isChecked()).toBe(false);
});

test('a name makes it a search, and a refusal is shown as it is', async () => {
  const page = await open('/');
  await page.getByLabel('Name or registration number').fill('d');
  await page.getByText('Refused with status 400').waitFor();
  expect(await answerOf(page)).toMatchObject({ error: 'missing_param', param: 'q' });
  await page.getByLabel('Name or registration number').fill('dr');
  await page.getByText(/doctors? match/).waitFor();
  expect(await requestOf(page)).toContain('/api/v1/doctors/search?q=dr');
});

test('a service that cannot be reached is said to be', async () => {
  const page = await open('/');
  await context.setOffline(true);
  await page.getByLabel('Gender').selectOption('female');
  await page.getByText('No answer.').waitFor();
  expect(await answerOf(page)).toMatchObject({ error: 'unreachable' });
});

test('the request is there to be copied, in three languages', async () => {
  const page = await open('/?gender=female', { permissions: ['clipboard-read', 'clipboard-write'] });
  for (const [name, beginning] of [
    ['curl', 'curl -H'],
    ['JavaScript', 'const answer = await fetch('],
    ['Python', 'import json'],
  ] as const) {
    const snippet = page.locator('details', { hasText: name });
    await snippet.locator('summary').click();
    await snippet.getByRole('button', { name: 'Copy' }).click();
    await snippet.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.startsWith(beginning)).toBe(true);
    expect(copied).toContain(sandboxKey);
  }
});

test('an example of a guide is there to be copied', async () => {
  const page = await open('/docs/guides/first-request', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const example = page.locator('.copied').first();
  await example.getByRole('button', { name: 'Copy' }).click();
  await example.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await example.locator('code').textContent());
  expect(copied).toContain('curl');
  expect(complaints).toEqual([]);
});

test('without scripts a guide has no button that would do nothing', async () => {
  const page = await open('/docs/guides/first-request', { javaScriptEnabled: false });
  await page.locator('.copied').first().waitFor();
  expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
});

test('without scripts the form is sent, and answered', async () => {
  const page = await open('/', { javaScriptEnabled: false });
  await page.getByLabel('Gender').selectOption('male');
  await page.getByRole('button', { name: 'Send request' }).click();
  expect(new URL(page.url()).searchParams.get('gender')).toBe('male');
  expect(await requestOf(page)).toContain('gender=male');
});

test('the keyboard alone reaches the panel, fills it in and reads the answer', async () => {
  const page = await open('/');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.getByLabel('Name or registration number').focus();
  await page.keyboard.type('dr');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.search.startsWith('?q=dr'));
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('try-q');
});

describe.each([
  ['light', 1280],
  ['dark', 390],
] as const)('in %s, %i pixels wide', (colorScheme, width) => {
  test.each(['/', '/docs/guides', '/docs/guides/filters'])(
    '%s has no finding of axe, and nothing sticks out',
    async (path) => {
      const page = await open(path, { colorScheme, viewport: { width, height: 900 } });
      expect(await barriersOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      expect(complaints).toEqual([]);
    },
  );

  test('the API reference has our name, and enough contrast', async () => {
    const page = await open('/docs', { colorScheme, viewport: { width, height: 900 } });
    await page.getByRole('heading', { name: 'Care Atlas' }).waitFor();
    expect(await page.title()).toBe('API reference – Care Atlas');
    expect(await barriersOf(page, 'color-contrast')).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
