import { TestApi } from './test-api.js';

let api: TestApi;
let origin: string;

beforeAll(async () => {
  api = await TestApi.start();
  origin = `http://127.0.0.1:${await api.listen()}`;
});
afterAll(() => api?.stop());

function get(path: string, encodings: string): Promise<Response> {
  const authorization = `Bearer ${api.keys.live}`;
  return fetch(`${origin}${path}`, { headers: { 'accept-encoding': encodings, authorization } });
}

describe.each([
  '/',
  '/docs/guides/mcp',
  '/docs',
  '/docs/console',
  '/docs/console/swagger-ui-init.js',
  '/docs/console/swagger-ui-bundle.js',
  '/api/v1/openapi.json',
])('%s', (path) => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
  ])('is compressed if the client accepts %s', async (accepted, encoding) => {
    const [plain, compressed] = [await get(path, 'identity'), await get(path, accepted)];
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
    expect(compressed.headers.get('content-encoding')).toBe(encoding);
    expect(compressed.headers.get('vary')).toContain('accept-encoding');
    expect(await compressed.text()).toBe(await plain.text());
  });
});

test.each(['/api/v1/doctors?limit=100', '/buy'])('%s is not compressed', async (path) => {
  const answer = await get(path, 'br, gzip');
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
  expect((await answer.text()).length).toBeGreaterThan(2_000);
});
