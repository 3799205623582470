import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createAdministrator } from '@care-atlas/data/administration';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { readDashboardConfiguration } from '@care-atlas/server/configuration';
import { DirectorySource } from '@care-atlas/server/answers';
import { createDashboard } from '../../server/src/app.js';
import { freePort } from './free-port.js';

const CLIENT = join(import.meta.dirname, '../../dist/client');
const MINUTE_MS = 60_000;

/** The real dashboard with its built client, at an address of its own, with a clock that the test moves. */
export class RunningDashboard {
  #ahead = 0;

  private constructor(
    readonly url: string,
    readonly database: Database,
    private readonly testDatabase: TestDatabase,
    private readonly source: DirectorySource,
    private readonly app: NestFastifyApplication,
  ) {}

  /** @param prepare fills the database before the dashboard starts */
  static async start(
    prepare: (databaseUrl: string) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<RunningDashboard> {
    const testDatabase = await createTestDatabase();
    await prepare(testDatabase.url);
    const database = await openDatabase(testDatabase.url);
    const source = await DirectorySource.open(testDatabase.url, () => undefined);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const time = { clock: () => new Date() };
    const app = await createDashboard({
      configuration: readDashboardConfiguration({
        DATABASE_URL: testDatabase.url,
        DASHBOARD_SECRET: 'a secret of the tests, long enough',
        DASHBOARD_URL: url,
      }),
      database,
      currentModel: source.currentModel,
      clock: () => time.clock(),
      stopwatch: () => performance.now(),
      randomBytes: (count) => randomBytes(count),
      clientDirectory: CLIENT,
      logger: false,
    });
    await app.listen(port, 'localhost');
    const dashboard = new RunningDashboard(url, database, testDatabase, source, app);
    time.clock = () => dashboard.now;
    return dashboard;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.source.close();
    await this.database.close();
    await this.testDatabase.drop();
  }

  get databaseUrl(): string {
    return this.testDatabase.url;
  }

  get now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  pass(minutes: number): void {
    this.#ahead += minutes * MINUTE_MS;
  }

  /** Makes an administrator. @returns the one-time password */
  async invite(name: string): Promise<string> {
    const surroundings = { now: this.now, randomBytes: (count: number) => randomBytes(count) };
    const password = await createAdministrator(this.database, name, surroundings);
    if (password === undefined) throw new Error(`${name} is there already.`);
    return password;
  }
}
