import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { barriersOf } from '../../../../tools/jest/chromium.js';
import { PASSWORD, type TestDashboard } from '../../server/test/test-dashboard.js';

/** Generous, because pages render without a graphics card on a machine that may be busy. */
/** Shorter, so that a failing test reports which step it waited for. */
const WAIT_MS = 60_000;
export { PASSWORD };
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

  /** Fills in name and password. */
  async typePassword(name: string, password: string): Promise<void> {
    await this.page.getByLabel('Name').fill(name);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Chooses PASSWORD after a one-time password. */
  async choosePassword(password = PASSWORD): Promise<void> {
    await this.page.getByLabel('New password', { exact: true }).fill(password);
    await this.page.getByLabel('Repeat the new password').fill(password);
    await this.page.getByRole('button', { name: 'Set password and continue' }).click();
  }

  /** Creates an administrator with PASSWORD and signs in. */
  async enrol(name: string): Promise<void> {
    const oneTime = await this.dashboard.invite(name);
    await this.page.goto('/sign-in');
    await this.typePassword(name, oneTime);
    await this.choosePassword();
    await this.heading('Overview');
  }

  async signIn(name: string): Promise<void> {
    await this.page.goto('/sign-in');
    await this.typePassword(name, PASSWORD);
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^Account of/ }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.heading('Sign in');
  }

  /** Waits for a page by its heading. */
  async heading(name: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }

  /** Waits until the page shows a text. */
  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Returns the accessibility violations that axe finds. */
  barriers(): Promise<string[]> {
    return barriersOf(this.page);
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
