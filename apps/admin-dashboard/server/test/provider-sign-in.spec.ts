import { freePort } from '@care-atlas/local-postgres/free-port';
import type { PeopleList } from '#contract/people/people';
import type { Answered, TestBrowser } from './test-browser.js';
import { PASSWORD, TestDashboard } from './test-dashboard.js';
import { TestProvider } from './test-provider.js';

const ADA = { email: 'Ada@Example.org', email_verified: true };

let url: string;
let provider: TestProvider;
let dashboard: TestDashboard;
let browser: TestBrowser;

beforeAll(async () => {
  url = `http://localhost:${await freePort()}`;
  provider = await TestProvider.start(url);
});
beforeEach(async () => {
  provider.subject = 'one';
  provider.accounts.set('one', ADA);
  dashboard = await TestDashboard.start({ ...provider.environment, DASHBOARD_URL: url });
  await dashboard.invite('ada@example.org', 'operator');
  browser = dashboard.browser();
});
afterEach(() => dashboard?.stop());
afterAll(() => provider?.stop());

const locationOf = ({ headers }: Answered) => String(headers['location']);

/** @returns where the browser is led in the end */
async function signIn(through = browser, from = '/keys?kind=all'): Promise<string> {
  const started = await through.ask(`/api/sign-in/provider?${new URLSearchParams({ from })}`);
  expect(started.status).toBe(303);
  const back = await provider.visit(locationOf(started));
  const finished = await through.ask(back.pathname + back.search);
  expect(finished.status).toBe(303);
  return locationOf(finished);
}

const problemOf = (address: string) => new URL(address, dashboard.url).searchParams.get('problem');

it('signs in a person who was invited by e-mail address, and leads back', async () => {
  expect(await browser.visit()).toMatchObject({ status: 'signed-out', provider: 'Example Health' });
  expect(await signIn()).toBe(`/sign-in?${new URLSearchParams({ from: '/keys?kind=all' })}`);
  expect(await browser.visit()).toMatchObject({
    status: 'signed-in',
    name: 'ada@example.org',
    role: 'operator',
  });
  const [event] = await dashboard.rows<{ details: unknown }>(
    `select details from audit_event where action = 'sign-in' and actor = 'ada@example.org'`,
  );
  expect(event?.details).toEqual({ by: 'OpenID Connect' });
});

it('an address that the organization gives to somebody else opens nothing', async () => {
  await signIn();
  provider.accounts.set('two', ADA);
  provider.subject = 'two';
  const other = dashboard.browser();
  expect(problemOf(await signIn(other))).toBe('unknown');
  expect(await other.visit()).toMatchObject({ status: 'signed-out' });
  // The first account is still the same person under another address.
  provider.subject = 'one';
  provider.accounts.set('one', { ...ADA, email: 'ada.l@example.org' });
  expect(problemOf(await signIn(other))).toBeNull();
});

it.each([
  ['nobody of this name is invited', { email: 'eve@example.org', email_verified: true }, 'unknown'],
  ['the e-mail address is not verified', { ...ADA, email_verified: false }, 'unknown'],
])('refuses a person if %s', async (_why, account, problem) => {
  provider.accounts.set('one', account);
  expect(problemOf(await signIn())).toBe(problem);
  expect(await browser.visit()).toMatchObject({ status: 'signed-out' });
  expect(await dashboard.auditEvents()).toContain('sign-in-failed');
});

it('refuses a person who was disabled, and unlinks the account with a reset', async () => {
  await signIn();
  const grace = await dashboard.enrol('grace');
  const linked = async () =>
    (await grace.get<PeopleList>('/api/people')).people.map(({ hasOidcAccount }) => hasOidcAccount);
  expect(await linked()).toEqual([true, false]);
  await grace.post('/api/people/ada@example.org/disable');
  expect(await browser.visit()).toMatchObject({ status: 'signed-out' });
  expect(problemOf(await signIn())).toBe('unknown');
  await grace.post('/api/people/ada@example.org/reset');
  expect(await linked()).toEqual([false, false]);
});

it('says that the person declined at the provider', async () => {
  provider.subject = undefined;
  expect(problemOf(await signIn())).toBe('denied');
});

it('an answer for another attempt, a second time, or too late signs nobody in', async () => {
  const started = await browser.ask('/api/sign-in/provider');
  const back = await provider.visit(locationOf(started));
  const path = back.pathname + back.search;
  const other = dashboard.browser();
  expect(problemOf(locationOf(await other.ask(path)))).toBe('expired');
  await other.ask('/api/sign-in/provider');
  expect(problemOf(locationOf(await other.ask(path)))).toBe('failed');
  expect(problemOf(locationOf(await browser.ask(path)))).toBeNull();
  expect(problemOf(locationOf(await browser.ask(path)))).toBe('expired');
  const late = await other.ask('/api/sign-in/provider');
  const lateBack = await provider.visit(locationOf(late));
  dashboard.pass(11);
  expect(problemOf(locationOf(await other.ask(lateBack.pathname + lateBack.search)))).toBe('expired');
  expect(await other.visit()).toMatchObject({ status: 'signed-out' });
});

it('the way to the provider is protected by PKCE, state and nonce, and its cookie is encrypted', async () => {
  const started = await browser.ask('/api/sign-in/provider');
  const { searchParams } = new URL(locationOf(started));
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email',
  });
  const cookie = String(started.headers['set-cookie']);
  expect(cookie).toMatch(/^care-atlas-provider=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  for (const name of ['state', 'nonce']) expect(cookie).not.toContain(searchParams.get(name));
});

it('a provider that is down is asked again once it is back, and a password works meanwhile', async () => {
  await dashboard.enrol('grace');
  await provider.stop();
  expect(problemOf(locationOf(await browser.ask('/api/sign-in/provider')))).toBe('failed');
  expect((await dashboard.browser().signIn('grace', PASSWORD)).status).toBe(200);
  await provider.listen();
  expect(problemOf(await signIn())).toBeNull();
});

it('without a provider, there is no way to it', async () => {
  const plain = await TestDashboard.start();
  const answered = await plain.browser().ask('/api/sign-in/provider');
  const state = await plain.browser().visit();
  await plain.stop();
  expect([answered.status, state]).toEqual([404, expect.objectContaining({ provider: null })]);
});
