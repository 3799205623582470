import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { authorizationSearch, ORIGIN, REDIRECT } from './authorization-search.js';
import { errorOf, TestLogin, type Tokens } from './test-login.js';
import { Visitor } from './visitor.js';

let login: TestLogin;

beforeAll(async () => {
  login = await TestLogin.start({ OAUTH_CLIENTS: '40', OAUTH_CLIENTS_PER_ADDRESS: '50' });
});
beforeEach(() => login.rows('delete from oauth_record'));
afterAll(() => login?.stop());

const VERIFIER = 'v'.repeat(43);
const METADATA = { client_name: 'A host', redirect_uris: [REDIRECT] };

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the signed assertion of a client (RFC 7523). */
function assertion(clientId: string, privateKey: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: ORIGIN, iat: now, exp: now + 60, jti: randomUUID() };
  const signed = `${part({ alg: 'ES256', typ: 'JWT' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

describe('registration', () => {
  test('grants what is supported, whatever is requested', async () => {
    const answer = await login.ask('/oauth/register', {
      json: {
        ...METADATA,
        grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code', 'token'],
        token_endpoint_auth_method: 'client_secret_post',
        scope: 'openid profile everything',
        application_type: 'web',
        contacts: 'nobody',
        jwks_uri: 'http://127.0.0.1/',
        logo_uri: 'https://tracker.example/pixel',
      },
    });
    expect(answer.statusCode).toBe(201);
    const client = answer.json<Record<string, unknown>>();
    expect(client).toMatchObject({
      ...METADATA,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    });
    for (const absent of ['client_secret', 'jwks_uri', 'logo_uri', 'contacts'])
      expect(client).not.toHaveProperty(absent);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
  });

  test.each([
    'https://host.example/callback',
    'http://127.0.0.1/callback',
    'http://localhost:1234/callback',
    'http://[::1]:1234/callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'com.example.app:/callback',
  ])('accepts %s', async (redirect) => {
    expect((await login.ask('/oauth/register', { json: { redirect_uris: [redirect] } })).statusCode).toBe(
      201,
    );
  });

  test.each([
    ['javascript:alert(1)'],
    ['ms-msdt:/id PCWDiagnostic'],
    ['ms-msdt:/id'],
    ['MS-Settings:x'],
    ['view-source:https://host.example/'],
    ['chrome://settings'],
    ['chrome-extension://abc/callback'],
    ['file:///etc/passwd'],
    ['mailto:a@host.example'],
    ['https://user@host.example/callback'],
    ['https://:password@host.example/callback'],
    ['https://host.example@evil.example/callback'],
    ['cursor://user@host/callback'],
    ['data:text/html,x'],
    ['http://host.example/callback'],
    ['https://*.example/callback'],
    ['https://host.example/callback#fragment'],
    ['not an address'],
    [''],
    [`https://host.example/${'x'.repeat(1_000)}`],
    [7],
  ])('rejects %s', async (redirect) => {
    const answer = await login.ask('/oauth/register', { json: { redirect_uris: [redirect] } });
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
      400,
      expect.stringMatching(/^invalid_(redirect_uri|client_metadata)$/),
    ]);
  });

  test.each([
    ['nothing', '{}'],
    ['a list', '[]'],
    ['no object', '7'],
    ['no JSON', '{'],
    ['no address', JSON.stringify({ redirect_uris: [] })],
    ['too many addresses', JSON.stringify({ redirect_uris: Array<string>(21).fill(REDIRECT) })],
    ['a long name', JSON.stringify({ ...METADATA, client_name: 'x'.repeat(101) })],
    ['a name that is not text', JSON.stringify({ ...METADATA, client_name: { a: 1 } })],
  ])('rejects %s', async (_what, body) => {
    expect((await login.ask('/oauth/register', { body })).statusCode).toBe(400);
  });

  test('rejects a large body before reading it all', async () => {
    const answer = await login.ask('/oauth/register', { json: { ...METADATA, x: 'x'.repeat(20_000) } });
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([413, 'invalid_request']);
  });

  test('is limited per address and day', async () => {
    const flood = await Promise.all(
      Array.from({ length: 53 }, (_, number) =>
        login.ask('/oauth/register', { body: `{"redirect_uris":["x${number}"]}`, from: '192.0.2.7' }),
      ),
    );
    expect(flood.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3);
    const refused = flood.find(({ statusCode }) => statusCode === 429)!;
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    expect((await login.ask('/oauth/register', { json: METADATA, from: '192.0.2.8' })).statusCode).toBe(201);
  });

  test('is limited in total until unused clients expire', async () => {
    const statuses: number[] = [];
    for (let number = 0; number < 41; number++) {
      const from = `198.51.100.${number}`;
      statuses.push((await login.ask('/oauth/register', { json: METADATA, from })).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(40).fill(201), 503]);
    await login.rows(
      `update oauth_record set expires_at = expires_at - interval '24 hours' where model = 'Client'`,
    );
    expect((await login.ask('/oauth/register', { json: METADATA, from: '198.51.100.99' })).statusCode).toBe(
      201,
    );
  });

  test('lasts a day without use, and three months after use', async () => {
    const days = async () => {
      const [row] = await login.rows<{ days: number }>(
        `select round(extract(epoch from expires_at - now()) / 86400)::int as days from oauth_record where model = 'Client'`,
      );
      return row!.days;
    };
    const clientId = await login.register();
    expect(await days()).toBe(1);
    await login.redeem(await login.signIn(login.keys.live, clientId));
    expect(await days()).toBe(90);
  });
});

describe('a client that publishes its metadata', () => {
  const ID = 'https://host.example/client-metadata';
  const published = {
    client_id: ID,
    client_name: 'A published host',
    redirect_uris: ['http://localhost/callback'],
  };
  const open = () => {
    const redirect = { redirect_uri: 'http://localhost:58135/callback' };
    return new Visitor(login).open(`/oauth/authorize?${authorizationSearch(ID, VERIFIER, redirect)}`);
  };
  beforeEach(() => login.published.clear());

  test('is shown with its address, for any scopes and any loopback port', async () => {
    login.published.set(ID, {
      ...published,
      scope: 'openid everything',
      logo_uri: 'https://host.example/logo',
    });
    const page = await open();
    expect(page.status).toBe(200);
    expect(page.body).toContain('A published host');
    expect(page.body).toContain('<span class="host">host.example</span>/client-metadata');
    expect(page.body).toContain('localhost:58135');
    expect(page.body).not.toContain('cannot check this name');
  });

  test.each([
    ['its own site', 'https://host.example/callback', 'warn', 'know <strong>host.example</strong>.'],
    ['another site', 'https://other.example/callback', 'bad', 'goes to <strong>other.example</strong>.'],
    [
      'another port',
      'https://host.example:444/callback',
      'bad',
      'goes to <strong>host.example:444</strong>.',
    ],
    ['an app', 'cursor://anysphere.cursor-retrieval/callback', 'bad', 'goes to the app.'],
    ['this computer', 'http://localhost/callback', 'warn', '<strong>this computer</strong>'],
  ])('has a warning when it sends people to %s', async (what, redirect, strength, words) => {
    const id = `${ID}/${encodeURIComponent(what)}`;
    login.published.set(id, { ...published, client_id: id, redirect_uris: [redirect] });
    const search = authorizationSearch(id, VERIFIER, { redirect_uri: redirect });
    const { body } = await new Visitor(login).open(`/oauth/authorize?${search}`);
    const [, found, warning] = /<p class="note (\w+)">([^]*?)<\/p>/.exec(body)!;
    expect([found, warning]).toEqual([strength, expect.stringContaining(words)]);
    expect(warning).toContain('does not check this name: it comes from <strong>host.example</strong>');
  });

  test('may authenticate by assertions that are valid once', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] };
    const id = `${ID}/signing`;
    const method = {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
    };
    login.published.set(id, { client_id: id, redirect_uris: [REDIRECT], jwks, ...method });
    const code = await login.signIn(login.keys.live, id);
    expect(errorOf(await login.redeem(code))).toBe('invalid_client');
    const proof = { client_assertion_type: JWT_BEARER, client_assertion: assertion(id, privateKey) };
    const tokens = (await login.redeem(code, proof)).json<Tokens>();
    expect(await login.whose(tokens.access_token)).toBe(login.idOf(login.keys.live));
    expect(errorOf(await login.refresh(id, tokens.refresh_token, proof))).toBe('invalid_client');
    const fresh = { ...proof, client_assertion: assertion(id, privateKey) };
    expect((await login.refresh(id, tokens.refresh_token, fresh)).statusCode).toBe(200);
  });

  test('is rejected for a redirect address with a scheme of the system', async () => {
    const id = `${ID}/system`;
    login.published.set(id, { ...published, client_id: id, redirect_uris: ['ms-msdt:/id'] });
    const search = authorizationSearch(id, VERIFIER, { redirect_uri: 'ms-msdt:/id' });
    const page = await new Visitor(login).open(`/oauth/authorize?${search}`);
    expect(page).toMatchObject({ status: 400, away: undefined });
  });

  test('is rejected when the document belongs to another client', async () => {
    const id = `${ID}/other`;
    login.published.set(id, published);
    const page = await new Visitor(login).open(`/oauth/authorize?${authorizationSearch(id, VERIFIER)}`);
    expect(page).toMatchObject({ status: 400, away: undefined });
  });

  test('is rejected without a document', async () => {
    const id = `${ID}/missing`;
    const page = await new Visitor(login).open(`/oauth/authorize?${authorizationSearch(id, VERIFIER)}`);
    expect(page).toMatchObject({ status: 400, away: undefined });
  });
});
