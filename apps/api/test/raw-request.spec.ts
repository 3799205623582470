import { checkContract } from './contract.js';
import { harmIn } from './harm.js';
import { requestText, sendRaw } from './raw-request.js';
import { TestApi, type TestAnswer } from './test-api.js';

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await TestApi.start();
  port = await api.listen();
});
afterAll(() => api.stop());

const API = '/api/v1';

/** What an answer says, for a comparison with `refusal`. */
function outline(answer: TestAnswer): object {
  const { status, headers } = answer;
  return { status, type: headers['content-type'], harm: harmIn(answer), body: answer.refusal };
}

/** What is refused below the framework has the same body as everything else. */
function refusal(status: number, error: string): object {
  const body = { error, message: expect.stringMatching(/^[A-Z].*\.$/), requestId: expect.any(String) };
  return { status, type: 'application/json; charset=utf-8', harm: [], body };
}

afterEach(async () => {
  const alive = await sendRaw(port, requestText(`${API}/ping`));
  if (alive.body !== 'pong') throw new Error(`The service did not survive: ${alive.status}`);
});

it('200: a request over a socket', async () => {
  const authorization = `Bearer ${api.keys.live}`;
  const answer = await sendRaw(port, requestText(`${API}/doctors?limit=1`, { authorization }));
  checkContract('GET', '/doctors?limit=1', answer);
  expect(answer.status).toBe(200);
});

it('431: a header over 16 KiB', async () => {
  const answer = await sendRaw(port, requestText(`${API}/doctors`, { 'x-large': 'x'.repeat(17_000) }));
  expect(outline(answer)).toEqual(refusal(431, 'too_large'));
});

it('431: a URL over 16 KiB', async () => {
  expect(outline(await sendRaw(port, requestText(`${API}/doctors?q=${'x'.repeat(20_000)}`)))).toEqual(
    refusal(431, 'too_large'),
  );
});

it('414: a URL over 8 KiB', async () => {
  const answer = await sendRaw(port, requestText(`${API}/doctors?q=${'x'.repeat(9_000)}`));
  checkContract('GET', '/doctors', answer);
  expect(outline(answer)).toEqual(refusal(414, 'too_large'));
});

it.each([
  ['what is not HTTP', 'HELLO\r\n\r\n'],
  ['TLS', Buffer.from('16030100a5010000a10303', 'hex')],
  ['an unknown protocol version', `GET ${API}/ping HTTP/9.9\r\n\r\n`],
  ['an unknown method', `BREW ${API}/ping HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a blank in the path', `GET ${API}/pi ng HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a header without a colon', `GET ${API}/ping HTTP/1.1\r\nHost: x\r\nBad\r\n\r\n`],
  ['NUL in a header', `GET ${API}/ping HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n`],
  [
    'two lengths',
    `POST ${API}/doctors HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  ],
  ['a bad length', `POST ${API}/doctors HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`],
  [
    'both a length and chunks',
    `POST ${API}/doctors HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['a folded header', `GET ${API}/ping HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n`],
])('400: %s', async (_what, bytes) => {
  const answer = await sendRaw(port, bytes);
  expect(outline(answer)).toEqual(refusal(400, 'missing_param'));
  expect(answer.headers['connection']).toBe('close');
});

it('400 or 405: a bad chunk, as the method may be refused before the body is read', async () => {
  const head = `POST ${API}/doctors HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const answer = await sendRaw(port, `${head}zz\r\nx\r\n0\r\n\r\n`);
  expect([400, 405]).toContain(answer.status);
  expect(answer.body).toContain('"requestId"');
});

it.each(['TRACE', 'PROPFIND', 'LINK'])('404 or 405: %s', async (method) => {
  const secret = 'tell-nobody-1234';
  const answer = await sendRaw(port, requestText(`${API}/doctors`, { 'x-secret': secret }, method));
  expect([404, 405]).toContain(answer.status);
  expect(answer.refusal.error).toBe(answer.status === 405 ? 'method_not_allowed' : 'not_found');
  expect(answer.body).not.toContain(secret);
});

it('refuses to be a tunnel', async () => {
  const connect = 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n';
  const answer = await sendRaw(port, connect + requestText(`${API}/ping`));
  expect([answer.status, answer.refusal.error]).toEqual([400, 'missing_param']);
  expect(answer.body).not.toContain('pong');
});

it.each([
  ['bytes above ASCII', `${API}/doctors/search?q=\xe9l\xe9`],
  ['a lone surrogate', `${API}/doctors/search?q=%ED%A0%80x`],
  ['a backslash and brackets', `${API}/doctors\\[x]`],
  ['another host', `http://elsewhere.example${API}/doctors`],
  ['dots', `${API}/../../etc/passwd`],
  ['an encoded slash', `${API}/doctors%2f900001`],
  ['a fragment', `${API}/doctors#x`],
])('never 5xx: %s in the request line', async (_what, path) => {
  const authorization = `Bearer ${api.keys.live}`;
  const answer = await sendRaw(port, Buffer.from(requestText(path, { authorization }), 'latin1'));
  expect(harmIn(answer)).toEqual([]);
});
