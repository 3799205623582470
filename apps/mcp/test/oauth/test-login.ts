import { randomBytes } from 'node:crypto';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { KEY_KINDS, type KeyKind, makeKey } from '@care-atlas/domain/access';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { readMcpConfiguration } from '@care-atlas/server/configuration';
import { httpServer, RequestObserver } from '@care-atlas/server/http';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { Client } from 'pg';
import { type Authorization, createAuthorization } from '../../src/oauth/authorization.js';
import type { FetchDocument } from '../../src/oauth/clients/client-document.js';
import { authorizationSearch, ORIGIN, REDIRECT, RESOURCE } from './authorization-search.js';
import { type RequestOptions, Visitor } from './visitor.js';

/** Returns the code of an OAuth error. */
export function errorOf({ body }: { readonly body: string }): string {
  return (JSON.parse(body) as { error: string }).error;
}

interface Instance {
  readonly app: NestFastifyApplication;
  readonly authorization: Authorization;
  readonly database: Database;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly token_type: string;
  readonly expires_in: number;
}

/** A code with the values that redeem it. */
export interface Code {
  readonly clientId: string;
  readonly code: string;
  readonly verifier: string;
}

@Module({})
class EmptyModule {}

/** The login alone, on any number of instances over one database. */
export class TestLogin {
  readonly keys = {} as Record<KeyKind, string>;
  readonly #ids = new Map<string, string>();
  readonly #errors: unknown[] = [];
  /** Documents that are published on the internet, by address. */
  readonly published = new Map<string, object>();

  private constructor(
    private readonly testDatabase: TestDatabase,
    private readonly instances: readonly Instance[],
    private readonly fetchDocument: FetchDocument = (url) => this.#publish(new URL(url).href),
  ) {}

  /** @param fetchDocument fetches from the test's own documents by default */
  static async start(
    env: Readonly<Record<string, string>> = {},
    count = 1,
    fetchDocument?: FetchDocument,
  ): Promise<TestLogin> {
    const testDatabase = await createTestDatabase();
    const instances: Instance[] = [];
    const login = new TestLogin(testDatabase, instances, fetchDocument);
    for (let number = 0; number < count; number++) {
      instances.push(await login.#instance({ SANDBOX_KEY: sandboxKey, ...env }));
    }
    for (const kind of KEY_KINDS) login.keys[kind] = await login.mint(kind);
    return login;
  }

  async #instance(env: Readonly<Record<string, string>>): Promise<Instance> {
    const configuration = readMcpConfiguration({
      DATABASE_URL: this.testDatabase.url,
      MCP_URL: RESOURCE,
      RATE_LIMIT_OAUTH: '100000',
      RATE_LIMIT_FAILURES: '100000',
      ...env,
    });
    const database = await openDatabase(this.testDatabase.url, PATIENT);
    const adapter = httpServer({
      publicUrl: ORIGIN,
      trustedProxies: configuration.trustedProxies,
      observer: new RequestObserver(),
      dataset: () => '',
    });
    const authorization = await createAuthorization({
      configuration,
      database,
      rates: new MemoryRateStore(() => performance.now()),
      fetchDocument: this.fetchDocument,
      onError: (error) => this.#errors.push(error),
    });
    const app = await NestFactory.create<NestFastifyApplication>(EmptyModule, adapter, { logger: false });
    await adapter.getInstance().register(authorization.routes);
    await app.init();
    await adapter.getInstance().ready();
    return { app, authorization, database };
  }

  #publish(url: string): Promise<Response> {
    const document = this.published.get(url);
    return Promise.resolve(document ? Response.json(document) : new Response('', { status: 404 }));
  }

  /** Makes the database unavailable. */
  async loseDatabase(): Promise<void> {
    for (const { database } of this.instances) await database.close();
  }

  /** @throws when the login reported an unexpected error */
  async stop(): Promise<void> {
    for (const { app, authorization, database } of this.instances) {
      await authorization.close();
      await app.close();
      if (!database.pool.ended) await database.close();
    }
    await this.testDatabase.drop();
    if (this.#errors.length > 0)
      throw new AggregateError(this.#errors, 'The login reported unexpected errors.');
  }

  async mint(kind: KeyKind): Promise<string> {
    const key = kind === 'sandbox' ? sandboxKey : makeKey(kind, (count) => randomBytes(count));
    const { id } = await new KeyRepository(this.instances[0]!.database).create({ kind, label: 'test' }, key);
    this.#ids.set(key, id);
    return key;
  }

  idOf(key: string): string {
    return this.#ids.get(key)!;
  }

  async revoke(key: string): Promise<void> {
    await new KeyRepository(this.instances[0]!.database).revoke(this.idOf(key));
  }

  /** Returns the id of the key behind an access token, as an instance of the connector would. */
  async whose(token: string, at = 0): Promise<string | undefined> {
    return (await this.instances[at]!.authorization.bearers.identify(token))?.id;
  }

  async ask(path: string, { method, form, json, body, headers, from, at = 0 }: RequestOptions = {}) {
    const sent =
      body ??
      (form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json));
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    return this.instances[at]!.app.inject({
      method: method ?? (sent === undefined ? 'GET' : 'POST'),
      url: path.startsWith(ORIGIN) ? path.slice(ORIGIN.length) : path,
      headers: { ...(sent !== undefined && { 'content-type': type }), ...headers },
      ...(sent !== undefined && { payload: sent }),
      ...(from !== undefined && { remoteAddress: from }),
    });
  }

  /** Registers a client, and returns its id. */
  async register(metadata: object = {}): Promise<string> {
    const json = { client_name: 'A test host', redirect_uris: [REDIRECT], ...metadata };
    const answer = await this.ask('/oauth/register', { json });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json<{ client_id: string }>().client_id;
  }

  /** Signs in with a key, and returns the code that the client receives. */
  async signIn(
    key: string,
    clientId?: string,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<Code> {
    const client = clientId ?? (await this.register());
    const verifier = randomBytes(32).toString('base64url');
    const visitor = new Visitor(this);
    const query = authorizationSearch(client, verifier, parameters);
    const page = await visitor.open(`/oauth/authorize?${query}`);
    const sent = await visitor.submit(page, { choice: 'key', key });
    const code = sent.searchParams.get('code');
    if (code === null) throw new Error(sent.href);
    return { clientId: client, code, verifier };
  }

  /** Sends a form to the token endpoint. */
  token(form: Readonly<Record<string, string>>, at = 0) {
    return this.ask('/oauth/token', { form, at });
  }

  redeem({ clientId, code, verifier }: Code, more: Readonly<Record<string, string>> = {}, at = 0) {
    const form = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier };
    return this.token({ ...form, redirect_uri: REDIRECT, ...more }, at);
  }

  refresh(clientId: string, refreshToken: string, more: Readonly<Record<string, string>> = {}, at = 0) {
    return this.token(
      { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, ...more },
      at,
    );
  }

  /** Signs in and redeems the code. */
  async tokens(key: string): Promise<Tokens & { readonly clientId: string }> {
    const code = await this.signIn(key);
    const answer = await this.redeem(code);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return { ...answer.json<Tokens>(), clientId: code.clientId };
  }

  /** Returns the rows of a statement. */
  async rows<Row extends object>(sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.testDatabase.url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }
}

const sandboxKey = makeKey('sandbox', (count) => new Uint8Array(count).fill(7));
