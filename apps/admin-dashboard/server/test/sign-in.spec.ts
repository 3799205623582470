import type { SessionState } from '#contract/people/sign-in';
import { refusal } from './test-browser.js';
import { PASSWORD, TestDashboard } from './test-dashboard.js';

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await TestDashboard.start();
});

afterAll(() => dashboard?.stop());

const statusOf = (text: string) => (JSON.parse(text) as SessionState).status;

describe('a one-time password', () => {
  it('allows only the choice of another password', async () => {
    const oneTime = await dashboard.invite('first');
    const browser = dashboard.browser();
    const answered = await browser.signIn('First', oneTime);
    expect([answered.status, statusOf(answered.text)]).toEqual([200, 'new-password']);
    expect(refusal(await browser.ask('/api/keys'))).toMatchObject({ status: 401, error: 'unauthorized' });
    const state = await browser.post<SessionState>('/api/sign-in/new-password', { newPassword: PASSWORD });
    expect(state).toMatchObject({ status: 'signed-in', name: 'first' });
    expect((await browser.ask('/api/keys')).status).toBe(200);
    expect((await dashboard.browser().signIn('first', oneTime)).status).toBe(401);
  });

  it('expires after seven days', async () => {
    const oneTime = await dashboard.invite('late');
    dashboard.pass(7 * 24 * 60);
    expect(refusal(await dashboard.browser().signIn('late', oneTime))).toMatchObject({
      status: 401,
      message: expect.stringContaining('out of date'),
    });
  });

  it.each([
    ['short', 'at least 15 characters'],
    ['password password', 'tried first'],
    ['abcabcabcabcabcabc', 'repeats itself'],
    ['nopqrstuvwxyzabc', 'repeats itself'],
    ['Care Atlas Dashboard!', 'name of this service'],
    ['x'.repeat(257), 'at most 256'],
  ])('cannot be replaced by %s', async (newPassword, why) => {
    const name = `refused-${newPassword.length}-${why.length}`;
    const oneTime = await dashboard.invite(name);
    const browser = dashboard.browser();
    await browser.signIn(name, oneTime);
    const answered = await browser.ask('/api/sign-in/new-password', {
      method: 'POST',
      body: { newPassword },
    });
    expect(refusal(answered)).toMatchObject({
      status: 400,
      param: 'newPassword',
      message: expect.stringContaining(why),
    });
  });
});

describe('a password', () => {
  beforeAll(async () => {
    await dashboard.enrol('ada');
  });

  it('is stored as an Argon2id hash', async () => {
    const [row] = await dashboard.rows<{ hash: string }>(
      `select password_hash as hash from administrator where name = 'ada'`,
    );
    expect(row!.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('is not truncated', async () => {
    const browser = dashboard.browser('203.0.113.20');
    expect((await browser.signIn('ada', `${PASSWORD}x`)).status).toBe(401);
    expect((await browser.signIn('ada', PASSWORD)).status).toBe(200);
  });

  it('is hashed again when the parameters have changed', async () => {
    const weaker = '$argon2id$v=19$m=1024,t=1,p=1$';
    const { hash } = await import('@node-rs/argon2');
    const old = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 1 });
    expect(old.startsWith(weaker)).toBe(true);
    await dashboard.rows(`update administrator set password_hash = $1 where name = 'ada'`, [old]);
    expect((await dashboard.browser('203.0.113.21').signIn('ada', PASSWORD)).status).toBe(200);
    const [row] = await dashboard.rows<{ hash: string }>(
      `select password_hash as hash from administrator where name = 'ada'`,
    );
    expect(row!.hash).toMatch(/m=19456,t=2,p=1/);
  });
});

describe('a failed sign-in', () => {
  it('is the same for an unknown name and a wrong password', async () => {
    await dashboard.enrol('grace', dashboard.browser('203.0.113.30'));
    const wrong = await dashboard.browser('203.0.113.31').signIn('grace', 'not the password at all');
    const unknown = await dashboard.browser('203.0.113.32').signIn('nobody-here', 'not the password at all');
    const shown = ({ status, text }: typeof wrong) => [status, text.replace(/"requestId":"[^"]+"/, '')];
    expect(shown(wrong)).toEqual(shown(unknown));
    expect(wrong.status).toBe(401);
  });

  it('does not record an unknown name', async () => {
    await dashboard.browser('203.0.113.33').signIn('hunter2-in-the-wrong-field', 'something else entirely');
    const rows = await dashboard.rows<{ found: number }>(
      `select count(*)::int as found from audit_event where audit_event::text like '%hunter2%'`,
    );
    expect(rows).toEqual([{ found: 0 }]);
  });

  it('is the same for a disabled administrator and an unknown name', async () => {
    await dashboard.enrol('gone', dashboard.browser('203.0.113.34'));
    await dashboard.rows(`update administrator set disabled_at = now() where name = 'gone'`);
    expect((await dashboard.browser('203.0.113.35').signIn('gone', PASSWORD)).status).toBe(401);
  });
});

describe('repeated failures', () => {
  it('delay an account for a growing time of at most a minute', async () => {
    await dashboard.enrol('target', dashboard.browser('203.0.113.40'));
    const waits: number[] = [];
    for (let attempt = 0; waits.length < 8; attempt++) {
      const answered = await dashboard
        .browser(`198.51.100.${attempt}`)
        .signIn('target', 'wrong every time, alas');
      if (answered.status !== 429) continue;
      waits.push(Number(answered.headers['retry-after']));
      dashboard.pass(waits.at(-1)! / 60);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    dashboard.pass(1);
    expect((await dashboard.browser('198.51.100.99').signIn('target', PASSWORD)).status).toBe(200);
  });

  it('delay an address regardless of the name', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      const answered = await dashboard
        .browser('192.0.2.9')
        .signIn(`somebody-${attempt}`, 'wrong every time, alas');
      statuses.push(answered.status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await dashboard.browser('192.0.2.10').signIn('ada', PASSWORD)).status).toBe(200);
  });

  it('admit one of several concurrent attempts', async () => {
    await dashboard.enrol('stormed', dashboard.browser('203.0.113.50'));
    const browsers = Array.from({ length: 20 }, (_, index) => dashboard.browser(`198.51.101.${index}`));
    await Promise.all(browsers.map((browser) => browser.visit()));
    const answers = await Promise.all(
      browsers.map((browser) =>
        browser.ask('/api/sign-in', {
          method: 'POST',
          body: { name: 'stormed', password: 'a wrong one, again' },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

it.each([
  [{}, 'name'],
  [{ name: 'ada' }, 'password'],
  [{ name: 'ada', password: 7 }, 'password'],
  [{ name: 'ada', password: 'x'.repeat(2000) }, 'password'],
  [{ name: 'ada', password: 'x', admin: true }, 'admin'],
])('rejects %j with one sentence', async (body, param) => {
  const browser = dashboard.browser();
  await browser.visit();
  const answered = await browser.ask('/api/sign-in', { method: 'POST', body });
  expect(refusal(answered)).toMatchObject({ status: 400, error: 'missing_param', param });
});
