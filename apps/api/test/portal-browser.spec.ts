import type { Page } from 'playwright-core';
import { barriersOf, onScreens, SCREENS } from '../../../tools/jest/chromium.js';
import { answerOf, PortalVisit, requestOf, sandboxKey } from './portal-visit.js';

let visit: PortalVisit;
const open: PortalVisit['open'] = (...page) => visit.open(...page);
const openFilters: PortalVisit['openFilters'] = (...options) => visit.openFilters(...options);

beforeAll(async () => {
  visit = await PortalVisit.start();
});
afterAll(() => visit?.stop());

describe('in a new browser', () => {
  afterEach(() => visit?.leave());

  test('the answer follows what is filled in, without a button', async () => {
    const page = await openFilters();
    await page.getByText('More filters').click();
    await page.getByLabel('Gender').selectOption('female');
    await page.getByLabel('Language').fill('');
    await page.getByLabel('Near', { exact: true }).fill('');
    await page.getByLabel('Language').focus();
    await page.waitForFunction(() => location.search === '?gender=female&accepting=true');
    const path = '/doctors?gender=female&accepting=true&include=availability,hours&group=clinic';
    expect(await requestOf(page)).toBe(`GET /api/v1${path}`);
    const shown = await answerOf<{ doctors: { gender: string }[]; total: number }>(page);
    const asked = await visit.api.ask(path, { key: sandboxKey });
    expect(shown).toEqual(asked.json());
    expect(await page.locator('.map .point').count()).toBe(shown.doctors.length);
    expect(visit.complaints).toEqual([]);
  });

  test('the numbers of a list are round marks, and those of a table are text', async () => {
    const page = await open('/');
    const roundness = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((element) => getComputedStyle(element).borderRadius);
    expect([await roundness('td.number'), await roundness('a.number')]).toEqual(['0px', '50%']);
  });

  test('an address leads to the same question again', async () => {
    const page = await open('/?gender=female&accepting=true');
    expect(await page.getByLabel('Gender').inputValue()).toBe('female');
    expect(await page.getByLabel('Accepts new patients', { exact: true }).isChecked()).toBe(true);
    expect(await page.getByLabel('Near a subway station', { exact: true }).isChecked()).toBe(false);
  });

  test('a name makes it a search, and a refusal is shown as it is', async () => {
    const page = await open('/?accepting=true#try-q');
    await page.getByLabel('Name or registration number').fill('d');
    await page.locator('.outcome', { hasText: 'Not accepted:' }).waitFor();
    expect(await answerOf(page)).toMatchObject({ error: 'missing_param', param: 'q' });
    await page.getByLabel('Name or registration number').fill('dr');
    await page.locator('.outcome', { hasText: /doctors? match/ }).waitFor();
    expect(await requestOf(page)).toContain('/api/v1/doctors/search?q=dr');
    expect(await page.title()).toMatch(/doctors? match/);
  });

  test('a service that cannot be reached is said to be', async () => {
    const page = await open('/?gender=male#try-gender');
    await page.context().setOffline(true);
    await page.getByLabel('Gender').selectOption('female');
    const said = page.getByText('No answer: the service cannot be reached.');
    await said.waitFor();
    expect(await said.isVisible()).toBe(true);
  });

  test('the request is there to be copied, in three languages', async () => {
    const page = await open('/?gender=female', { permissions: ['clipboard-read', 'clipboard-write'] });
    for (const [name, beginning] of [
      ['curl', 'curl -H'],
      ['JavaScript', '// npm install @care-atlas/client'],
      ['Python', 'import json'],
    ] as const) {
      const snippet = page.locator('details.snippet', { hasText: name });
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
    expect(visit.complaints).toEqual([]);
  });

  test.each(['/', 'Control+k'])(
    'the search of documents opens by %s, and answers as one types',
    async (keys) => {
      const page = await open('/docs/guides/limits');
      await page.waitForLoadState('load');
      await page.keyboard.press(keys);
      await page.keyboard.type('rate_limited');
      const found = page.locator('.dropdown').getByRole('link', { name: 'Errors: rate_limited' });
      await found.waitFor();
      await page.keyboard.press('Escape');
      expect(await found.isVisible()).toBe(false);
      await page.keyboard.type('rate_limited');
      await found.waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/guides/errors#rate-limited');
      expect(await page.locator(':target').innerText()).toContain('429');
      expect(visit.complaints).toEqual([]);
    },
  );

  test('a guide is found from the first page by two clicks and a word, without scripts', async () => {
    const page = await open('/', { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Guides', exact: true }).click();
    await page.getByRole('searchbox').fill('pagination');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Paging', exact: true }).first().click();
    await page.waitForURL('**/docs/guides/paging');
    expect(await page.locator('h1').innerText()).toBe('Paging');
  });

  test('an operation is tried on its own page, and copied as Markdown', async () => {
    const page = await open('/docs/reference/searchDoctors', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByLabel('q', { exact: true }).fill('dr');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Status 200.').waitFor();
    expect(await page.locator('#try-request').textContent()).toBe('GET /api/v1/doctors/search?q=dr');
    const shown = JSON.parse((await page.locator('#try-body').textContent())!) as object;
    expect(shown).toEqual((await visit.api.ask('/doctors/search?q=dr', { key: sandboxKey })).json());
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe((await visit.api.askBeside('/docs/reference/searchDoctors.md')).body);
    expect(visit.complaints).toEqual([]);
  });

  test.each([
    ['/docs/guides/mcp', 390],
    ['/docs/reference/listDoctors', 390],
    ['/docs/reference/listDoctors', 1280],
    ['/embed', 390],
  ])('%s does not move while it loads, %i pixels wide', async (path, width) => {
    const page = await open('/docs/guides');
    await page.setViewportSize({ width, height: 900 });
    await page.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' });
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntries() as unknown as { readonly value: number }[];
            resolve(shifts.reduce((sum, { value }) => sum + value, 0));
          }).observe({ type: 'layout-shift', buffered: true });
          // Nothing is reported where nothing moves.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
        }),
    );
    // A good page, as browsers count it, has at most 0.1.
    expect(moved).toBeLessThan(0.05);
  });

  test('without scripts a guide has no button that would do nothing', async () => {
    const page = await open('/docs/guides/first-request', { javaScriptEnabled: false });
    await page.locator('.copied').first().waitFor();
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  });

  test('without scripts the form is sent, and answered', async () => {
    const page = await openFilters({ javaScriptEnabled: false });
    await page.getByLabel('Near', { exact: true }).fill('Spadina station');
    await page.getByLabel('Language').fill('');
    await page.getByLabel('Mon', { exact: true }).check();
    await page.getByLabel('Sat', { exact: true }).check();
    await page.getByText('More filters').click();
    await page.getByLabel('Gender').selectOption('male');
    await page.getByRole('button', { name: 'Send request' }).click();
    expect(new URL(page.url()).searchParams.getAll('days')).toEqual(['mon', 'sat']);
    expect(await requestOf(page)).toBe(
      'GET /api/v1/doctors?near=Spadina+station&days=mon,sat&gender=male&accepting=true&include=availability,hours&group=clinic',
    );
    expect(await page.getByLabel('Sat', { exact: true }).isChecked()).toBe(true);
    expect(await page.locator('.results > li').count()).toBe(await page.locator('.map .point').count());
    // A point is linked with its item without scripts, too.
    await page.locator('#point-1').click();
    expect(await page.locator(':target').getAttribute('id')).toBe('result-1');
  });

  test('a result leads to its page, where the keyboard opens who says what', async () => {
    const page = await open('/?accepting=true', { javaScriptEnabled: false });
    const result = page.locator('.results > li').first();
    const name = (await result.locator('strong').textContent())!;
    await result.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const evidence = page.locator('.acceptance details');
    expect(await evidence.getByText('Holds until').isVisible()).toBe(false);
    await evidence.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await evidence.getByText('Holds until').isVisible()).toBe(true);
    expect(visit.complaints).toEqual([]);
  });

  test('the keyboard alone reaches the panel, fills it in and reads the answer', async () => {
    const page = await open('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.getByText('Filters', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name or registration number').focus();
    await page.keyboard.type('dr');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.search.includes('q=dr&'));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('try-q');
  });
});

describe('on a phone in dark colors and on a desktop in light ones', () => {
  let page: Page;
  const onEach = async (path: string, look: () => Promise<void>) => {
    await page.goto(`${visit.origin}${path}`);
    await onScreens(page, look);
    expect(visit.complaints).toEqual([]);
  };
  beforeAll(async () => {
    page = await open('/', SCREENS.phone);
  });
  afterAll(() => visit.leave());

  // The tests of the French pages look at the others, whose texts are longer, and which are drawn by the same code.
  test.each([
    '/',
    `/?near=Tataouine&gender=${'x'.repeat(80)}&langage=x`,
    '/fr?ask=médecin+de+famille,+dentiste,+optométriste+et+physiothérapeute+près+de+moi',
    '/docs/guides/filters',
  ])('%s has no finding of axe, and nothing sticks out', (path) =>
    onEach(path, async () => {
      expect(await barriersOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    }),
  );

  test('a day of the week is not broken beside hours that are partly not known', async () => {
    await page.goto(`${visit.origin}/fr/clinics/b94bb043-f527-42bf-9c0b-68ebace5405b`);
    await page.setViewportSize({ width: 320, height: 844 });
    const lines = await page.evaluate(() => {
      for (const hours of document.querySelectorAll('.week td'))
        hours.textContent = '9 h à 12 h, 13 h à 17 h; non connu : 0 h à 9 h, 17 h à 24 h';
      return Array.from(document.querySelectorAll('.week th'), (day) => {
        const range = document.createRange();
        range.selectNodeContents(day);
        return range.getClientRects().length;
      }).slice(0, 7);
    });
    expect(lines).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test('the console has our name, and enough contrast', () =>
    onEach('/docs/console', async () => {
      await page.getByRole('heading', { name: 'Care Atlas' }).waitFor();
      expect(await page.title()).toBe('API console – Care Atlas');
      expect(await barriersOf(page, 'color-contrast')).toEqual([]);
    }));
});
