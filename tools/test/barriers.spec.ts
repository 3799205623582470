import type { Browser } from 'playwright-core';
import { barriersOf, startChromium } from '../jest/chromium.js';

const PAGE = `<!doctype html><html lang="en"><title>A page</title>
  <main><h1>A page</h1><img src="data:,"><p style="color: #ccc; background: #fff">Pale</p></main></html>`;

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser?.close());

test('barriers are found on a page, by all rules or by one', async () => {
  const page = await browser.newPage();
  await page.setContent(PAGE);
  expect(await barriersOf(page)).toEqual([
    expect.stringMatching(/^color-contrast: <p/),
    expect.stringMatching(/^image-alt: <img/),
  ]);
  expect(await barriersOf(page, 'image-alt')).toHaveLength(1);
  await page.close();
});
