import { authorizationSearch } from './authorization-search.js';
import { TestLogin } from './test-login.js';
import { type VisitedPage, Visitor } from './visitor.js';

let login: TestLogin;
let clientId: string;
let visitor: Visitor;
let page: VisitedPage;

beforeAll(async () => {
  login = await TestLogin.start();
  clientId = await login.register();
  visitor = new Visitor(login);
  page = await visitor.open(`/oauth/authorize?${authorizationSearch(clientId, 'v'.repeat(43))}`);
  await login.loseDatabase();
});
afterAll(() => login?.stop());

test('a client is asked to try again', async () => {
  for (const answer of [
    await login.refresh(clientId, 'x'.repeat(43)),
    await login.ask('/oauth/register', { json: { redirect_uris: ['http://127.0.0.1/'] } }),
    await login.ask('/oauth/revoke', { form: { client_id: clientId, token: 'x' } }),
  ]) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
  }
});

test('every step shows a page for the person', async () => {
  const steps = [
    await visitor.open(`/oauth/authorize?${authorizationSearch('another', 'v'.repeat(43))}`),
    await visitor.open(page.path),
    await visitor.send(page, { choice: 'key', key: login.keys.live }),
  ];
  for (const { status, headers, body } of steps) {
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(body).toContain('temporarily unavailable');
  }
});

test('a token is not reported as invalid', async () => {
  await expect(login.whose('x'.repeat(43))).rejects.toThrow('after calling end on the pool');
});

test('the metadata documents are available', async () => {
  expect((await login.ask('/.well-known/oauth-authorization-server')).statusCode).toBe(200);
  expect((await login.ask('/.well-known/oauth-protected-resource/mcp')).statusCode).toBe(200);
});
