import { URI } from 'otpauth';
import type { Account, PasskeySetup, RecoveryCodes, TotpSetup } from '#contract/people/account';
import type { PasskeyRequest, SessionState } from '#contract/people/sign-in';
import { SoftwarePasskey } from './software-passkey.js';
import { refusal, type TestBrowser } from './test-browser.js';
import { PASSWORD, TestDashboard } from './test-dashboard.js';

let dashboard: TestDashboard;
let count = 0;

beforeAll(async () => {
  dashboard = await TestDashboard.start();
});

afterAll(() => dashboard?.stop());

/** Returns the browser of a new, signed-in administrator. */
async function someone(): Promise<{ name: string; browser: TestBrowser }> {
  const name = `person-${++count}`;
  return { name, browser: await dashboard.enrol(name, dashboard.browser(`203.0.113.${count}`)) };
}

/** Returns the code that the authenticator shows at the time of the test's clock. */
const codeOf = ({ url }: TotpSetup) => URI.parse(url).generate({ timestamp: dashboard.now.getTime() });

async function withTotp() {
  const { name, browser } = await someone();
  const offer = await browser.post<TotpSetup>('/api/account/totp', { password: PASSWORD });
  const { recoveryCodes } = await browser.post<RecoveryCodes>('/api/account/totp/confirm', {
    code: codeOf(offer),
  });
  dashboard.pass(2);
  return { name, browser, offer, recoveryCodes };
}

/** Returns a browser after the password and before the second factor. */
async function halfIn(name: string): Promise<TestBrowser> {
  const browser = dashboard.browser(`198.51.100.${count}`);
  const answered = await browser.signIn(name, PASSWORD);
  expect(JSON.parse(answered.text)).toMatchObject({ status: 'second-factor' });
  return browser;
}

const send = (browser: TestBrowser, path: string, body: object) =>
  browser.ask(path, { method: 'POST', body });

describe('an authenticator', () => {
  it('is required after the password, and nothing else is accessible before it', async () => {
    const { name, offer } = await withTotp();
    const browser = await halfIn(name);
    expect((await browser.ask('/api/keys')).status).toBe(401);
    const state = await browser.post<SessionState>('/api/sign-in/code', { code: codeOf(offer) });
    expect(state).toMatchObject({ status: 'signed-in', name });
    expect((await browser.ask('/api/keys')).status).toBe(200);
  });

  it('does not accept the same code twice', async () => {
    const { name, offer } = await withTotp();
    const code = codeOf(offer);
    await (await halfIn(name)).post('/api/sign-in/code', { code });
    const again = await send(await halfIn(name), '/api/sign-in/code', { code });
    expect(refusal(again)).toMatchObject({ status: 401, error: 'unauthorized' });
  });

  it('delays attempts after wrong codes', async () => {
    const { name } = await withTotp();
    const browser = await halfIn(name);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      statuses.push((await send(browser, '/api/sign-in/code', { code: '000000' })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('becomes active only when one of its codes is confirmed', async () => {
    const { name, browser } = await someone();
    await browser.post('/api/account/totp', { password: PASSWORD });
    expect(refusal(await send(browser, '/api/account/totp/confirm', { code: '123456' }))).toMatchObject({
      status: 400,
      param: 'code',
    });
    const other = dashboard.browser();
    expect(JSON.parse((await other.signIn(name, PASSWORD)).text)).toMatchObject({ status: 'signed-in' });
  });

  it('is stored encrypted', async () => {
    const { offer } = await withTotp();
    const rows = await dashboard.rows<{ text: string }>(
      `select administrator::text as text from administrator`,
    );
    const hex = Buffer.from(URI.parse(offer.url).secret.bytes).toString('hex');
    expect(rows.map(({ text }) => text).join()).not.toContain(hex);
  });

  it('can be removed only with the password', async () => {
    const { browser } = await withTotp();
    const refused = await send(browser, '/api/account/totp/remove', { password: 'not the password' });
    expect(refusal(refused)).toMatchObject({ status: 400, param: 'password' });
    const account = await browser.post<Account>('/api/account/totp/remove', { password: PASSWORD });
    expect(account).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
  });

  it('is also returned as a QR code', async () => {
    const { offer } = await withTotp();
    expect(offer.qrCode).toMatch(/^data:image\/png;base64,/);
  });
});

describe('recovery codes', () => {
  it('are ten codes that each work once', async () => {
    const { name, recoveryCodes } = await withTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const code = recoveryCodes[3]!;
    await (await halfIn(name)).post('/api/sign-in/code', { code: ` ${code.toUpperCase()} ` });
    expect((await send(await halfIn(name), '/api/sign-in/code', { code })).status).toBe(401);
    const browser = await halfIn(name);
    await browser.post('/api/sign-in/code', { code: recoveryCodes[4] });
    expect(await browser.get<Account>('/api/account')).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it('are replaced by new ones', async () => {
    const { name, browser, recoveryCodes } = await withTotp();
    const made = await browser.post<RecoveryCodes>('/api/account/recovery-codes', { password: PASSWORD });
    expect((await send(await halfIn(name), '/api/sign-in/code', { code: recoveryCodes[0]! })).status).toBe(
      401,
    );
    await (await halfIn(name)).post('/api/sign-in/code', { code: made.recoveryCodes[0] });
  });

  it('are not stored in plain text', async () => {
    const { recoveryCodes } = await withTotp();
    const rows = await dashboard.rows<{ text: string }>(`select recovery_code::text as text from recovery_code
      union all select audit_event::text from audit_event`);
    const text = rows.map((row) => row.text).join();
    for (const code of recoveryCodes) expect(text).not.toContain(code);
  });
});

async function withPasskey(passkey = new SoftwarePasskey(dashboard.url)) {
  const { name, browser } = await someone();
  const offer = await browser.post<PasskeySetup>('/api/account/passkeys/options', { password: PASSWORD });
  const response = passkey.create(offer);
  const account = await browser.post<Account>('/api/account/passkeys', { label: 'laptop', response });
  return { name, browser, passkey, account, response };
}

const ask = (browser: TestBrowser) => browser.post<PasskeyRequest>('/api/sign-in/passkey/options');

describe('a passkey', () => {
  it('is listed in the account', async () => {
    const { account } = await withPasskey();
    expect(account.passkeys).toMatchObject([{ label: 'laptop', synced: false, lastUsedAt: null }]);
  });

  it('is a second factor after the password', async () => {
    const { name, passkey } = await withPasskey();
    const browser = await halfIn(name);
    const response = passkey.get(await ask(browser));
    expect(await browser.post<SessionState>('/api/sign-in/passkey', { response })).toMatchObject({
      status: 'signed-in',
      name,
    });
  });

  it('signs in without a name or a password', async () => {
    const { name, passkey } = await withPasskey();
    const browser = dashboard.browser();
    await browser.visit();
    const response = passkey.get(await ask(browser));
    expect(await browser.post<SessionState>('/api/sign-in/passkey', { response })).toMatchObject({ name });
  });

  it('is rejected if the authenticator does not verify the user', async () => {
    const passkey = new SoftwarePasskey(dashboard.url, false);
    const { browser } = await someone();
    const offer = await browser.post<PasskeySetup>('/api/account/passkeys/options', { password: PASSWORD });
    const response = passkey.create(offer);
    expect((await send(browser, '/api/account/passkeys', { label: 'key', response })).status).toBe(400);
  });

  it('can answer a challenge once', async () => {
    const { passkey } = await withPasskey();
    const browser = dashboard.browser();
    await browser.visit();
    const request = await ask(browser);
    const response = passkey.get(request);
    await browser.post('/api/sign-in/passkey', { response });
    await browser.ask('/api/sign-out', { method: 'POST' });
    await browser.visit();
    expect((await send(browser, '/api/sign-in/passkey', { response })).status).toBe(401);
    expect((await send(browser, '/api/sign-in/passkey', { response: passkey.get(request) })).status).toBe(
      401,
    );
  });

  it('must answer within five minutes', async () => {
    const { passkey } = await withPasskey();
    const browser = dashboard.browser();
    await browser.visit();
    const request = await ask(browser);
    dashboard.pass(6);
    const response = passkey.get(request);
    expect((await send(browser, '/api/sign-in/passkey', { response })).status).toBe(401);
  });

  it('of another site is rejected', async () => {
    const elsewhere = new SoftwarePasskey('https://dashboard.example');
    const { browser } = await someone();
    const offer = await browser.post<PasskeySetup>('/api/account/passkeys/options', { password: PASSWORD });
    const refused = await send(browser, '/api/account/passkeys', {
      label: 'x',
      response: elsewhere.create(offer),
    });
    expect(refusal(refused)).toMatchObject({ status: 400, param: 'response' });
  });

  it.each([[{}], [{ id: 'AAAA' }], [{ id: 7, response: null }]])('is rejected as %j', async (response) => {
    const browser = dashboard.browser('203.0.113.250');
    await browser.visit();
    expect((await send(browser, '/api/sign-in/passkey', { response })).status).toBe(401);
  });

  it('no longer signs in after its removal', async () => {
    const { name, browser, passkey, account } = await withPasskey();
    const path = `/api/account/passkeys/${account.passkeys[0]!.id}/remove`;
    expect(await browser.post<Account>(path, { password: PASSWORD })).toMatchObject({ passkeys: [] });
    const other = dashboard.browser();
    expect(JSON.parse((await other.signIn(name, PASSWORD)).text)).toMatchObject({ status: 'signed-in' });
    const third = dashboard.browser();
    await third.visit();
    const response = passkey.get(await ask(third));
    expect((await send(third, '/api/sign-in/passkey', { response })).status).toBe(401);
  });
});

it('every change of a factor is recorded in the audit log', async () => {
  const before = (await dashboard.auditEvents()).length;
  const { name, browser, recoveryCodes } = await withTotp();
  await (await halfIn(name)).post('/api/sign-in/code', { code: recoveryCodes[0] });
  const newPassword = 'copper lantern seventeen rivers';
  await browser.post('/api/account/password', { currentPassword: PASSWORD, newPassword });
  await browser.post('/api/account/totp/remove', { password: newPassword });
  const events = (await dashboard.auditEvents()).slice(before);
  expect(events).toEqual([
    `operator administrator-created ${name}`,
    `${name} sign-in`,
    `${name} totp-added`,
    `${name} recovery-code-used`,
    `${name} sign-in`,
    `${name} password-changed`,
    `${name} totp-removed`,
  ]);
});
