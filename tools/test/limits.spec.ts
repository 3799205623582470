import { WINDOW_MS } from '@care-atlas/server/configuration';
import type { Answer } from './stage/connection.js';
import type { Program } from './stage/programs/program.js';
import type { Service } from './stage/programs/service.js';
import { Stage } from './stage/stage.js';
import { askAtOnce, countedTogether, served } from './stage/shared-limit.js';
import { until } from './stage/until.js';

const LIMIT = 50;
const PATH = '/api/v1/doctors?limit=1';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.stop());

function twoApis(env: Readonly<Record<string, string>>): Promise<readonly Service[]> {
  // Bursts come faster than requests are recorded, and a service logs that: here only the store is to be logged.
  const settings = { RATE_LIMIT_LIVE: String(LIMIT), REQUEST_LOG_RATE: '0', ...env };
  return Promise.all([stage.service('api', settings), stage.service('api', settings)]);
}

/** Sends 2 × LIMIT + 10 requests with a new key, over several connections to each service in turn, at once. */
async function burst(services: readonly Service[]): Promise<readonly Answer[]> {
  const key = await stage.mintKey();
  return askAtOnce(
    Array.from({ length: 10 }, (_, i) => stage.connect(services[i % services.length]!)),
    { path: PATH, key },
    2 * LIMIT + 10,
  );
}

/** Asks until it is refused, and says how often it was served. */
async function exhaust(service: Service, key: string): Promise<number> {
  const connection = stage.connect(service);
  for (let count = 0; ; count++) {
    const { status } = await connection.askAgain(PATH, { key });
    if (status === 429) return count;
    expect(status).toBe(200);
  }
}

async function restart(service: Service): Promise<void> {
  await service.stop();
  await service.start();
}

describe('without a shared store', () => {
  let apis: readonly Service[];
  beforeAll(async () => {
    apis = await twoApis({});
  });
  afterAll(() => Promise.all(apis.map((api) => api.stop())));

  it('two processes count separately', async () => {
    expect(served(await burst(apis))).toBe(2 * LIMIT);
  });

  it('a process that is restarted starts counting from zero', async () => {
    const [api] = apis as [Service];
    const key = await stage.mintKey();
    expect(await exhaust(api, key)).toBe(LIMIT);
    await restart(api);
    expect(await exhaust(api, key)).toBe(LIMIT);
    expect((await stage.connect(api).ask(PATH, { key })).status).toBe(429);
  });
});

describe('with a shared store', () => {
  let redis: Program;
  let apis: readonly Service[];
  beforeAll(async () => {
    redis = await stage.redis();
    apis = await twoApis({ REDIS_URL: `redis://127.0.0.1:${redis.port}` });
  });

  const sharedBurst = () =>
    countedTogether(
      apis,
      () => burst(apis),
      (answers) => served(answers) === LIMIT,
    );

  it('a process that is restarted continues counting', async () => {
    const [api] = apis as [Service];
    const counts = await countedTogether(
      [api],
      async () => {
        const key = await stage.mintKey();
        const begun = performance.now();
        const before = await exhaust(api, key);
        await restart(api);
        const after = await exhaust(api, key);
        // On a machine so slow that the window is over meanwhile, a new one has begun: once.
        return { before, after, expected: performance.now() - begun < WINDOW_MS ? 0 : LIMIT };
      },
      ({ before, after, expected }) => before === LIMIT && after === expected,
    );
    expect(counts).toMatchObject({ before: LIMIT, after: counts.expected });
  });

  it('two processes together serve as many requests as the limit allows, and reject the rest with 429', async () => {
    const answers = await sharedBurst();
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(LIMIT + 10);
    for (const { headers } of refused) expect(headers['x-ratelimit-remaining']).toBe('0');
  });

  it.each([
    ['is killed', () => redis.kill(), () => redis.start()],
    ['stands still', () => Promise.resolve(redis.freeze()), () => Promise.resolve(redis.thaw())],
  ])(
    'two processes count each for itself while the store %s, say so once, and share again when it is back',
    async (_, harm, mend) => {
      // A busy machine may make the store late before.
      await sharedBurst();
      const before = apis.map(({ log }) => log.length);
      await harm();
      const alone = served(await burst(apis));
      await mend();
      expect(alone).toBe(2 * LIMIT);
      await until('the limit was shared again', async () => served(await burst(apis)) === LIMIT);
      for (const [i, { log }] of apis.entries()) {
        // On a busy machine the store may be late once more after that, and the process says that too.
        expect(log.slice(before[i]).trimEnd().split('\n').slice(0, 2)).toEqual([
          expect.stringMatching(
            /^API: The shared store of rate limits does not answer .*counting in this process/,
          ),
          'API: The shared store of rate limits is back.',
        ]);
      }
    },
  );

  it('processes write no key to the database, the logs or error responses', async () => {
    expect(await stage.leaks()).toEqual([]);
  });
});
