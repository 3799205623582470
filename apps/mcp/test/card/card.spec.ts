import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallToolRequest, CallToolResult, Client, ClientOptions } from '@modelcontextprotocol/client';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { RESULT_TEXTS } from '@care-atlas/server/record';
import { build } from 'esbuild';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { barriersOf, readmePicture, startChromium } from '../../../../tools/jest/chromium.js';
import { CARD_MODULE, cardModule } from '../../bundle/card-page.js';
import { toolErrorResult } from '../../src/connector/call-error.js';
import { LimitReached } from '../../src/directory/directory-reader.js';
import { TEXTS } from '../../src/texts/texts.js';
import { TOOLS } from '../../src/tools/tools.js';
import { NOW } from '../../../../libs/domain/test/builders.js';
import { testModel, testRecords } from '../directory-records.js';
import { TestMcp } from '../test-mcp.js';
import type { Shown } from './host-page.js';

const CARD = 'ui://care-atlas/results';
const EXTENSIONS = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
/** Finds four doctors, at clinics of which one said so, one accepts, and two say nothing. */
const SEARCH = { minYears: 40 };

const OBSERVED_AT = new Date(NOW.getTime() - 3 * 86_400_000);

/** Returns the age of what the clinic said. The clock of the browser decides what the card shows. */
function ageNow(): string {
  return RESULT_TEXTS.en.format.age(OBSERVED_AT.toISOString(), new Date());
}

/** Returns the test directory, in which a clinic said by phone that it accepts patients. */
function modelWithObservation() {
  const { clinics, ...records } = testRecords();
  const acceptingObserved = { observedAt: OBSERVED_AT, method: 'phone' };
  const [first, ...others] = clinics;
  const { version, syncedAt } = testModel();
  return buildReadModel(
    { version, syncedAt },
    { ...records, clinics: [{ ...first!, accepting: true, acceptingObserved }, ...others] },
  );
}

let mcp: TestMcp;
beforeAll(async () => {
  const model = modelWithObservation();
  mcp = await TestMcp.start({ currentModel: () => model });
});
afterAll(() => mcp?.stop());

const SEARCHED = { name: 'search_doctors', arguments: SEARCH };

describe.each(['auto', 'legacy'] as const)('a host of the %s protocol', (mode) => {
  const connect = (capabilities: ClientOptions['capabilities']) =>
    mcp.connect({ capabilities, versionNegotiation: { mode } });

  it('gets the card with the tools that have one, if it declares that it shows cards', async () => {
    const client = await connect({ extensions: EXTENSIONS });
    const { tools } = await client.listTools();
    const withCard = tools.filter(
      ({ _meta }) => JSON.stringify(_meta) === `{"ui":{"resourceUri":"${CARD}"}}`,
    );
    expect(withCard.map(({ name }) => name)).toEqual([
      'search_doctors',
      'get_doctor',
      'search_clinics',
      'get_clinic',
      'list_specialists',
    ]);
    const { contents } = await client.readResource({ uri: CARD });
    expect(contents).toMatchObject([{ mimeType: 'text/html;profile=mcp-app', _meta: { ui: { csp: {} } } }]);
    await client.close();
  });

  it('gets the same text and structured form with or without cards, and links to records only with them', async () => {
    const [withCards, without] = await Promise.all([connect({ extensions: EXTENSIONS }), connect({})]);
    const [shown, plain] = await Promise.all([withCards.callTool(SEARCHED), without.callTool(SEARCHED)]);
    expect((await without.listTools()).tools.filter(({ _meta }) => _meta)).toEqual([]);
    expect(plain).toMatchObject({ content: [{ type: 'text' }] });
    expect(plain._meta ?? {}).not.toHaveProperty('care-atlas/clinics');
    expect(shown.structuredContent).toEqual(plain.structuredContent);
    expect(shown.content[0]).toEqual(plain.content[0]);
    const links = shown.content.slice(1).map((link) => (link as { uri: string }).uri);
    const { doctors } = plain.structuredContent as { doctors: { cpsoNumber: string }[] };
    expect(links).toEqual(doctors.map(({ cpsoNumber }) => `care://doctors/${cpsoNumber}`));
    await expect(withCards.readResource({ uri: links[0]! })).resolves.toBeDefined();
    await Promise.all([withCards.close(), without.close()]);
  });
});

test('the committed card matches its source', async () => {
  expect(await readFile(CARD_MODULE, 'utf8')).toBe(await cardModule());
});

describe('in a host', () => {
  let browser: Browser;
  let client: Client;
  let host: string;
  let html: string;
  let calls: CallToolRequest['params'][];
  /** Tells when the card asked its host to open an address. */
  const links = new EventEmitter<{ open: [url: string] }>();
  let opensTelephones: boolean;

  beforeAll(async () => {
    [browser, client] = await Promise.all([
      startChromium(),
      mcp.connect({ capabilities: { extensions: EXTENSIONS } }),
    ]);
    const { outputFiles } = await build({
      entryPoints: [join(import.meta.dirname, 'host-page.ts')],
      bundle: true,
      write: false,
      format: 'iife',
    });
    host = outputFiles[0]!.text;
    const [page] = (await client.readResource({ uri: CARD })).contents;
    html = (page as { text: string }).text;
  });
  afterAll(async () => {
    await client?.close();
    await browser?.close();
  });
  beforeEach(() => {
    calls = [];
    opensTelephones = true;
  });

  /** Shows a result in the card, which a host made with its library holds in a frame. */
  async function inHost(
    shown: Omit<Shown, 'html' | 'args'>,
    work: (card: FrameLocator, page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 800, height: 700 }, ...options });
    try {
      const page = await context.newPage();
      await page.exposeFunction('callTool', (params: CallToolRequest['params']) => {
        calls.push(params);
        return client.callTool(params);
      });
      await page.exposeFunction('openLink', (url: string) => {
        links.emit('open', url);
        return opensTelephones;
      });
      await page.setContent(
        '<!doctype html><html lang="en"><title>Host</title><style>iframe{width:100%;border:0}</style><main></main>',
      );
      await page.addScriptTag({ content: host });
      const script = (given: Shown) => `window.showCard(${JSON.stringify(given)})`;
      await page.evaluate(script({ html, args: SEARCH, ...shown }));
      await work(page.frameLocator('iframe'), page);
    } finally {
      await context.close();
    }
  }

  const search = (args: object = SEARCH): Promise<CallToolResult> =>
    client.callTool({ name: 'search_doctors', arguments: { ...args } });

  test('the card shows a search with the age of what is known, and calls the clinic', async () => {
    await inHost({ result: await search() }, async (card) => {
      await card.getByRole('heading', { name: '4 doctors' }).waitFor();
      const entry = card.locator('.entry', { hasText: 'Dr. Amara Okafor' });
      // The clinic becomes a day older at some moment of each day.
      const [before, shown, after] = [ageNow(), await entry.locator('.acceptance').innerText(), ageNow()];
      expect([before, after].map((age) => `Accepts new patients asked by phone, ${age}`)).toContain(shown);
      const unknown = 'Not known whether new patients are accepted';
      expect(await card.locator('.acceptance.unknown').first().innerText()).toBe(unknown);
      expect(await card.locator('.map .marker').count()).toBe(4);
      const call = entry.getByRole('link', { name: 'Call +1-416-555-0100' });
      // The host hears of it after the click.
      const [opened] = await Promise.all([once(links, 'open'), call.click()]);
      expect(opened).toEqual(['tel:+1-416-555-0100']);
      const page = entry.getByRole('link', { name: 'Dr. Amara Okafor' });
      const [shownAt] = await Promise.all([once(links, 'open'), page.click()]);
      expect(shownAt).toEqual(['http://localhost:3000/doctors/900001']);
      // A host that opens no telephone leaves the number to be read.
      opensTelephones = false;
      await call.click();
      await entry.locator('.plain', { hasText: '+1-416-555-0100' }).waitFor();
    });
  });

  test('the card shows a record in full, and why a search leaves a doctor out, with the keyboard alone', async () => {
    await inHost({ result: await search() }, async (card, page) => {
      await card.getByRole('button', { name: 'Details of Dr. Amara Okafor' }).focus();
      await page.keyboard.press('Enter');
      await card.getByText('Number 900001.').waitFor();
      await card.getByText('Why not another doctor?').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('900003');
      await page.keyboard.press('Enter');
      await card.getByText('The search leaves out 900003').waitFor();
      expect(await card.locator('.why').innerText()).toContain('minYears: asked for 40, it has 39.');
      expect(calls.at(-1)).toEqual({
        name: 'explain_absence',
        arguments: { tool: 'search_doctors', id: '900003', arguments: SEARCH },
      });
    });
  });

  test('the card follows the locale of the host, whatever language the connector answered in', async () => {
    const context = { locale: 'fr-CA' };
    await inHost(
      { result: await search({ minYears: 40, languages: ['Klingon', 'English'] }), context },
      async (card, page) => {
        await card.getByRole('heading', { name: '4 médecins' }).waitFor();
        expect(await card.locator('html').getAttribute('lang')).toBe('fr');
        await card.getByText('Aucun médecin inscrit ne parle «\u00a0Klingon\u00a0».').waitFor();
        const entry = card.locator('.entry', { hasText: 'Dr. Amara Okafor' });
        expect(await entry.locator('.acceptance').innerText()).toMatch(
          /^Accepte de nouveaux patients demandé par téléphone, il y a \d+ (jours|mois|ans)$/,
        );
        await entry.getByRole('button', { name: 'Détails\u00a0: Dr. Amara Okafor' }).click();
        await entry.getByText('Demande de consultation').waitFor();
        await card.getByText('Pourquoi pas un autre médecin?').click();
        await card.getByLabel('Nom ou numéro d’inscription').fill('900003');
        await card.getByRole('button', { name: 'Expliquer' }).click();
        await card.getByText('La recherche écarte 900003').waitFor();
        expect(await card.locator('.why').innerText()).toContain('vous demandez 40, la fiche indique 39');
        expect(await barriersOf(page.frames()[1]!)).toEqual([]);
        await page.evaluate("window.changeContext({ locale: 'en-CA' })");
        await card.getByRole('heading', { name: '4 doctors' }).waitFor();
        expect(await card.locator('html').getAttribute('lang')).toBe('en');
      },
    );
  });

  test('the card words a failure in the language of its host', async () => {
    const result = toolErrorResult(new LimitReached(45), TOOLS[0]!, TEXTS.en, true);
    await inHost({ result, context: { locale: 'fr-CA' } }, async (card) => {
      expect(await card.getByRole('alert').innerText()).toMatch(/^La limite de demandes .* 45 secondes/);
    });
  });

  test('the warnings are English where a host keeps _meta back', async () => {
    const { _meta, ...result } = await search({ languages: ['Klingon', 'English'] });
    expect(_meta).toHaveProperty(['care-atlas/messages']);
    await inHost({ result, context: { locale: 'fr-CA' } }, (card) =>
      card.getByText("No listed doctor speaks 'Klingon'.").waitFor(),
    );
  });

  test.each([
    ['the host', { locale: 'fr' }, {}, 'Recherche dans le répertoire…'],
    ['its browser', {}, { locale: 'fr-CA' }, 'Recherche dans le répertoire…'],
    ['the host before its browser', { locale: 'en-CA' }, { locale: 'fr-CA' }, 'Searching the directory…'],
    ['neither', { locale: 'de' }, {}, 'Searching the directory…'],
  ])('a running search is announced in the language of %s', async (_what, context, options, says) => {
    await inHost(
      { context },
      async (card) => {
        await card.getByText(says).waitFor();
        expect(await card.getByRole('status').innerText()).toBe(says);
      },
      options,
    );
  });

  test('a host that only shows the card gets no button that it would refuse', async () => {
    await inHost({ result: await search(), isHelpful: false }, async (card) => {
      const entry = card.locator('.entry', { hasText: 'Dr. Amara Okafor' });
      await entry.getByText('+1-416-555-0100').waitFor();
      for (const role of ['button', 'link'] as const) expect(await card.getByRole(role).count()).toBe(0);
    });
  });

  test.each([
    ['a running search', undefined, 'Searching the directory…'],
    ['no match', () => search({ minYears: 90 }), 'No doctor matches'],
    ['an error', () => search({ specialtys: 'x' }), 'specialtys'],
  ])('the card shows %s', async (_what, result, says) => {
    await inHost({ result: await result?.() }, async (card, page) => {
      await card.getByText(says).first().waitFor();
      expect(await barriersOf(page.frames()[1]!)).toEqual([]);
    });
  });

  test.each([
    ['a desktop', { viewport: { width: 800, height: 700 } }],
    ['a phone', { viewport: { width: 375, height: 700 } }],
    ['forced colors', { forcedColors: 'active' as const }],
  ])('the card is accessible in %s, light and dark', async (what, options) => {
    await inHost(
      { result: await search() },
      async (card, page) => {
        const tooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
        await card.getByRole('heading', { name: '4 doctors' }).waitFor();
        for (const theme of ['light', 'dark'] as const) {
          await page.evaluate(`window.changeContext({ theme: '${theme}' })`);
          await card.locator(`html[style*="color-scheme: ${theme}"]`).waitFor();
          expect(await barriersOf(page.frames()[1]!)).toEqual([]);
          expect(await page.frames()[1]!.evaluate(tooWide)).toBe(false);
          if (what === 'a desktop') await readmePicture(page.locator('iframe'), `card-${theme}`);
        }
      },
      options,
    );
  });
});
