import type { AuditList } from '#contract/service/audit';
import { refusal, type TestBrowser } from './test-browser.js';
import { PASSWORD, TestDashboard } from './test-dashboard.js';

let dashboard: TestDashboard;
let browser: TestBrowser;

beforeAll(async () => {
  dashboard = await TestDashboard.start();
  browser = await dashboard.enrol('ada');
  const newPassword = 'copper lantern seventeen rivers';
  await browser.post('/api/account/password', { currentPassword: PASSWORD, newPassword });
  await dashboard.browser('203.0.113.99').signIn('ada', 'certainly not the password');
  dashboard.pass(60);
  await dashboard.invite('grace');
  browser = dashboard.browser();
  await browser.signIn('ada', newPassword);
});

afterAll(() => dashboard?.stop());

const find = (query: string) => browser.get<AuditList>(`/api/audit?${query}`);
const actions = ({ events }: AuditList) => events.map(({ action }) => action);

it('lists actor, action, time and origin, newest first', async () => {
  const { events, total } = await find('');
  expect(total).toBe(6);
  expect(events[0]).toMatchObject({
    actor: 'ada',
    action: 'sign-in',
    at: dashboard.now.toISOString(),
    address: '203.0.113.7',
    userAgent: expect.stringContaining('Firefox'),
    device: expect.stringContaining('Firefox'),
  });
  expect(events.at(-1)).toMatchObject({ actor: 'operator', action: 'administrator-created', address: '' });
});

it('is searched by text, action and time, in pages', async () => {
  expect(actions(await find('text=203.0.113.99'))).toEqual(['sign-in-failed']);
  expect(actions(await find('action=password-changed'))).toEqual(['password-changed']);
  const hourAgo = encodeURIComponent(new Date(dashboard.now.getTime() - 1_000).toISOString());
  expect(actions(await find(`from=${hourAgo}`))).toEqual(['sign-in', 'administrator-created']);
  expect(await find(`to=${hourAgo}&limit=1&offset=1`)).toMatchObject({ total: 4, count: 1 });
});

it.each(['from=yesterday', 'action=dance', 'limit=1000'])('rejects %s', async (query) => {
  expect((await browser.ask(`/api/audit?${query}`)).status).toBe(400);
});

it('is exported as CSV without formulas, and the export is recorded', async () => {
  await dashboard.rows(`insert into audit_event (at, actor, action, subject, address, user_agent)
    values (now(), 'ada', 'key-created', '=HYPERLINK("x")', '', '')`);
  const answered = await browser.ask('/api/audit/export', { method: 'POST', body: {} });
  expect(answered.status).toBe(200);
  expect(answered.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answered.headers['content-disposition']).toMatch(
    /attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"/,
  );
  const lines = answered.text.trim().split('\r\n');
  expect(lines[0]).toBe('id,at,actor,action,subject,address,user agent,details');
  expect(answered.text).toContain(`"'=HYPERLINK(""x"")"`);
  expect(actions(await find('limit=1'))).toEqual(['audit-exported']);
});

it('is exported completely, regardless of its length', async () => {
  await dashboard.rows(`insert into audit_event (at, actor, action, subject, address, user_agent)
    select now(), 'many', 'sign-out', n::text, '', '' from generate_series(1, 2500) n`);
  const { text } = await browser.ask('/api/audit/export', { method: 'POST', body: { text: 'many' } });
  expect(text.match(/,many,sign-out,/g)).toHaveLength(2500);
});

it.each(['update audit_event set actor = $$x$$', 'delete from audit_event', 'truncate audit_event'])(
  'rejects %s',
  async (statement) => {
    await expect(dashboard.rows(statement)).rejects.toThrow('The audit is append-only.');
  },
);

it('rejects an export without a session', async () => {
  const answered = await dashboard.browser().ask('/api/audit/export', { method: 'POST', body: {} });
  expect(refusal(answered)).toMatchObject({ status: 401 });
});
