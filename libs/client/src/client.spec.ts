import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CareAtlas, type ClientOptions } from './client.js';
import type { CareAtlasError } from './client-error.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The URLs of the requests, in order. */
const requested: string[] = [];
let handlers: Handler[] = [];
let server: Server;
let url: string;
/** Path prefix of the current test. A request that an earlier test aborted may arrive late. */
let testId = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!request.url?.startsWith(`/${testId}/`)) {
      response.destroy();
      return;
    }
    request.url = request.url.slice(`/${testId}`.length);
    requested.push(request.url);
    const handler = handlers.length > 1 ? handlers.shift() : handlers[0];
    handler?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  requested.length = 0;
  testId++;
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${testId}/api/v1`;
});

function respondWith(...next: Handler[]): void {
  handlers = next;
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

function client(options: Partial<ClientOptions> = {}): CareAtlas {
  return new CareAtlas({ url, key: 'the-key', ...options });
}

async function errorOf(work: Promise<unknown>): Promise<CareAtlasError> {
  return await work.then(
    () => Promise.reject(new Error('The call succeeded.')),
    (error: CareAtlasError) => error,
  );
}

const rateLimited = { error: 'rate_limited', message: 'Too many requests.', requestId: 'r1' };
const page = (doctors: unknown[], total: number) => ({ doctors, total, count: doctors.length });

describe('a request', () => {
  test('sends the key and additional headers', async () => {
    let headers: IncomingMessage['headers'] = {};
    respondWith((request, response) => {
      headers = request.headers;
      json(200, page([], 0))(request, response);
    });
    await client({ headers: { 'x-gateway-host': 'gateway.example' } }).listDoctors();
    expect(headers).toMatchObject({
      authorization: 'Bearer the-key',
      'x-gateway-host': 'gateway.example',
      accept: 'application/json',
    });
  });

  test('joins lists, omits undefined parameters and encodes values', async () => {
    respondWith(json(200, page([], 0)));
    await client().searchDoctors({
      q: 'é & ü',
      specialties: ['Family Medicine', 'Cardiology'],
      accepting: true,
      gender: undefined,
      limit: 0,
    });
    expect(requested).toEqual([
      '/api/v1/doctors/search?q=%C3%A9+%26+%C3%BC&specialties=Family+Medicine,Cardiology&accepting=true&limit=0',
    ]);
  });

  test('encodes path parameters', async () => {
    respondWith(json(200, { doctor: {} }));
    await client().getDoctor('9/../1?x');
    expect(requested).toEqual(['/api/v1/doctors/9%2F..%2F1%3Fx']);
  });
});

describe('places', () => {
  const kipling = { id: 'kipling-station', name: 'Kipling', kind: 'subway-station' };

  test('complete a text, and a blank one without a request', async () => {
    respondWith(json(200, { places: [kipling], total: 1, count: 1 }));
    expect(await client().completePlace(' kip ')).toEqual([kipling]);
    expect(await client().completePlace('kip', { limit: 3 })).toEqual([kipling]);
    expect(await client().completePlace('  ')).toEqual([]);
    expect(requested).toEqual(['/api/v1/places?q=kip&limit=8', '/api/v1/places?q=kip&limit=3']);
  });

  test('are parameters of lists, and of every page of an iteration', async () => {
    respondWith(json(200, page([{ name: 'Dr. A', distanceMeters: 20 }], 2)));
    const query = { near: 'Kipling station', within: 5, days: ['sun'], include: ['hours'] } as const;
    const distances: (number | undefined)[] = [];
    for await (const { distanceMeters } of client().eachDoctor(query)) distances.push(distanceMeters);
    expect(distances).toEqual([20, 20]);
    const path = '/api/v1/doctors?near=Kipling+station&within=5&days=sun&include=hours';
    expect(requested).toEqual([`${path}&offset=0`, `${path}&offset=1`]);
  });

  test('and optional members are options of a detail', async () => {
    respondWith(json(200, { clinic: { id: 'a' }, warnings: ['Far.'] }));
    const warnings: string[] = [];
    const onWarning = (warning: string) => void warnings.push(warning);
    await client().getClinic('a', { near: 'M4C', include: ['distance', 'availability'], onWarning });
    expect(requested).toEqual(['/api/v1/clinics/a?near=M4C&include=distance,availability']);
    expect(warnings).toEqual(['Far.']);
  });
});

describe('a warning', () => {
  const merged = 'Clinic a was merged into clinic b, which this answer is about.';

  test('of one record reaches the caller', async () => {
    respondWith(json(200, { clinic: { id: 'b' }, warnings: [merged, 'Another.'] }));
    const warnings: string[] = [];
    const onWarning = (warning: string) => void warnings.push(warning);
    expect(await client().getClinic('a', { onWarning })).toEqual({ id: 'b' });
    expect(warnings).toEqual([merged, 'Another.']);
    expect(await client().getClinic('a')).toEqual({ id: 'b' });
  });

  test('of each page of an iteration reaches the caller, once', async () => {
    const doctors = [{ name: 'Dr. A' }];
    respondWith(
      json(200, { ...page(doctors, 2), warnings: ['Capped.'] }),
      json(503, { ...rateLimited, error: 'unavailable' }, { 'retry-after': '0' }),
      json(200, page(doctors, 2)),
    );
    const warnings: string[] = [];
    const options = { onWarning: (warning: string) => void warnings.push(warning) };
    for await (const { name } of client().eachDoctor({}, options)) expect(name).toBe('Dr. A');
    expect(warnings).toEqual(['Capped.']);
  });
});

describe('a list as text', () => {
  const csv: Handler = (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/csv', 'x-total-count': '7', 'x-dataset-version': '3-abc' })
      .end('id,name\r\n1,A\r\n');

  test('is requested by format, and returned with its headers', async () => {
    respondWith(csv);
    const { body, headers, datasetVersion } = await client().getText('listClinics', 'csv', {}, { limit: 1 });
    expect([body, headers.get('x-total-count')]).toEqual(['id,name\r\n1,A\r\n', '7']);
    expect(datasetVersion).toBe('3-abc');
    expect(requested).toEqual(['/api/v1/clinics?limit=1&format=csv']);
  });

  test('is retried and fails as other requests do', async () => {
    respondWith(json(429, rateLimited, { 'retry-after': '0' }), csv);
    expect((await client().getText('listDoctorReviews', 'csv', { cpso: '1' }, {})).status).toBe(200);
    respondWith(json(400, { error: 'missing_param', message: 'Bad.', requestId: 'r2', param: 'q' }));
    const call = client().getText('searchDoctors', 'geojson', {}, { q: 'x' });
    expect(await errorOf(call)).toMatchObject({ code: 'missing_param', param: 'q' });
  });

  test('has only the formats of its operation, which the other methods do not take', () => {
    // @ts-expect-error: reviews have no place.
    const reviews = () => client().getText('listDoctorReviews', 'geojson', { cpso: '1' }, {});
    // @ts-expect-error: listDoctors returns the parsed JSON.
    const doctors = () => client().listDoctors({ format: 'csv' });
    expect([reviews, doctors]).toHaveLength(2);
  });
});

describe('an error', () => {
  test('has all properties of the error body', async () => {
    const details = [{ param: 'limit', message: 'limit must be …' }];
    respondWith(
      json(400, { error: 'missing_param', message: 'Bad.', requestId: 'r2', param: 'limit', details }),
    );
    const error = await errorOf(client().listDoctors());
    expect(error).toMatchObject({
      name: 'CareAtlasError',
      message: 'Bad.',
      code: 'missing_param',
      status: 400,
      requestId: 'r2',
      param: 'limit',
      details,
    });
    expect(requested).toHaveLength(1);
  });

  test('from another server has the code unexpected', async () => {
    respondWith((_request, response) => response.writeHead(502).end('<html>Bad gateway</html>'));
    expect(await errorOf(client().listDoctors())).toMatchObject({ code: 'unexpected', status: 502 });
  });
});

describe('a temporary failure', () => {
  test.each([429, 503])('is retried after the Retry-After of a %i', async (status) => {
    const error = status === 429 ? 'rate_limited' : 'unavailable';
    respondWith(
      json(status, { ...rateLimited, error }, { 'retry-after': '0' }),
      json(200, page([{ name: 'Dr. A' }], 1)),
    );
    expect(await client().listDoctors()).toMatchObject({ total: 1 });
    expect(requested).toHaveLength(2);
  });

  test('is thrown after the last retry, with the seconds to wait', async () => {
    respondWith(json(429, rateLimited, { 'retry-after': '0' }));
    expect(await errorOf(client({ retries: 3 }).listDoctors())).toMatchObject({
      code: 'rate_limited',
      retryAfter: 0,
      requestId: 'r1',
    });
    expect(requested).toHaveLength(4);
  });

  test('is thrown at once when the Retry-After exceeds longestWait', async () => {
    respondWith(json(429, rateLimited, { 'retry-after': '45' }));
    expect(await errorOf(client({ longestWait: 44 }).listDoctors())).toMatchObject({ retryAfter: 45 });
    expect(requested).toHaveLength(1);
  });

  test('is retried when the connection breaks', async () => {
    respondWith((request) => request.socket.destroy(), json(200, page([], 0)));
    expect(await client().listDoctors()).toMatchObject({ total: 0 });
  });

  test('without an answer has the code unreachable', async () => {
    respondWith(() => undefined);
    const error = await errorOf(client({ retries: 0, timeout: 20 }).listDoctors());
    expect(error).toMatchObject({ code: 'unreachable', status: 0 });
    expect(error.cause).toBeDefined();
  });

  test('ends when the caller aborts the call during the wait', async () => {
    respondWith(json(429, rateLimited, { 'retry-after': '20' }));
    const controller = new AbortController();
    const call = client().listDoctors({}, { signal: controller.signal });
    const reason = new Error('Aborted by the caller.');
    setTimeout(() => controller.abort(reason), 20);
    await expect(call).rejects.toBe(reason);
  });
});

describe('a rotation', () => {
  test('is requested once, and later requests use the new key', async () => {
    const seen: (string | undefined)[] = [];
    const recording =
      (handler: Handler): Handler =>
      (request, response) => {
        seen.push(`${request.method} ${request.headers.authorization}`);
        handler(request, response);
      };
    respondWith(
      recording(json(200, { key: 'the-new-key', key_prefix: 'the-n' })),
      recording(json(200, page([], 0))),
    );
    const directory = client();
    expect(await directory.rotateKey()).toEqual({ key: 'the-new-key', key_prefix: 'the-n' });
    await directory.listDoctors();
    expect(seen).toEqual(['POST Bearer the-key', 'GET Bearer the-new-key']);
  });

  test('that the service may have executed is not retried', async () => {
    respondWith(json(503, { ...rateLimited, error: 'unavailable' }, { 'retry-after': '0' }));
    expect(await errorOf(client().rotateKey())).toMatchObject({ code: 'unavailable' });
    expect(requested).toHaveLength(1);
  });
});

describe('paging', () => {
  const all = [1, 2, 3, 4, 5].map((n) => ({ name: `Dr. ${n}` }));
  const serve: Handler = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', url);
    const offset = Number(searchParams.get('offset'));
    json(200, page(all.slice(offset, offset + Number(searchParams.get('limit'))), all.length))(
      request,
      response,
    );
  };

  test('yields every item once and requests each page when needed', async () => {
    respondWith(serve);
    const names: string[] = [];
    for await (const doctor of client().eachDoctor({ limit: 2, accepting: true })) names.push(doctor.name);
    expect(names).toEqual(all.map(({ name }) => name));
    expect(requested).toEqual([
      '/api/v1/doctors?limit=2&accepting=true&offset=0',
      '/api/v1/doctors?limit=2&accepting=true&offset=2',
      '/api/v1/doctors?limit=2&accepting=true&offset=4',
    ]);
  });

  test('requests no page before it is needed', async () => {
    respondWith(serve);
    const doctors = client().eachDoctor({ limit: 2 });
    expect([await doctors.next(), await doctors.next()]).toMatchObject([{ done: false }, { done: false }]);
    expect(requested).toHaveLength(1);
  });

  test('ends at an empty page, even if the total is greater', async () => {
    respondWith(json(200, page([], 10)));
    expect(await client().eachDoctor().next()).toEqual({ done: true });
    expect(requested).toHaveLength(1);
  });
});

describe('a download', () => {
  const FILE = Buffer.from('0123456789'.repeat(10));
  /** Sends the part that is asked for, and breaks off after some bytes. */
  const part =
    (length: number, etag = '"a"'): Handler =>
    ({ headers }, response) => {
      const begin = headers['if-range'] === etag ? Number(/^bytes=(\d+)-$/.exec(headers.range!)![1]) : 0;
      response.writeHead(begin > 0 ? 206 : 200, { etag, 'content-length': FILE.length - begin });
      const end = begin + length;
      response.write(FILE.subarray(begin, end), () =>
        end < FILE.length ? response.destroy() : response.end(),
      );
    };
  const download = async (options?: Partial<ClientOptions>) =>
    new Response(await client(options).getExportFile('1-0a0a0a0a', 'doctors.ndjson.gz')).text();

  it('goes on where it broke off, and is retried as other calls are', async () => {
    const busy = json(503, { error: 'unavailable', message: 'Busy.' }, { 'retry-after': '0' });
    respondWith(busy, part(30), part(30), busy, part(30), part(100));
    expect(await download()).toBe(String(FILE));
    expect(requested).toHaveLength(6);
  });

  it('ends when nothing more comes, or another file', async () => {
    respondWith(part(30), part(0));
    expect(await errorOf(download({ retries: 1 }))).toMatchObject({ code: 'unreachable' });
    respondWith(part(30), part(100, '"b"'));
    expect(await errorOf(download())).toMatchObject({ code: 'unreachable' });
  });
});
