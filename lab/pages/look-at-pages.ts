// npm run look -- [--folder FOLDER] [--only PART]
// Opens every state of the pages of a running service, on a phone and a desktop, light and dark, in English and French: what axe
// finds, what sticks out sideways and what a script complains of is printed, and pictures are written, with sheets of each form. One
// more form has forced colors. A dialog is opened and left by the keyboard, which must not lose the focus.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { barriersOf, OTHER_SCREENS, SCREENS, startChromium } from '../../tools/jest/chromium.js';
import { dashboardStates, portalStates, type State } from './states.js';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'lab/pages/out' },
    /** Part of the names of the states and forms to look at, such as "keys" or "fr phone". */
    only: { type: 'string', default: '' },
    portal: { type: 'string', default: 'http://localhost:3000' },
    /** Without it, the dashboard is left out. Its person comes from DASHBOARD_NAME and DASHBOARD_PASSWORD. */
    dashboard: { type: 'string' },
  },
});
const FOLDER = resolve(values.folder);
const COLORED_FORMS = (['en', 'fr'] as const).flatMap((language) =>
  (['phone', 'desktop'] as const).flatMap((screen) =>
    [SCREENS, OTHER_SCREENS].map((screens) => ({ language, screen, ...screens[screen] })),
  ),
);
type Form = (typeof COLORED_FORMS)[number] & { readonly forcedColors?: 'active' };
const FORMS: readonly Form[] = [...COLORED_FORMS, { ...COLORED_FORMS[0]!, forcedColors: 'active' }];
/** The columns of a sheet, and the width of a picture there. */
const SHEET = { phone: { columns: 8, width: 240 }, desktop: { columns: 4, width: 480 } } as const;
const SHEET_STYLE =
  'body{margin:0;display:flex;flex-wrap:wrap;gap:8px;background:#888;font:14px sans-serif}figure{margin:0}';

const clinic = await idOfClinic(values.portal);
const services = [
  { name: 'portal', url: values.portal, states: portalStates(clinic) },
  ...(values.dashboard
    ? [{ name: 'dashboard', url: values.dashboard, states: dashboardStates(clinic) }]
    : []),
];
mkdirSync(FOLDER, { recursive: true });
const chromium = await startChromium();
let findings = 0;
let pictures = 0;
for (const form of FORMS) for (const service of services) findings += await look(chromium, service, form);
await chromium.close();
console.log(`${pictures} pictures: ${findings} findings. Sheets are in ${FOLDER}.`);
// No picture: no state or form has the part of a name that was asked for.
process.exitCode = findings > 0 || pictures === 0 ? 1 : 0;

/** Looks at the states of a service in one form. @returns the number of findings */
async function look(
  browser: Browser,
  { name, url, states }: { readonly name: string; readonly url: string; readonly states: readonly State[] },
  form: Form,
): Promise<number> {
  const { language, screen, colorScheme, viewport, forcedColors = 'none' } = form;
  const formName = `${language} ${screen} ${forcedColors === 'active' ? 'forced' : colorScheme}`;
  const looked = states.filter(([state]) => `${state} ${formName}`.includes(values.only));
  if (looked.length === 0) return 0;
  const locale = `${language}-CA`;
  const context = await browser.newContext({
    baseURL: url,
    colorScheme,
    viewport,
    locale,
    forcedColors,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  if (name === 'dashboard') await signIn(page);
  const shown: { readonly state: string; readonly picture: Buffer }[] = [];
  let count = 0;
  for (const [state, address, bringAbout] of looked) {
    await open(page, name === 'portal' && language === 'fr' ? `/fr${address}` : address);
    const opener = await bringAbout?.(page);
    const lost = opener ? await focusFaults(page) : [];
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    const sideways = wide > 0 ? [`sticks out by ${wide} px`] : [];
    const barriers = await barriersOf(page);
    // axe reads the colors of the style, but the system has chosen others.
    const isOfStyle = (finding: string) => forcedColors === 'active' && finding.startsWith('color-contrast:');
    const found = [
      ...barriers.filter((finding) => !isOfStyle(finding)),
      ...sideways,
      ...complaints.splice(0),
      ...lost,
    ];
    const picture = await page.screenshot({ path: join(FOLDER, fileOf(`${name} ${state} ${formName}`)) });
    shown.push({ state, picture });
    pictures++;
    if (opener && !(await leavesDialog(opener))) found.push('Escape does not bring the focus back');
    for (const finding of found) console.log(`${name}, ${state}, ${formName}: ${finding}`);
    count += found.length;
  }
  const { columns, width } = SHEET[screen];
  await page.goto('about:blank');
  await page.setViewportSize({ width: columns * (width + 8), height: 900 });
  const figures = shown.map(
    ({ state, picture }) =>
      `<figure><img width=${width} src="data:image/png;base64,${picture.toString('base64')}"><figcaption>${state}</figcaption></figure>`,
  );
  await page.setContent(`<style>${SHEET_STYLE}</style>${figures.join('')}`);
  await page.screenshot({ path: join(FOLDER, fileOf(`sheet ${name} ${formName}`)), fullPage: true });
  await context.close();
  return count;
}

function fileOf(words: string): string {
  return `${words.replaceAll(/[^a-z0-9]+/gi, '-')}.png`;
}

/** Opens a page once its content is there; where the address has asked too often, when it may ask again. */
async function open(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address);
  if (answer?.status() === 429) {
    await sleep(Number(answer.headers()['retry-after']) * 1000);
    return open(page, address);
  }
  await page.locator('h1').first().waitFor();
  // The dashboard asks for what it shows, and draws bones until then; its stream of changes never ends.
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

/** Returns what is wrong with the focus of an open dialog. */
async function focusFaults(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog');
  const isFocused = () => comes(dialog.locator(':focus'), 'attached');
  if (!(await isFocused())) return ['the dialog does not have the focus'];
  const focused = await dialog.locator(':focus').elementHandle();
  await page.keyboard.press('Shift+Tab');
  const isKept = await isFocused();
  await focused!.focus();
  return isKept ? [] : ['the dialog does not keep the focus'];
}

/** Leaves a dialog by the keyboard. @returns whether it closes, and the focus is on the button again */
async function leavesDialog(button: Locator): Promise<boolean> {
  await button.page().keyboard.press('Escape');
  return (
    (await comes(button.page().getByRole('dialog'), 'detached')) &&
    (await comes(button.and(button.page().locator(':focus')), 'attached'))
  );
}

function comes(target: Locator, state: 'attached' | 'detached'): Promise<boolean> {
  return target
    .waitFor({ state, timeout: 10_000 })
    .then(() => true)
    .catch(() => false);
}

async function signIn(page: Page): Promise<void> {
  const { DASHBOARD_NAME: name = '', DASHBOARD_PASSWORD: password = '' } = process.env;
  await page.goto('/sign-in');
  await page.locator('input[autocomplete~=username]').fill(name);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('nav').first().waitFor();
}

async function idOfClinic(portal: string): Promise<string> {
  const page = await (await fetch(`${portal}/doctors/900001`)).text();
  const [, id] = /\/clinics\/([0-9a-f-]{36})"/.exec(page) ?? [];
  if (id === undefined) throw new Error(`${portal} has no doctor 900001: start it with the sample.`);
  return id;
}
