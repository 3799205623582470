import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository, KeyUsageRepository } from '@care-atlas/data/keys';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { readApiConfiguration } from '@care-atlas/server/configuration';
import { DirectorySource } from '@care-atlas/data/directory';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { nestLogger, openLog, SILENT_LOG, UsageRecorder } from '@care-atlas/server/observability';
import { createApi } from '../../src/app.js';
import { freePort } from '@care-atlas/local-postgres/free-port';
import type { FakeStripe, SignedEvent } from './fake-stripe.js';

const KEY = /care_live_[0-9A-Za-z]{38}/;

/** What differs from one running shop to another. */
export interface ShopOptions {
  readonly stripe?: FakeStripe;
  readonly env?: Readonly<Record<string, string>>;
  /** Another shop, whose database this one shares. */
  readonly beside?: TestShop;
  /** Where it reaches its database: an address in front of the given one. */
  readonly databaseUrl?: (url: string) => Promise<string>;
  /** As in production, which a configuration with a fake Stripe cannot be. */
  readonly production?: boolean;
  /** Receives each line of its log. */
  readonly log?: (line: string) => void;
}

const LOG_RULES = { level: 'trace', json: true, requests: true } as const;

/** The real service on its own database, for tests of the checkout. */
export class TestShop {
  #passed = 0;

  private constructor(
    /** Where it listens; its public address, unless it was given another. */
    readonly baseUrl: string,
    readonly testDatabase: TestDatabase,
    private readonly stopAll: () => Promise<void>,
    readonly database: Database,
  ) {}

  static async start(options: ShopOptions = {}): Promise<TestShop> {
    const { stripe, env, beside, databaseUrl, production = false, log } = options;
    const testDatabase = beside?.testDatabase ?? (await createTestDatabase());
    const url = databaseUrl ? await databaseUrl(testDatabase.url) : testDatabase.url;
    const port = await freePort();
    const baseUrl = `http://localhost:${port}`;
    const database = await openDatabase(url, databaseUrl ? {} : PATIENT);
    const source = await DirectorySource.open(url, SILENT_LOG);
    const configuration = readApiConfiguration({
      DATABASE_URL: url,
      BASE_URL: baseUrl,
      // Each visitor has an address of their own.
      TRUST_PROXY: 'loopback',
      ...stripe?.env,
      ...env,
    });
    const time = { passed: () => 0 };
    const clock = () => new Date(Date.now() + time.passed());
    const stopwatch = () => performance.now() + time.passed();
    const stores = { usage: new KeyUsageRepository(database), keys: new KeyRepository(database) };
    const usage = new UsageRecorder(stores, () => clock().getTime(), SILENT_LOG);
    const app = await createApi({
      configuration: { ...configuration, production: production || configuration.production },
      database,
      currentModel: source.currentModel,
      rateStore: new MemoryRateStore(stopwatch),
      usage,
      clock,
      localRates: new MemoryRateStore(stopwatch),
      randomBytes,
      logger: log ? nestLogger(openLog('API', LOG_RULES, { write: log })) : false,
    });
    await app.listen(port, '127.0.0.1');
    const stop = async () => {
      await app.close();
      await usage.close();
      await source.close();
      await database.close();
      if (!beside) await testDatabase.drop();
    };
    const shop = new TestShop(baseUrl, testDatabase, stop, database);
    time.passed = () => shop.#passed;
    return shop;
  }

  stop(): Promise<void> {
    return this.stopAll();
  }

  /** Lets time pass. */
  wait(milliseconds: number): void {
    this.#passed += milliseconds;
  }

  /** Gives it an event as Stripe does. */
  async hear({ body, signature }: SignedEvent): Promise<Response> {
    return fetch(`${this.baseUrl}/buy/stripe-events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
    });
  }

  /** The status of a request with a key. */
  async statusWith(key: string): Promise<number> {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${this.baseUrl}/api/v1/doctors?limit=1`, { headers })).status;
  }

  async rows<T>(sql: string): Promise<T[]> {
    return (await this.database.pool.query(sql)).rows as T[];
  }
}

/** A page as a visitor got it. */
export interface VisitedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** What its heading says. */
  readonly heading: string | undefined;
  /** The key that it shows. */
  readonly key: string | undefined;
}

let visitors = 0;

/** A browser without eyes: it keeps cookies and follows no redirects. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #address = `192.0.2.${++visitors % 250}`;

  constructor(readonly shop: TestShop) {}

  /** The same browser at another instance of the service. */
  at(shop: TestShop): Visitor {
    const there = new Visitor(shop);
    for (const [name, value] of this.cookies) there.cookies.set(name, value);
    return there;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<VisitedPage> {
    return this.#visit(path, { headers });
  }

  post(
    path: string,
    form: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<VisitedPage> {
    return this.#visit(path, { method: 'POST', body: new URLSearchParams(form), headers });
  }

  /** Looks at the offer, and begins a purchase. Gives back its id. */
  async begin(stripe: FakeStripe): Promise<string> {
    await this.get('/buy');
    const { headers } = await this.post('/buy', { cookie: 'expected' });
    const payment = headers.get('location')!.split('/').at(-1)!;
    return stripe.purchaseOf(payment);
  }

  /** Begins and pays, without coming back. */
  async pay(stripe: FakeStripe): Promise<string> {
    const purchase = await this.begin(stripe);
    stripe.pay(purchase);
    return purchase;
  }

  /** Begins, pays, comes back and asks for the key. */
  async buy(stripe: FakeStripe): Promise<{ purchase: string; key: string }> {
    const purchase = await this.pay(stripe);
    await this.get(`/buy/${purchase}`);
    const { key } = await this.post(`/buy/${purchase}`);
    if (key === undefined) throw new Error('No key was shown.');
    return { purchase, key };
  }

  async #visit(path: string, init: RequestInit): Promise<VisitedPage> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${this.shop.baseUrl}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { cookie, 'x-forwarded-for': this.#address, ...(init.headers as Record<string, string>) },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      this.cookies.set(name!, value!);
    }
    const body = await answer.text();
    const heading = /<h1>(.*?)<\/h1>/.exec(body)?.[1];
    return { status: answer.status, headers: answer.headers, body, heading, key: KEY.exec(body)?.[0] };
  }
}
