import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CareAtlas, type ClientOptions } from './client.js';
import type { CareAtlasError } from './client-error.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What the server has been asked, in order. */
const asked: string[] = [];
let handlers: Handler[] = [];
let server: Server;
let url: string;
/** Where the present test asks: a request that another test gave up may arrive only now. */
let place = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!request.url?.startsWith(`/${place}/`)) {
      response.destroy();
      return;
    }
    request.url = request.url.slice(`/${place}`.length);
    asked.push(request.url);
    const handler = handlers.length > 1 ? handlers.shift() : handlers[0];
    handler?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  asked.length = 0;
  place++;
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${place}/api/v1`;
});

function answering(...next: Handler[]): void {
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

async function fault(work: Promise<unknown>): Promise<CareAtlasError> {
  return await work.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error: CareAtlasError) => error,
  );
}

const refused = { error: 'rate_limited', message: 'Too many requests.', requestId: 'r1' };
const page = (doctors: unknown[], total: number) => ({ doctors, total, count: doctors.length });

describe('a request', () => {
  test('carries the key and further headers', async () => {
    let headers: IncomingMessage['headers'] = {};
    answering((request, response) => {
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

  test('joins lists, leaves out what is undefined and encodes the rest', async () => {
    answering(json(200, page([], 0)));
    await client().searchDoctors({
      q: 'é & ü',
      specialties: ['Family Medicine', 'Cardiology'],
      accepting: true,
      gender: undefined,
      limit: 0,
    });
    expect(asked).toEqual([
      '/api/v1/doctors/search?q=%C3%A9+%26+%C3%BC&specialties=Family+Medicine,Cardiology&accepting=true&limit=0',
    ]);
  });

  test('encodes path parameters', async () => {
    answering(json(200, { doctor: {} }));
    await client().doctor('9/../1?x');
    expect(asked).toEqual(['/api/v1/doctors/9%2F..%2F1%3Fx']);
  });
});

describe('a refusal', () => {
  test('is thrown with everything that the service said', async () => {
    const details = [{ param: 'limit', message: 'limit must be …' }];
    answering(
      json(400, { error: 'missing_param', message: 'Bad.', requestId: 'r2', param: 'limit', details }),
    );
    const error = await fault(client().listDoctors());
    expect(error).toMatchObject({
      name: 'CareAtlasError',
      message: 'Bad.',
      code: 'missing_param',
      status: 400,
      requestId: 'r2',
      param: 'limit',
      details,
    });
    expect(asked).toHaveLength(1);
  });

  test('by something else than the service says so', async () => {
    answering((_request, response) => response.writeHead(502).end('<html>Bad gateway</html>'));
    expect(await fault(client().listDoctors())).toMatchObject({ code: 'unexpected', status: 502 });
  });
});

describe('a request that fails for a passing reason', () => {
  test.each([429, 503])('is sent again after the Retry-After of a %i', async (status) => {
    const error = status === 429 ? 'rate_limited' : 'unavailable';
    answering(
      json(status, { ...refused, error }, { 'retry-after': '0' }),
      json(200, page([{ name: 'Dr. A' }], 1)),
    );
    expect(await client().listDoctors()).toMatchObject({ total: 1 });
    expect(asked).toHaveLength(2);
  });

  test('is given up after the retries, with the seconds to wait', async () => {
    answering(json(429, refused, { 'retry-after': '0' }));
    expect(await fault(client({ retries: 3 }).listDoctors())).toMatchObject({
      code: 'rate_limited',
      retryAfter: 0,
      requestId: 'r1',
    });
    expect(asked).toHaveLength(4);
  });

  test('is given up at once when the wait is longer than wanted', async () => {
    answering(json(429, refused, { 'retry-after': '45' }));
    expect(await fault(client({ longestWait: 44 }).listDoctors())).toMatchObject({ retryAfter: 45 });
    expect(asked).toHaveLength(1);
  });

  test('is sent again when the connection breaks', async () => {
    answering((request) => request.socket.destroy(), json(200, page([], 0)));
    expect(await client().listDoctors()).toMatchObject({ total: 0 });
  });

  test('says that nobody answered', async () => {
    answering(() => undefined);
    const error = await fault(client({ retries: 0, timeout: 20 }).listDoctors());
    expect(error).toMatchObject({ code: 'unreachable', status: 0 });
    expect(error.cause).toBeDefined();
  });

  test('ends when the caller gives it up, also while it waits', async () => {
    answering(json(429, refused, { 'retry-after': '20' }));
    const controller = new AbortController();
    const call = client().listDoctors({}, { signal: controller.signal });
    const reason = new Error('No longer wanted.');
    setTimeout(() => controller.abort(reason), 20);
    await expect(call).rejects.toBe(reason);
  });
});

describe('a rotation', () => {
  test('is asked for once, and the new key is used from then on', async () => {
    const seen: (string | undefined)[] = [];
    const noting =
      (handler: Handler): Handler =>
      (request, response) => {
        seen.push(`${request.method} ${request.headers.authorization}`);
        handler(request, response);
      };
    answering(noting(json(200, { key: 'the-new-key', key_prefix: 'the-n' })), noting(json(200, page([], 0))));
    const directory = client();
    expect(await directory.rotateKey()).toEqual({ key: 'the-new-key', key_prefix: 'the-n' });
    await directory.listDoctors();
    expect(seen).toEqual(['POST Bearer the-key', 'GET Bearer the-new-key']);
  });

  test('that may have been done is not repeated', async () => {
    answering(json(503, { ...refused, error: 'unavailable' }, { 'retry-after': '0' }));
    expect(await fault(client().rotateKey())).toMatchObject({ code: 'unavailable' });
    expect(asked).toHaveLength(1);
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

  test('gives every item once, asking for a page when it is needed', async () => {
    answering(serve);
    const names: string[] = [];
    for await (const doctor of client().eachDoctor({ limit: 2, accepting: true })) names.push(doctor.name);
    expect(names).toEqual(all.map(({ name }) => name));
    expect(asked).toEqual([
      '/api/v1/doctors?limit=2&accepting=true&offset=0',
      '/api/v1/doctors?limit=2&accepting=true&offset=2',
      '/api/v1/doctors?limit=2&accepting=true&offset=4',
    ]);
  });

  test('asks for no more than what is used', async () => {
    answering(serve);
    const doctors = client().eachDoctor({ limit: 2 });
    expect([await doctors.next(), await doctors.next()]).toMatchObject([{ done: false }, { done: false }]);
    expect(asked).toHaveLength(1);
  });

  test('ends at an empty page, should the total be wrong by then', async () => {
    answering(json(200, page([], 10)));
    expect(await client().eachDoctor().next()).toEqual({ done: true });
    expect(asked).toHaveLength(1);
  });
});
