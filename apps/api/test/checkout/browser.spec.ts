import type { Browser, BrowserContext, Page } from 'playwright-core';
import { barriersOf, onScreens, startChromium } from '../../../../tools/jest/chromium.js';
import { until } from '../until.js';
import { FakeStripe } from './fake-stripe.js';
import { TestShop } from './test-shop.js';

// Pages are drawn and looked through without a graphics card, on a machine that may be busy.
const PATIENCE_MS = 180_000;
const KEY = /care_live_[0-9A-Za-z]{38}/;
const READY = 'Thank you: your key is ready';
const SHOWN = 'This key has already been shown';

let chromium: Browser;
let stripe: FakeStripe;
let shop: TestShop;
/** A shop without a Stripe account. */
let trial: TestShop;
const contexts: BrowserContext[] = [];
beforeAll(async () => {
  chromium = await startChromium();
  stripe = await FakeStripe.start();
  shop = await TestShop.start({ stripe });
  trial = await TestShop.start();
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
afterAll(async () => {
  await chromium?.close();
  await trial?.stop();
  await shop?.stop();
  await stripe?.stop();
});

/** A browser of its own, in which no script of a page can run. */
async function newBrowser(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
  const context = await chromium.newContext({ javaScriptEnabled: false, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  contexts.push(context);
  return context;
}

/** Opens the offer and pays at the fake Stripe: comes back to the page of the purchase. */
async function pay(browser: BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${shop.baseUrl}/buy`);
  await page.getByRole('button', { name: 'Pay CAD 5' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(`${shop.baseUrl}/buy/*`);
  expect(await headingOf(page)).toBe(READY);
  return page;
}

/** Asks for the key, and reads it from the page. */
async function showKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Show my key' }).click();
  const key = await page.locator('.key').innerText();
  expect(key).toMatch(KEY);
  return key;
}

function headingOf(page: Page): Promise<string> {
  return page.getByRole('heading', { level: 1 }).innerText();
}

/** What is shown after a step in the history, where Chromium shows its own page instead of sending a form again. */
async function contentAfter(page: Page, step: 'goBack' | 'goForward'): Promise<string> {
  await page[step]().catch(() => undefined);
  let content = '';
  await until(async () => {
    content = await page.content().catch(() => '');
    return content !== '';
  });
  return content;
}

describe('in a browser, without scripts', () => {
  it('a key is bought, shown and used at once', async () => {
    const page = await pay(await newBrowser());
    expect(await shop.statusWith(await showKey(page))).toBe(200);
  });

  it('the key, the line of a file and the request are copied by buttons, and fit a desktop and a phone', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await pay(await newBrowser({ javaScriptEnabled: true, permissions }));
    const key = await showKey(page);
    const request = `curl -H "Authorization: Bearer ${key}" \\\n"${shop.baseUrl}/api/v1/doctors?limit=1"`;
    for (const [id, text] of [
      ['key', key],
      ['env-line', `CARE_ATLAS_KEY=${key}`],
      ['request', request],
    ] as const) {
      await page.locator(`[data-copies=${id}]`).click();
      await page.locator(`[data-copies=${id}]`, { hasText: 'Copied' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
    for (const [viewport, lines] of [
      [{ width: 1280, height: 900 }, 1],
      [{ width: 390, height: 844 }, 2],
    ] as const) {
      await page.setViewportSize(viewport);
      // The boxes are no wider than the page, and the line of the file is not wrapped without need.
      const [overflow, height, lineHeight] = await page
        .locator('#env-line')
        .evaluate((line) => [
          document.documentElement.scrollWidth - innerWidth,
          line.getBoundingClientRect().height,
          Number.parseFloat(getComputedStyle(line).lineHeight),
        ]);
      expect([overflow, Math.round(height / lineHeight)]).toEqual([0, lines]);
    }
  });

  it('reloading the page does not show the key again', async () => {
    const page = await pay(await newBrowser());
    await showKey(page);
    await page.reload();
    expect(await page.content()).not.toMatch(KEY);
    expect(await headingOf(page)).toBe(SHOWN);
  });

  it('going back, and forth, does not show the key again', async () => {
    const page = await pay(await newBrowser());
    const purchase = page.url();
    await showKey(page);
    await page.goto(`${shop.baseUrl}/buy`);
    expect(await contentAfter(page, 'goBack')).not.toMatch(KEY);
    await page.goto(purchase);
    expect(await headingOf(page)).toBe(SHOWN);
    expect(await contentAfter(page, 'goBack')).not.toMatch(KEY);
    expect(await contentAfter(page, 'goForward')).not.toMatch(KEY);
  });

  it('of two tabs the first shows the key', async () => {
    const browser = await newBrowser();
    const first = await pay(browser);
    const second = await browser.newPage();
    await second.goto(first.url());
    await showKey(first);
    await second.getByRole('button', { name: 'Show my key' }).click();
    expect(await headingOf(second)).toBe(SHOWN);
    expect(await second.content()).not.toMatch(KEY);
  });

  it('another browser is shown neither the key nor whether it was paid', async () => {
    const page = await pay(await newBrowser());
    const elsewhere = await (await newBrowser()).newPage();
    await elsewhere.goto(page.url());
    expect(await headingOf(elsewhere)).toBe('Purchase not found in this browser');
    await showKey(page);
    await elsewhere.reload();
    expect(await headingOf(elsewhere)).toBe('Purchase not found in this browser');
  });

  it('a browser that was closed after paying finds its key on the offer', async () => {
    const browser = await newBrowser();
    const page = await pay(browser);
    await page.close();
    const later = await browser.newPage();
    await later.goto(`${shop.baseUrl}/buy`);
    await later.getByRole('link', { name: /Show the key that you paid for/ }).click();
    expect(await shop.statusWith(await showKey(later))).toBe(200);
  });

  it('a payment that was cancelled can be made after all', async () => {
    const page = await (await newBrowser()).newPage();
    await page.goto(`${shop.baseUrl}/buy`);
    await page.getByRole('button', { name: 'Pay CAD 5' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await headingOf(page)).toBe('Waiting for your payment');
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay' }).click();
    expect(await headingOf(page)).toBe(READY);
  });

  it('a browser without cookies is told so before it pays', async () => {
    const browser = await newBrowser();
    const page = await browser.newPage();
    await page.goto(`${shop.baseUrl}/buy`);
    await browser.clearCookies();
    await page.getByRole('button', { name: 'Pay CAD 5' }).click();
    expect(await headingOf(page)).toBe('Your browser blocks cookies');
  });

  it('the page with the key asks nobody for anything', async () => {
    const page = await pay(await newBrowser());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
    await showKey(page);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((request) => !request.includes(' data:'))).toEqual([`POST ${page.url()}`]);
  });
});

/** Begins a purchase without a Stripe account: comes to the test payment. */
async function startTrial(): Promise<Page> {
  const page = await (await newBrowser()).newPage();
  await page.goto(`${trial.baseUrl}/buy`);
  await page.getByRole('button', { name: 'Pay CAD 5' }).click();
  expect(await headingOf(page)).toBe('Test payment');
  expect(await page.locator('.note').innerText()).toContain('No money moves.');
  return page;
}

describe('without a Stripe account, the test payment', () => {
  it('buys a key that works, and that a refund ends', async () => {
    const page = await startTrial();
    const payment = page.url();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    const key = await showKey(page);
    expect(await trial.statusWith(key)).toBe(200);
    await page.goto(payment);
    await page.getByRole('button', { name: 'Refund' }).click();
    expect(await headingOf(page)).toBe('This payment was reversed');
    expect(await trial.statusWith(key)).toBe(401);
  });

  it('can be declined, and made after all', async () => {
    const page = await startTrial();
    await page.getByRole('button', { name: 'declined' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('Nothing was paid');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    expect(await headingOf(page)).toBe(READY);
  });

  it('can be cancelled', async () => {
    const page = await startTrial();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await headingOf(page)).toBe('Waiting for your payment');
  });

  it('is done by keyboard alone, which selects the key to be copied', async () => {
    const page = await (await newBrowser()).newPage();
    await page.goto(`${trial.baseUrl}/buy`);
    const press = async (name: string) => {
      const focused = page.locator(':focus');
      do await page.keyboard.press('Tab');
      while ((await focused.innerText()) !== name);
      await page.keyboard.press('Enter');
      await page.waitForLoadState();
    };
    await press('Pay CAD 5');
    await page.waitForURL('**/test-payment/*');
    await press('Pay');
    await page.waitForURL((url) => !url.pathname.includes('test-payment'));
    await press('Show my key');
    const field = page.getByRole('textbox', { name: 'Your key, to copy' });
    await field.waitFor({ state: 'attached' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const selected = await field.evaluate((input: unknown) => {
      const { value, selectionStart, selectionEnd } = input as {
        readonly value: string;
        readonly selectionStart: number;
        readonly selectionEnd: number;
      };
      return value.slice(selectionStart, selectionEnd);
    });
    expect(selected).toBe(await page.locator('.key').innerText());
    expect((await field.boundingBox())!.width).toBeGreaterThan(200);
  });
});

describe('for everybody, on a phone in dark colors and on a desktop in light ones', () => {
  it('no page has a barrier that axe finds', async () => {
    const browser = await newBrowser({ javaScriptEnabled: true });
    const page = await browser.newPage();
    const seen: string[] = [];
    const look = async () => {
      const heading = await headingOf(page);
      seen.push(heading);
      await onScreens(page, async (screen) => {
        expect([heading, screen, await barriersOf(page)]).toEqual([heading, screen, []]);
      });
    };
    await page.goto(`${trial.baseUrl}/buy`);
    await look();
    await page.getByRole('button', { name: 'Pay CAD 5' }).click();
    const payment = page.url();
    await look();
    await page.getByRole('button', { name: 'declined' }).click();
    await look();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await look();
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await look();
    await showKey(page);
    await look();
    await page.reload();
    await look();
    await page.goto(payment);
    await page.getByRole('button', { name: 'Refund' }).click();
    await look();
    await page.goto(`${trial.baseUrl}/buy/of-somebody-else`);
    await look();
    expect(new Set(seen).size).toBe(seen.length - 1);
  });
});
