import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readQuestion } from '@care-atlas/domain/question';
import { LANGUAGE_COOKIE } from '@care-atlas/server/pages';
import { pathIn } from '@care-atlas/server/pages/language-path';
import { INITIAL_VALUES } from '../src/portal/try/try-request.js';
import { GUIDES } from '../src/texts/guide-names.js';
import { TEXTS } from '../src/texts/texts.js';
import { NOW } from '../../../libs/domain/test/builders.js';
import { blocksOf } from './guide-example.js';
import { TestApi } from './test-api.js';

const BASE = 'http://localhost:3000';
const FRENCH = { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' };
const PAGES = [
  '/',
  '/doctors/900001',
  '/clinics/b94bb043-f527-42bf-9c0b-68ebace5405b',
  '/about-this-data',
  '/corrections',
  '/coverage',
  '/status',
  '/embed',
  '/docs',
  '/docs/guides',
  '/docs/guides/filters',
  '/buy',
];
const ENGLISH_ONLY = ['/docs/guides/errors', '/docs/reference/listDoctors'];

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api?.stop());

test.each(PAGES)('%s has a page in each language, and each names the others', async (path) => {
  for (const language of ['en', 'fr'] as const) {
    const { status, headers, body } = await api.askBeside(pathIn(language, path));
    expect([status, headers['content-language']]).toEqual([200, language]);
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`<link rel="alternate" hreflang="en" href="${BASE}${path}" />`);
    expect(body).toContain(`<link rel="alternate" hreflang="fr" href="${BASE}${pathIn('fr', path)}" />`);
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(body)?.[1];
    expect(canonical ?? BASE + pathIn(language, path)).toBe(BASE + pathIn(language, path));
    const home = /<a class="brand" href="([^"]+)"/.exec(body)?.[1];
    expect(home).toBe(pathIn(language, '/'));
  }
});

test.each(ENGLISH_ONLY)('%s is shown in English within a French page', async (path) => {
  const { body } = await api.askBeside(pathIn('fr', path));
  expect(body).toContain('<html lang="fr">');
  expect(body).toContain('Ce document n’existe qu’en anglais.');
  expect(body).toContain(`<a href="${path}" hreflang="en">`);
  expect(body).toMatch(/<div lang="en">\s*<h1/);
  // Search engines list the English page only.
  expect(body).toContain(`<link rel="canonical" href="${BASE}${path}" />`);
  expect(body).not.toContain('rel="alternate"');
  expect((await api.askBeside('/sitemap.xml')).body).not.toContain(`${BASE}/fr${path}<`);
});

describe('the switch of the language', () => {
  const switchOf = (body: string) =>
    /<a class="language" href="([^"]+)"/.exec(body)![1]!.replaceAll('&amp;', '&');

  test.each([
    ['/coverage?specialties=Pediatrics&in=toronto', '/fr/coverage?specialties=Pediatrics&in=toronto'],
    ['/fr?gender=female&languages=tamoul', '/?gender=female&languages=tamoul'],
    ['/docs/search?q=h%C3%B4pital', '/fr/docs/search?q=h%C3%B4pital'],
    ['/fr/buy', '/buy'],
  ])('leads from %s to the same page and query, and is remembered', async (path, other) => {
    const { status, headers } = await api.askBeside(switchOf((await api.askBeside(path)).body));
    expect([status, headers['location']]).toEqual([303, other]);
    const language = other.startsWith('/fr') ? 'fr' : 'en';
    expect(headers['set-cookie']).toContain(`${LANGUAGE_COOKIE}=${language}; Path=/`);
    expect((await api.askBeside(other)).status).toBe(200);
  });

  test('leads to no other site, and not with a query that is too long for a header', async () => {
    for (const path of ['//evil.example/?lang=fr', '/fr//evil.example?lang=en']) {
      expect((await api.askBeside(path)).headers['location']).toBeUndefined();
    }
    const { headers } = await api.askBeside(`/coverage?lang=fr&specialties=${'x'.repeat(5_000)}`);
    expect(headers['location']).toBe('/fr/coverage');
  });
});

describe('a visitor whose browser prefers French', () => {
  test('is led from the English home page to the French one, with the query', async () => {
    const { status, headers } = await api.askBeside('/?gender=female', FRENCH);
    expect([status, headers['location']]).toEqual([302, '/fr?gender=female']);
    expect(headers['vary']).toMatch(/Accept-Language, Cookie/i);
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('stays where a choice was made for English, and on every other page', async () => {
    const chosen = { ...FRENCH, cookie: `${LANGUAGE_COOKIE}=en` };
    expect((await api.askBeside('/', chosen)).status).toBe(200);
    expect((await api.askBeside('/coverage', FRENCH)).status).toBe(200);
    expect((await api.askBeside('/fr')).status).toBe(200);
  });

  test('gets a French page for an address without one', async () => {
    const html = { accept: 'text/html' };
    for (const [path, headers] of [
      ['/nothing', { ...html, ...FRENCH }],
      ['/fr/nothing', html],
    ] as const) {
      const { status, body } = await api.askBeside(path, headers);
      expect([status, body.includes('Il n’y a rien à cette adresse')]).toEqual([404, true]);
    }
    expect((await api.askBeside('/nothing', html)).body).toContain('There is nothing at this address');
  });
});

test('the API answers in English, whatever a browser prefers', async () => {
  const { headers, body } = await api.ask('/doctors?gender=x', { key: api.keys.sandbox, headers: FRENCH });
  expect(body).toContain('must be');
  expect(headers['content-language']).toBeUndefined();
});

test('the French first question is read as the same filters as the English one', () => {
  const { values, unused } = readQuestion(TEXTS.fr.home.ask.question, { now: NOW });
  expect(unused).toEqual([]);
  expect(values).toEqual({ ...INITIAL_VALUES, near: 'station Kennedy' });
});

describe('the templates', () => {
  const ASSETS = join(import.meta.dirname, '../assets');
  const read = (path: string) => readFileSync(join(ASSETS, path), 'utf8');
  const templates = ['portal', 'checkout'].flatMap((folder) =>
    readdirSync(join(ASSETS, folder, 'en')).map((name) => [folder, name] as const),
  );

  test.each(templates)('%s/%s have the same places and links in each language', (folder, name) => {
    const [english, french] = ['en', 'fr'].map((language) => read(`${folder}/${language}/${name}`));
    const placesOf = (text = '') => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();
    const linksOf = (text = '') =>
      Array.from(text.matchAll(/(?:href|action)="(\/[^"]*)"/g), ([, to = '']) => to);
    expect(placesOf(french)).toEqual(placesOf(english));
    const inFrench = linksOf(english).map((path) => (path.startsWith('/api/') ? path : pathIn('fr', path)));
    expect(linksOf(french)).toEqual(inFrench);
  });

  test('exist in French only where they do in English', () => {
    for (const folder of ['portal', 'checkout']) {
      expect(readdirSync(join(ASSETS, folder, 'fr'))).toEqual(readdirSync(join(ASSETS, folder, 'en')));
    }
  });
});

describe('the French guides', () => {
  const files = readdirSync(join(import.meta.dirname, '../../../docs/guides/fr'));

  test('are the first three', () => {
    expect(files.toSorted()).toEqual(
      GUIDES.slice(0, 3)
        .map((path) => `${path.split('/').at(-1)}.md`)
        .toSorted(),
    );
  });

  test.each(files)('%s has the examples of the English one, and its fragments', async (file) => {
    expect(blocksOf(`fr/${file}`)).toEqual(blocksOf(file));
    const path = `/docs/guides/${file.replace('.md', '')}`;
    const [english, french] = [await api.askBeside(path), await api.askBeside(`/fr${path}`)];
    const fragments = Array.from(english.body.matchAll(/<h[1-3] id="([^"]+)"/g), ([, id]) => id);
    expect(fragments.length).toBeGreaterThan(1);
    for (const id of fragments) expect(french.body).toContain(` id="${id}"`);
    expect((await api.askBeside(`/fr${path}.md`)).headers['content-type']).toContain('text/markdown');
  });
});

test('the search finds French guides by French words', async () => {
  const { body } = await api.askBeside(`/fr/docs/search?q=${encodeURIComponent('orthographiés')}`);
  expect(body).toContain('<a href="/fr/docs/guides/filters#');
});
