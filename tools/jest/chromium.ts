import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Frame,
  type Locator,
  type Page,
} from 'playwright-core';

/** The build without a desktop comes first: tests take 0.6 of the time with it. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** Tests run in the folders of their projects. */
const PICTURES = join(import.meta.dirname, '../../docs/pictures');
const README_VIEWPORT = { width: 1120, height: 700 };
/** The form of axe that is less than half as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Where a page was sent axe. */
const sentAxe = new WeakSet<BrowserContext>();

/** Starts this machine's Chromium without a window. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: pathOfChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--in-process-gpu',
      // Scripts of a page do not run long enough to make up for their optimization.
      '--js-flags=--no-opt --no-maglev',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** What is used of a browser's window: not every project that tests with a browser has its types. */
interface Window {
  readonly innerWidth: number;
  readonly document: {
    readonly documentElement: {
      readonly scrollWidth: number;
      readonly dataset: Readonly<Record<string, string | undefined>>;
    };
    getAnimations(): { readonly playState: string }[];
  };
}

/** A screen on which the longest texts stick out first, and one of the other kind. */
export const SCREENS = {
  phone: { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  desktop: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
} as const;
/** The same with the colors exchanged. */
export const OTHER_SCREENS = {
  phone: { ...SCREENS.phone, colorScheme: 'light' },
  desktop: { ...SCREENS.desktop, colorScheme: 'dark' },
} as const;
export type Screens = typeof SCREENS | typeof OTHER_SCREENS;

/**
 * Looks at an open page on each screen, once nothing sticks out and the colors have changed. It begins with the screen on which
 * the page is, because a change draws everything anew.
 */
export async function onScreens(
  page: Page,
  look: (screen: keyof typeof SCREENS) => Promise<void>,
  screens: Screens = SCREENS,
): Promise<void> {
  const isOnPhone = page.viewportSize()?.width === SCREENS.phone.viewport.width;
  for (const screen of isOnPhone ? (['phone', 'desktop'] as const) : (['desktop', 'phone'] as const)) {
    const { colorScheme, viewport } = screens[screen];
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.waitForFunction((scheme) => {
      const { document, innerWidth } = globalThis as unknown as Window;
      const isSettled = document.getAnimations().every(({ playState }) => playState !== 'running');
      const { dataset, scrollWidth } = document.documentElement;
      // Where a script chooses the colors, it follows later.
      const shown = dataset['mantineColorScheme'] ?? scheme;
      return isSettled && shown === scheme && scrollWidth <= innerWidth;
    }, colorScheme);
    await look(screen);
  }
}

/** Writes a picture of a page for the README or a document in light and in dark colors, where `npm run pictures` asks for it. */
export async function readmePictures(page: Page, name: string): Promise<void> {
  if (process.env['README_PICTURES'] === undefined) return;
  await page.setViewportSize(README_VIEWPORT);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(() => {
      const { document } = globalThis as unknown as Window;
      return document.getAnimations().every(({ playState }) => playState !== 'running');
    });
    await readmePicture(page, `${name}-${colorScheme}`);
  }
}

/** Writes a picture for the README as the page is, where `npm run pictures` asks for it. */
export async function readmePicture(shown: Page | Locator, name: string): Promise<void> {
  const { README_PICTURES: asked } = process.env;
  if (asked !== undefined) await shown.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/**
 * Returns the violations of accessibility that axe finds on a page, or in a frame, by all of its rules or by those named. A page
 * has no frames of the same site, which axe would have to look into.
 */
export async function barriersOf(page: Page | Frame, ...rules: string[]): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    // Off unless asked for, although WCAG 2.2 asks for it.
    rules: { 'target-size': { enabled: true } },
    ...(rules.length > 0 && { runOnly: { type: 'rule', values: rules } }),
  };
  if (!(await page.evaluate(() => 'axe' in globalThis))) await sendAxe(page);
  // Most of the results say what is well, so only the violations leave the page.
  return page.evaluate<string[]>(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
}

/** Sends axe to a page. From the second page of a context on, the next ones load it by themselves, in a third of the time. */
async function sendAxe(page: Page | Frame): Promise<void> {
  const context = 'page' in page ? page.page().context() : page.context();
  if (sentAxe.has(context)) await context.addInitScript(AXE);
  sentAxe.add(context);
  await page.evaluate(AXE);
}

/** Returns the program in the variable CHROMIUM, or the first usual name on the path. */
export function pathOfChromium(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const usual = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = [process.env['CHROMIUM'] ?? '', ...usual].find(isProgram);
  if (found !== undefined) return found;
  throw new Error(
    'Tests in a browser need Chromium: install it ("apt-get install chromium-headless-shell"), or name it by CHROMIUM.',
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}
