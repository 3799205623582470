import type { Answer, Connection } from './stage/connection.js';
import type { Service } from './stage/programs/service.js';
import { Stage } from './stage/stage.js';

const LIMIT = 5;
const WINDOW_S = 60;
const PATH = '/api/v1/doctors?limit=1';
const MINUTE_MS = 60_000;
const STEPS = [
  ['ten minutes forward', 10 * MINUTE_MS],
  ['ten minutes back', -10 * MINUTE_MS],
  ['a day forward', 24 * 60 * MINUTE_MS],
] as const;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.stop());

describe.each([
  ['its own memory', false],
  ['a shared store', true],
])('a process that counts in %s, whose clock is stepped', (_, shared) => {
  let api: Service;
  let connection: Connection;
  beforeAll(async () => {
    const store = shared ? { REDIS_URL: `redis://127.0.0.1:${(await stage.redis()).port}` } : undefined;
    api = await stage.service('api', { RATE_LIMIT_LIVE: String(LIMIT), ...store });
    connection = stage.connect(api);
  });
  afterEach(() => api.stepClock(0));

  it.each(STEPS)(
    '%s: neither frees a key that has used up its limit, nor locks it for longer',
    async (_step, offset) => {
      const key = await stage.mintKey();
      for (let i = 0; i < LIMIT; i++) await connection.ask(PATH, { key });
      const before = await connection.ask(PATH, { key });
      await api.stepClock(offset);
      const after = await connection.ask(PATH, { key });
      expect([before.status, after.status]).toEqual([429, 429]);
      expect(reset(after)).toBeLessThanOrEqual(reset(before));
      expect(reset(after)).toBeGreaterThan(reset(before) - WINDOW_S / 2);
      expect(Number(after.headers['retry-after'])).toBe(reset(after));
    },
  );

  it.each(STEPS)('%s: still accepts the keys, and continues counting', async (_step, offset) => {
    const key = await stage.mintKey();
    const before = await connection.ask(PATH, { key });
    await api.stepClock(offset);
    const after = await connection.ask(PATH, { key });
    expect([before.status, after.status]).toEqual([200, 200]);
    expect(remaining(after)).toBe(remaining(before) - 1);
    expect(reset(after)).toBeLessThanOrEqual(WINDOW_S);
  });

  it('sees it: in a year, practice is longer and the entity tag another', async () => {
    const key = await stage.mintKey();
    const today = await connection.ask(PATH, { key });
    await api.stepClock(366 * 24 * 60 * MINUTE_MS);
    const later = await connection.ask(PATH, { key });
    expect(later.body).not.toBe(today.body);
    expect(later.headers['etag']).not.toBe(today.headers['etag']);
  });
});

it('no key occurs in the database, the logs or error responses', async () => {
  expect(await stage.leaks()).toEqual([]);
});

function reset({ headers }: Answer): number {
  return Number(headers['x-ratelimit-reset']);
}

function remaining({ headers }: Answer): number {
  return Number(headers['x-ratelimit-remaining']);
}
