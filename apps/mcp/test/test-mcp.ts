import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository, type KeyTerms, KeyUsageRepository } from '@care-atlas/data/keys';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import type { ReadModel } from '@care-atlas/domain/read-model';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { readMcpConfiguration } from '@care-atlas/server/configuration';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { SILENT_LOG, UsageRecorder } from '@care-atlas/server/observability';
import { createMcp } from '../src/app.js';
import { NOW } from '../../../libs/domain/test/builders.js';
import { testModel } from './directory-records.js';

const LIMITS = {
  RATE_LIMIT_SANDBOX: '1000000',
  RATE_LIMIT_LIVE: '1000000',
  RATE_LIMIT_FAILURES: '1000000',
  RATE_LIMIT_OAUTH: '1000000',
};

export interface McpOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly servers?: McpServerFactory;
  /** The database of keys and of changes; an own one without it. */
  readonly testDatabase?: TestDatabase;
  /** Returns the read model to answer from; the test directory by default. */
  readonly currentModel?: () => ReadModel;
  /** Port of the connector and of its configured address; any port and the default address without one. */
  readonly port?: number;
}

/** The real connector, listening, over its own database with a live and a sandbox key. */
export class TestMcp {
  readonly keys = {} as Record<'live' | 'sandbox', string>;
  readonly #closing: (() => Promise<unknown>)[] = [];
  #elapsed = 1_000_000;
  now = NOW;
  #app!: NestFastifyApplication;
  #usage!: UsageRecorder;
  #database!: Database;

  static async start(options: McpOptions = {}): Promise<TestMcp> {
    const mcp = new TestMcp();
    await mcp.#start(options.testDatabase ?? (await mcp.#ownDatabase()), options);
    return mcp;
  }

  async #ownDatabase(): Promise<TestDatabase> {
    const created = await createTestDatabase();
    this.#closing.push(() => created.drop());
    return created;
  }

  async #start(testDatabase: TestDatabase, options: McpOptions): Promise<void> {
    const { env = {}, servers, currentModel, port = 0 } = options;
    const database = await openDatabase(testDatabase.url, PATIENT);
    this.#database = database;
    const model = testModel();
    const stores = { usage: new KeyUsageRepository(database), keys: new KeyRepository(database) };
    this.#usage = new UsageRecorder(stores, () => NOW.getTime(), SILENT_LOG);
    for (const kind of ['live', 'sandbox'] as const) this.keys[kind] = (await this.mintKey(kind)).key;
    const configuration = readMcpConfiguration({
      ...LIMITS,
      DATABASE_URL: testDatabase.url,
      SANDBOX_KEY: this.keys.sandbox,
      ...(port !== 0 && { MCP_URL: `http://127.0.0.1:${port}/mcp` }),
      ...env,
    });
    this.#app = await createMcp({
      configuration,
      database,
      currentModel: currentModel ?? (() => model),
      clock: () => this.now,
      rateStore: new MemoryRateStore(() => this.#elapsed),
      usage: this.#usage,
      servers,
      logger: false,
    });
    await this.#app.listen(port, '127.0.0.1');
    this.#closing.unshift(
      () => this.#app.close(),
      () => this.#usage.close(),
      () => database.close(),
    );
  }

  async stop(): Promise<void> {
    for (const close of this.#closing) await close();
  }

  get origin(): string {
    const { port } = this.#app.getHttpServer().address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  get url(): string {
    return `${this.origin}/mcp`;
  }

  /** Returns a client of the newest library that is connected with a key. */
  async connect(options: ClientOptions = {}, key = this.keys.live): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' }, options);
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(this.url), { requestInit }));
    return client;
  }

  /** Posts a message of the protocol with handshake, unchanged. */
  post(message: unknown, headers: Readonly<Record<string, string>> = {}, key?: string): Promise<Response> {
    return this.send(JSON.stringify(message), key, headers);
  }

  /** Posts a body as JSON, unchanged. */
  send(body: string, key?: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body,
    });
  }

  /** Returns the recorded usage of all keys, after it has been written. */
  async usage(): Promise<object[]> {
    // A flush in progress does not include what was counted after its start.
    await this.#usage.flush();
    await this.#usage.flush();
    const text = 'select operation, status, requests::int from key_usage order by 1, 2';
    return (await this.#database.pool.query<object>(text)).rows;
  }

  /** Advances the clock of the rate limits. */
  advance(milliseconds: number): void {
    this.#elapsed += milliseconds;
  }

  async mintKey(kind: KeyKind): Promise<{ key: string; id: string }> {
    const key = makeKey(kind, (count) => randomBytes(count));
    const { id } = await new KeyRepository(this.#database).create({ kind, label: 'test' }, key);
    return { key, id };
  }

  async changeTerms(id: string, terms: KeyTerms): Promise<void> {
    await new KeyRepository(this.#database).changeTerms(id, terms);
  }

  async revoke(id: string): Promise<void> {
    await new KeyRepository(this.#database).revoke(id);
  }
}

/** Returns a free port, for an address that must be known before a server listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
