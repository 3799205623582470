import { randomBytes } from 'node:crypto';
import { KeyRepository } from '@care-atlas/data/keys';
import { KEY_KINDS, makeKey } from '@care-atlas/domain/access';
import { refusal, type TestBrowser } from './test-browser.js';
import { PASSWORD, TestDashboard } from './test-dashboard.js';

let dashboard: TestDashboard;
let browser: TestBrowser;

beforeAll(async () => {
  dashboard = await TestDashboard.start();
  browser = await dashboard.enrol('ada');
});

afterAll(() => dashboard?.stop());

const READS = [
  '/api/account',
  '/api/account/sessions',
  '/api/keys',
  '/api/usage',
  '/api/directory',
  '/api/directory/map',
  '/api/directory/explanation?list=doctors&id=900001&query=',
  '/api/runs',
  '/api/audit',
  '/api/changes',
];
const CHANGES: [method: 'POST' | 'DELETE', path: string][] = [
  ['POST', '/api/sign-out'],
  ['POST', '/api/account/password'],
  ['POST', '/api/account/totp'],
  ['POST', '/api/account/totp/confirm'],
  ['POST', '/api/account/totp/remove'],
  ['POST', '/api/account/recovery-codes'],
  ['POST', '/api/account/passkeys/options'],
  ['POST', '/api/account/passkeys'],
  ['POST', '/api/account/passkeys/x/remove'],
  ['DELETE', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions/x'],
  ['POST', '/api/keys'],
  ['POST', '/api/keys/gateway-secrets'],
  ['POST', '/api/keys/00000000-0000-4000-8000-000000000000/revoke'],
  ['POST', '/api/keys/00000000-0000-4000-8000-000000000000/label'],
  ['POST', '/api/audit/export'],
];

describe('without a session', () => {
  it.each(READS)('%s is 401', async (path) => {
    const answered = await dashboard.browser().ask(path);
    expect(refusal(answered)).toMatchObject({ status: 401, error: 'unauthorized' });
    expect(answered.headers['www-authenticate']).toBe('Session');
  });

  it.each(CHANGES)('%s %s is 401', async (method, path) => {
    expect((await dashboard.browser().ask(path, { method })).status).toBe(401);
  });

  it.each(KEY_KINDS)('an API key of kind %s grants no access', async (kind) => {
    const key = makeKey(kind, (length) => randomBytes(length));
    await new KeyRepository(dashboard.database).create({ kind, label: '' }, key);
    const headers = { authorization: `Bearer ${key}` };
    for (const path of READS) expect((await dashboard.browser().ask(path, { headers })).status).toBe(401);
  });
});

describe('a change', () => {
  it.each(CHANGES)('%s %s is rejected without the CSRF token', async (method, path) => {
    const answered = await browser.ask(path, { method, headers: { 'x-csrf-token': undefined } });
    expect(refusal(answered)).toMatchObject({ status: 403, error: 'forbidden' });
  });

  it('is rejected with the token of another session', async () => {
    const other = await dashboard.enrol('grace', dashboard.browser('203.0.113.8'));
    const headers = { 'x-csrf-token': other.csrfToken };
    expect((await browser.ask('/api/sign-out', { method: 'POST', headers })).status).toBe(403);
  });

  it('is rejected with a token from before signing in', async () => {
    const visitor = dashboard.browser('203.0.113.9');
    await visitor.visit();
    const early = visitor.csrfToken;
    await visitor.ask('/api/sign-in', { method: 'POST', body: { name: 'ada', password: PASSWORD } });
    const headers = { 'x-csrf-token': early };
    expect((await visitor.ask('/api/sign-out', { method: 'POST', headers })).status).toBe(403);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'https://elsewhere.example' }],
    [{ origin: 'null' }],
    [{ origin: undefined, 'sec-fetch-site': undefined }],
  ])('is rejected with %j', async (headers) => {
    const answered = await browser.ask('/api/keys', { method: 'POST', body: { label: 'x' }, headers });
    expect(refusal(answered)).toMatchObject({ status: 403, error: 'forbidden' });
    const signIn = await dashboard
      .browser()
      .ask('/api/sign-in', { method: 'POST', body: { name: 'ada', password: PASSWORD }, headers });
    expect(signIn.status).toBe(403);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is rejected as %s',
    async (type) => {
      const { statusCode } = await dashboard.app.inject({
        method: 'POST',
        url: '/api/keys',
        headers: {
          'content-type': type,
          cookie: Array.from(browser.cookies, (pair) => pair.join('=')).join('; '),
        },
        payload: 'label=x',
      });
      expect(statusCode).toBe(400);
    },
  );

  it('is never a GET', async () => {
    const before = await dashboard.rows('select count(*) from api_key');
    for (const [, path] of CHANGES) {
      const { status } = await browser.ask(path);
      expect([200, 404, 405]).toContain(status);
    }
    expect(await dashboard.rows('select count(*) from api_key')).toEqual(before);
    expect((await browser.ask('/api/account')).status).toBe(200);
  });
});

describe('a response', () => {
  it.each(['/', '/api/session', '/api/keys', '/api/nothing'])(
    '%s is not cached, sniffed or framed',
    async (path) => {
      const { headers } = await browser.ask(path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
    },
  );

  it('to a path of the client is its page with a new nonce', async () => {
    const first = await browser.ask('/keys/some-id');
    const second = await browser.ask('/keys/some-id');
    const nonce = /nonce="(\w+)"/.exec(first.text)?.[1];
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(first.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(second.text).not.toContain(nonce);
  });

  it('with a file of the client may be cached indefinitely', async () => {
    const { status, headers } = await dashboard.browser().ask('/assets/app-1a2b.js');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers).not.toHaveProperty('content-security-policy');
  });

  it.each(['/api/nothing', '/assets/gone.js', '/index.html', '/assets/..%2f..%2fpackage.json'])(
    'to %s is 404',
    async (path) => {
      expect(refusal(await browser.ask(path))).toMatchObject({ status: 404, error: 'not_found' });
    },
  );
});

describe('the cookie', () => {
  it('on http is HttpOnly and SameSite=Strict', async () => {
    const visitor = dashboard.browser('203.0.113.10');
    const { headers } = await visitor.signIn('ada', PASSWORD);
    const cookie = [headers['set-cookie']]
      .flat()
      .find((one) => String(one).startsWith('care-atlas-session='));
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('on https is bound to the host and Secure', async () => {
    const secure = await TestDashboard.start({
      DASHBOARD_URL: 'https://admin.atlas.example',
      TRUST_PROXY: '203.0.113.7',
    });
    try {
      const visitor = await secure.enrol('ada');
      const { headers } = await visitor.ask('/api/sign-in', {
        method: 'POST',
        body: { name: 'ada', password: PASSWORD },
      });
      const cookie = [headers['set-cookie']]
        .flat()
        .find((one) => String(one).startsWith('__Host-care-atlas-session='));
      expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
      expect(headers['strict-transport-security']).toContain('max-age=31536000');
      const plain = await visitor.ask('/api/sign-in', {
        method: 'POST',
        body: { name: 'ada', password: PASSWORD },
        headers: { 'x-forwarded-proto': 'http' },
      });
      expect(refusal(plain)).toMatchObject({
        status: 403,
        message: expect.stringContaining('only used over https'),
      });
    } finally {
      await secure.stop();
    }
  });
});

it('no response header grows with the request', async () => {
  const long = 'x'.repeat(7_500);
  const names = ['origin', 'host', 'x-request-id', 'x-forwarded-host', 'cookie', 'if-none-match', 'range'];
  for (const path of ['/', '/sign-in', '/keys', '/nothing', '/assets/', ...READS]) {
    const asked = [
      ...[`${path}?x=${long}`, `/${long}${path}`, `${path}/${long}`, `${path}/${'%C3%A9'.repeat(1_200)}`].map(
        (url) => dashboard.browser().ask(url),
      ),
      ...names.map((name) => dashboard.browser().ask(path, { headers: { [name]: long } })),
    ];
    for (const { headers } of await Promise.all(asked)) {
      const lines = Object.entries(headers).flatMap(([name, value]) =>
        [value].flat().map((each) => `${name}: ${each}\r\n`),
      );
      expect(lines.join('').length).toBeLessThanOrEqual(4_096);
    }
  }
});
