import { authorizationSearch, ORIGIN, REDIRECT } from './authorization-search.js';
import { errorOf, TestLogin, type Tokens } from './test-login.js';
import { Visitor } from './visitor.js';

let login: TestLogin;
let clientId: string;

beforeAll(async () => {
  login = await TestLogin.start();
  clientId = await login.register();
});
afterAll(() => login?.stop());

const VERIFIER = 'v'.repeat(43);

/** Opens an authorization request. */
function authorize(more: Readonly<Record<string, string>>, client = clientId) {
  return new Visitor(login).open(`/oauth/authorize?${authorizationSearch(client, VERIFIER, more)}`);
}

/** Makes the stored records older. */
const age = (model: string, column: string, seconds: number) =>
  login.rows(
    `update oauth_record set ${column} = ${column} - make_interval(secs => ${seconds}) where model = '${model}'`,
  );

describe('an authorization request is rejected', () => {
  test.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    [
      'with a plain challenge',
      { code_challenge: VERIFIER, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['with a challenge without a method', { code_challenge_method: '' }, 'invalid_request'],
    ['for a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for another path of this host', { resource: `${ORIGIN}/api` }, 'invalid_target'],
  ])('%s', async (_what, more, code) => {
    const { away } = await authorize(more);
    expect(away?.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(Object.fromEntries(away!.searchParams)).toMatchObject({
      error: code,
      iss: ORIGIN,
      state: 'the state',
    });
  });

  test('with response_type token', async () => {
    const { away } = await authorize({ response_type: 'token' });
    expect(new URLSearchParams(away!.hash.slice(1)).get('error')).toBe('unsupported_response_type');
  });

  test.each([
    ['with a foreign redirect address', { redirect_uri: 'https://evil.example/callback' }],
    ['with another redirect path', { redirect_uri: 'http://127.0.0.1:33418/callback/more' }],
    ['with another loopback name', { redirect_uri: 'http://localhost:33418/callback' }],
    ['with a redirect that is not an address', { redirect_uri: 'javascript:alert(1)' }],
  ])('%s, without a redirect', async (_what, more) => {
    const page = await authorize(more);
    expect(page).toMatchObject({ status: 400, away: undefined });
    expect(page.body).toContain('did not register');
  });

  test('from an unknown client, without a redirect', async () => {
    expect(await authorize({}, 'nobody')).toMatchObject({ status: 400, away: undefined });
  });

  test('from a client with metadata served without TLS', async () => {
    expect(await authorize({}, 'http://client.example/metadata')).toMatchObject({
      status: 400,
      away: undefined,
    });
  });
});

/** Returns the size of the response headers of an authorization request. */
async function headersOf(client: string, more: Readonly<Record<string, string>>) {
  const search = authorizationSearch(client, VERIFIER, more);
  const { headers } = await login.ask(`/oauth/authorize?${search}`, {});
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}: ${each}\r\n`),
  );
  return { location: headers.location, size: lines.join('').length };
}

describe('response headers do not grow with the request', () => {
  const LARGEST_HEAD = 4_096;
  const redirect = `http://127.0.0.1:33418/${'x'.repeat(970)}`;

  test.each([
    'client_id',
    'redirect_uri',
    'response_type',
    'response_mode',
    'state',
    'code_challenge',
    'code_challenge_method',
    'prompt',
    'resource',
    'scope',
    'unknown',
  ])('%s', async (name) => {
    for (const value of ['x'.repeat(7_400), 'é'.repeat(1_200)]) {
      expect((await headersOf(clientId, { [name]: value })).size).toBeLessThanOrEqual(LARGEST_HEAD);
    }
  });

  test('the longest state returns to the longest address; a longer one gets an error page', async () => {
    const client = await login.register({ redirect_uris: [redirect] });
    const refused = { redirect_uri: redirect, resource: 'https://other.example/mcp' };
    const longest = await headersOf(client, { ...refused, state: 'x'.repeat(1_024) });
    expect(longest.location).toContain('x'.repeat(1_024));
    expect(longest.size).toBeLessThanOrEqual(LARGEST_HEAD);
    for (const state of ['x'.repeat(1_025), "'".repeat(342), 'é'.repeat(171)]) {
      const page = await authorize({ state });
      expect(page).toMatchObject({ status: 400, away: undefined });
      expect(page.body).toContain('the state must have at most 1024 characters');
    }
  });
});

test('an error page escapes its input', async () => {
  const page = await authorize({
    response_type: '<script>',
    redirect_uri: 'https://evil.example/"><script>',
  });
  expect(page.body).not.toContain('<script>');
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test.each(['\u0000', '\ud800', '%', 'é'.repeat(500), '__proto__'])(
  'an odd state (%j) causes no server error',
  async (state) => {
    expect((await authorize({ state })).status).toBeLessThan(500);
  },
);

describe('text that a database cannot store', () => {
  const UNSTORABLE = ['a\u0000b', 'x\ud800y'];

  test('causes no server error in any parameter of an authorization', async () => {
    for (const name of [
      'client_id',
      'redirect_uri',
      'resource',
      'scope',
      'prompt',
      'ui_locales',
      'unknown',
    ]) {
      for (const value of UNSTORABLE) {
        expect([name, (await authorize({ [name]: value })).status < 500]).toEqual([name, true]);
      }
    }
  });

  test('causes no server error in any form', async () => {
    const { refresh_token: token } = await login.tokens(login.keys.live);
    for (const value of UNSTORABLE) {
      const forms: readonly Readonly<Record<string, string>>[] = [
        { grant_type: value },
        { grant_type: 'authorization_code', client_id: clientId, code: value, code_verifier: VERIFIER },
        { grant_type: 'refresh_token', client_id: value, refresh_token: token },
        { grant_type: 'refresh_token', client_id: clientId, refresh_token: value, resource: value },
      ];
      for (const form of forms) {
        expect((await login.token(form)).statusCode).toBe(form['client_id'] === value ? 401 : 400);
      }
      const revoked = await login.ask('/oauth/revoke', { form: { token: value, client_id: clientId } });
      expect(revoked.statusCode).toBeLessThan(500);
    }
  });

  // Other members are not kept, and do not matter.
  test.each(['client_name', 'client_uri', 'software_id'])(
    'is refused in %s of a registration',
    async (name) => {
      for (const value of UNSTORABLE) {
        const json = { redirect_uris: [REDIRECT], [name]: value };
        const refused = await login.ask('/oauth/register', { json });
        expect([refused.statusCode, errorOf(refused)]).toEqual([400, 'invalid_client_metadata']);
      }
    },
  );
});

describe('a code', () => {
  test('works once: a second use ends the tokens of the first', async () => {
    const code = await login.signIn(login.keys.live);
    const tokens = (await login.redeem(code)).json<Tokens>();
    expect(await login.whose(tokens.access_token)).toBeDefined();
    expect(errorOf(await login.redeem(code))).toBe('invalid_grant');
    expect(await login.whose(tokens.access_token)).toBeUndefined();
    expect(errorOf(await login.refresh(code.clientId, tokens.refresh_token))).toBe('invalid_grant');
  });

  test('works once for five concurrent requests', async () => {
    const code = await login.signIn(login.keys.live);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => login.redeem(code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://127.0.0.1:33418/other' }, 'invalid_grant'],
    ['a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('is rejected with %s', async (_what, more, code) => {
    const answer = await login.redeem(await login.signIn(login.keys.live), more);
    expect([answer.statusCode, errorOf(answer)]).toEqual([400, code]);
  });

  test('is rejected from another client', async () => {
    const code = await login.signIn(login.keys.live);
    expect(errorOf(await login.redeem({ ...code, clientId: await login.register() }))).toBe('invalid_grant');
  });

  test('is rejected after a minute', async () => {
    const code = await login.signIn(login.keys.live);
    await age('AuthorizationCode', 'expires_at', 61);
    expect(errorOf(await login.redeem(code))).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  test('works for concurrent requests during its overlap', async () => {
    const { clientId: client, refresh_token: token } = await login.tokens(login.keys.live);
    const answers = await Promise.all([1, 2, 3].map(() => login.refresh(client, token)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    for (const answer of answers) expect(await login.whose(answer.json<Tokens>().access_token)).toBeDefined();
  });

  test('ends its whole family when it is reused after its overlap', async () => {
    const first = await login.tokens(login.keys.live);
    const second = (await login.refresh(first.clientId, first.refresh_token)).json<Tokens>();
    await age('RefreshToken', 'consumed_at', 61);
    expect(errorOf(await login.refresh(first.clientId, first.refresh_token))).toBe('invalid_grant');
    expect(await login.whose(second.access_token)).toBeUndefined();
    expect(errorOf(await login.refresh(first.clientId, second.refresh_token))).toBe('invalid_grant');
  });

  test('is rejected from another client', async () => {
    const { refresh_token: token } = await login.tokens(login.keys.live);
    expect(errorOf(await login.refresh(await login.register(), token))).toBe('invalid_grant');
  });

  test('is rejected for another resource', async () => {
    const { clientId: client, refresh_token: token } = await login.tokens(login.keys.live);
    expect(errorOf(await login.refresh(client, token, { resource: 'https://other.example/' }))).toBe(
      'invalid_target',
    );
  });

  test('ends with its grant, even after a refresh', async () => {
    const { clientId: client, refresh_token: token } = await login.tokens(login.keys.live);
    await age('Grant', 'expires_at', 90 * 86_400);
    expect(errorOf(await login.refresh(client, token))).toBe('invalid_grant');
  });
});

describe('an access token', () => {
  test('ends after an hour', async () => {
    const { access_token: token } = await login.tokens(login.keys.live);
    await age('AccessToken', 'expires_at', 3_601);
    expect(await login.whose(token)).toBeUndefined();
  });

  test('differs from its stored hash', async () => {
    const tokens = await login.tokens(login.keys.live);
    const [row] = await login.rows<{ hash: string }>(
      `select translate(encode(id_hash, 'base64'), '+/=', '-_') as hash from oauth_record where model = 'AccessToken' limit 1`,
    );
    expect(row!.hash).toHaveLength(43);
    expect(await login.whose(row!.hash)).toBeUndefined();
    expect(await login.whose(tokens.refresh_token)).toBeUndefined();
  });

  test.each(['', 'x', 'x'.repeat(43), `${'x'.repeat(42)}\u0000`])('cannot be %j', async (token) => {
    expect(await login.whose(token)).toBeUndefined();
  });
});

test('stored records contain no token, code, cookie or key', async () => {
  const client = await login.register();
  const visitor = new Visitor(login);
  const page = await visitor.open(`/oauth/authorize?${authorizationSearch(client, VERIFIER)}`);
  const waiting = await login.signIn(login.keys.live, client);
  const tokens = await login.tokens(login.keys.live);
  await login.refresh(tokens.clientId, tokens.refresh_token);
  const rows = await login.rows<{ all: string }>(
    'select row_to_json(oauth_record)::text as all from oauth_record',
  );
  const stored = rows.map(({ all }) => all).join('\n');
  const secrets = [
    login.keys.live,
    waiting.code,
    tokens.access_token,
    tokens.refresh_token,
    page.path.split('/').at(-1)!,
  ];
  for (const secret of secrets) expect(stored.includes(secret)).toBe(false);
  expect(stored).toContain('"Interaction"');
});

describe('revocation', () => {
  test.each(['access_token', 'refresh_token'] as const)('of the %s ends both at once', async (which) => {
    const tokens = await login.tokens(login.keys.live);
    const form = { token: tokens[which], client_id: tokens.clientId };
    expect((await login.ask('/oauth/revoke', { form })).statusCode).toBe(200);
    expect(await login.whose(tokens.access_token)).toBeUndefined();
    expect(errorOf(await login.refresh(tokens.clientId, tokens.refresh_token))).toBe('invalid_grant');
  });

  test('by another client has no effect', async () => {
    const tokens = await login.tokens(login.keys.live);
    await login.ask('/oauth/revoke', {
      form: { token: tokens.access_token, client_id: await login.register() },
    });
    expect(await login.whose(tokens.access_token)).toBeDefined();
  });

  test.each([
    ['of the key', (key: string) => login.revoke(key)],
    [
      'by the expiry of the key',
      (key: string) =>
        login.rows(`update api_key set expires_at = now() where prefix = '${key.slice(0, -34)}'`),
    ],
  ])('%s ends all of its tokens', async (_how, end) => {
    const key = await login.mint('live');
    const tokens = await login.tokens(key);
    const waiting = await login.signIn(key, tokens.clientId);
    await end(key);
    expect(await login.whose(tokens.access_token)).toBeUndefined();
    expect(errorOf(await login.refresh(tokens.clientId, tokens.refresh_token))).toBe('invalid_grant');
    expect(errorOf(await login.redeem(waiting))).toBe('invalid_grant');
  });
});
