import { AxeBuilder } from '@axe-core/playwright';
import { jest } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startChromium } from '../../../../tools/jest/chromium.js';
import { ATTEMPTS, type Connected, ProgramHost } from './program-host.js';
import { TestConnector } from './test-connector.js';

// A browser is started, on a machine that may be busy.
jest.setTimeout(90_000);

let browser: Browser;
let connector: TestConnector;
let host: ProgramHost;

beforeAll(async () => {
  [browser, connector] = await Promise.all([startChromium(), TestConnector.start()]);
});
afterAll(async () => {
  await browser?.close();
  await connector?.stop();
});
beforeEach(async () => {
  host = await ProgramHost.start();
});
afterEach(() => host.stop());

async function withPage<T>(options: BrowserContextOptions, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const NO_SCRIPTS = { javaScriptEnabled: false };

/** Connects by login: a person opens the page and answers it. */
async function connect(
  library: keyof typeof ATTEMPTS,
  answer: (page: Page) => Promise<void>,
): Promise<Connected> {
  const first = await ATTEMPTS[library](connector.url, host.memory);
  if (!('finish' in first)) throw new Error('No login was asked for.');
  const sent = host.answer();
  await withPage(NO_SCRIPTS, async (page) => {
    await page.goto(host.memory.wanted!.href);
    await answer(page);
    await first.finish(await sent);
  });
  const second = await ATTEMPTS[library](connector.url, host.memory);
  if (!('client' in second)) throw new Error('The login was not enough.');
  return second.client;
}

async function withKey(page: Page): Promise<void> {
  await page.getByLabel('API key').fill(connector.key);
  await page.getByRole('button', { name: 'Connect with this key' }).click();
}

describe.each(['of today', 'of last year'] as const)('the client library %s', (library) => {
  test('connects with a key, is refreshed, and ends with the key', async () => {
    const client = await connect(library, withKey);
    const search = () => client.callTool({ name: 'search_doctors', arguments: { limit: 1 } });
    expect((await search()).structuredContent).toMatchObject({ count: 1 });
    // As after an hour: the library finds its token refused, and gets another by itself.
    const before = host.memory.tokens()!;
    host.memory.saveTokens({ ...before, access_token: 'x'.repeat(43) });
    expect((await search()).structuredContent).toMatchObject({ count: 1 });
    expect(host.memory.tokens()!.refresh_token).not.toBe(before.refresh_token);
    await connector.replaceKey();
    host.memory.wanted = undefined;
    await expect(search()).rejects.toThrow(/unauthorized/i);
    expect(host.memory.wanted).toBeDefined();
    await client.close();
  });

  test('connects with the sandbox', async () => {
    const client = await connect(library, (page) =>
      page.getByRole('button', { name: 'Connect with the sandbox' }).click(),
    );
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
  });

  test('is told when the person declines', async () => {
    await ATTEMPTS[library](connector.url, host.memory);
    const sent = host.answer();
    await withPage(NO_SCRIPTS, async (page) => {
      await page.goto(host.memory.wanted!.href);
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect((await sent).get('error')).toBe('access_denied');
    });
  });
});

/** Opens the page of a login that is wanted. */
async function open(page: Page): Promise<void> {
  await ATTEMPTS['of today'](connector.url, host.memory);
  await page.goto(host.memory.wanted!.href);
}

test('the keyboard is enough', async () => {
  const sent = host.answer();
  await withPage(NO_SCRIPTS, async (page) => {
    await open(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('id')).toBe('key');
    await page.keyboard.type(connector.key);
    await page.keyboard.press('Enter');
    expect((await sent).has('code')).toBe(true);
  });
});

test('a wrong key is said in place, with the field in focus, and is not shown again', async () => {
  await withPage(NO_SCRIPTS, async (page) => {
    await open(page);
    await page.getByLabel('API key').fill('care_live_wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('not a whole key');
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    expect(await page.locator(':focus').getAttribute('id')).toBe('key');
  });
});

test('the key is hidden until one asks to see it', async () => {
  await withPage(NO_SCRIPTS, async (page) => {
    await open(page);
    const style = "getComputedStyle(document.querySelector('#key')).webkitTextSecurity";
    const hidden = () => page.evaluate<string>(style);
    expect(await hidden()).toBe('disc');
    await page.getByLabel('Show the key').check();
    expect(await hidden()).toBe('none');
  });
});

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  test.each([
    ['a desktop', { width: 1280, height: 900 }],
    ['a phone', { width: 390, height: 844 }],
  ])('the page is accessible on %s, with and without a fault', async (_name, viewport) => {
    await withPage({ colorScheme, viewport }, async (page) => {
      await open(page);
      for (const wrong of [false, true]) {
        if (wrong) await page.getByRole('button', { name: 'Connect with this key' }).click();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
        const tooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
        expect(await page.evaluate(tooWide)).toBe(false);
      }
    });
  });
});
