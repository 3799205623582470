import { join } from 'node:path';
import type { Role } from '@care-atlas/domain/access';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { barriersOf, onScreens, OTHER_SCREENS, type Screens } from '../../../../tools/jest/chromium.js';
import type { TestBrowser } from '../../server/test/test-browser.js';
import { PASSWORD, type TestDashboard } from '../../server/test/test-dashboard.js';

/** Generous, because pages render without a graphics card; shorter than a test may take, so that a failing test names its step. */
const WAIT_MS = 180_000;
export { PASSWORD };
/** The rules of axe that depend on the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** The directory of screenshots; without it, none are taken. */
const PICTURES = process.env['DASHBOARD_PICTURES'];

/** A user's browser, which shares no state with other visits. */
export class Visit {
  /** Script errors and violations of the content security policy. */
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    private readonly dashboard: TestDashboard,
  ) {}

  static async begin(
    chromium: Browser,
    dashboard: TestDashboard,
    options: BrowserContextOptions = {},
  ): Promise<Visit> {
    const context = await chromium.newContext({
      baseURL: dashboard.url,
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(WAIT_MS);
    const visit = new Visit(await context.newPage(), context, dashboard);
    visit.page.on('pageerror', (error) => visit.complaints.push(String(error)));
    visit.page.on('console', (message) => {
      // The browser also reports error responses, which tests provoke.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) visit.complaints.push(message.text());
    });
    return visit;
  }

  end(): Promise<void> {
    return this.context.close();
  }

  /** Fills in name and password, on the sign-in page or above another page. */
  async typePassword(name: string, password: string): Promise<void> {
    const submit = this.page.getByRole('button', { name: 'Sign in', exact: true });
    const form = this.page.locator('form', { has: submit });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Password', { exact: true }).fill(password);
    await submit.click();
  }

  /** Chooses PASSWORD after a one-time password. */
  async choosePassword(password = PASSWORD): Promise<void> {
    await this.page.getByLabel('New password', { exact: true }).fill(password);
    await this.page.getByLabel('Repeat the new password').fill(password);
    await this.page.getByRole('button', { name: 'Set password and continue' }).click();
  }

  /** Creates a person with PASSWORD, by default an administrator, and begins a session without the form. */
  async enrol(name: string, role?: Role): Promise<void> {
    await this.#take(await this.dashboard.enrol(name, this.dashboard.browser(), role));
  }

  /** Begins a session of a person with PASSWORD without the form. */
  async enter(name: string): Promise<void> {
    const browser = this.dashboard.browser();
    await browser.signIn(name, PASSWORD);
    await this.#take(browser);
  }

  /** Takes over the session of another browser. */
  #take({ cookies }: TestBrowser): Promise<void> {
    const { url } = this.dashboard;
    return this.context.addCookies(Array.from(cookies, ([name, value]) => ({ name, value, url })));
  }

  /** Signs in by the form. */
  async signIn(name: string): Promise<void> {
    await this.page.goto('/sign-in');
    await this.typePassword(name, PASSWORD);
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^Account of/ }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.heading('Sign in');
  }

  /**
   * Opens a page, as a link does where another one is open: its script goes on, which takes a third of the time of a load. The
   * same page is loaded, because it would keep its state, and a page with a dialog, which would stay open.
   */
  async open(path: string): Promise<void> {
    const [from, to] = [new URL(this.page.url()), new URL(path, this.dashboard.url)];
    const isElsewhere = from.origin === to.origin && from.pathname !== to.pathname;
    if (!isElsewhere || (await this.page.getByRole('dialog').count()) > 0) {
      await this.page.goto(path);
      return;
    }
    const heading = await this.page.getByRole('heading', { level: 1 }).elementHandle();
    const title = await heading!.textContent();
    await this.page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    // The page before stays until the script of the next one is loaded, and may have fields of the same names.
    await this.page.waitForFunction(
      ([element, text]) => !element!.isConnected || element!.textContent !== text,
      [heading, title] as const,
    );
  }

  /** Waits for a page by its heading. */
  async heading(name: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }

  /** Waits until the page shows a text. */
  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Returns the accessibility violations that axe finds, by all of its rules or by those named. */
  barriers(...rules: string[]): Promise<string[]> {
    return barriersOf(this.page, ...rules);
  }

  /**
   * Returns the violations in dark and in light colors, and takes screenshots under a name that is completed by the colors.
   * Only the colors differ, so that the other rules hold for both.
   */
  async barriersInColors(name: string): Promise<string[]> {
    await this.#turn('dark');
    await this.picture(`${name}-dark`);
    const dark = await this.barriers(...COLOR_RULES);
    await this.#turn('light');
    await this.picture(`${name}-light`);
    return [...dark, ...(await this.barriers())];
  }

  /**
   * Returns the violations on a phone and on a desktop, and waits until nothing sticks out of them. By default the phone has light
   * colors and the desktop dark ones: the tests of the French pages exchange the colors, which no language changes.
   */
  async barriersOnScreens(name: string, screens: Screens = OTHER_SCREENS): Promise<string[]> {
    const found: string[] = [];
    const look = async (screen: string) => {
      await this.picture(`${name}-${screen}`);
      found.push(...(await this.barriers()));
    };
    await onScreens(this.page, look, screens);
    return found;
  }

  /** Changes the color scheme of the system, and waits until the page has followed. */
  async #turn(colorScheme: 'dark' | 'light'): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.page.waitForFunction((scheme) => {
      const { dataset } = document.documentElement;
      const isSettled = document.getAnimations().every(({ playState }) => playState !== 'running');
      return dataset['mantineColorScheme'] === scheme && isSettled;
    }, colorScheme);
  }

  /** Begins to count what the page receives, compressed and with headers. Returns the number so far. */
  async countBytes(): Promise<() => number> {
    const network = await this.context.newCDPSession(this.page);
    await network.send('Network.enable');
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    return () => bytes;
  }

  /** Takes a screenshot of the whole page if screenshots are enabled. */
  async picture(name: string): Promise<void> {
    if (PICTURES) await this.page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }
}
