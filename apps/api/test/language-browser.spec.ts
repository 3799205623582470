import type { Page } from 'playwright-core';
import { PLACES } from '@care-atlas/domain/places';
import { barriersOf, onScreens, SCREENS } from '../../../tools/jest/chromium.js';
import { pathIn } from '@care-atlas/server/pages/language-path';
import { answerOf, PortalVisit, requestOf } from './portal-visit.js';

let visit: PortalVisit;
const open: PortalVisit['open'] = (...page) => visit.open(...page);

beforeAll(async () => {
  visit = await PortalVisit.start();
});
afterAll(() => visit?.stop());

const PAGES = [
  '/',
  '/?ask=dermatoligist+in+Scarborough,+not+female,+Pap+test,+free+parking',
  '/?gender=x',
  '/coverage?in=toronto',
  '/status',
  '/about-this-data',
  '/corrections',
  '/privacy',
  '/accessibility',
  '/contact',
  '/embed',
  '/docs',
  '/docs/guides',
  '/docs/guides/first-request',
  '/docs/guides/errors',
  '/docs/reference/listClinics',
  '/docs/search?q=station',
  '/docs/search?q=zzzz',
  '/buy',
  '/buy/b94bb043-f527-42bf-9c0b-68ebace5405b',
  '/nothing',
];
/** Names and addresses are the same in both languages. */
const RECORDS = ['/doctors/900001', '/clinics/b94bb043-f527-42bf-9c0b-68ebace5405b'];
/** The same in both languages. */
const COMMON = new Set([
  'API', 'Care Atlas', 'Configuration', 'Service', 'ChatGPT', 'Claude', 'Corrections', 'Corrections – Care Atlas', 'Questions', 'Source', 'Sources', 'test', 'Cursor', 'Guides', 'JSON', 'JavaScript', 'OpenAPI 3.1', 'Python', 'REST',
  'VS Code', 'curl', 'Scarborough, M4C', 'Scarborough', 'Dermatologue près de M5V 2T6', 'Guides – Care Atlas', 'console', 'guide', 'openapi-typescript', 'orval',
  '@hey-api/openapi-ts', 'dermatoligist', 'not female', 'Pap test', 'free parking',
]); // prettier-ignore
const NAMES = new Set(PLACES.map(({ name }) => name));

/** Returns the texts that people read or hear on a page, but those that are marked as English, and code. */
async function textsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    // The head of a page describes its document, which may be in another language.
    const isOwn = document.querySelector('article [lang] > h1') === null;
    const about = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '';
    const texts = new Set(isOwn ? [document.title, about] : []);
    const isSkipped = (element: Element | null) =>
      element?.closest('[lang]')?.getAttribute('lang') !== document.documentElement.lang ||
      element.closest('script, style, code, pre, .language') !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        if (!isSkipped(node.parentElement)) texts.add(node.data);
        continue;
      }
      const element = node as Element;
      if (isSkipped(element)) continue;
      for (const name of [
        'aria-label',
        'placeholder',
        'title',
        'alt',
        'data-copied',
        'data-status',
        'data-left',
      ]) {
        texts.add(element.getAttribute(name) ?? '');
      }
    }
    return [...texts]
      .map((text) => text.trim().replaceAll(/\s*\n\s*/g, ' '))
      .filter((text) => /\p{L}{2}/u.test(text));
  });
}

describe('without scripts', () => {
  let englishPage: Page;
  let frenchPage: Page;
  beforeAll(async () => {
    englishPage = await open('/', { javaScriptEnabled: false });
    frenchPage = await open('/fr', { javaScriptEnabled: false });
  });
  afterAll(() => visit.leave());

  test.each(PAGES)('%s leaves no English on the French page', async (path) => {
    await englishPage.goto(`${visit.origin}${path}`);
    await frenchPage.goto(`${visit.origin}${pathIn('fr', path)}`);
    const english = new Set(await textsOf(englishPage));
    const french = await textsOf(frenchPage);
    const data = (await frenchPage.locator('#answer').allTextContents()).join('');
    const left = french.filter(
      (text) => english.has(text) && !COMMON.has(text) && !NAMES.has(text) && !data.includes(text),
    );
    expect(left.filter((text) => /\p{Ll}/u.test(text))).toEqual([]);
    expect(french.length).toBeGreaterThan(3);
    // No-break spaces before a colon and within quotation marks, none before other marks, and typographic apostrophes.
    const misspaced = / [:;?!»](?=\s|$)|« |[\u00a0\u202f][;?!]|(?<=\p{L})'(?=\p{L})/u;
    expect(french.filter((text) => misspaced.test(text))).toEqual([]);
  });
});

describe('in a new browser', () => {
  afterEach(() => visit.leave());

  test('the form is filled in with French names, and the answer follows', async () => {
    const page = await open('/fr');
    await page.getByText('Filtres', { exact: true }).click();
    expect(await page.getByLabel('Langue').inputValue()).toBe('tamoul');
    await page.getByLabel('Spécialité').fill('médecine de famille');
    await page.waitForFunction(() => location.search.includes('specialties='));
    expect(new URL(page.url()).pathname).toBe('/fr');
    const { interpreted } = await answerOf<{ interpreted: { as: string[] }[] }>(page);
    expect(interpreted.map(({ as }) => as[0])).toContain('Family Medicine');
    expect(await page.locator('.outcome strong').textContent()).toMatch(/médecins? correspond/);
    // The switch follows the form.
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByText('Filters', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('languages')).toBe('tamoul');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    // The choice holds for the home page, although the address says nothing.
    await page.goto(`${visit.origin}/`);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(visit.complaints).toEqual([]);
  });

  test('without scripts the form is sent in French, and answered', async () => {
    const page = await open('/fr', { javaScriptEnabled: false });
    await page.getByText('Filtres', { exact: true }).click();
    await page.getByLabel('Près de', { exact: true }).fill('station Spadina');
    await page.getByLabel('Langue').fill('');
    await page.getByRole('button', { name: 'Envoyer la demande' }).click();
    expect(new URL(page.url()).pathname).toBe('/fr');
    expect(await requestOf(page)).toContain('near=station+Spadina');
    expect(await page.locator('.results > li').count()).toBe(await page.locator('.map .point').count());
  });

  test('a browser that prefers French begins in French, and a choice of English stays', async () => {
    const page = await open('/', { locale: 'fr-CA' });
    expect(new URL(page.url()).pathname).toBe('/fr');
    await page.getByRole('link', { name: 'English' }).click();
    await page.goto(`${visit.origin}/`);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('an operation is tried from a French page', async () => {
    const page = await open('/fr/docs/reference/searchDoctors');
    await page.getByLabel('q', { exact: true }).fill('dr');
    await page.getByRole('button', { name: 'Envoyer la demande' }).click();
    await page.getByText('Code 200.').waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test('a key is bought in French, up to its own page', async () => {
    const page = await open('/fr/buy');
    await page.getByRole('button', { name: /Payer/ }).click();
    await page.getByRole('heading', { name: 'Paiement d’essai' }).waitFor();
    await page.getByRole('button', { name: 'Payer', exact: true }).click();
    await page.getByRole('heading', { name: 'Merci' }).waitFor();
    await page.getByRole('button', { name: 'Afficher ma clé' }).click();
    await page.getByRole('heading', { name: 'Votre clé' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
    expect(await page.locator('#key').textContent()).toMatch(/^care_live_/);
    expect(visit.complaints).toEqual([]);
  });
});

describe('on a phone and on a desktop', () => {
  let page: Page;
  beforeAll(async () => {
    page = await open('/fr', SCREENS.phone);
  });
  afterAll(() => visit.leave());

  test.each([...PAGES, ...RECORDS])(
    '%s in French has no finding of axe, and nothing sticks out',
    async (path) => {
      await page.goto(`${visit.origin}${pathIn('fr', path)}`);
      await onScreens(page, async (screen) => {
        expect(await barriersOf(page)).toEqual([]);
        const { LANGUAGE_PICTURES: folder } = process.env;
        if (folder === undefined) return;
        const picture = `${path.replaceAll(/\W+/g, '_').slice(0, 30)}-${screen}`;
        await page.screenshot({ path: `${folder}/${picture}.png`, fullPage: true });
      });
    },
  );
});
