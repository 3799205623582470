import { SILENT_LOG } from '@care-atlas/server/observability';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AdministratorRepository, createAdministrator, hashPassword } from '@care-atlas/data/administration';
import type { Role } from '@care-atlas/domain/access';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { type DashboardConfiguration, readDashboardConfiguration } from '@care-atlas/server/configuration';
import { DirectorySource } from '@care-atlas/data/directory';
import { createDashboard } from '../src/app.js';
import { AlertSender } from '../src/health/alert-sender.js';
import { TestBrowser } from './test-browser.js';

export const NOW = new Date('2026-11-20T15:30:00Z');
export const PASSWORD = 'maple kettle orbit seventeen';
export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
/** Hashed once: that takes longer than most requests. */
const passwordHash = hashPassword(PASSWORD);
const MINUTE_MS = 60_000;
const PAGE = '<!doctype html><meta property="csp-nonce" nonce="CARE_ATLAS_NONCE"><title>Dashboard</title>';

export interface TestDashboardOptions {
  /** Fills the database before the dashboard starts. */
  readonly prepare?: (databaseUrl: string) => Promise<unknown>;
  /** The built client and the system's clock, for tests in a browser. */
  readonly clientDirectory?: string;
  /** Puts a proxy between the dashboard and its database, for tests that stage outages. */
  readonly hasProxy?: boolean;
  /** Waits for a database that a busy machine delays. Only tests of outages are about how long it does not. */
  readonly isPatient?: boolean;
}

/** The real dashboard with its own database and a clock that the test advances. */
export class TestDashboard {
  #advanced = 0;

  private constructor(
    readonly url: string,
    readonly testDatabase: TestDatabase,
    readonly database: Database,
    private readonly source: DirectorySource,
    readonly app: NestFastifyApplication,
    readonly configuration: DashboardConfiguration,
    private readonly faultProxy: FaultProxy | undefined,
    private readonly startedAt: () => number,
    private readonly removeClient: () => Promise<void>,
  ) {}

  static async start(
    env: Readonly<Record<string, string>> = {},
    { prepare, clientDirectory, hasProxy = false, isPatient = !hasProxy }: TestDashboardOptions = {},
  ): Promise<TestDashboard> {
    const testDatabase = await createTestDatabase();
    await prepare?.(testDatabase.url);
    const proxy = hasProxy ? await FaultProxy.start(new URL(testDatabase.url)) : undefined;
    const databaseUrl = Object.assign(
      new URL(testDatabase.url),
      proxy && { hostname: '127.0.0.1', port: proxy.port },
    ).href;
    const database = await openDatabase(databaseUrl, isPatient ? PATIENT : {});
    const emptyClient = clientDirectory === undefined ? await writeEmptyClient() : undefined;
    const configuration = readDashboardConfiguration({
      DATABASE_URL: databaseUrl,
      DASHBOARD_SECRET: 'a secret of the tests, long enough',
      ...env,
    });
    const { url } = configuration;
    const source = await DirectorySource.open(databaseUrl, SILENT_LOG);
    const startedAt = emptyClient === undefined ? Date.now : () => NOW.getTime();
    const time = { clock: () => new Date(startedAt()) };
    const app = await createDashboard({
      configuration,
      database,
      currentModel: source.currentModel,
      alerts: new AlertSender({ ...configuration.alerts, dashboardUrl: url }, SILENT_LOG),
      clock: () => time.clock(),
      stopwatch: () => time.clock().getTime(),
      randomBytes: (count) => randomBytes(count),
      clientDirectory: clientDirectory ?? emptyClient!,
      logger: false,
    });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const removeClient = async () => {
      if (emptyClient !== undefined) await rm(emptyClient, { recursive: true });
    };
    const dashboard = new TestDashboard(
      url,
      testDatabase,
      database,
      source,
      app,
      configuration,
      proxy,
      startedAt,
      removeClient,
    );
    time.clock = () => dashboard.now;
    return dashboard;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.source.close();
    await this.database.close();
    await this.faultProxy?.disconnect();
    await this.testDatabase.drop();
    await this.removeClient();
  }

  /** Between the dashboard and its database, where the options ask for it. */
  get proxy(): FaultProxy {
    return this.faultProxy!;
  }

  get currentModel(): DirectorySource['currentModel'] {
    return this.source.currentModel;
  }

  get now(): Date {
    return new Date(this.startedAt() + this.#advanced);
  }

  /** Advances the clock. */
  pass(minutes: number): void {
    this.#advanced += minutes * MINUTE_MS;
  }

  browser(address = '203.0.113.7', userAgent = FIREFOX): TestBrowser {
    return new TestBrowser(this.app, this.url, { address, userAgent });
  }

  /** Creates a person who may sign in. @returns the one-time password */
  async invite(name: string, role?: Role): Promise<string> {
    const surroundings = { now: this.now, randomBytes: (count: number) => randomBytes(count) };
    const password = await createAdministrator(this.database, name, surroundings, role);
    if (password === undefined) throw new Error(`${name} already exists.`);
    return password;
  }

  /** Creates a person with PASSWORD who is signed in, by default an administrator. */
  async enrol(name: string, browser = this.browser(), role?: Role): Promise<TestBrowser> {
    await this.invite(name, role);
    const administrators = new AdministratorRepository(this.database);
    const { id } = (await administrators.byName(name))!;
    await administrators.setPassword(id, { hash: await passwordHash, changedAt: this.now });
    await browser.signIn(name, PASSWORD);
    return browser;
  }

  async rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.database.pool.query(sql, [...values])).rows as Row[];
  }

  /** Returns "actor action subject" of every audit event, oldest first. */
  async auditEvents(): Promise<string[]> {
    const rows = await this.rows<{ event: string }>(
      `select concat_ws(' ', nullif(actor, ''), action, nullif(subject, '')) as event from audit_event order by id`,
    );
    return rows.map(({ event }) => event);
  }

  /** @param port a free one by default @returns the port */
  async listen(port = 0, host = '127.0.0.1'): Promise<number> {
    await this.app.listen(port, host);
    return (this.app.getHttpServer().address() as AddressInfo).port;
  }
}

async function writeEmptyClient(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'care-atlas-client-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), PAGE);
  await writeFile(join(directory, 'assets/app-1a2b.js'), 'export {};');
  return directory;
}
