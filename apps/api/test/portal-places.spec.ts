import { PLACES } from '@care-atlas/domain/places';
import { compareText } from '@care-atlas/domain/text';
import type { Page } from 'playwright-core';
import { answerOf, PortalVisit, requestOf } from './portal-visit.js';

let visit: PortalVisit;

beforeAll(async () => {
  visit = await PortalVisit.start();
});
afterEach(() => visit?.leave());
afterAll(() => visit?.stop());

interface Listed {
  readonly doctors: readonly {
    readonly distanceMeters: number;
    readonly clinic: { readonly name: string };
    readonly atClinic: { readonly doctors: readonly { readonly name: string }[] };
  }[];
}

/** Types the beginning of a place's name, and waits for the completion. */
async function complete(page: Page, text: string) {
  const near = page.getByRole('combobox', { name: 'Near', exact: true });
  await near.fill(text);
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  return near;
}

function activeOption(page: Page): Promise<string> {
  return page.getByRole('listbox').getByRole('option', { selected: true }).innerText();
}

test('the keyboard alone chooses a place, and the answer is ordered by distance from it', async () => {
  const page = await visit.openFilters();
  const near = await complete(page, 'rosed');
  expect(await near.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('ArrowDown');
  expect(await activeOption(page)).toContain('Rosedale neighbourhood');
  // From the first upwards to the last, and around to the first.
  await page.keyboard.press('ArrowUp');
  expect(await near.getAttribute('aria-activedescendant')).toBe(
    await page.getByRole('listbox').getByRole('option').last().getAttribute('id'),
  );
  await page.keyboard.press('ArrowDown');
  while (!(await activeOption(page)).includes('subway station')) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await near.inputValue()).toBe('Rosedale station');
  expect(await page.getByRole('listbox').count()).toBe(0);
  await page.waitForFunction(() => location.search.includes('near=Rosedale+station'));
  expect(await requestOf(page)).toContain('/api/v1/doctors?near=Rosedale+station&languages=Tamil');

  const { doctors } = await answerOf<Listed>(page);
  expect(doctors.length).toBeGreaterThan(1);
  const distances = doctors.map(({ distanceMeters }) => distanceMeters);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  const items = await page.locator('.results strong').allTextContents();
  expect(items).toEqual(doctors.map(({ clinic }) => clinic.name));
  // Each clinic once, with the doctors there who match.
  expect(new Set(items).size).toBe(items.length);
  const named = doctors.flatMap(({ atClinic }) => atClinic.doctors.map(({ name }) => name));
  expect(await page.locator('.matching a[href^="/doctors/"]').allTextContents()).toEqual(named);
  expect(await page.locator('.results .distance').count()).toBe(doctors.length);
  expect(visit.complaints).toEqual([]);
});

test('Escape closes the list and keeps what was typed; Enter then sends it', async () => {
  const page = await visit.open('/?gender=male#try-near');
  const near = await complete(page, 'pape');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('listbox').count()).toBe(0);
  expect(await near.inputValue()).toBe('pape');
  expect(await near.getAttribute('aria-activedescendant')).toBeNull();
  await page.keyboard.press('Enter');
  await page.getByText('“pape” was read as Pape').waitFor();
});

test('the list opens in view on a phone, and a click chooses a place, too', async () => {
  const page = await visit.open('/?gender=male#try-near', { viewport: { width: 390, height: 700 } });
  await page.evaluate(() => {
    const field = document.querySelector('#try-near')!;
    scrollBy({ top: field.getBoundingClientRect().bottom - innerHeight, behavior: 'instant' });
  });
  const near = await complete(page, 'north y');
  // Scrolling stops at whole pixels.
  await page.waitForFunction(
    () => Math.floor(document.querySelector('[role=listbox]')!.getBoundingClientRect().bottom) <= innerHeight,
  );
  await page.getByRole('option', { name: 'North York district' }).click();
  expect(await near.inputValue()).toBe('North York, Toronto');
  await page.getByText('was read as North York').waitFor();
});

test('every item has its point on the map, and each leads to the other', async () => {
  const page = await visit.open('/?near=Spadina+station&gender=male');
  const { doctors } = await answerOf<Listed>(page);
  const points = page.locator('.map .point');
  expect(await points.locator('text').allTextContents()).toEqual(doctors.map((_, index) => `${index + 1}`));
  expect(await points.nth(1).getAttribute('aria-label')).toContain(doctors[1]!.clinic.name);
  // Numbers stay legible, also of doctors in one clinic.
  const spots = await points
    .locator('text')
    .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect()).map(({ x, y }) => [x, y]));
  for (const [i, [x, y]] of spots.entries())
    for (const [x2, y2] of spots.slice(0, i)) expect(Math.hypot(x! - x2!, y! - y2!)).toBeGreaterThan(16);
  await page.locator('.number').nth(1).focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('point-2');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('result-2');
  expect(await page.locator('.map .place title').textContent()).toBe('Spadina');
});

test('the place of a request by script is on the map as without', async () => {
  const page = await visit.open('/?gender=male#try-near');
  const places: (string | null)[] = [];
  for (const near of ['M6K 1A1', '43.65,-79.4', 'King']) {
    await page.getByLabel('Near', { exact: true }).fill(near);
    await page.keyboard.press('Enter');
    await page.waitForFunction((text) => new URL(location.href).searchParams.get('near') === text, near);
    const drawn = await page.locator('.map .place').getAttribute('d');
    const sent = await visit.open(new URL(page.url()).pathname + new URL(page.url()).search, {
      javaScriptEnabled: false,
    });
    expect(await sent.locator('.map .place').getAttribute('d')).toBe(drawn);
    places.push(await page.locator('.map .place title').textContent());
  }
  expect(places).toEqual(['M6K', '43.65,-79.4', 'King']);
  expect(visit.complaints).toEqual([]);
});

test('an empty answer says so, and an unknown place names the nearest ones', async () => {
  const page = await visit.open('/?gender=male#try-near');
  await page.getByLabel('Language').fill('Klingon');
  await page.locator('.outcome', { hasText: /^0 doctors match/ }).waitFor();
  expect(await page.locator('.results, .map').count()).toBe(0);
  await page.getByText("No listed doctor speaks 'Klingon'").first().waitFor();
  await page.getByLabel('Near', { exact: true }).fill('Kiplin');
  await page.keyboard.press('Enter');
  await page.getByText("Did you mean 'Kipling Heights', 'Kipling' or 'Kipling GO'?").first().waitFor();
});

test('a rate limit is shown with its message, and the form still works', async () => {
  const limited = await PortalVisit.start({ RATE_LIMIT_SANDBOX: '2' });
  try {
    const page = await limited.open('/?gender=male#try-gender');
    await page.getByLabel('Gender').selectOption('female');
    await page.waitForFunction(() => location.search.startsWith('?gender=female'));
    await page.getByLabel('Near', { exact: true }).pressSequentially('spad');
    await page.keyboard.press('Enter');
    await page.getByText('Too many pages at once').waitFor();
    expect(await page.getByRole('listbox').count()).toBe(0);
  } finally {
    await limited.leave();
    await limited.stop();
  }
});

test('the map zooms in with and without scripts, and keeps the focus', async () => {
  const markers = (page: Page) => page.locator('.map .point').count();
  const scene = async (page: Page) => (await page.locator('.map .point').allTextContents()).join();
  const still = await visit.open('/?near=Spadina+station', { javaScriptEnabled: false });
  const all = await markers(still);
  await still.getByRole('link', { name: 'Zoom in' }).click();
  await still.getByRole('link', { name: 'Zoom out' }).waitFor();
  const zoomed = await scene(still);
  expect(await markers(still)).toBeGreaterThan(0);
  expect(await markers(still)).toBeLessThan(all);
  const page = await visit.open('/?near=Spadina+station');
  await page.getByRole('link', { name: 'Zoom in' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Zoom out' }).waitFor();
  expect(await scene(page)).toBe(zoomed);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Zoom in');
  await page.getByRole('link', { name: 'Zoom out' }).click();
  await page.waitForFunction((count) => document.querySelectorAll('.map .point').length === count, all);
  expect(visit.complaints).toEqual([]);
});

test('the coverage is asked without scripts, and its map, its table and its file have the same values', async () => {
  const page = await visit.open('/coverage', { javaScriptEnabled: false });
  await page.getByLabel('Language').fill('Tamil');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.waitForURL('**/coverage?*languages=Tamil*');
  const matches = Number.parseInt((await page.locator('.outcome strong').textContent())!);
  expect(matches).toBeGreaterThan(1);
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.waitForURL('**/coverage?*rows=all*');
  const rows = (await page.locator('#areas tbody tr').allInnerTexts()).map((row) => row.split('\t'));
  expect(rows.reduce((sum, [, , doctors]) => sum + Number(doctors), 0)).toBe(matches);
  const [area, , most] = rows[0]!;
  expect(Number(most)).toBeGreaterThan(0);
  expect(await page.locator('.cell title').allTextContents()).toContain(`${area}: ${most}`);
  const address = new URL(page.url());
  const { body } = await visit.api.askBeside(`/coverage.csv${address.search}`);
  const lines = body
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(lines.slice(1).map(([postalArea, , doctors]) => [postalArea, doctors])).toEqual(
    expect.arrayContaining(rows.map(([name, , doctors]) => [name === 'Not known' ? '' : name, doctors])),
  );
  expect(lines).toHaveLength(rows.length + 1);
  await page.getByRole('link', { name: 'Postal area' }).click();
  const sorted = await page.locator('#areas tbody th').allTextContents();
  expect(sorted.slice(0, -1)).toEqual(sorted.slice(0, -1).toSorted());
  expect(visit.complaints).toEqual([]);
});

test('the table of the coverage starts with its first rows, and shows all on request', async () => {
  const page = await visit.open('/coverage?sort=area', { javaScriptEnabled: false });
  const { body } = await visit.api.askBeside('/coverage.csv');
  const areas = body.trim().split('\r\n').length - 1;
  const names = page.locator('#areas tbody th');
  const first = await names.allTextContents();
  expect(first.length).toBeLessThan(areas);
  await page.getByRole('link', { name: `Show all ${areas} areas` }).click();
  await page.waitForURL('**/coverage?*rows=all*');
  expect(await names.count()).toBe(areas);
  expect((await names.allTextContents()).slice(0, first.length)).toEqual(first);
  expect(visit.complaints).toEqual([]);
});

// All doctors of these tests are downtown.
test.each([
  ['downtown-toronto', '40 doctors match'],
  ['scarborough', '0 doctors match'],
])('a part of the region has its own total and file: %s', async (part, total) => {
  const page = await visit.open(`/coverage?in=${part}&rows=all`, { javaScriptEnabled: false });
  expect(await page.locator('.outcome strong').textContent()).toBe(total);
  const areas = await page.locator('#areas tbody th').allTextContents();
  const file = await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
  const { body } = await visit.api.askBeside(file!);
  const [, ...lines] = body.trim().split('\r\n');
  const listed = lines.map((line) => line.split(',')[0]!);
  expect(listed.toSorted(compareText)).toEqual(areas.toSorted(compareText));
});

test('the lakes are where no place is, and every station is on the map', async () => {
  const page = await visit.open('/');
  const places = PLACES.map(({ name, lat, lng }) => ({ name, lat, lng }));
  const lakes = await page.locator('#geography .lake').getAttribute('d');
  const inWater = (points: readonly { readonly lat: number; readonly lng: number }[]) =>
    page.evaluate(
      ([path, all]) => {
        const canvas = document.createElement('canvas').getContext('2d')!;
        const shape = new Path2D(path!);
        return all.map(({ lat, lng }) => canvas.isPointInPath(shape, lng, lat, 'evenodd'));
      },
      [lakes, points] as const,
    );
  const wet = await inWater(places);
  expect(places.filter((_, index) => wet[index]).map(({ name }) => name)).toEqual([]);
  const ontario = { lat: 43.5, lng: -79.3 };
  const simcoe = { lat: 44.4, lng: -79.4 };
  expect(await inWater([ontario, simcoe])).toEqual([true, true]);
  const stations = (await page.locator('#geography .stations').getAttribute('d'))!.split('M').length - 1;
  expect(stations).toBe(PLACES.filter(({ kind }) => kind === 'subway-station').length);
});
