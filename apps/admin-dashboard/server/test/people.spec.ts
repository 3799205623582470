import type { PeopleList, Person } from '#contract/people/people';
import { refusal, type TestBrowser } from './test-browser.js';
import { PASSWORD, TestDashboard } from './test-dashboard.js';

let dashboard: TestDashboard;
let ada: TestBrowser;

beforeEach(async () => {
  dashboard = await TestDashboard.start();
  ada = await dashboard.enrol('ada');
});
afterEach(() => dashboard?.stop());

const people = async () => (await ada.get<PeopleList>('/api/people')).people;
const change = (browser: TestBrowser, path: string, body?: object) =>
  browser.ask(`/api/people/${path}`, { method: 'POST', ...(body && { body }) });

async function invite(name: string, role: string): Promise<TestBrowser> {
  const { password } = await ada.post<{ password: string }>('/api/people', { name, role });
  const browser = dashboard.browser();
  await browser.signIn(name, password);
  await browser.post('/api/sign-in/new-password', { newPassword: PASSWORD });
  return browser;
}

it('invites a person, whose role counts from the next request on', async () => {
  const grace = await invite('grace', 'viewer');
  expect(await grace.visit()).toMatchObject({ status: 'signed-in', name: 'grace', role: 'viewer' });
  const key = { label: 'for the reports' };
  const kept = await grace.ask('/api/keys', { method: 'POST', body: key });
  expect(refusal(kept)).toMatchObject({
    status: 403,
    error: 'forbidden',
    message: 'This needs the role operator, and you are viewer. An administrator can change your role.',
  });
  expect(await ada.post<Person>('/api/people/grace/role', { role: 'operator' })).toMatchObject({
    name: 'grace',
    role: 'operator',
    isYou: false,
  });
  expect((await grace.ask('/api/keys', { method: 'POST', body: key })).status).toBe(201);
  expect(await dashboard.auditEvents()).toEqual(
    expect.arrayContaining(['ada administrator-created grace', 'ada administrator-role-changed grace']),
  );
});

it('lists who may sign in, and how', async () => {
  await invite('Grace', 'viewer');
  await ada.post('/api/people', { name: 'edith@example.org', role: 'operator' });
  await ada.post('/api/people/grace/disable');
  expect(await people()).toEqual([
    expect.objectContaining({ name: 'ada', role: 'administrator', isYou: true, passwordExpiresAt: null }),
    expect.objectContaining({ name: 'edith@example.org', passwordExpiresAt: expect.any(String) }),
    expect.objectContaining({
      name: 'Grace',
      disabledAt: dashboard.now.toISOString(),
      hasSecondFactor: false,
    }),
  ]);
});

it('a reset ends the sessions, and enables a person who was disabled', async () => {
  const grace = await invite('grace', 'viewer');
  await ada.post('/api/people/grace/disable');
  expect((await grace.ask('/api/keys')).status).toBe(401);
  expect((await dashboard.browser().signIn('grace', PASSWORD)).status).toBe(401);
  const { password } = await ada.post<{ password: string }>('/api/people/grace/reset');
  const again = await dashboard.browser().signIn('grace', password);
  expect(JSON.parse(again.text)).toMatchObject({ status: 'new-password' });
});

it.each([
  ['', { name: 'ADA', role: 'viewer' }, 'name', 'Somebody has this name already.'],
  ['', { name: '<b>', role: 'viewer' }, 'name', / letter or digit\.$/],
  ['', { name: 'grace', role: 'owner' }, 'role', 'Role must be one of'],
  ['ada/role', { role: 'viewer' }, 'role', 'make another person an administrator first'],
  ['ada/disable', undefined, 'name', 'make another person an administrator first'],
  ['ada/reset', undefined, 'name', 'Change your own password'],
])('refuses /api/people/%s with %j', async (path, body, param, message) => {
  const answered = await change(ada, path, body).then(refusal);
  expect(answered).toMatchObject({ status: 400, param, message: expect.stringMatching(message) });
  expect(await people()).toEqual([expect.objectContaining({ name: 'ada', role: 'administrator' })]);
});

it.each(['reset', 'disable', 'role'])('%s of an unknown person is 404', async (what) => {
  expect((await change(ada, `nobody/${what}`, { role: 'viewer' })).status).toBe(404);
});

it('of two administrators who give up at once, one stays', async () => {
  const grace = await invite('grace', 'administrator');
  const answered = await Promise.all([
    change(ada, 'ada/role', { role: 'viewer' }),
    change(grace, 'grace/disable'),
  ]);
  expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200, 400]));
  const left = await dashboard.rows(
    `select name from administrator where role = 'administrator' and disabled_at is null`,
  );
  expect(left).toHaveLength(1);
});
