import type { Answer, Connection, RequestOptions } from './stage/connection.js';
import { rememberKeys } from './stage/remember-keys.js';
import type { Service } from './stage/programs/service.js';
import { Stage } from './stage/stage.js';
import { until } from './stage/until.js';

const UNLIMITED = { RATE_LIMIT_LIVE: '1000000', RATE_LIMIT_FAILURES: '1000000' };
/** What serves beside one another: every kind that takes a key belongs here. */
const KINDS = ['api', 'api', 'mcp'] as const;

/** The keys that clients rotate while a process is killed. */
const CHAINS = 10;

let stage: Stage;
let services: readonly Service[];
let apis: readonly Service[];

beforeAll(async () => {
  stage = await Stage.start();
  services = await Promise.all(KINDS.map((kind) => stage.service(kind, UNLIMITED)));
  apis = services.filter(({ kind }) => kind === 'api');
});
afterAll(() => stage.stop());

/** Opens connections to all services, several to each. */
function connections(each: number): readonly Target[] {
  return services.flatMap((service) =>
    Array.from({ length: each }, () => ({ service, connection: stage.connect(service) })),
  );
}

interface Target {
  readonly service: Service;
  readonly connection: Connection;
}

/** Sends a request, and again while the database does not answer in time: other tests share its processors. */
async function ask(connection: Connection, path: string, options: RequestOptions): Promise<Answer> {
  for (;;) {
    const answer = await connection.ask(path, options);
    if (answer.status !== 503) return answer;
  }
}

/** Sends a request with a key over all connections at once. */
function requestAll(targets: readonly Target[], key: string): Promise<Answer[]> {
  return Promise.all(
    targets.map(({ service, connection }) =>
      ask(connection, service.keyed.path, { ...service.keyed.options, key }),
    ),
  );
}

function rotate(connection: Connection, key: string): Promise<Answer> {
  return ask(connection, '/api/v1/keys/rotate', { method: 'POST', key });
}

function newKey({ body }: Answer): string {
  return stage.secret((JSON.parse(body) as { key: string }).key);
}

function statuses(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status);
}

it(
  'every process rejects the old key from the first request after a rotation, on open connections',
  rotateInTurns,
);

async function rotateInTurns(): Promise<void> {
  const targets = connections(2);
  const rotating = apis.map((api) => stage.connect(api));
  let key = await stage.mintKey();
  for (let round = 0; round < 8; round++) {
    const before = await requestAll(targets, key);
    const answer = await rotate(rotating[round % rotating.length]!, key);
    const after = await requestAll(targets, key);
    expect(statuses(before)).toEqual(targets.map(() => 200));
    expect(answer.status).toBe(200);
    expect(after.map(({ status, reused }) => ({ status, reused }))).toEqual(
      targets.map(() => ({ status: 401, reused: true })),
    );
    key = newKey(answer);
    expect(statuses(await requestAll(targets, key))).toEqual(targets.map(() => 200));
  }
}

it('one of ten concurrent rotations gets the new key, the others get 401', rotateAtOnce);

async function rotateAtOnce(): Promise<void> {
  const clients = Array.from({ length: 10 }, (_, i) => stage.connect(apis[i % apis.length]!));
  const targets = connections(1);
  for (let round = 0; round < 4; round++) {
    const key = await stage.mintKey();
    const answers = await Promise.all(clients.map((client) => rotate(client, key)));
    const [won, ...lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(statuses([won!, ...lost])).toEqual([200, ...lost.map(() => 401)]);
    expect(statuses(await requestAll(targets, newKey(won!)))).toEqual(targets.map(() => 200));
    expect(statuses(await requestAll(targets, key))).toEqual(targets.map(() => 401));
  }
}

describe('concurrent rotations by 20 clients while a process is killed', () => {
  /** Every key that was issued. */
  const issued: string[] = [];

  beforeAll(rotateDuringKill);

  /** Two clients on each of ten keys rotate for as long as their process lives, and one process is killed. */
  async function rotateDuringKill(): Promise<void> {
    const [victim] = apis as [Service];
    const newest = await Promise.all(Array.from({ length: CHAINS }, () => stage.mintKey()));
    issued.push(...newest);
    let rotations = 0;
    const over = new AbortController();
    const client = async (index: number): Promise<void> => {
      const connection = stage.connect(apis[index % apis.length]!);
      const chain = index >> 1;
      while (!over.signal.aborted) {
        const answer = await rotate(connection, newest[chain]!);
        if (answer.status !== 200) continue;
        newest[chain] = newKey(answer);
        issued.push(newest[chain]);
        rotations++;
      }
    };
    const clients = Promise.allSettled(Array.from({ length: 2 * CHAINS }, (_, index) => client(index)));
    await until('rotations had begun', () => rotations >= 50);
    await victim.kill();
    const atKill = rotations;
    await until('the others continued', () => rotations >= atKill + 20);
    over.abort();
    const broken = (await clients).filter(({ status }) => status === 'rejected');
    expect(broken).toHaveLength(CHAINS);
    await victim.start();
  }

  it('leave exactly one active key per chain', async () => {
    const { rows } = await stage.database.pool.query<{ active: number }>(
      `select count(*) filter (where revoked_at is null)::int as active
       from api_key where kind = 'live' group by chain_id`,
    );
    expect(rows.length).toBeGreaterThan(CHAINS);
    expect(rows.filter(({ active }) => active !== 1)).toEqual([]);
  });

  it('leave all processes in agreement on every key', async () => {
    const targets = connections(1);
    const patterns = new Map<string, number>();
    for (const key of issued) {
      const pattern = statuses(await requestAll(targets, key)).join(' ');
      patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1);
    }
    const [allowed, rejected] = [200, 401].map((status) => services.map(() => status).join(' '));
    expect(new Set(patterns.keys())).toEqual(new Set([allowed, rejected]));
    // A chain whose last answer was lost has an active key that no client knows.
    expect(patterns.get(allowed!)).toBeLessThanOrEqual(CHAINS);
  });
});

describe('with services that remember keys', () => {
  beforeAll(() => rememberKeys(stage, services.length));

  it('every process rejects the old key from the first request after a rotation', rotateInTurns);
  it('one of ten concurrent rotations gets the new key', rotateAtOnce);
});

it('no key occurs in the database, the logs or error responses', async () => {
  expect(await stage.leaks()).toEqual([]);
});
