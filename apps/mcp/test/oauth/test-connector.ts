import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { readConfiguration } from '@care-atlas/server/configuration';
import { SILENT_LOG } from '@care-atlas/server/observability';
import { type Counters, openCounters } from '@care-atlas/server/limits';
import { createMcp } from '../../src/app.js';
import { NOW, testModel } from '../directory-records.js';

/** The whole connector, listening at the address that it says it has. */
export class TestConnector {
  /** A live key that is active. */
  key = '';
  #keyId = '';

  private constructor(
    readonly origin: string,
    private readonly testDatabase: TestDatabase,
    private readonly database: Database,
    private readonly app: NestFastifyApplication,
    private readonly counters: Counters,
  ) {}

  get url(): URL {
    return new URL(`${this.origin}/mcp`);
  }

  static async start(): Promise<TestConnector> {
    const testDatabase = await createTestDatabase();
    const database = await openDatabase(testDatabase.url);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const model = testModel();
    const configuration = readConfiguration({ DATABASE_URL: testDatabase.url, MCP_URL: `${origin}/mcp` });
    const counters = await openCounters(configuration, database, SILENT_LOG);
    const surroundings = { configuration, database, currentModel: () => model, clock: () => NOW };
    const app = await createMcp({ ...surroundings, ...counters, logger: false });
    await app.listen(port, '127.0.0.1');
    const connector = new TestConnector(origin, testDatabase, database, app, counters);
    await connector.#mint();
    await new KeyRepository(database).ensure(configuration.sandboxKey, {
      kind: 'sandbox',
      label: 'published',
    });
    return connector;
  }

  /** Ends the key; there is another one then. */
  async replaceKey(): Promise<void> {
    await new KeyRepository(this.database).revoke(this.#keyId);
    await this.#mint();
  }

  async #mint(): Promise<void> {
    this.key = makeKey('live', (count) => randomBytes(count));
    const { id } = await new KeyRepository(this.database).create({ kind: 'live', label: 'test' }, this.key);
    this.#keyId = id;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.counters.close();
    await this.database.close();
    await this.testDatabase.drop();
  }
}

/** A port for an address that must be known before anything listens there. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
