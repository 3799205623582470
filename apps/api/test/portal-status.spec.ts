import { type HealthChange, HealthRepository } from '@care-atlas/data/administration';
import { NOW } from '../../../libs/domain/test/builders.js';
import { pageText } from './page-text.js';
import { TestApi } from './test-api.js';

let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api?.stop());

describe('the status page', () => {
  interface Status {
    readonly hasHistory: boolean;
    readonly components: readonly {
      readonly component: string;
      readonly state: string;
      readonly days: readonly { readonly day: string; readonly up: number; readonly down: number }[];
    }[];
    readonly incidents: readonly object[];
  }
  const status = async () => JSON.parse((await api.askBeside('/status.json')).body) as Status;
  const [today] = NOW.toISOString().split('T');

  test('says that nobody watches, and then what was seen, without addresses or causes', async () => {
    const before = await status();
    expect(before.components.map(({ component, state }) => [component, state])).toEqual([
      ['api', 'unknown'],
      ['connector', 'unknown'],
      ['register', 'unknown'],
      ['exports', 'unknown'],
    ]);
    expect((await api.askBeside('/status')).body).toContain('Nobody watches it at the moment');

    const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
    const detail = 'http://10.0.0.7:3001/ did not answer: ECONNREFUSED.';
    const change = (
      component: 'connector' | 'database',
      state: 'down' | 'up',
      minutes: number,
    ): HealthChange => ({
      component,
      state,
      detail,
      at: ago(minutes),
    });
    const seen = (component: 'api' | 'connector', state: 'up' | 'down') =>
      ({ component, state, detail, since: ago(60), checkedAt: ago(1) }) as const;
    await api.onDatabase((database) =>
      new HealthRepository(database).record(
        [seen('api', 'up'), seen('connector', 'down')],
        [
          { day: today!, component: 'api', state: 'up', seconds: 3600 },
          { day: today!, component: 'connector', state: 'up', seconds: 2700 },
          { day: today!, component: 'connector', state: 'down', seconds: 900 },
        ],
        [
          change('connector', 'down', 40),
          change('connector', 'up', 30),
          change('connector', 'down', 5),
          change('database', 'down', 5),
        ],
      ),
    );
    api.stepClock(31_000);
    const after = await status();
    expect(after.components.map(({ component, state }) => [component, state])).toEqual([
      ['api', 'up'],
      ['connector', 'down'],
      ['register', 'unknown'],
      ['exports', 'unknown'],
    ]);
    expect(after.components[1]!.days).toHaveLength(90);
    const page = pageText((await api.askBeside('/status')).body);
    expect(page).toContain('75% up, watched on 1 of 90 days');
    expect(page).toContain('A gray one was not watched.');
    expect(after.components[1]!.days.at(-1)).toEqual({ day: today, up: 2700, degraded: 0, down: 900 });
    expect(after.incidents).toEqual([
      { component: 'connector', state: 'down', startedAt: ago(5).toISOString(), endedAt: null },
      {
        component: 'connector',
        state: 'down',
        startedAt: ago(40).toISOString(),
        endedAt: ago(30).toISOString(),
      },
    ]);
    const { headers, body } = await api.askBeside('/status');
    expect(headers['cache-control']).toBe('public, max-age=30');
    for (const part of [
      'Connector for assistants: down.',
      `Up for 75% of the time`,
      `Trouble on ${today}.`,
      'and still is',
    ])
      expect(body).toContain(part);
    expect(body + JSON.stringify(after)).not.toMatch(/ECONNREFUSED|10\.0\.0\.7|database/);
    // Nobody has confirmed it for long.
    api.stepClock(569_000);
    expect((await status()).components.map(({ state }) => state)).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ]);
    api.stepClock(-600_000);
  });
});
