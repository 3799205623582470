import { randomBytes } from 'node:crypto';
import { createAdministrator } from '@care-atlas/data/administration';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { median } from '../bench/figures/statistics.js';
import { RunningService } from '../../tools/test/stage/programs/running-service.js';
import { Connection } from '../../tools/test/stage/connection.js';
import { Stage } from '../../tools/test/stage/stage.js';

// npm run measure:refusals
// Checks that the duration of a refusal does not reveal its reason: an unknown key against a revoked one, an unknown name
// against a wrong password. Both are measured in turns, so that a busy machine affects both, and their medians compared.
const KEYS = 2_000;
const NAMES = 50;
/** Rounds that do not count: code is compiled and connections are opened. */
const WARM_UP = 200;
const ALLOWED = 0.1;
/** A limit that is never reached. */
const MANY = '100000000';

type TimedRequest = () => Promise<number>;

/** Returns the milliseconds of two kinds of requests, sent in turns with alternating order. */
async function compare(
  rounds: number,
  warmUp: number,
  kinds: readonly [TimedRequest, TimedRequest],
): Promise<[number[], number[]]> {
  const took: [number[], number[]] = [[], []];
  for (let round = -warmUp; round < rounds; round++) {
    for (const kind of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const begun = performance.now();
      const status = await kinds[kind]();
      if (status !== 401) throw new Error(`${status} instead of 401.`);
      if (round >= 0) took[kind].push(performance.now() - begun);
    }
  }
  return took;
}

function report(what: readonly [string, string], [first, second]: readonly [number[], number[]]): void {
  const [a, b] = [median(first), median(second)];
  const difference = Math.abs(a - b) / Math.min(a, b);
  const medians = `${what[0]} ${a.toFixed(3)} ms, ${what[1]} ${b.toFixed(3)} ms`;
  console.log(`${medians}: medians of ${first.length} each, ${(difference * 100).toFixed(1)} % apart`);
  if (difference > ALLOWED) process.exitCode = 1;
}

function newKey(): string {
  return makeKey('live', (count) => randomBytes(count));
}

async function compareKeys(stage: Stage): Promise<void> {
  const api = await stage.service('api', { RATE_LIMIT_FAILURES: MANY });
  const keys = new KeyRepository(stage.database);
  const revoked = newKey();
  const { id } = await keys.create({ kind: 'live', label: 'revoked' }, revoked);
  await keys.revoke(id);
  const connection = stage.connect(api);
  const ask = async (key: string) => (await connection.ask('/api/v1/doctors?limit=1', { key })).status;
  const unknown = newKey();
  const took = await compare(KEYS, WARM_UP, [() => ask(unknown), () => ask(revoked)]);
  report(['unknown key', 'revoked key'], took);
}

/** A browser at the sign-in page, with its own address. */
class Visitor {
  static #visitors = 0;
  readonly #connection: Connection;
  readonly #headers: Record<string, string>;

  constructor(url: string) {
    const number = ++Visitor.#visitors;
    this.#connection = new Connection(url, () => undefined);
    // The origin that the dashboard expects.
    const origin = url.replace('127.0.0.1', 'localhost');
    this.#headers = {
      origin,
      host: new URL(origin).host,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
    };
  }

  async visit(): Promise<this> {
    const { body, headers } = await this.#connection.ask('/api/session', { headers: this.#headers });
    this.#headers['x-csrf-token'] = (JSON.parse(body) as { readonly csrfToken: string }).csrfToken;
    this.#headers['cookie'] = headers['set-cookie']!.split(';', 1)[0]!;
    return this;
  }

  async signIn(name: string): Promise<number> {
    const payload = JSON.stringify({ name, password: 'a wrong password' });
    const options = { method: 'POST', headers: this.#headers, payload } as const;
    const { status } = await this.#connection.ask('/api/sign-in', options);
    this.#connection.close();
    return status;
  }
}

async function compareNames(stage: Stage): Promise<void> {
  const dashboard = await RunningService.start('dashboard', {
    DATABASE_URL: stage.postgres.url,
    TRUST_PROXY: 'loopback',
  });
  try {
    const warmUp = NAMES / 5;
    const rounds = NAMES + warmUp;
    const surroundings = { now: new Date(), randomBytes: (count: number) => randomBytes(count) };
    // One name per attempt, because a second failure has to wait.
    for (let i = 0; i < rounds; i++) await createAdministrator(stage.database, `known-${i}`, surroundings);
    const visitors = (kind: string) =>
      Promise.all(
        Array.from({ length: rounds }, async (_, i) => {
          const visitor = await new Visitor(dashboard.url).visit();
          return () => visitor.signIn(`${kind}-${i}`);
        }),
      );
    const [unknown, known] = [await visitors('unknown'), await visitors('known')];
    const next = (asks: TimedRequest[]) => () => asks.pop()!();
    const took = await compare(NAMES, warmUp, [next(unknown), next(known)]);
    report(['unknown name', 'wrong password'], took);
  } finally {
    await dashboard.end();
  }
}

const stage = await Stage.start(50);
try {
  await compareKeys(stage);
  await compareNames(stage);
} finally {
  await stage.stop();
}
