import { authorizationSearch, ORIGIN, RESOURCE } from './authorization-search.js';
import { TestLogin } from './test-login.js';
import { Visitor } from './visitor.js';

let login: TestLogin;

const warnings = jest.spyOn(console, 'warn');
beforeAll(async () => {
  login = await TestLogin.start({ RATE_LIMIT_OAUTH: '5' });
});
afterAll(() => login?.stop());

const SERVER = '/.well-known/oauth-authorization-server';
const RESOURCE_PATHS = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'];

test('the provider starts without a warning', () => {
  expect(warnings).not.toHaveBeenCalled();
});

test.each(RESOURCE_PATHS)('%s names the resource and its authorization server', async (path) => {
  const answer = await login.ask(path);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'x-request-id': expect.any(String),
  });
  expect(answer.json()).toEqual({
    resource: RESOURCE,
    authorization_servers: [ORIGIN],
    scopes_supported: ['directory:read'],
    bearer_methods_supported: ['header'],
    resource_name: 'Care Atlas',
  });
});

test.each([SERVER, '/.well-known/openid-configuration'])('%s describes the login', async (path) => {
  // The address that a client sends is not repeated.
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    origin: 'https://browser.example',
  };
  const answer = await login.ask(path, { headers });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.json()).toMatchObject({
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/oauth/authorize`,
    token_endpoint: `${ORIGIN}/oauth/token`,
    registration_endpoint: `${ORIGIN}/oauth/register`,
    revocation_endpoint: `${ORIGIN}/oauth/revoke`,
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    response_types_supported: ['code'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
  expect(answer.body).not.toContain('evil.example');
  for (const absent of [
    'userinfo_endpoint',
    'pushed_authorization_request_endpoint',
    'end_session_endpoint',
  ]) {
    expect(answer.json()).not.toHaveProperty(absent);
  }
});

test('only public keys are published', async () => {
  const { keys } = (await login.ask('/oauth/jwks')).json<{ keys: Record<string, unknown>[] }>();
  expect(keys).toEqual([expect.objectContaining({ kty: 'OKP', crv: 'Ed25519', x: expect.any(String) })]);
  expect(keys[0]).not.toHaveProperty('d');
});

test.each([...RESOURCE_PATHS, SERVER, '/oauth/token', '/oauth/register', '/oauth/revoke'])(
  'a page of any origin may request %s',
  async (path) => {
    const headers = { origin: 'https://browser.example', 'access-control-request-method': 'POST' };
    const answer = await login.ask(path, { method: 'OPTIONS', headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  },
);

test.each(['/oauth/token', '/oauth/register'])('%s is limited by client address', async (path) => {
  const statuses: number[] = [];
  for (let number = 0; number < 6; number++) {
    statuses.push((await login.ask(path, { json: {}, from: '192.0.2.1' })).statusCode);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await login.ask(path, { json: {}, from: '192.0.2.2' })).statusCode).toBe(400);
});

test('a page says how long to wait after too many requests', async () => {
  const visitor = new Visitor(login);
  for (let number = 0; number < 5; number++) await visitor.open('/oauth/authorize');
  const page = await visitor.open(`/oauth/authorize?${authorizationSearch('x', 'v'.repeat(43))}`);
  expect(page.status).toBe(429);
  expect(page.body).toMatch(/Wait \d+ seconds/);
  expect(page.headers['retry-after']).toBeDefined();
});
