import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { DoctorList } from '@care-atlas/domain/contract';
import type { Page } from 'playwright-core';
import { barriersOf } from '../../../tools/jest/chromium.js';
import { DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { PortalVisit, sandboxKey } from './portal-visit.js';
import { until } from './until.js';

const SCRIPT = '/embed/v1/care-atlas-search.js';

let visit: PortalVisit;
let atlas: string;
/** A site of somebody else, whose policy allows the service and nothing more. */
let site: Server;
let siteUrl: string;
let content = '';
/** What the policy of the site says of names for HTML. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types care-atlas-search";
let trustedTypes = TRUSTED_TYPES;

beforeAll(async () => {
  visit = await PortalVisit.start();
  const page = await visit.open('/embed');
  atlas = new URL(page.url()).origin;
  site = createServer((_request, response) => {
    const policy = `default-src 'none'; script-src ${atlas}; connect-src ${atlas}; img-src data:; ${trustedTypes}`;
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark"><title>A site</title><link rel="icon" href="data:,">
      <script type="module" src="${atlas}${SCRIPT}"></script><main><h1>A site</h1>${content}</main></html>`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
afterEach(() => visit?.leave());
afterAll(async () => {
  site?.close();
  await visit?.stop();
});

/** Opens the page of the site with the element in it. */
async function openSite(attributes: string, options?: Parameters<PortalVisit['open']>[1]): Promise<Page> {
  content = `<care-atlas-search ${attributes}></care-atlas-search>`;
  const page = await visit.open('/robots.txt', options);
  visit.complaints.length = 0;
  await page.goto(siteUrl);
  await page.getByRole('search').waitFor();
  return page;
}

const withKey = `key="${sandboxKey}"`;

test('the portal shows the element, and the two lines work on a page of another site', async () => {
  const page = await visit.open('/embed');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('“Kennedy station” was read as').waitFor();
  expect(await barriersOf(page)).toEqual([]);
  const lines = (await page.locator('#snippet').textContent())!;
  expect(lines).toContain(SCRIPT);
  const [, attributes] = /<care-atlas-search (.*)></.exec(lines)!;
  const other = await openSite(attributes!);
  expect(await other.getByLabel('Near').inputValue()).toBe('Kennedy station');
  await other.getByRole('button', { name: 'Search' }).click();
  await other.getByText('“Kennedy station” was read as').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('the results are those of the API, with what is not known, and more by keyboard alone', async () => {
  const page = await openSite(withKey);
  // Few clinics of the directory match: a page has one.
  await page.route('**/doctors?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=10', 'limit=1') }),
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('GP');
  await page.keyboard.press('Enter');
  const items = page.locator('[part=result]');
  await items.first().waitFor();
  const query = 'specialties=GP&include=availability&group=clinic&limit=1';
  const shown = (await visit.api.ask(`/doctors?${query}`, { key: sandboxKey })).json<DoctorList>();
  const clinics = shown.doctors.map(({ clinic }) => clinic.name);
  expect(await items.locator('strong').allTextContents()).toEqual(clinics);
  const [address, ofDoctor] = ['strong a', 'ul a'].map((link) =>
    items.locator(link).first().getAttribute('href'),
  );
  expect(await address).toBe(`${atlas}/clinics/${shown.doctors[0]!.clinic.id}`);
  expect(await ofDoctor).toBe(`${atlas}/doctors/${shown.doctors[0]!.cpsoNumber}`);
  expect(await page.getByRole('status').textContent()).toContain(`${shown.doctorTotal} doctors match at`);
  for (const [index, { availability }] of shown.doctors.entries()) {
    const text = await items.nth(index).locator('.acceptance').textContent();
    const { answer, state, observedAt, dated } = availability!.accepting;
    const expected = {
      yes: /^Accepts new patients/,
      no: /^Accepts no new/,
      unknown: /^Not known whether new patients are accepted/,
    };
    expect(text).toMatch(expected[answer]);
    expect(await items.nth(index).locator('.acceptance time').count()).toBe(observedAt === null ? 0 : 1);
    expect(text!.includes('listed since')).toBe(dated === false);
    expect(text!.includes('sources disagree')).toBe(state === 'conflicting');
  }
  const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent);
  // The links of the results come before the button.
  for (let presses = 0; presses < 80 && (await focused()) !== 'Show more'; presses++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await items.nth(1).waitFor();
  const next = (await visit.api.ask(`/doctors?${query}&offset=1`, { key: sandboxKey })).json<DoctorList>();
  expect(await focused()).toContain(next.doctors[0]!.name);
  expect(await page.getByRole('status').textContent()).toContain(`${1 + next.count} shown`);
  expect(visit.complaints).toEqual([]);
});

test('a question in plain words has its list, or says which words stop it and what can be asked', async () => {
  const page = await openSite(withKey);
  const ask = async (question: string) => {
    await page.getByLabel('In your own words').fill(question);
    await page.keyboard.press('Enter');
  };
  await ask('dentist near Kennedy station');
  await page.getByText('“dentist”: this directory lists physicians only').waitFor();
  expect(await page.locator('[part=result]').count()).toBe(0);
  await page.getByRole('button', { name: /^Kennedy station \(/ }).click();
  await page.getByText('“Kennedy station” was read as').waitFor();
  expect(await page.locator('[part=result]').count()).toBeGreaterThan(1);
  await ask('chest pain');
  await page.getByRole('alert').getByText('Call 9-1-1 now').waitFor();
  expect(await page.locator('[part=result]').count()).toBe(0);
  await ask('famly doctor');
  await page.getByText('“famly doctor” was read as Family Medicine').waitFor();
  await page.getByText('doctors match at').waitFor();
  await ask('family doctor with 5 years of experience near me');
  await page.getByRole('button', { name: 'Family Medicine · at least 5 years in practice (' }).waitFor();
  expect(visit.complaints).toEqual([]);
  const french = await openSite(`${withKey} lang="fr"`);
  await french.getByLabel('Dans vos mots').fill('médecin de famille ouvert du lundi au mardi près de moi');
  await french.keyboard.press('Enter');
  await french
    .getByRole('button', {
      name: 'médecine de famille · lundi, mardi (',
    })
    .waitFor();
});

test('an offer is asked with the filled fields, as a question is, and has no total of others', async () => {
  const page = await openSite(`${withKey} near="Kennedy station" languages="Tamil"`);
  await page.getByLabel('In your own words').fill('family doctor with 5 years of experience near me');
  await page.keyboard.press('Enter');
  const offer = page.locator('[part~=offer]').first();
  await offer.waitFor();
  expect(await offer.textContent()).not.toContain('(');
  const sent = page.waitForRequest('**/doctors?*');
  await offer.click();
  const { searchParams } = new URL((await sent).url());
  expect(Object.fromEntries(searchParams)).toMatchObject({
    specialties: 'Family Medicine',
    minYears: '5',
    languages: 'Tamil',
    near: 'Kennedy station',
  });
  await page.getByText('“Kennedy station” was read as').waitFor();
  await page.getByLabel('Language').fill('');
  await page.getByLabel('Near').fill('');
  await page.getByLabel('In your own words').press('Enter');
  await page
    .getByRole('button', { name: /^Family Medicine .* \(\d+\)$/ })
    .first()
    .waitFor();
  await page.getByLabel('Language').fill('Tamil');
  expect(await offer.textContent()).not.toContain('(');
});

test('a page whose policy allows other names for HTML has the element', async () => {
  trustedTypes = 'trusted-types other';
  try {
    const page = await openSite(withKey);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('[part=result]').first().waitFor();
    expect(visit.complaints.join()).toContain('care-atlas-search');
  } finally {
    trustedTypes = TRUSTED_TYPES;
  }
});

test('what the directory says is text, never HTML', async () => {
  const name = 'Dr. <b id="bold">Bold</b>';
  const version = await visit.api.import([{ ...DOCTORS[0]!, name }]);
  await until(() => visit.api.version === version);
  const page = await openSite(`${withKey} specialties="${DOCTORS[0]!.specialties![0]}"`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText(name).waitFor();
  expect(await page.locator('#bold').count()).toBe(0);
});

test('a refusal and a service that cannot be reached are said to be', async () => {
  const page = await openSite('key="care_live_unknown" lang="fr"');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await page
    .getByRole('alert')
    .getByText(/[\da-f]{8}-/)
    .waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await page.getByText('Le répertoire est inaccessible.').waitFor();
  expect(await page.getByRole('listitem').count()).toBe(0);
});

test('attributes that change take effect at once', async () => {
  const page = await openSite(withKey);
  await page.evaluate(() => {
    const element = document.querySelector('care-atlas-search')!;
    for (const [name, value] of Object.entries({ lang: 'fr-CA', within: '3', accepting: '' }))
      element.setAttribute(name, value);
  });
  expect(await page.getByLabel('Accepte de nouveaux patients').isChecked()).toBe(true);
  expect(await page.getByLabel('À moins de').inputValue()).toBe('3');
});

test.each([
  ['light, wide', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
  ['dark, a phone', { colorScheme: 'dark', viewport: { width: 320, height: 700 } }],
  ['forced colors', { forcedColors: 'active', viewport: { width: 640, height: 700 } }],
] as const)(
  '%s: axe finds nothing, nothing sticks out, also with text twice as large',
  async (_name, options) => {
    const page = await openSite(withKey, options);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('listitem').first().waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  },
);

test('the file may be read by any site, is small, and is asked for again', async () => {
  const { status, headers, body } = await visit.api.askBeside(SCRIPT, { origin: 'https://site.example' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(body).not.toMatch(/\bimport\s*[{*'"]/);
  expect(body).not.toContain('innerHTML');
  expect(gzipSync(body).length).toBeLessThan(20_000);
  const again = await visit.api.askBeside(SCRIPT, { 'if-none-match': headers['etag']! });
  expect(again.status).toBe(304);
});
