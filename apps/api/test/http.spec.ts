import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import type { DoctorList } from '@care-atlas/domain/contract';
import { requestText, sendRaw } from './raw-request.js';
import { TestApi } from './test-api.js';

let api: TestApi;
let port: number;
let authorization: string;
beforeAll(async () => {
  api = await TestApi.start();
  port = await api.listen();
  authorization = `Bearer ${api.keys.live}`;
});
afterAll(() => api.stop());

const API = '/api/v1';
const ORIGIN = { origin: 'https://page.example' };
const send = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  sendRaw(port, requestText(path, { authorization, ...headers }, method));

describe('revalidation', () => {
  it('304 to If-None-Match: *, but not instead of an error', async () => {
    const headers = { 'if-none-match': '*' };
    for (const path of ['/doctors', '/doctors/900001', '/doctors/summary']) {
      const { etag } = await api.ask(path);
      const unchanged = await api.ask(path, { headers });
      expect([unchanged.status, unchanged.body, unchanged.etag]).toEqual([304, '', etag]);
    }
    expect((await api.ask('/doctors/1', { headers })).status).toBe(404);
    const listed = { headers: { 'if-none-match': '"x", *' } };
    expect((await api.ask('/doctors/1', listed)).status).toBe(404);
    expect((await api.ask('/doctors?limit=x', { headers })).status).toBe(400);
  });

  it('304 to HEAD has no length', async () => {
    const { etag } = await api.ask('/doctors');
    for (const held of [etag, '*']) {
      const unchanged = await send(`${API}/doctors`, { 'if-none-match': held }, 'HEAD');
      expect([unchanged.status, unchanged.headers['content-length']]).toEqual([304, undefined]);
    }
  });

  it('the interface description has a tag', async () => {
    const path = `${API}/openapi.json`;
    const { etag, headers } = await send(path);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    for (const held of [etag, `W/${etag}`, '*']) {
      const unchanged = await send(path, { 'if-none-match': held });
      expect([unchanged.status, unchanged.body, unchanged.etag]).toEqual([304, '', etag]);
    }
    expect((await send(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('requests that are refused before a route is looked for', () => {
  it.each([
    ['two Host headers', `GET ${API}/ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\nhost: b\r\n\r\n`],
    ['HTTP/1.1 without Host', `GET ${API}/ping HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['bad percent-encoding in the query', requestText(`${API}/doctors?q=%zz`)],
    ['an encoded lone surrogate', requestText(`${API}/doctors?q=%ED%A0%80`)],
    ['CONNECT', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n'],
    ['an unknown method', `BREW ${API}/ping HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('400: %s', async (_what, text) => {
    const { status, refusal, headers } = await sendRaw(port, text);
    expect([status, refusal.error, refusal.requestId]).toEqual([
      400,
      'missing_param',
      headers['x-request-id'],
    ]);
  });

  it('a client that connects and leaves does not end the process', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n');
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect((await send(`${API}/ping`)).body).toBe('pong');
  });

  it('200: HTTP/1.0 without Host', async () => {
    expect((await sendRaw(port, `GET ${API}/ping HTTP/1.0\r\n\r\n`)).body).toBe('pong');
  });

  it('417: an unknown expectation', async () => {
    const id = 'expectation-42';
    const answer = await send(`${API}/ping`, { expect: 'coffee', 'x-request-id': id });
    expect([answer.status, answer.refusal.requestId, answer.headers['x-request-id']]).toEqual([417, id, id]);
  });

  it.each(METHODS.filter((method) => !['CONNECT', 'HEAD', 'GET', 'OPTIONS'].includes(method)))(
    '%s has our body and a request id',
    async (method) => {
      const { status, refusal, headers } = await send(`${API}/doctors`, {}, method);
      expect([400, 404, 405]).toContain(status);
      expect(refusal.requestId).toBe(headers['x-request-id']);
    },
  );

  it.each([
    [414, requestText(`${API}/doctors?q=${'x'.repeat(9_000)}`, ORIGIN)],
    [431, requestText(`${API}/doctors`, { ...ORIGIN, 'x-large': 'x'.repeat(17_000) })],
  ])('%i can be read by pages of any origin', async (status, text) => {
    const answer = await sendRaw(port, text);
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, '*']);
    expect(answer.headers['access-control-expose-headers']).toContain('X-Request-Id');
  });
});

describe('other forms of a request', () => {
  it('the header Deprecation can be read by pages of any origin', async () => {
    const { headers } = await send(`${API}/doctors?specialty=Cardiology`, ORIGIN);
    expect(headers['access-control-expose-headers']).toMatch(/(^|, )Deprecation(,|$)/);
  });

  it.each([
    ['encoded names of parameters', `${API}/doctors?%6Cimit=2&gende%72=female`],
    ['the absolute form', `http://elsewhere.example${API}/doctors?limit=2&gender=female`],
  ])('%s: the same answer and links', async (_what, path) => {
    const plain = await send(`${API}/doctors?limit=2&gender=female`);
    const { status, headers, body } = await send(path);
    expect([status, headers['link'], body]).toEqual([200, plain.headers['link'], plain.body]);
    expect(headers['link']).toContain('<?gender=female&limit=2&offset=2>; rel="next"');
  });

  it('405 to another method in the absolute form', async () => {
    const refused = await send(`http://elsewhere.example${API}/doctors`, {}, 'POST');
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

it.each([
  '/',
  '/doctors/summary',
  '/doctors/900001',
  '/doctors/900001/signals',
  '/metadata/languages',
  '/metadata/specialties',
])('%s takes no parameters, and warns of them', async (path) => {
  const { warnings } = (await api.ask(`${path}?limit=1`)).json<Pick<DoctorList, 'warnings'>>();
  expect(warnings).toEqual(["Unknown parameter 'limit' was ignored."]);
});
