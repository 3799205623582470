import { KeyRepository } from '@care-atlas/data/keys';
import { runSync } from '@care-atlas/data/sync';
import { LABEL_LENGTH, makeKey } from '@care-atlas/domain/access';
import { randomBytes } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { aNumberedClinic, fillDirectory, fillUsage } from '../large-directory.js';
import { BrowserStage } from './browser-stage.js';
import type { Visit } from './visit.js';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const LONGEST_LABEL = 'W'.repeat(LABEL_LENGTH);

let stage: BrowserStage;
let visit: Visit;

beforeAll(async () => {
  stage = await BrowserStage.start({ fill: [fillDirectory, fillUsage] });
  const key = makeKey('admin', (count) => randomBytes(count));
  await new KeyRepository(stage.dashboard.database).create({ kind: 'admin', label: LONGEST_LABEL }, key);
  visit = await stage.enrol('ada');
});
afterAll(() => stage?.stop());

async function open(path: string, content: string): Promise<void> {
  await visit.open(path);
  await visit.says(content);
}

const isCut = (element: Locator) =>
  element.evaluate(
    (node) => node.scrollWidth > node.clientWidth && getComputedStyle(node).overflowX !== 'visible',
  );

describe('in the light and in the dark color scheme, axe accepts', () => {
  it('the open menus', async () => {
    await open('/keys', LONGEST_LABEL);
    await visit.page.getByRole('button', { name: 'Account of ada' }).click();
    const scheme = visit.page.getByRole('menuitemradio', { name: 'System' });
    await scheme.waitFor();
    expect(await scheme.getAttribute('aria-checked')).toBe('true');
    expect(await visit.barriersInColors('account-menu')).toEqual([]);
    await visit.page.keyboard.press('Escape');
    await visit.page.getByRole('button', { name: `Actions for ${LONGEST_LABEL}` }).click();
    await visit.page.getByRole('menuitem', { name: 'Details' }).waitFor();
    expect(await visit.barriersInColors('key-menu')).toEqual([]);
  });

  it('the exact time that the pointer shows, also in a dialog', async () => {
    await open('/keys', LONGEST_LABEL);
    const exact = visit.page.getByRole('tooltip');
    await visit.page.locator('tbody time').first().hover();
    await exact.waitFor();
    expect(await visit.barriersInColors('exact-time')).toEqual([]);
    await visit.page.getByRole('button', { name: `Actions for ${LONGEST_LABEL}` }).click();
    await visit.page.getByRole('menuitem', { name: 'Details' }).click();
    await visit.page.getByRole('dialog').locator('time').first().hover();
    await exact.waitFor();
    expect(await visit.barriersInColors('exact-time-in-dialog')).toEqual([]);
    // Nothing covers it. A pointer passes through it, unless told otherwise.
    await exact.evaluate((node) => ((node as HTMLElement).style.pointerEvents = 'auto'));
    await exact.hover();
  });

  it('the open lists', async () => {
    await open('/keys', LONGEST_LABEL);
    await visit.page.getByLabel('State').first().click();
    await visit.page.getByRole('option', { name: 'Revoked' }).waitFor();
    expect(await visit.barriersInColors('states')).toEqual([]);
    await open('/audit', 'Created administrator');
    await visit.page.getByRole('combobox', { name: 'Action' }).click();
    await visit.page.getByRole('option', { name: 'Signed out' }).waitFor();
    expect(await visit.barriersInColors('open-list')).toEqual([]);
    await visit.page.getByRole('combobox', { name: 'Action' }).fill('no such action');
    await visit.page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await visit.barriersInColors('empty-list')).toEqual([]);
  });

  it('the dialog of a revocation with its list of reasons', async () => {
    await open('/keys', LONGEST_LABEL);
    await visit.page.getByRole('button', { name: `Actions for ${LONGEST_LABEL}` }).click();
    await visit.page.getByRole('menuitem', { name: 'Revoke' }).click();
    await visit.page.getByRole('combobox', { name: 'Reason' }).fill('ab');
    await visit.page.getByRole('option', { name: 'Abuse' }).waitFor();
    expect(await visit.barriersInColors('revocation')).toEqual([]);
  });
});

const colorsOf = (selector: string) =>
  visit.page
    .locator(selector)
    .evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node).backgroundColor));

const isMarked = (element: Locator) =>
  element.evaluate((node) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    return outlineStyle !== 'none' && outlineWidth !== '0px';
  });

describe('with forced colors', () => {
  beforeAll(() => visit.page.emulateMedia({ forcedColors: 'active' }));
  afterAll(async () => {
    await visit.page.emulateMedia({ forcedColors: 'none' });
    await visit.page.setViewportSize(DESKTOP);
  });

  it('the legends keep their colors', async () => {
    await open('/', 'clinics.csv');
    expect(new Set(await colorsOf('.swatch')).size).toBe(3);
    expect(new Set(await colorsOf('.mantine-Progress-section')).size).toBe(3);
    await visit.picture('forced-overview');
    await open('/usage?hours=168', 'rotateKey');
    const legend = await colorsOf('.mantine-ColorSwatch-colorOverlay');
    expect(new Set(legend).size).toBeGreaterThanOrEqual(5);
    await visit.picture('forced-usage');
  });

  it('the selections and marks stay visible', async () => {
    await open('/keys', 'A booking site');
    expect(await isMarked(visit.page.locator('.mantine-SegmentedControl-control[data-active]'))).toBe(true);
    expect(await isMarked(visit.page.locator('.mantine-NavLink-root[data-active]'))).toBe(true);
    await visit.picture('forced-keys');
    await open('/directory', 'Clinics in view');
    expect(new Set(await colorsOf('.swatch')).size).toBeGreaterThanOrEqual(3);
    await visit.picture('forced-directory');
    await visit.page.setViewportSize(PHONE);
    const lines = await colorsOf('.mantine-Burger-burger');
    expect(lines).not.toContain(
      await visit.page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    );
  });
});

describe('on a phone', () => {
  beforeEach(() => visit.page.setViewportSize(PHONE));
  afterAll(() => visit.page.setViewportSize(DESKTOP));

  it.each([
    ['/keys', 'A booking site'],
    ['/audit', 'Created administrator'],
    ['/runs', 'broken.csv'],
  ])('the table of %s shows that it scrolls', async (path, content) => {
    await open(path, content);
    await visit.page.getByText('Scroll sideways for more columns').waitFor();
    await visit.page.setViewportSize(DESKTOP);
    await visit.page.getByText('Scroll sideways for more columns').waitFor({ state: 'detached' });
    expect(visit.complaints).toEqual([]);
  });

  it('the longest label is shown in full where its key is revoked', async () => {
    await open('/keys', LONGEST_LABEL);
    await visit.page.getByRole('button', { name: `Actions for ${LONGEST_LABEL}` }).click();
    await visit.page.getByRole('menuitem', { name: 'Revoke' }).click();
    const title = visit.page.getByRole('heading', { name: `Revoke “${LONGEST_LABEL}”?` });
    await title.waitFor();
    await visit.picture('longest-label');
    expect(await isCut(title)).toBe(false);
    expect(await isCut(visit.page.getByRole('dialog'))).toBe(false);
  });
});

it.each(['//', '///', 'http://[', '/\\'])('/sign-in?from=%s shows the form', async (from) => {
  const visitor = await stage.begin();
  await visitor.page.goto(`/sign-in?${new URLSearchParams({ from })}`);
  await visitor.heading('Sign in');
  await visitor.page.getByLabel('Name').waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.end();
});

describe('the report of a run', () => {
  const clinic = (n: number) => aNumberedClinic(7000 + n, { phone: '+1-416-555-0199' });

  beforeAll(async () => {
    const { url } = stage.dashboard.testDatabase;
    const source = { source: 'clinics', fileName: 'reported.csv' };
    await runSync(url, source, new Date(Date.now() - 60_000), (writer) => writer.clinics([clinic(1)]));
    await runSync(url, source, new Date(), async (writer) => {
      await writer.clinics([{ ...clinic(1), wheelchair: true }, clinic(2), clinic(3), clinic(4)]);
      const reason = 'lat is 61, 1,900 km from the center of its postal area.';
      const faults = ['lat', 'lng'].map((column) => {
        return { column, value: '61', reason, isDoubtful: false, suggestions: [] };
      });
      writer.note({ kind: 'position', line: 2, column: 'lat, lng', value: '61', reason, faults });
      writer.note({ line: 3, column: 'website', value: 'htp:/x', reason: 'website is no address.' });
      writer.skip('places that are closed, or not open yet', 6);
      writer.skip('places that are closed, or not open yet', 9);
    });
  });

  it('and its left-out values are shown on a desktop and on a phone', async () => {
    await open('/runs', 'reported.csv');
    const row = visit.page.getByRole('row').filter({ hasText: 'reported.csv' }).first();
    await row.getByRole('link').click();
    const report = visit.page.getByRole('region', { name: 'Report' });
    await report.getByText('clinic, Wheelchair access (1)').waitFor();
    for (const text of ['lat (1), lng (1), website (1)', 'Positions far from', '+1-416-555-0199 (4)'])
      expect(await report.getByText(text).count()).toBe(1);
    await report.getByText('Telephones at more than 3 addresses (1)').waitFor();
    await report.getByText('places that are closed, or not open yet, lines 6, 9 (2)').waitFor();
    await visit.says('2 left out');
    await visit.page.getByRole('table', { name: 'Values left out' }).getByText('htp:/x').waitFor();
    await visit.says('No row was rejected.');
    expect(await visit.barriersOnScreens('run-report')).toEqual([]);
    await visit.page.setViewportSize(DESKTOP);
    expect(visit.complaints).toEqual([]);
  });
});

describe('the page of a run', () => {
  it('that failed does not claim that its rows could be used', async () => {
    await open('/runs', 'broken.csv');
    await visit.page.getByRole('row').filter({ hasText: 'broken.csv' }).getByRole('link').click();
    await visit.says('The run failed before a rejected row was recorded.');
    await visit.says('A failed run changes nothing.');
    expect(await visit.page.getByText('No row was rejected').count()).toBe(0);
    await visit.picture('failed-run');
  });

  it('whose lists were deleted says so', async () => {
    await runSync(
      stage.dashboard.testDatabase.url,
      { source: 'clinics', fileName: 'pruned.csv' },
      new Date(),
      (writer) => {
        writer.reject({ line: 7, column: 'name', value: '', reason: 'A name is missing.' });
        return Promise.resolve();
      },
      { maxRejected: 1 },
    );
    await stage.dashboard.rows(
      'delete from sync_reject where run_id in (select id from sync_run where file_name = $1)',
      ['pruned.csv'],
    );
    await open('/runs', 'pruned.csv');
    await visit.page.getByRole('row').filter({ hasText: 'pruned.csv' }).getByRole('link').click();
    await visit.says('The list was deleted from the history. The run counted 1.');
    await visit.says('This run changed nothing.');
    expect(visit.complaints).toEqual([]);
  });
});
