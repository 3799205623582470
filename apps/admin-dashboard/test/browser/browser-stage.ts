import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startChromium } from '../../../../tools/jest/chromium.js';
import { TestDashboard, type TestDashboardOptions } from '../../server/test/test-dashboard.js';
import { startWorker } from '../running-worker.js';
import { Visit } from './visit.js';

const clientDirectory = join(import.meta.dirname, '../../dist/client');

export interface StageOptions extends Pick<TestDashboardOptions, 'hasProxy'> {
  /** Fill the database before the dashboard starts, one after the other. */
  readonly fill?: readonly ((databaseUrl: string) => Promise<unknown>)[];
  /** Takes uploads, which a worker imports, or which wait for one. */
  readonly uploads?: 'imported' | 'waiting';
  /** Returns more variables for the dashboard at an address. */
  readonly environment?: (url: string) => Promise<Readonly<Record<string, string>>>;
}

/** Chromium, and the real dashboard with its built client at its own address, for the tests of a file. */
export class BrowserStage {
  readonly #closing: (() => Promise<unknown>)[] = [];
  #chromium!: Browser;
  #dashboard!: TestDashboard;

  static async start(options: StageOptions = {}): Promise<BrowserStage> {
    const stage = new BrowserStage();
    try {
      await stage.#start(options);
    } catch (error) {
      await stage.stop();
      throw error;
    }
    return stage;
  }

  async #start({ fill = [], uploads, environment, ...options }: StageOptions): Promise<void> {
    const url = await this.#takeAddress();
    const spool = uploads && (await this.#makeSpool());
    const prepare = async (databaseUrl: string) => {
      for (const work of fill) await work(databaseUrl);
    };
    this.#dashboard = await TestDashboard.start(
      { DASHBOARD_URL: url, ...(spool && { IMPORT_SPOOL_DIR: spool }), ...(await environment?.(url)) },
      { clientDirectory, prepare, ...options },
    );
    this.#closing.unshift(() => this.#dashboard.stop());
    if (spool && uploads === 'imported') {
      const worker = await startWorker(this.#dashboard.testDatabase.url, spool);
      this.#closing.unshift(() => worker.stop());
    }
    this.#chromium = await startChromium();
    this.#closing.unshift(() => this.#chromium.close());
  }

  /** Listens for the dashboard, which has to know its address before it starts: a port that is only free then may be taken. */
  async #takeAddress(): Promise<string> {
    const server = createServer((request, response) => {
      this.#dashboard.app.getHttpServer().emit('request', request, response);
    }).listen(0, 'localhost');
    await once(server, 'listening');
    this.#closing.unshift(async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    });
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  async #makeSpool(): Promise<string> {
    const spool = await mkdtemp(join(tmpdir(), 'care-atlas-spool-'));
    this.#closing.unshift(() => rm(spool, { recursive: true, force: true }));
    return spool;
  }

  get dashboard(): TestDashboard {
    return this.#dashboard;
  }

  /** Opens a page in a new browser context. */
  begin(options?: BrowserContextOptions): Promise<Visit> {
    return Visit.begin(this.#chromium, this.#dashboard, options);
  }

  /** Opens a page of a new administrator who is signed in. */
  async enrol(name: string, options?: BrowserContextOptions): Promise<Visit> {
    const visit = await this.begin(options);
    await visit.enrol(name);
    return visit;
  }

  async stop(): Promise<void> {
    for (const close of this.#closing) await close();
  }
}
