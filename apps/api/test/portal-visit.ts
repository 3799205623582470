import { readApiConfiguration } from '@care-atlas/server/configuration';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startChromium } from '../../../tools/jest/chromium.js';
import { TestApi } from './test-api.js';

// Pages are drawn and looked through without a graphics card, on a machine that may be busy.
const PATIENCE_MS = 180_000;

export const { sandboxKey } = readApiConfiguration({ DATABASE_URL: 'postgres://localhost/none' });

/** A browser, and an API whose portal it visits with the published sandbox key. */
export class PortalVisit {
  readonly #contexts: BrowserContext[] = [];

  private constructor(
    private readonly chromium: Browser,
    readonly api: TestApi,
    readonly origin: string,
    /** What the browser complains of: faults of scripts, and what the page's policy forbids. */
    readonly complaints: string[] = [],
  ) {}

  static async start(env?: Readonly<Record<string, string>>): Promise<PortalVisit> {
    const chromium = await startChromium();
    const api = await TestApi.start({ env });
    await api.publishSandboxKey(sandboxKey);
    return new PortalVisit(chromium, api, `http://127.0.0.1:${await api.listen()}`);
  }

  /** Opens a page in a new browser context. */
  async open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await this.chromium.newContext(options);
    this.#contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
    await page.goto(`${this.origin}${path}`);
    return page;
  }

  /** Opens the home page with its filters unfolded. */
  async openFilters(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const page = await this.open('/', options);
    await page.getByText('Filters', { exact: true }).click();
    return page;
  }

  /** Closes the pages of a test. */
  async leave(): Promise<void> {
    this.complaints.length = 0;
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }

  async stop(): Promise<void> {
    await this.chromium.close();
    await this.api.stop();
  }
}

/** The request line that the panel shows. */
export function requestOf(page: Page): Promise<string | null> {
  return page.locator('.request').textContent();
}

/** The JSON that the panel shows. */
export async function answerOf<T>(page: Page): Promise<T> {
  return JSON.parse((await page.locator('#answer').textContent()) ?? '') as T;
}
