import { refusal, type TestBrowser } from './test-browser.js';
import { TestDashboard } from './test-dashboard.js';

let dashboard: TestDashboard;
let browser: TestBrowser;

beforeAll(async () => {
  dashboard = await TestDashboard.start({}, { hasProxy: true });
  browser = await dashboard.enrol('ada');
});
afterAll(() => dashboard?.stop());

describe('without the database, a signed-in browser receives', () => {
  beforeAll(() => dashboard.proxy.disconnect());
  afterAll(() => dashboard.proxy.restore());

  it.each(['/', '/keys?kind=all', '/sign-in', '/assets/app-1a2b.js', '/api/ping'])('%s', async (path) => {
    const { status, headers } = await browser.ask(path);
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each(['/api/session', '/api/keys', '/api/changes'])('503 for %s', async (path) => {
    const answered = await browser.ask(path);
    expect(refusal(answered)).toMatchObject({ status: 503, error: 'unavailable' });
    expect(answered.headers['retry-after']).toBe('1');
  });
});

it('a session continues after an outage', async () => {
  expect(await browser.visit()).toMatchObject({ status: 'signed-in', name: 'ada' });
});
