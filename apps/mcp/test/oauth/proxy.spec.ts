import { TestLogin } from './test-login.js';

let login: TestLogin;

beforeAll(async () => {
  login = await TestLogin.start({ RATE_LIMIT_OAUTH: '2', TRUST_PROXY: '10.0.0.1' });
});
afterAll(() => login?.stop());

/** Returns the statuses of three requests, each forwarded for another address. */
async function threeFrom(from: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const client of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    const headers = { 'x-forwarded-for': client };
    statuses.push((await login.ask('/oauth/token', { form: {}, from, headers })).statusCode);
  }
  return statuses;
}

test('clients behind a trusted proxy are counted separately', async () => {
  expect(await threeFrom('10.0.0.1')).toEqual([400, 400, 400]);
});

test('an untrusted proxy is counted as one client', async () => {
  expect(await threeFrom('10.0.0.2')).toEqual([400, 400, 429]);
});
