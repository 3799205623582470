import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository, KeyUsageRepository } from '@care-atlas/data/keys';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import type { ReadModel } from '@care-atlas/domain/read-model';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { readConfiguration } from '@care-atlas/server/configuration';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { SILENT_LOG, UsageRecorder } from '@care-atlas/server/observability';
import { createMcp } from '../src/app.js';
import { NOW, testModel } from './directory-records.js';

// A database is made before the first test of a file, on a machine that may be busy.
jest.setTimeout(60_000);

const LIMITS = { RATE_LIMIT_SANDBOX: '1000000', RATE_LIMIT_LIVE: '1000000', RATE_LIMIT_FAILURES: '1000000' };

export interface McpOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly servers?: McpServerFactory;
  /** Returns the read model to answer from; the test directory by default. */
  readonly currentModel?: () => ReadModel;
}

/** The real connector, listening, over a database of its own with a live and a sandbox key. */
export class TestMcp {
  readonly keys = {} as Record<'live' | 'sandbox', string>;
  #elapsed = 1_000_000;

  private constructor(
    readonly url: string,
    private readonly testDatabase: TestDatabase,
    private readonly database: Database,
    private readonly app: NestFastifyApplication,
    private readonly usage: UsageRecorder,
    stopwatch: { read: () => number },
  ) {
    stopwatch.read = () => this.#elapsed;
  }

  static async start({ env = {}, servers, currentModel }: McpOptions = {}): Promise<TestMcp> {
    const testDatabase = await createTestDatabase();
    const database = await openDatabase(testDatabase.url);
    const model = testModel();
    const stopwatch = { read: () => 0 };
    const stores = { usage: new KeyUsageRepository(database), keys: new KeyRepository(database) };
    const usage = new UsageRecorder(stores, () => NOW.getTime(), SILENT_LOG);
    const app = await createMcp({
      configuration: readConfiguration({ ...LIMITS, DATABASE_URL: testDatabase.url, ...env }),
      database,
      currentModel: currentModel ?? (() => model),
      clock: () => NOW,
      rateStore: new MemoryRateStore(() => stopwatch.read()),
      usage,
      servers,
      logger: false,
    });
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    const mcp = new TestMcp(`http://127.0.0.1:${port}/mcp`, testDatabase, database, app, usage, stopwatch);
    for (const kind of ['live', 'sandbox'] as const) mcp.keys[kind] = (await mcp.mintKey(kind)).key;
    return mcp;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.usage.close();
    await this.database.close();
    await this.testDatabase.drop();
  }

  /** A client of the newest library that is connected with a key. */
  async connect(options: ClientOptions = {}, key = this.keys.live): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' }, options);
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(this.url), { requestInit }));
    return client;
  }

  /** Posts a message of the handshake era, as it stands. */
  post(message: unknown, headers: Readonly<Record<string, string>> = {}, key?: string): Promise<Response> {
    return fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: JSON.stringify(message),
    });
  }

  /** What has been counted for its keys, after it was written down. */
  async counted(): Promise<object[]> {
    // One that is under way does not hold what was counted since it began.
    await this.usage.flush();
    await this.usage.flush();
    const text = 'select operation, status, requests::int from key_usage order by 1, 2';
    return (await this.database.pool.query<object>(text)).rows;
  }

  /** Lets time pass for the counters. */
  wait(milliseconds: number): void {
    this.#elapsed += milliseconds;
  }

  async mintKey(kind: KeyKind): Promise<{ key: string; id: string }> {
    const key = makeKey(kind, (count) => randomBytes(count));
    const { id } = await new KeyRepository(this.database).create({ kind, label: 'test' }, key);
    return { key, id };
  }

  async revoke(id: string): Promise<void> {
    await new KeyRepository(this.database).revoke(id);
  }
}
