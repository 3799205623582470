import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository, KeyUsageRepository } from '@care-atlas/data/keys';
import { type DoctorInput, runSync, type SyncWriter } from '@care-atlas/data/sync';
import type { ErrorBody, RequestObserver } from '@care-atlas/server/http';
import { readApiConfiguration } from '@care-atlas/server/configuration';
import { DirectorySource } from '@care-atlas/data/directory';
import { LocalExportStore, publishExport, watchOf } from '@care-atlas/data/exports';
import type { Export } from '@care-atlas/domain/contract';
import { MemoryRateStore, type RateStore } from '@care-atlas/server/limits';
import { nestLogger, openLog, SILENT_LOG, UsageRecorder } from '@care-atlas/server/observability';
import { KEY_KINDS, type KeyKind, makeKey } from '@care-atlas/domain/access';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { createApi } from '../src/app.js';
import { type Answered, checkContract } from './contract.js';
import { NOW } from '../../../libs/domain/test/builders.js';
import { INVENTED } from '../../../libs/domain/test/invented-directory.js';
import { records } from '../../../libs/data/test/test-directory.js';

const API_PATH = '/api/v1';

/** High limits for tests of other subjects. An admin key has one request, for tests of the 429. */
const LIMITS = {
  RATE_LIMIT_SANDBOX: '1000000',
  RATE_LIMIT_LIVE: '1000000',
  RATE_LIMIT_GATEWAY: '1000000',
  RATE_LIMIT_CONSUMER: '1000000',
  RATE_LIMIT_ADMIN: '1',
  RATE_LIMIT_FAILURES: '1000000',
};

/** The differences of a request from a GET with the live key. */
export interface Asking {
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** null sends no key. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
  /** The address of the client. */
  readonly from?: string;
}

/** Options of a test API. */
export interface ApiOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Returns the address at which the API reaches its database, such as a proxy. */
  readonly databaseUrl?: (url: string) => Promise<string>;
  /** Returns the address at which it reaches the database of the directory, if different. */
  readonly directoryUrl?: (url: string) => Promise<string>;
  readonly rateStore?: RateStore;
  readonly observer?: RequestObserver;
}

/** The real API over a separate database with the test directory, and a clock that tests control. */
export class TestApi {
  readonly #keys: KeyRepository;
  readonly #ids = new Map<string, string>();
  /** One of each kind. */
  readonly keys = {} as Record<KeyKind, string>;
  #now = NOW.getTime();
  #elapsed = 1_000_000;

  private constructor(
    private readonly testDatabase: TestDatabase,
    private readonly database: Database,
    private readonly source: DirectorySource,
    private readonly app: NestFastifyApplication,
    private readonly usage: UsageRecorder,
    /** The lines that the API logged, as JSON. */
    readonly log: readonly string[],
  ) {
    this.#keys = new KeyRepository(database);
  }

  static async start(options: ApiOptions = {}): Promise<TestApi> {
    const { env = {}, databaseUrl, directoryUrl, rateStore, observer } = options;
    const testDatabase = await createTestDatabase();
    await runSync(testDatabase.url, { source: 'test' }, NOW, records(INVENTED));
    const url = databaseUrl ? await databaseUrl(testDatabase.url) : testDatabase.url;
    const database = await openDatabase(url, databaseUrl ? {} : PATIENT);
    const configuration = readApiConfiguration({ ...LIMITS, DATABASE_URL: url, ...env });
    const readFrom = directoryUrl ? await directoryUrl(url) : url;
    const source = await DirectorySource.open(readFrom, SILENT_LOG);
    const time = { clock: () => new Date(), stopwatch: () => 0 };
    const stores = { usage: new KeyUsageRepository(database), keys: new KeyRepository(database) };
    const usage = new UsageRecorder(stores, () => time.clock().getTime(), SILENT_LOG);
    const log: string[] = [];
    const app = await createApi({
      configuration,
      database,
      currentModel: source.currentModel,
      clock: () => time.clock(),
      rateStore: rateStore ?? new MemoryRateStore(() => time.stopwatch()),
      usage,
      observer,
      localRates: new MemoryRateStore(() => time.stopwatch()),
      randomBytes,
      exports: watchOf(configuration.exports, database),
      logger: nestLogger(
        openLog('API', { level: 'trace', json: true, requests: true }, { write: (line) => log.push(line) }),
      ),
    });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const api = new TestApi(testDatabase, database, source, app, usage, log);
    time.clock = () => api.now;
    time.stopwatch = () => api.#elapsed;
    for (const kind of KEY_KINDS) api.keys[kind] = await api.mintKey(kind);
    return api;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.usage.close();
    await this.source.close();
    await this.database.close();
    await this.testDatabase.drop();
  }

  /** Sends a request to the API, and checks the answer against the OpenAPI document. */
  async ask(path: string, asking: Asking = {}): Promise<TestAnswer> {
    const { method = 'GET', key = this.keys.live, headers, payload, from } = asking;
    const answered = await this.app.inject({
      method,
      url: `${API_PATH}${path}`,
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
      payload,
      remoteAddress: from,
    });
    const answer = new TestAnswer(
      answered.statusCode,
      answered.headers as Record<string, string | undefined>,
      answered.body,
    );
    checkContract(method, path, answer);
    return answer;
  }

  /** Sends a request for something outside the OpenAPI document, such as the document itself. */
  async askBeside(
    path: string,
    sent: Readonly<Record<string, string>> = {},
    from?: string,
  ): Promise<TestAnswer> {
    const { statusCode, headers, body } = await this.app.inject({
      method: 'GET',
      url: path,
      headers: sent,
      remoteAddress: from,
    });
    return new TestAnswer(statusCode, headers as Record<string, string | undefined>, body);
  }

  /** Listens on a port of this machine, by default a free one. */
  async listen(port = 0): Promise<number> {
    await this.app.listen(port, '127.0.0.1');
    return (this.app.getHttpServer().address() as AddressInfo).port;
  }

  get now(): Date {
    return new Date(this.#now);
  }

  /** Advances the clock and the stopwatch. */
  wait(milliseconds: number): void {
    this.#now += milliseconds;
    this.#elapsed += milliseconds;
  }

  /** Changes the clock, as an operator or NTP does, without advancing the stopwatch. */
  stepClock(milliseconds: number): void {
    this.#now += milliseconds;
  }

  async mintKey(kind: KeyKind): Promise<string> {
    const key = makeKey(kind, (count) => randomBytes(count));
    const { id } = await this.#keys.create({ kind, label: 'test' }, key);
    this.#ids.set(key, id);
    return key;
  }

  /** Publishes a sandbox key, as a service does at startup. */
  async publishSandboxKey(key: string): Promise<void> {
    await this.#keys.ensure(key, { kind: 'sandbox', label: 'published' });
  }

  /** Changes the database of the API, as another process would. */
  onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    return work(this.database);
  }

  /** Returns the stored usage counts. */
  async counted(): Promise<object[]> {
    // A flush in progress does not include later counts.
    await this.usage.flush();
    await this.usage.flush();
    const text = 'select key_id, operation, status, requests::int from key_usage order by 1, 2, 3';
    return this.rows(text);
  }

  /** Returns the rows of a statement. */
  async rows(text: string): Promise<object[]> {
    return (await this.database.pool.query<object>(text)).rows;
  }

  /** Revokes a key that `mintKey` created. */
  async revoke(key: string): Promise<void> {
    await this.#keys.revoke(this.#ids.get(key)!);
  }

  /** Imports doctors as another import does, which creates a new dataset version. */
  import(doctors: readonly DoctorInput[]): Promise<string> {
    return this.sync((writer) => writer.doctors(doctors));
  }

  /** Writes into the directory as another process does. Returns the new dataset version. */
  async sync(work: (writer: SyncWriter) => Promise<void>, source = 'test'): Promise<string> {
    return (await runSync(this.testDatabase.url, { source }, NOW, work)).version!;
  }

  /** Returns the address of the database, for work of another process. */
  get databaseUrl(): string {
    return this.testDatabase.url;
  }

  /** Publishes the newest dataset version, as an import does. */
  async publish(folder: string): Promise<Export> {
    const store = new LocalExportStore(folder);
    return (await publishExport(this.testDatabase.url, store, { now: NOW })).export;
  }

  /** Returns the dataset version being served. */
  get version(): string {
    return this.source.dataset.version;
  }
}

/** An answer with its whole body. */
export class TestAnswer implements Answered {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string | undefined>>,
    readonly body: string,
  ) {}

  /** Parses the body as the type that the test expects. The OpenAPI document has been checked already. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  json<T>(): T {
    return JSON.parse(this.body) as T;
  }

  /** Returns the body of an error. */
  get refusal(): ErrorBody {
    return this.json<ErrorBody>();
  }

  get etag(): string {
    const { etag } = this.headers;
    if (etag === undefined) throw new Error('The answer has no ETag.');
    return etag;
  }
}
