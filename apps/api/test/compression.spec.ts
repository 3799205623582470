import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { TestApi } from './test-api.js';

let api: TestApi;
let origin: string;

beforeAll(async () => {
  api = await TestApi.start();
  origin = `http://127.0.0.1:${await api.listen()}`;
});
afterAll(() => api?.stop());

const LIST = '/api/v1/doctors?limit=100';

function get(
  path: string,
  encodings: string,
  { method = 'GET', held = {} }: { method?: string; held?: Record<string, string> } = {},
): Promise<Response> {
  const authorization = `Bearer ${api.keys.live}`;
  return fetch(`${origin}${path}`, {
    method,
    headers: { 'accept-encoding': encodings, authorization, ...held },
  });
}

describe.each([
  '/',
  '/docs/guides/mcp',
  '/docs',
  '/docs/console',
  '/docs/console/swagger-ui-init.js',
  '/docs/console/swagger-ui-bundle.js',
  '/api/v1/openapi.json',
  LIST,
  '/api/v1/doctors?format=csv&limit=100',
  '/api/v1/clinics?format=geojson',
])('%s', (path) => {
  test.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['zstd;q=0, br;q=0.1, gzip;q=0.9', 'gzip'],
  ])('is compressed if the client accepts %s', async (accepted, encoding) => {
    const [plain, compressed] = [await get(path, 'identity'), await get(path, accepted)];
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
    expect(compressed.headers.get('content-encoding')).toBe(encoding);
    for (const { headers } of [plain, compressed]) expect(headers.get('vary')).toContain('accept-encoding');
    expect(await compressed.text()).toBe(await plain.text());
  });
});

test.each(['gzip', 'identity'])('HEAD has the headers of GET: %s', async (encoding) => {
  const [head, whole] = [await get(LIST, encoding, { method: 'HEAD' }), await get(LIST, encoding)];
  expect(await head.text()).toBe('');
  for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'])
    expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  expect(Number(whole.headers.get('content-length'))).toBeGreaterThan(1_000);
});

test('one weak entity tag stands for all encodings, and is recognized with each', async () => {
  const tagOf = async (encodings: string) => (await get(LIST, encodings)).headers.get('etag')!;
  const plain = await tagOf('identity');
  expect(plain).toMatch(/^"/);
  for (const encoding of ['zstd', 'br', 'gzip']) expect(await tagOf(encoding)).toBe(`W/${plain}`);
  for (const tag of [plain, `W/${plain}`]) {
    const unchanged = await get(LIST, 'gzip', { held: { 'if-none-match': tag } });
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, `W/${plain}`]);
    expect(unchanged.headers.get('vary')).toBe('Authorization, Accept, accept-encoding');
    expect(unchanged.headers.get('content-length')).toBeNull();
  }
});

test('short answers are sent as they are', async () => {
  const { headers } = await get('/api/v1/doctors?limit=0', 'gzip');
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
    null,
    'Authorization, Accept, accept-encoding',
  ]);
});

test.each(['', '*;q=0', 'gzip;q=0, br;q=0, zstd;q=0', 'identity, gzip;q=0.5'])(
  'a client that accepts “%s” gets it as it is',
  async (accepted) => {
    const { headers } = await get(LIST, accepted);
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
      null,
      'Authorization, Accept, accept-encoding',
    ]);
  },
);

test('curl --compressed reads it', async () => {
  const words = [
    '--silent',
    '--compressed',
    '--header',
    `Authorization: Bearer ${api.keys.live}`,
    origin + LIST,
  ];
  const { stdout } = await promisify(execFile)('curl', words);
  expect(stdout).toBe(await (await get(LIST, 'identity')).text());
});

test.each(['/buy', '/fr/buy'])('%s is not compressed', async (path) => {
  const answer = await get(path, 'br, gzip');
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
  expect((await answer.text()).length).toBeGreaterThan(2_000);
});
