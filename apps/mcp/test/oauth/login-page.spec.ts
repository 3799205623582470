import { authorizationSearch, REDIRECT } from './authorization-search.js';
import { TestLogin, type Tokens } from './test-login.js';
import { type VisitedPage, Visitor } from './visitor.js';

let login: TestLogin;

beforeAll(async () => {
  login = await TestLogin.start({ RATE_LIMIT_FAILURES: '3' });
});
afterAll(() => login?.stop());

const VERIFIER = 'v'.repeat(43);

/** Opens the page, and returns the browser that can submit it. */
async function open(
  metadata: object = {},
  redirect = REDIRECT,
): Promise<[Visitor, VisitedPage, clientId: string]> {
  const clientId = await login.register({ redirect_uris: [redirect], ...metadata });
  const visitor = new Visitor(login);
  const search = authorizationSearch(clientId, VERIFIER, { redirect_uri: redirect });
  return [visitor, await visitor.open(`/oauth/authorize?${search}`), clientId];
}

describe('the page', () => {
  test('shows the program, the access, its duration and the destination', async () => {
    const [, page] = await open({ client_name: 'Claude' }, 'https://claude.example/api/callback');
    expect(page.status).toBe(200);
    for (const text of [
      'Claude',
      'claude.example',
      'never sees',
      '90 days',
      '30 days',
      'cannot check this name',
    ]) {
      expect(page.body).toContain(text);
    }
    expect(page.body).not.toContain('this computer');
  });

  test('warns when the destination is this computer', async () => {
    const [, page] = await open();
    expect(page.body).toContain('<strong>this computer</strong>');
    expect(page.body).toContain('127.0.0.1:33418');
  });

  test('names the scheme of an app', async () => {
    const [, page] = await open({}, 'cursor://anysphere.cursor-retrieval/callback');
    expect(page.body).toContain('cursor:');
  });

  test('escapes the name of a program', async () => {
    const [, page] = await open({ client_name: `<img src=x onerror="alert('1')">` });
    expect(page.body).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;');
    expect(page.body).not.toContain('<img');
  });

  test('shows a name in one line, isolated, without characters that hide or reorder others', async () => {
    const client_name = 'Cl\u202Eaude\u2066\u200B\u0007\u00AD\n\n by\u2028 Care\u{E0041} Atlas\uFEFF';
    const [, page] = await open({ client_name });
    expect(page.body).toContain('<bdi>Claude by Care Atlas</bdi>');
    expect(page.body).toContain('<title>Connect Claude by Care Atlas – Care Atlas</title>');
    expect(page.body).not.toMatch(/[\p{Cf}\p{Zl}\p{Default_Ignorable_Code_Point}]|\p{Cc}(?<!\n)/u);
    expect((await open({ client_name: '\u200B\u202E' }))[1].body).toContain('A program without a name');
  });

  test('cannot be cached, framed or leaked by referrer, and its form may redirect to the program', async () => {
    const [, { headers }] = await open();
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('form-action');
    expect(policy).not.toContain('script-src');
  });

  test('protects its cookies from scripts, other sites and connections without TLS', async () => {
    const clientId = await login.register();
    const { headers } = await login.ask(`/oauth/authorize?${authorizationSearch(clientId, VERIFIER)}`);
    const cookies = headers['set-cookie'] as string[];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^care_.*; path=\/oauth\/.*; samesite=lax; secure; httponly/i);
  });
});

describe('the form', () => {
  test('with a key sends a code to the program, with its state and the issuer', async () => {
    const [visitor, page, clientId] = await open();
    const sent = await visitor.submit(page, { choice: 'key', key: `  ${login.keys.live}\n` });
    expect(sent.href.startsWith(`${REDIRECT}?code=`)).toBe(true);
    expect(sent.searchParams.get('state')).toBe('the state');
    expect(sent.searchParams.get('iss')).toBe('https://connector.example');
    const code = { clientId, code: sent.searchParams.get('code')!, verifier: VERIFIER };
    const answer = await login.redeem(code);
    expect(answer.headers['cache-control']).toBe('no-store');
    const tokens = answer.json<Tokens>();
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'directory:read', expires_in: 3600 });
    expect(await login.whose(tokens.access_token)).toBe(login.idOf(login.keys.live));
  });

  test('with the sandbox issues tokens of the published key', async () => {
    const [visitor, page, clientId] = await open();
    const sent = await visitor.submit(page, { choice: 'sandbox', key: '' });
    const code = { clientId, code: sent.searchParams.get('code')!, verifier: VERIFIER };
    const tokens = (await login.redeem(code)).json<Tokens>();
    expect(await login.whose(tokens.access_token)).toBe(login.idOf(login.keys.sandbox));
  });

  test('with a cancellation sends an error to the program', async () => {
    const [visitor, page] = await open();
    const sent = await visitor.submit(page, { choice: 'cancel', key: login.keys.live });
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the state',
    });
  });

  test.each([
    ['nothing', () => '', 'Paste your key'],
    ['a gateway key', () => login.keys.gateway, 'gateway key cannot be used here'],
    ['an admin key', () => login.keys.admin, 'administrator’s key cannot be used here'],
  ])('with %s says in place what to do', async (_what, key, text) => {
    const [visitor, page] = await open();
    const again = await visitor.send(page, { choice: 'key', key: key() });
    expect(again.status).toBe(422);
    expect(again.body).toMatch(new RegExp(`role="alert" id="problem">[^<]*${text}`));
    expect(again.body).toMatch(/<input [^>]*aria-invalid="true"[^>]*autofocus/);
    expect(again.body.includes(key() || 'nothing was pasted')).toBe(false);
    expect(
      (await visitor.submit(again, { choice: 'key', key: login.keys.live })).searchParams.has('code'),
    ).toBe(true);
  });

  test('with wrong keys says what is wrong, and limits them by client address', async () => {
    const [visitor, page] = await open();
    const mistyped = await visitor.send(page, { choice: 'key', key: login.keys.live.slice(0, -1) });
    expect(mistyped.body).toContain('not a complete key');
    const revoked = await login.mint('live');
    await login.revoke(revoked);
    expect((await visitor.send(page, { choice: 'key', key: revoked })).body).toContain('not active');
    expect((await visitor.send(page, { choice: 'key', key: 'x' })).status).toBe(422);
    const blocked = await visitor.send(page, { choice: 'key', key: 'x' });
    expect([blocked.status, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    // The limit does not affect a valid key.
    expect(
      (await visitor.submit(page, { choice: 'key', key: login.keys.live })).searchParams.has('code'),
    ).toBe(true);
  });

  test.each(['', 'x', 'x'.repeat(43)])('without its token (%j) has no effect', async (token) => {
    const [visitor, page] = await open();
    const again = await visitor.send(page, { choice: 'key', key: login.keys.live, token });
    expect([again.status, again.away]).toEqual([403, undefined]);
  });

  test('from another browser has no effect', async () => {
    const [, page] = await open();
    const other = await new Visitor(login).send(page, { choice: 'key', key: login.keys.live });
    expect([other.status, other.away]).toEqual([400, undefined]);
    expect(other.body).toContain('This sign-in has ended');
  });

  test('works only once', async () => {
    const [visitor, page] = await open();
    await visitor.submit(page, { choice: 'key', key: login.keys.live });
    const again = await visitor.send(page, { choice: 'key', key: login.keys.live });
    expect([again.status, again.away]).toEqual([400, undefined]);
  });
});

test('a browser that signed in must sign in again, and may use another key', async () => {
  const [visitor, first, clientId] = await open();
  await visitor.submit(first, { choice: 'key', key: login.keys.live });
  const path = `/oauth/authorize?${authorizationSearch(clientId, VERIFIER)}`;
  const second = await visitor.open(path);
  expect(second.status).toBe(200);
  const sent = await visitor.submit(second, { choice: 'sandbox' });
  expect(sent.searchParams.has('code')).toBe(true);
});

test.each<Record<string, string>>([
  { scope: '' },
  { scope: 'openid profile offline_access' },
  { resource: '' },
  { nonce: 'n' },
])('requests of older hosts are accepted: %j', async (parameters) => {
  const code = await login.signIn(login.keys.live, undefined, parameters);
  const answer = await login.redeem(code);
  expect(answer.statusCode).toBe(200);
  expect(await login.whose(answer.json<Tokens>().access_token)).toBeDefined();
});

test.each([
  'https://connector.example',
  'https://connector.example/',
  'https://connector.example/mcp/',
  'https://connector.example/mcp/search',
])('the resource may be named %s, with another name in each step', async (resource) => {
  const code = await login.signIn(login.keys.live, undefined, { resource });
  const answer = await login.redeem(code, { resource: 'https://connector.example/mcp' });
  const tokens = answer.json<Tokens>();
  expect((await login.refresh(code.clientId, tokens.refresh_token, { resource })).statusCode).toBe(200);
  expect(await login.whose(tokens.access_token)).toBeDefined();
});
