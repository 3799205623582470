import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { PASSWORD, type TestDashboard } from '../../server/test/test-dashboard.js';

/** Pages are drawn without a graphics card, on a machine that may be busy. */
export const PATIENCE_MS = 300_000;
/** Less, so that a test that waits in vain says for what. */
const WAIT_MS = 60_000;
export { PASSWORD };
/** Where pictures of the pages are put; none are taken without it. */
const PICTURES = process.env['DASHBOARD_PICTURES'];

/** A person in front of the dashboard: a browser that shares nothing with that of others. */
export class Visit {
  /** What the browser complains of: faults of scripts, and what the page's policy forbids. */
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
      // The browser also counts every refusal of the server as an error; those are what tests ask for.
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

  /** Makes an administrator with PASSWORD who is signed in. */
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

  /** Waits until the page says something. */
  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** What stands in the way of people with disabilities, as far as a program can tell. */
  async barriers(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }

  /** Takes a picture of the whole page, when somebody wants pictures. */
  async picture(name: string): Promise<void> {
    if (PICTURES) await this.page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }
}
