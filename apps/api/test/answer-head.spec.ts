import fc from 'fast-check';
import { exampleRequest, KEYED_READS, OPERATIONS, type Operation } from './contract.js';
import { receiveRaw, requestText } from './raw-request.js';
import { TestApi } from './test-api.js';

const LARGEST_HEAD = 4_096;
const LONGEST_URL = 8_192;
const API = '/api/v1';
const RUNS = 60;
/** Long, because headers may contain the address. */
const ORIGIN = `https://${'long-name.'.repeat(20)}example`;

let api: TestApi;
let port: number;
/** Everything that a client can send to lengthen the head of an answer, at its maximum. */
let sent: Readonly<Record<string, string>>;
beforeAll(async () => {
  api = await TestApi.start({ env: { BASE_URL: ORIGIN } });
  port = await api.listen();
  sent = {
    authorization: `Bearer ${api.keys.live}`,
    origin: 'https://page.example',
    'x-request-id': 'x'.repeat(128),
  };
});
afterAll(() => api.stop());

/** Returns the head of an answer: status line and headers, with the empty line after them. */
async function headOf(path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const answer = await receiveRaw(port, requestText(path, headers, method));
  return answer.subarray(0, answer.indexOf('\r\n\r\n') + 4).toString('latin1');
}

const LISTS = KEYED_READS.filter(({ parameters }) => parameters.some(({ name }) => name === 'offset'));

/** Parameter names as clients may send them: known, percent-encoded and unknown. */
function names({ parameters }: Operation): fc.Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const encoded = known.map((name) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`);
  return fc.constantFrom(...known, ...encoded, 'unknown', '');
}

const ACCEPTED = fc.constantFrom('application/json', 'text/csv', 'application/geo+json');
const VALUES = fc.oneof(
  fc.constantFrom('true', '5', 'female', 'English', ',', '%', '%zz', '%ED%A0%80', '"<>', '%0d%0a'),
  fc
    .tuple(
      fc.constantFrom('x', ',', '%2C', '%C3%A9', '%F0%9F%92%A9', '+', "'", '"', '<', '%'),
      fc.nat({ max: 8_000 }),
    )
    .map(([unit, length]) => unit.repeat(Math.floor(length / unit.length))),
);

describe.each(LISTS.map((operation) => [operation.path, operation] as const))('%s', (_path, operation) => {
  const start = `${API}${exampleRequest(operation)}`;
  const first = start.includes('?') ? '&' : '?';

  it(`has a head of at most ${LARGEST_HEAD} bytes, whatever the URL`, async () => {
    const parts = fc.array(
      fc.tuple(names(operation), VALUES).map((part) => part.join('=')),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(parts, ACCEPTED, async (query, accept) => {
        const url = `${start}${first}${query.join('&')}`.slice(0, LONGEST_URL);
        const head = await headOf(url, { ...sent, accept });
        expect(head).toMatch(/^HTTP\/1\.1 (200|400) /);
        expect(head.length).toBeLessThanOrEqual(LARGEST_HEAD);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([400, 600, 900, 1_200, 1_900, 2_000, 8_000])('200: %i characters of a filter', async (length) => {
    const filter = operation.parameters.some(({ name }) => name === 'languages') ? 'languages' : 'unknown';
    const url = `${start}${first}limit=0&${filter}=${'x'.repeat(length)}`;
    expect(url.length).toBeLessThanOrEqual(LONGEST_URL);
    for (const accept of ['application/json', 'text/csv']) {
      const head = await headOf(url, { ...sent, accept });
      expect(head).toMatch(/^HTTP\/1\.1 200 /);
      expect(head.length).toBeLessThanOrEqual(LARGEST_HEAD);
    }
  });
});

const LONG = 'x'.repeat(7_500);
const HEADERS = [
  'accept',
  'origin',
  'access-control-request-headers',
  'if-none-match',
  'cookie',
  'accept-encoding',
  'traceparent',
  'x-request-id',
  'x-forwarded-host',
  'authorization',
];
const PATHS = [
  ...OPERATIONS.map((operation) => `${API}${exampleRequest(operation)}`),
  '/',
  '/docs',
  '/docs/',
  '/docs/guides',
  '/docs/guides/paging',
  '/buy',
  '/buy/',
  '/nothing',
  `${API}/openapi.json`,
];

it.each(PATHS)('no header grows with the request: %s', async (path) => {
  const bare = path.split('?')[0]!.replace(/\/$/, '');
  const urls = [
    `${path}${path.includes('?') ? '&' : '?'}x=${LONG}`,
    `${bare}/${LONG}`,
    `${bare}/${'%C3%A9'.repeat(1_200)}`,
    `/${LONG}${path}`,
  ];
  const requests = [
    // The service reads forms only from its own pages.
    ...urls.map((url) => ({ url, headers: { origin: ORIGIN } })),
    ...HEADERS.map((name) => ({ url: path, headers: { [name]: LONG } })),
  ];
  for (const { url, headers } of requests) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
      const head = await headOf(url, { ...sent, 'access-control-request-method': 'GET', ...headers }, method);
      expect(head).toMatch(/^HTTP\/1\.1 \d{3} /);
      expect(head.length).toBeLessThanOrEqual(LARGEST_HEAD);
    }
  }
});
