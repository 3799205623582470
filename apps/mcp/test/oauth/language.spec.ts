import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { barriersOf, onScreens, SCREENS, startChromium } from '../../../../tools/jest/chromium.js';
import { freePort, TestMcp } from '../test-mcp.js';
import { ATTEMPTS, ProgramHost } from './program-host.js';

let browser: Browser;
let mcp: TestMcp;
let host: ProgramHost;

beforeAll(async () => {
  [browser, mcp] = await Promise.all([startChromium(), freePort().then((port) => TestMcp.start({ port }))]);
});
afterAll(async () => {
  await browser?.close();
  await mcp?.stop();
});
beforeEach(async () => (host = await ProgramHost.start()));
afterEach(() => host.stop());

/** Opens a browser that prefers a language and runs no scripts. */
async function withPage(options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options });
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Opens the page of a requested login. */
async function openLogin(page: Page): Promise<void> {
  await ATTEMPTS.current(mcp.url, host.state);
  await page.goto(host.state.requested!.href);
}

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');
const headingOf = (page: Page) => page.locator('h1').innerText();

test.each([
  ['fr-CA', 'fr', 'Connecter votre assistant'],
  ['en-CA', 'en', 'Connect your assistant'],
  ['de-DE', 'en', 'Connect your assistant'],
])('a browser in %s gets pages in %s', async (locale, language, heading) => {
  await withPage({ locale }, async (page) => {
    const answer = await page.goto(mcp.url);
    expect([await languageOf(page), await headingOf(page)]).toEqual([language, heading]);
    expect(answer!.headers()).toMatchObject({
      'content-language': language,
      vary: 'Accept, Accept-Language, Cookie',
    });
  });
});

test('a login in French keeps its language through a refused key, and connects', async () => {
  const { key } = await mcp.mintKey('live');
  const sent = host.answer();
  await withPage({ locale: 'fr-CA' }, async (page) => {
    await openLogin(page);
    expect(await headingOf(page)).toMatch(/^Connecter «\u00a0.+\u00a0» à Care Atlas\?$/);
    await page.getByRole('button', { name: 'Connecter avec cette clé' }).click();
    expect(await page.getByRole('alert').innerText()).toBe(
      'Collez votre clé, ou connectez avec la clé d’essai.',
    );
    await page.getByLabel('Clé d’API').fill(key);
    await page.keyboard.press('Enter');
    expect((await sent).has('code')).toBe(true);
  });
});

test('the switch survives the steps of the login, and the next login', async () => {
  await withPage({ locale: 'fr-CA' }, async (page) => {
    await openLogin(page);
    await page.getByRole('link', { name: 'English' }).click();
    expect(await languageOf(page)).toBe('en');
    await page.getByLabel('API key').fill('care_live_wrong');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').innerText()).toContain('not a complete key');
    await openLogin(page);
    expect(await languageOf(page)).toBe('en');
    await page.getByRole('link', { name: 'Français' }).click();
    await page.getByRole('button', { name: 'Connecter avec cette clé' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('Collez votre clé');
  });
});

test.each([
  ['an unknown program', '/oauth/authorize?client_id=nobody', 'Connexion impossible', 'Cannot connect'],
  ['a long state', `/oauth/authorize?state=${'x'.repeat(1_100)}`, 'Connexion impossible', 'Cannot connect'],
  ['a request that has ended', '/oauth/authorize/ended', 'Connexion impossible', 'Cannot connect'],
  ['a sign-in that has ended', '/oauth/login/ended', 'Cette connexion a pris fin', 'This sign-in has ended'],
])('the error of %s is in French, and in English by the switch', async (_what, path, french, english) => {
  // axe is a script.
  await withPage({ locale: 'fr-CA', javaScriptEnabled: true }, async (page) => {
    const answer = await page.goto(mcp.origin + path);
    expect([answer!.status(), await headingOf(page)]).toEqual([400, french]);
    expect(answer!.headers()['content-language']).toBe('fr');
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'English' }).click();
    expect([await languageOf(page), await headingOf(page)]).toEqual(['en', english]);
    await page.goto(mcp.origin + path);
    expect(await headingOf(page)).toBe(english);
  });
});

test('the pages in French are accessible on a phone in dark and on a desktop in light colors', async () => {
  await withPage({ ...SCREENS.phone, locale: 'fr-CA', javaScriptEnabled: true }, async (page) => {
    const look = (name: string) =>
      onScreens(page, async (screen) => {
        expect(await barriersOf(page)).toEqual([]);
        const { MCP_PICTURES: pictures } = process.env;
        if (pictures) await page.screenshot({ path: `${pictures}/${name}-${screen}.png`, fullPage: true });
      });
    await page.goto(mcp.url);
    await look('connect');
    await openLogin(page);
    await look('login');
    await page.getByRole('button', { name: 'Connecter avec cette clé' }).click();
    await look('login-problem');
  });
});
