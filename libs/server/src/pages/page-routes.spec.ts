import Fastify, { type FastifyInstance } from 'fastify';
import { html } from './html.js';
import { PageKind } from './page-kind.js';
import { acceptForms, formOf, inPreferredLanguage, type PageHandler, servePage } from './page-routes.js';
import type { AddressVisit } from './page-visit.js';

const BASE_URL = 'https://atlas.example';
const PAGES = new PageKind<AddressVisit>({ style: '.x {}', forms: "'self'", cache: 'no-cache' });
const show: PageHandler = (visit) =>
  PAGES.page(visit, { title: visit.path, body: html`<p>${visit.query}</p>` });

let server: FastifyInstance;
beforeEach(() => {
  server = Fastify();
  acceptForms(server);
});
afterEach(() => server.close());

describe('a page', () => {
  beforeEach(() => {
    servePage(server, {
      path: '/buy/:purchase',
      baseUrl: BASE_URL,
      get: show,
      post: (visit, request) => ({
        status: 303,
        to: `${visit.path}${visit.query}#${formOf(request).get('a')}`,
      }),
    });
  });

  test('has an address for each language, with the headers of its kind', async () => {
    for (const [url, language] of [
      ['/buy/7?a=1', 'en'],
      ['/fr/buy/7?a=1', 'fr'],
    ] as const) {
      const { statusCode, headers, body } = await server.inject(url);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({ ...PAGES.headers, 'content-language': language });
      expect(headers).not.toHaveProperty('vary');
      expect(body).toContain(`<html lang="${language}">`);
      expect(body).toContain('<title>/buy/7 – Care Atlas</title>');
      expect(body).toContain('<p>?a=1</p>');
    }
  });

  test('remembers a choice of the language, and leads to the page in it with the rest of the query', async () => {
    const { statusCode, headers } = await server.inject('/buy/7?a=1&lang=fr');
    expect([statusCode, headers.location]).toEqual([303, '/fr/buy/7?a=1']);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toContain('care-language=fr');
  });

  test('without the switch of the language shows itself, whatever is chosen', async () => {
    servePage(server, { path: '/one', baseUrl: BASE_URL, hasSwitch: false, get: show });
    const { statusCode, headers } = await server.inject('/one?lang=fr');
    expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
  });

  test('leaves a query that is too long for a header out of the redirect', async () => {
    const { headers } = await server.inject(`/buy/7?a=${'x'.repeat(2_000)}&lang=fr`);
    expect(headers.location).toBe('/fr/buy/7');
  });

  test('reads the fields of its form, and not the query that it was sent with', async () => {
    const { statusCode, headers } = await server.inject({
      method: 'POST',
      url: '/fr/buy/7?a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=2',
    });
    expect([statusCode, headers.location]).toEqual([303, '/buy/7#2']);
  });

  test('takes no other body than that of a form', async () => {
    const json = { method: 'POST', url: '/buy/7', headers: { 'content-type': 'application/json' } } as const;
    expect((await server.inject({ ...json, payload: '{}' })).statusCode).toBe(415);
  });
});

describe('a page in the preferred language', () => {
  const french = { 'accept-language': 'fr' };
  beforeEach(() => {
    servePage(server, { path: '/', baseUrl: BASE_URL, get: inPreferredLanguage(show, PAGES.headers) });
  });

  test('leads from its English address to that of the visitor, and tells caches why', async () => {
    const { statusCode, headers } = await server.inject({ url: '/?a=1', headers: french });
    expect([statusCode, headers.location]).toEqual([302, '/fr?a=1']);
    expect(headers).toMatchObject({ ...PAGES.headers, vary: 'Accept-Language, Cookie' });
    expect(headers).not.toHaveProperty('content-language');
  });

  test('stays at an address that was chosen, or whose query is too long for a header', async () => {
    const long = `/?a=${'x'.repeat(2_000)}`;
    for (const [url, sent] of [
      ['/fr', {}],
      ['/', { ...french, cookie: 'care-language=en' }],
      [long, french],
    ] as const) {
      expect((await server.inject({ url, headers: sent })).statusCode).toBe(200);
    }
  });
});
