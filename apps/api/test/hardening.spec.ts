import { requestText, sendRaw } from './raw-request.js';
import { TestApi } from './test-api.js';

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await TestApi.start({ env: { BASE_URL: 'https://api.example' } });
  port = await api.listen();
});
afterAll(() => api.stop());

const PREFLIGHT = {
  origin: 'https://page.example',
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'authorization',
};

/** Returns the CORS headers, except the list of exposed headers. */
function crossOrigin(headers: Readonly<Record<string, string | undefined>>): object {
  const told = Object.entries(headers).filter(([name]) => name.startsWith('access-control-'));
  return Object.fromEntries(told.filter(([name]) => name !== 'access-control-expose-headers'));
}

describe('a page of another origin', () => {
  it('may read answers and the headers for limits and pages, without credentials', async () => {
    const { headers } = await api.ask('/doctors?limit=1', { headers: { origin: 'https://page.example' } });
    expect(crossOrigin(headers)).toEqual({ 'access-control-allow-origin': '*' });
    expect(headers['access-control-expose-headers']).toMatch(/ETag, Link, RateLimit, .*Retry-After/);
    expect(headers['access-control-expose-headers']?.split(', ')).toEqual(
      expect.arrayContaining([
        'Accept-Ranges',
        'Content-Range',
        'X-Dataset-Version',
        'X-Total-Count',
        'X-Count',
        'X-Interpreted',
        'X-Warnings',
      ]),
    );
    expect(headers['vary']).toBe('Authorization, Accept, accept-encoding');
  });

  it('may read errors', async () => {
    const { status, headers } = await api.ask('/doctors', {
      key: null,
      headers: { origin: 'https://page.example' },
    });
    expect([status, headers['access-control-allow-origin']]).toEqual([401, '*']);
  });

  it('may send a key, according to the preflight', async () => {
    const answer = await sendRaw(port, requestText('/api/v1/doctors', PREFLIGHT, 'OPTIONS'));
    expect(answer.status).toBe(204);
    expect(crossOrigin(answer.headers)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': expect.stringMatching(/Authorization.*If-None-Match, If-Range, Range/),
      'access-control-max-age': '3600',
    });
  });

  it('may read nothing outside the API', async () => {
    for (const path of ['/', '/docs', '/buy']) {
      const answer = await sendRaw(port, requestText(path, { origin: 'https://page.example' }));
      expect(crossOrigin(answer.headers)).toEqual({});
    }
  });
});

it('OPTIONS without a preflight is not supported', async () => {
  const answer = await api.ask('/doctors', { method: 'OPTIONS' });
  expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
});

it.each([
  ['an answer', () => api.ask('/doctors?limit=1')],
  ['a refusal', () => api.ask('/doctors', { key: null })],
  ['a path that is none', () => api.askBeside('/nothing')],
  ['a page', () => api.askBeside('/docs')],
] as const)('%s comes with the headers that keep browsers from mischief', async (_what, ask) => {
  expect((await ask()).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-resource-policy': 'same-origin',
  });
});

it.each([
  ['a bad path', requestText('/api/v1/doctors/%ff')],
  ['an endless path', requestText(`/api/v1/doctors/${'9'.repeat(9000)}`)],
  ['what is not HTTP', 'HELLO\r\n\r\n'],
])('%s is rejected with an answer that is not cached', async (_what, text) => {
  const { headers } = await sendRaw(port, text);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});

it.each(['x-http-method-override', 'x-method-override', 'x-http-method'])(
  'the header %s changes nothing',
  async (header) => {
    const key = await api.mintKey('live');
    const answer = await api.ask('/doctors/900001', { key, headers: { [header]: 'DELETE' } });
    expect(answer.status).toBe(200);
  },
);
