import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createAdministrator } from '@care-atlas/data/administration';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { readDashboardConfiguration } from '@care-atlas/server/configuration';
import { DirectorySource } from '@care-atlas/server/answers';
import { createDashboard } from '../src/app.js';
import { TestBrowser } from './test-browser.js';

export const NOW = new Date('2026-11-20T15:30:00Z');
export const PASSWORD = 'maple kettle orbit seventeen';
const MINUTE_MS = 60_000;
const PAGE = '<!doctype html><meta property="csp-nonce" nonce="CARE_ATLAS_NONCE"><title>Dashboard</title>';

/** The real dashboard over a database of its own, with a clock that the test moves. */
export class TestDashboard {
  #now = NOW.getTime();

  private constructor(
    readonly url: string,
    readonly testDatabase: TestDatabase,
    readonly database: Database,
    private readonly source: DirectorySource,
    readonly app: NestFastifyApplication,
    private readonly clientDirectory: string,
  ) {}

  /** @param prepare fills the database before the dashboard starts */
  static async start(
    env: Readonly<Record<string, string>> = {},
    prepare: (databaseUrl: string) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<TestDashboard> {
    const testDatabase = await createTestDatabase();
    await prepare(testDatabase.url);
    const database = await openDatabase(testDatabase.url);
    const clientDirectory = await mkdtemp(join(tmpdir(), 'care-atlas-client-'));
    await mkdir(join(clientDirectory, 'assets'));
    await writeFile(join(clientDirectory, 'index.html'), PAGE);
    await writeFile(join(clientDirectory, 'assets/app-1a2b.js'), 'export {};');
    const configuration = readDashboardConfiguration({
      DATABASE_URL: testDatabase.url,
      DASHBOARD_SECRET: 'a secret of the tests, long enough',
      ...env,
    });
    const source = await DirectorySource.open(testDatabase.url, () => undefined);
    const time = { clock: () => NOW };
    const app = await createDashboard({
      configuration,
      database,
      currentModel: source.currentModel,
      clock: () => time.clock(),
      stopwatch: () => time.clock().getTime(),
      randomBytes: (count) => randomBytes(count),
      clientDirectory,
      logger: false,
    });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const dashboard = new TestDashboard(
      configuration.url,
      testDatabase,
      database,
      source,
      app,
      clientDirectory,
    );
    time.clock = () => dashboard.now;
    return dashboard;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.source.close();
    await this.database.close();
    await this.testDatabase.drop();
    await rm(this.clientDirectory, { recursive: true });
  }

  get now(): Date {
    return new Date(this.#now);
  }

  pass(minutes: number): void {
    this.#now += minutes * MINUTE_MS;
  }

  browser(address = '203.0.113.7', userAgent = FIREFOX): TestBrowser {
    return new TestBrowser(this.app, this.url, { address, userAgent });
  }

  /** Makes an administrator with a one-time password. */
  async invite(name: string): Promise<string> {
    const surroundings = { now: this.now, randomBytes: (count: number) => randomBytes(count) };
    const password = await createAdministrator(this.database, name, surroundings);
    if (password === undefined) throw new Error(`${name} is there already.`);
    return password;
  }

  /** An administrator who has chosen the PASSWORD, signed in. */
  async enrol(name: string, browser = this.browser()): Promise<TestBrowser> {
    const oneTime = await this.invite(name);
    await browser.signIn(name, oneTime);
    await browser.post('/api/sign-in/new-password', { newPassword: PASSWORD });
    return browser;
  }

  /** Rows of the database. */
  async rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.database.pool.query(sql, [...values])).rows as Row[];
  }

  /** What the audit says was done, the oldest first. */
  async deeds(): Promise<string[]> {
    const rows = await this.rows<{ deed: string }>(
      `select concat_ws(' ', nullif(actor, ''), action, nullif(subject, '')) as deed from audit_event order by id`,
    );
    return rows.map(({ deed }) => deed);
  }

  /** Listens on a free port of this machine. */
  async listen(): Promise<number> {
    await this.app.listen(0, '127.0.0.1');
    return (this.app.getHttpServer().address() as AddressInfo).port;
  }
}

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
