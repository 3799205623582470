import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { barriersOf, readmePictures } from '../../../tools/jest/chromium.js';
import { SNIPPETS, type SnippetRequest } from '../src/portal/try/request-snippet.js';
import { tryPath } from '../src/portal/try/try-request.js';
import { answerOf, PortalVisit, requestOf, sandboxKey } from './portal-visit.js';

const run = promisify(execFile);
let visit: PortalVisit;

beforeAll(async () => {
  visit = await PortalVisit.start();
});
afterEach(() => visit?.leave());
afterAll(() => visit?.stop());

/** What a request finds that has a value of every kind, and a name that has to be quoted. */
const REQUESTS = [
  {
    near: 'Spadina station',
    within: '25',
    specialties: 'Family Medicine,Cardiology',
    accepting: 'true',
    minYears: '1',
  },
  { q: `o'"dr`, match: 'forgiving' },
] as const;

describe.each(REQUESTS)('%j', (values) => {
  const request = (): SnippetRequest => ({
    apiUrl: `${visit.origin}/api/v1`,
    path: tryPath(values),
    key: sandboxKey,
  });
  const total = async () =>
    (await visit.api.ask(tryPath(values), { key: sandboxKey })).json<{ total: number }>().total;
  const written = (id: string) => SNIPPETS.find((snippet) => snippet.id === id)!.write(request());

  test('curl runs as it was copied', async () => {
    const { stdout } = await run('sh', ['-c', written('curl')]);
    expect(JSON.parse(stdout)).toMatchObject({ total: await total() });
  });

  test('JavaScript runs with our client as it was copied', async () => {
    const { outputFiles } = await build({
      stdin: { contents: written('javascript'), resolveDir: import.meta.dirname },
      bundle: true,
      format: 'esm',
      platform: 'node',
      write: false,
      conditions: ['@care-atlas/source'],
    });
    const folder = await mkdtemp(join(tmpdir(), 'snippet-'));
    await writeFile(join(folder, 'snippet.mjs'), outputFiles[0]!.text);
    // The runner of the tests asks for colors.
    const env = { PATH: process.env['PATH'] };
    const { stdout } = await run(process.execPath, [join(folder, 'snippet.mjs')], { env });
    await rm(folder, { recursive: true });
    expect(stdout).toMatch(new RegExp(`^${await total()} \\[`));
  });

  test('Python runs as it was copied', async () => {
    const { stdout } = await run('python3', ['-c', written('python')]);
    expect(stdout).toMatch(new RegExp(`^${await total()} \\[`));
  });
});

test.each([true, false])(
  'the first screen has the question, a card, the map and JSON; scripts: %s',
  async (javaScriptEnabled) => {
    const page = await visit.open('/', { javaScriptEnabled, viewport: { width: 1280, height: 800 } });
    for (const part of ['#ask', '.reading', '.results li', '#map', '.request', '#answer'])
      expect((await page.locator(part).first().boundingBox())!.y).toBeLessThan(700);
    if (javaScriptEnabled) await readmePictures(page, 'portal');
    const phone = await visit.open('/', { javaScriptEnabled, viewport: { width: 390, height: 844 } });
    expect((await phone.locator('.results li').first().boundingBox())!.y).toBeLessThan(844);
  },
);

test.each([true, false])(
  'a question is asked by keyboard and answered with cards; scripts: %s',
  async (javaScriptEnabled) => {
    const page = await visit.open('/', { javaScriptEnabled });
    await page.getByLabel('Ask in plain words').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('GP in Toronto who takes patients and has parking');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?ask=*');
    expect(await page.locator('.reading li').allInnerTexts()).toEqual([
      'GP → Family Medicine',
      'in Toronto',
      'accepts new patients',
    ]);
    expect(await page.locator('.note.warn').allInnerTexts()).toContain(
      'Not used: parking (nothing that a list can be filtered by).',
    );
    expect(await requestOf(page)).toBe(
      'GET /api/v1/doctors?area=Toronto&specialties=Family+Medicine&accepting=true&include=availability,hours&group=clinic',
    );
    const { doctors } = await answerOf<{ doctors: { clinic: { name: string; phone: string } }[] }>(page);
    expect(doctors.length).toBeGreaterThan(0);
    for (const [index, { clinic }] of doctors.entries()) {
      const card = page.locator(`#result-${index + 1}`);
      expect(await card.locator('strong').innerText()).toBe(clinic.name);
      expect(await card.locator('.answer').innerText()).toMatch(
        /^Accepts new patients$|^Walk-in: .* takes new regular patients$/,
      );
      expect(await card.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe(`tel:${clinic.phone}`);
    }
    expect(visit.complaints).toEqual([]);
  },
);

test('a filter that is changed replaces the question, and the address to share', async () => {
  const page = await visit.open('/?ask=GP+in+Toronto', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByText('Filters', { exact: true }).click();
  expect(await page.getByLabel('Specialty').inputValue()).toBe('Family Medicine');
  await page.getByLabel('Accepts new patients', { exact: true }).check();
  await page.waitForFunction(() => location.search.includes('accepting=true'));
  expect(await page.locator('.reading li').allInnerTexts()).toEqual([
    'in Toronto',
    'Family Medicine',
    'accepts new patients',
  ]);
  await page.locator('.share').getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '/?area=Toronto&specialties=Family+Medicine&accepting=true',
  );
  expect(visit.complaints).toEqual([]);
});

test('a filter is changed in its field, and removed, without scripts', async () => {
  const page = await visit.open('/?ask=GP+in+Toronto+open+Saturday', { javaScriptEnabled: false });
  await page.getByRole('link', { name: 'in Toronto', exact: true }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('try-area');
  await page.getByRole('link', { name: 'Remove: open on Sat' }).click();
  expect(await page.locator('.reading li').allInnerTexts()).toEqual(['in Toronto', 'Family Medicine']);
});

test('an answer without a match offers fewer filters, each with its total', async () => {
  const page = await visit.open('/?area=Toronto&languages=Inuktitut,Xhosa&gender=female', {
    javaScriptEnabled: false,
  });
  const [repair] = await page.locator('.offers li').allInnerTexts();
  const total = /(\d+) doctors?$/.exec(repair!)![1]!;
  await page.getByRole('link', { name: 'without' }).first().click();
  expect(await page.locator('.outcome strong').innerText()).toMatch(new RegExp(`^${total} doctors? match`));
});

test('the pages of a list have each clinic once, without scripts', async () => {
  const page = await visit.open('/?area=Toronto', { javaScriptEnabled: false });
  const names: string[] = [];
  for (let last = false; !last;) {
    names.push(
      ...(await page
        .locator('.results strong a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))),
    );
    const next = page.getByRole('link', { name: 'Next' });
    last = (await next.count()) === 0;
    if (!last) await next.click();
  }
  const { total } = (await visit.api.ask('/doctors?area=Toronto&group=clinic&limit=0')).json<{
    total: number;
  }>();
  expect([names.length, new Set(names).size]).toEqual([total, total]);
});

test.each([
  ['dentist in Toronto', 'Outside this directory'],
  ['qwertyuiop', 'Not understood'],
  ['best doctor', 'What are you looking for?'],
  ['chest pain', 'Call first'],
])('“%s” has a page of its own kind', async (question, heading) => {
  const { body } = await visit.api.askBeside(`/?ask=${encodeURIComponent(question)}`);
  expect(body).toContain(`<h1>${heading}</h1>`);
  expect(body).not.toContain('id="assistants"');
});

test.each([
  ['no filter of it', '/?ask=qwertyuiop'],
  ['the filters unfolded', '/?area=Toronto&gender=female'],
  ['forced colors', '/?ask=GP+in+Toronto+with+parking'],
])('with %s there is no finding of axe', async (kind, address) => {
  const forcedColors = kind === 'forced colors' ? 'active' : 'none';
  const page = await visit.open(address, { forcedColors, viewport: { width: 640, height: 800 } });
  expect(await barriersOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});
