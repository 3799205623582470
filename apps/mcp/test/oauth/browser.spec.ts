import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { barriersOf, onScreens, OTHER_SCREENS, startChromium } from '../../../../tools/jest/chromium.js';
import { freePort, TestMcp } from '../test-mcp.js';
import { ATTEMPTS, type Connected, ProgramHost } from './program-host.js';

let browser: Browser;
let mcp: TestMcp;
let key: { readonly key: string; readonly id: string };
let host: ProgramHost;

beforeAll(async () => {
  [browser, mcp] = await Promise.all([startChromium(), freePort().then((port) => TestMcp.start({ port }))]);
});
afterAll(async () => {
  await browser?.close();
  await mcp?.stop();
});
beforeEach(async () => {
  host = await ProgramHost.start();
  key = await mcp.mintKey('live');
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

/** Connects by login: a person opens the page and submits it. */
async function connect(
  library: keyof typeof ATTEMPTS,
  answer: (page: Page) => Promise<void>,
  url = mcp.url,
): Promise<Connected> {
  const first = await ATTEMPTS[library](url, host.state);
  if (!('finish' in first)) throw new Error('The connector requested no login.');
  const sent = host.answer();
  await withPage(NO_SCRIPTS, async (page) => {
    await page.goto(host.state.requested!.href);
    await answer(page);
    await first.finish(await sent);
  });
  const second = await ATTEMPTS[library](url, host.state);
  if (!('client' in second)) throw new Error('The connector requested a second login.');
  return second.client;
}

async function withKey(page: Page): Promise<void> {
  await page.getByLabel('API key').fill(key.key);
  await page.getByRole('button', { name: 'Connect with this key' }).click();
}

const sandbox = (page: Page) => page.getByRole('button', { name: 'Connect with the sandbox' }).click();

describe.each(['current', 'previous'] as const)('the %s client library', (library) => {
  test('connects with a key, refreshes its token, and loses access with the key', async () => {
    const client = await connect(library, withKey);
    const search = () => client.callTool({ name: 'search_doctors', arguments: { limit: 1 } });
    expect((await search()).structuredContent).toMatchObject({ count: 1 });
    // As after an hour: the library gets a new token when its own is rejected.
    const before = host.state.tokens()!;
    host.state.saveTokens({ ...before, access_token: 'x'.repeat(43) });
    expect((await search()).structuredContent).toMatchObject({ count: 1 });
    expect(host.state.tokens()!.refresh_token).not.toBe(before.refresh_token);
    await mcp.revoke(key.id);
    host.state.requested = undefined;
    await expect(search()).rejects.toThrow(/unauthorized/i);
    expect(host.state.requested).toBeDefined();
    await client.close();
  });

  test('connects with the sandbox', async () => {
    const client = await connect(library, (page) =>
      page.getByRole('button', { name: 'Connect with the sandbox' }).click(),
    );
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
  });

  test('connects by 127.0.0.1 to a connector that is configured as localhost', async () => {
    const port = await freePort();
    const local = await TestMcp.start({ port, env: { MCP_URL: `http://localhost:${port}/mcp` } });

    try {
      const client = await connect(library, sandbox, `http://127.0.0.1:${port}/mcp`);
      expect((await client.listTools()).tools.length).toBeGreaterThan(0);
      await client.close();
    } finally {
      await local.stop();
    }
  });

  test('learns that the person declined', async () => {
    await ATTEMPTS[library](mcp.url, host.state);
    const sent = host.answer();
    await withPage(NO_SCRIPTS, async (page) => {
      await page.goto(host.state.requested!.href);
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect((await sent).get('error')).toBe('access_denied');
    });
  });
});

/** The tests of the French pages exchange the colors. */
test('the pages are accessible on a phone in light and on a desktop in dark colors', async () => {
  await withPage(OTHER_SCREENS.phone, async (page) => {
    const look = () => onScreens(page, async () => expect(await barriersOf(page)).toEqual([]), OTHER_SCREENS);
    await page.goto(mcp.url);
    await look();
    await open(page);
    await look();
    await page.getByRole('button', { name: 'Connect with this key' }).click();
    await look();
  });
});

/** Opens the page of a requested login. */
async function open(page: Page): Promise<void> {
  await ATTEMPTS.current(mcp.url, host.state);
  await page.goto(host.state.requested!.href);
}

test('the page works with the keyboard alone', async () => {
  const sent = host.answer();
  await withPage(NO_SCRIPTS, async (page) => {
    await open(page);
    // The skip link, and the switch between languages.
    for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('id')).toBe('key');
    await page.keyboard.type(key.key);
    await page.keyboard.press('Enter');
    expect((await sent).has('code')).toBe(true);
  });
});

test('the page reports a wrong key next to the focused field, without repeating it', async () => {
  await withPage(NO_SCRIPTS, async (page) => {
    await open(page);
    await page.getByLabel('API key').fill('care_live_wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('not a complete key');
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    expect(await page.locator(':focus').getAttribute('id')).toBe('key');
  });
});

test('the page hides the key until the person chooses to show it', async () => {
  await withPage(NO_SCRIPTS, async (page) => {
    await open(page);
    const style = "getComputedStyle(document.querySelector('#key')).webkitTextSecurity";
    const hidden = () => page.evaluate<string>(style);
    expect(await hidden()).toBe('disc');
    await page.getByLabel('Show the key').check();
    expect(await hidden()).toBe('none');
  });
});
