import type { Sessions } from '#contract/people/account';
import type { SessionState } from '#contract/people/sign-in';
import { sessionHash } from '../src/sessions/session-store.js';
import { refusal } from './test-browser.js';
import { FIREFOX, PASSWORD, TestDashboard } from './test-dashboard.js';

const COOKIE = 'care-atlas-session';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const OTHER_PASSWORD = 'seven lanterns under a bridge';

let dashboard: TestDashboard;
let count = 0;

beforeAll(async () => {
  dashboard = await TestDashboard.start();
});

afterAll(() => dashboard?.stop());

async function someone() {
  const name = `person-${++count}`;
  return { name, browser: await dashboard.enrol(name, dashboard.browser(`203.0.113.${count}`)) };
}

async function signedIn(name: string, userAgent = FIREFOX) {
  const browser = dashboard.browser('198.51.100.4', userAgent);
  expect((await browser.signIn(name, PASSWORD)).status).toBe(200);
  return browser;
}

describe('signing in', () => {
  it('begins a session with a new id and ends the previous one', async () => {
    const { name } = await someone();
    const browser = await signedIn(name);
    const before = browser.cookies.get(COOKIE)!;
    await browser.ask('/api/sign-in', { method: 'POST', body: { name, password: PASSWORD } });
    expect(browser.cookies.get(COOKIE)).not.toBe(before);
    const thief = dashboard.browser();
    thief.cookies.set(COOKIE, before);
    expect((await thief.ask('/api/account')).status).toBe(401);
  });

  it('does not accept a session id chosen by the client', async () => {
    const { name } = await someone();
    const browser = dashboard.browser();
    browser.cookies.set(COOKIE, 'chosen.by-somebody');
    await browser.signIn(name, PASSWORD);
    expect(browser.cookies.get(COOKIE)).not.toContain('chosen');
  });

  it('must finish within ten minutes of its first step', async () => {
    const name = `slow-${++count}`;
    const oneTime = await dashboard.invite(name);
    const browser = dashboard.browser(`203.0.113.${count}`);
    await browser.signIn(name, oneTime);
    dashboard.pass(11);
    const body = { newPassword: PASSWORD };
    expect((await browser.ask('/api/sign-in/new-password', { method: 'POST', body })).status).toBe(401);
  });
});

describe('a session', () => {
  it('ends after thirty minutes without a request', async () => {
    const { browser } = await someone();
    dashboard.pass(29);
    expect((await browser.ask('/api/account')).status).toBe(200);
    dashboard.pass(29);
    expect((await browser.ask('/api/account')).status).toBe(200);
    dashboard.pass(30);
    expect((await browser.ask('/api/account')).status).toBe(401);
    expect(await browser.visit()).toMatchObject({ status: 'signed-out' });
  });

  it('is not kept alive by background requests of the page', async () => {
    const { browser } = await someone();
    dashboard.pass(20);
    expect((await browser.ask('/api/keys', { headers: { 'x-background': 'true' } })).status).toBe(200);
    dashboard.pass(11);
    expect((await browser.ask('/api/account')).status).toBe(401);
  });

  it('ends after twelve hours despite activity', async () => {
    const { browser } = await someone();
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      dashboard.pass(20);
      expect((await browser.ask('/api/account')).status).toBe(200);
    }
    dashboard.pass(20);
    expect((await browser.ask('/api/account')).status).toBe(401);
  });

  it('ends on the server when the user signs out', async () => {
    const { browser } = await someone();
    const kept = browser.cookies.get(COOKIE)!;
    expect((await browser.ask('/api/sign-out', { method: 'POST' })).status).toBe(204);
    expect(browser.cookies.has(COOKIE)).toBe(false);
    browser.cookies.set(COOKIE, kept);
    expect((await browser.ask('/api/account')).status).toBe(401);
  });

  it('ends when the administrator is disabled', async () => {
    const { name, browser } = await someone();
    await dashboard.rows('update administrator set disabled_at = now() where name = $1', [name]);
    expect((await browser.ask('/api/account')).status).toBe(401);
  });

  it('is stored under the hash of its id', async () => {
    const { browser } = await someone();
    const [id = ''] = decodeURIComponent(browser.cookies.get(COOKIE)!).split('.');
    const rows = await dashboard.rows<{ sid: string; text: string }>(
      'select sid, admin_session::text as text from admin_session',
    );
    expect(rows.map(({ sid }) => sid)).toContain(sessionHash(id));
    expect(rows.map(({ text }) => text).join()).not.toContain(id);
  });

  it('is not restored by a request that was in progress when it ended', async () => {
    const { browser } = await someone();
    const asking = Promise.all(Array.from({ length: 5 }, () => browser.ask('/api/directory')));
    await browser.ask('/api/sign-out', { method: 'POST' });
    await asking;
    expect(await browser.visit()).toMatchObject({ status: 'signed-out' });
  });
});

describe('a changed password', () => {
  it('ends every other session and gives this one a new id', async () => {
    const { name, browser } = await someone();
    const other = await signedIn(name);
    const before = browser.cookies.get(COOKIE);
    const body = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
    expect(await browser.post<SessionState>('/api/account/password', body)).toMatchObject({
      status: 'signed-in',
    });
    expect(browser.cookies.get(COOKIE)).not.toBe(before);
    expect((await browser.ask('/api/account')).status).toBe(200);
    expect((await other.ask('/api/account')).status).toBe(401);
    expect((await dashboard.browser('192.0.2.1').signIn(name, PASSWORD)).status).toBe(401);
  });

  it('keeps the new session when an answer to the ended one arrives later', async () => {
    const { browser } = await someone();
    const late = dashboard.browser();
    late.cookies.set(COOKIE, browser.cookies.get(COOKIE)!);
    const body = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
    await browser.post<SessionState>('/api/account/password', body);
    expect((await late.ask('/api/account')).status).toBe(401);
    expect(await late.visit()).toMatchObject({ status: 'signed-out' });
    expect(late.cookies.has(COOKIE)).toBe(true);
  });

  it.each([
    [{ currentPassword: 'not the one at all', newPassword: OTHER_PASSWORD }, 'currentPassword'],
    [{ currentPassword: PASSWORD, newPassword: 'short' }, 'newPassword'],
    [{ currentPassword: PASSWORD, newPassword: PASSWORD }, 'newPassword'],
  ])('is refused for %j', async (body, param) => {
    const { browser } = await someone();
    const refused = await browser.ask('/api/account/password', { method: 'POST', body });
    expect(refusal(refused)).toMatchObject({ status: 400, param });
  });
});

describe('the sessions of a user', () => {
  it('are listed with device, address and times', async () => {
    const { name, browser } = await someone();
    await signedIn(name, SAFARI);
    const { sessions } = await browser.get<Sessions>('/api/account/sessions');
    expect(sessions).toHaveLength(2);
    expect(sessions).toContainEqual({
      id: expect.any(String),
      current: false,
      device: 'Safari on iPhone',
      address: '198.51.100.4',
      signedInAt: dashboard.now.toISOString(),
      lastSeenAt: dashboard.now.toISOString(),
    });
    expect(sessions.filter(({ current }) => current)).toMatchObject([{ device: 'Firefox on Linux' }]);
  });

  it('can be ended one by one', async () => {
    const { name, browser } = await someone();
    const other = await signedIn(name, SAFARI);
    const { sessions } = await browser.get<Sessions>('/api/account/sessions');
    const { id } = sessions.find(({ current }) => !current)!;
    const answered = await browser.ask(`/api/account/sessions/${id}`, { method: 'DELETE' });
    expect((JSON.parse(answered.text) as Sessions).sessions).toHaveLength(1);
    expect((await other.ask('/api/account')).status).toBe(401);
  });

  it('can all be ended except the current one', async () => {
    const { name, browser } = await someone();
    const others = [await signedIn(name), await signedIn(name)];
    await browser.ask('/api/account/sessions', { method: 'DELETE' });
    for (const other of others) expect((await other.ask('/api/account')).status).toBe(401);
    expect((await browser.ask('/api/account')).status).toBe(200);
  });

  it('do not include those of another user', async () => {
    const { browser } = await someone();
    const victim = await someone();
    const { sessions } = await victim.browser.get<Sessions>('/api/account/sessions');
    const answered = await browser.ask(`/api/account/sessions/${sessions[0]!.id}`, { method: 'DELETE' });
    expect(refusal(answered)).toMatchObject({ status: 404, error: 'not_found' });
    expect((await victim.browser.ask('/api/account')).status).toBe(200);
  });
});
