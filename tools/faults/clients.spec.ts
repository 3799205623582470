import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ClientLoad, type PlannedRequest, longest, countByStatus } from '../test/stage/client-load.js';
import type { Service } from '../test/stage/programs/service.js';
import { Stage } from '../test/stage/stage.js';
import { until } from '../test/stage/until.js';
import { type Control, startControl } from './control.js';
import { reads, UNLIMITED } from './requests.js';
import { answers, report, thousands, time } from './report.js';
import { slowClients } from './scale.js';

/** What /ping may take beyond three times as long as before, and as a server that only answers. */
const PING_MS = 500;
/** Between the requests of those that are not slow. */
const PAUSE_MS = 20;
const GROWTH_MB = 300;
const DRIP_MS = 1_000;
/** A client of this machine is one of few: each asks for its connection while others wait for theirs. */
const BATCH = 250;

let stage: Stage;
let control: Control;
let api: Service;
let key: string;
beforeAll(async () => {
  stage = await Stage.start();
  control = await startControl();
  api = await stage.service('api', UNLIMITED);
  key = await stage.mintKey();
});
afterAll(async () => {
  control.stop();
  await stage.stop();
});

/** Begins a request that it never gets to the end of, a byte a second. */
async function dawdle(start: string): Promise<Socket> {
  const socket = connect(api.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  socket.write(start);
  const drip = setInterval(() => socket.write('x'), DRIP_MS);
  socket.once('close', () => clearInterval(drip));
  return socket;
}

it(`11: ${thousands(slowClients)} slow clients hold up nobody, and none is held for long`, async () => {
  const starts = [
    'GET /api/v1/doctors HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    `POST /api/v1/keys/rotate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 10000\r\n\r\n`,
  ];
  const memory = api.memory;
  const paced = (service: { readonly port: number }, planned: readonly PlannedRequest[]) =>
    new ClientLoad([stage.connect(service)], planned, undefined, PAUSE_MS);
  const pinging = paced(api, [{ path: '/api/v1/ping' }]);
  const controlled = paced(control, [{ path: '/' }]);
  const others = paced(api, await reads(stage));
  await Promise.all([pinging.waitFor(50), others.waitFor(50)]);
  const calmPing = longest(pinging.records);
  const begun = performance.now();
  const sockets: Socket[] = [];
  while (sockets.length < slowClients) {
    const count = Math.min(BATCH, slowClients - sockets.length);
    const batch = Array.from({ length: count }, (_, i) => dawdle(starts[i % starts.length]!));
    sockets.push(...(await Promise.all(batch)));
  }
  const open = sockets.filter(({ closed }) => !closed).length;
  const growth = api.memory - memory;
  await until('all slow clients were sent away', () => sockets.every(({ closed }) => closed));
  const gone = performance.now() - begun;
  const pings = await pinging.stop();
  const served = await others.stop();
  const controls = await controlled.stop();
  report(
    `11: ${thousands(slowClients)} slow clients, ${thousands(open)} of them at a time: all sent away after ${time(gone)}; ` +
      `/ping longest ${time(longest(pings))} (before ${time(calmPing)}); memory ${Math.round(growth)} MB more; ` +
      `meanwhile another client: ${answers(served)}, longest ${time(longest(served))}.`,
  );
  expect(open).toBeGreaterThan(slowClients / 2);
  expect(Object.keys(countByStatus(pings))).toEqual(['200']);
  // Where other processes have the processors, the database may answer a key too late: the client is told to ask again.
  const statuses = countByStatus(served);
  expect(statuses).toHaveProperty('200');
  expect(['200', '503']).toEqual(expect.arrayContaining(Object.keys(statuses)));
  // What others take of the machine delays a ping before the slow clients too, and the server that only answers.
  expect(longest(pings)).toBeLessThan(PING_MS + 3 * (calmPing + longest(controls)));
  expect(growth).toBeLessThan(GROWTH_MB);
});

/** Sends bytes as they are, unless an answer comes before their end, and reads until the other end closes. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(api.port, '127.0.0.1');
  const received: Buffer[] = [];
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // Whoever is refused while still writing may find the connection reset: what was said before counts.
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  for (let at = 0; at < bytes.length && received.length === 0 && socket.writable; at += PIECE) {
    const piece = bytes.slice(at, at + PIECE);
    await new Promise((resolve) => socket.write(piece, resolve));
  }
  await closed;
  return Buffer.concat(received).toString();
}

const PIECE = 16_384;
const MEGABYTES = 10 * 1024 * 1024;
const rotation = (headers: string) =>
  `POST /api/v1/keys/rotate HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n${headers}\r\n\r\n`;
const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;

describe('13: what is too large or no HTTP', () => {
  it.each<[string, number, string, () => string]>([
    [
      'a header of 17 KiB',
      431,
      'too_large',
      () => get('/api/v1/doctors', `X-Large: ${'x'.repeat(17_408)}\r\n`),
    ],
    ['2,000 headers', 431, 'too_large', () => get('/api/v1/doctors', 'X-Many: 1234567\r\n'.repeat(2_000))],
    ['a URL of 9 KB', 414, 'too_large', () => get(`/api/v1/doctors?q=${'x'.repeat(9_000)}`)],
    ['a URL of 20 KB', 431, 'too_large', () => get(`/api/v1/doctors?q=${'x'.repeat(20_000)}`)],
    [
      'a body of 10 MB',
      413,
      'too_large',
      () => `${rotation(`Content-Length: ${MEGABYTES}`)}${'x'.repeat(MEGABYTES)}`,
    ],
    [
      'a body of 10 MB in chunks',
      413,
      'too_large',
      () =>
        `${rotation('Transfer-Encoding: chunked')}${`10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(160)}0\r\n\r\n`,
    ],
    [
      'both a length and chunks',
      400,
      'missing_param',
      () => `${rotation('Content-Length: 4\r\nTransfer-Encoding: chunked')}0\r\n\r\n`,
    ],
    [
      'a chunk without a length',
      400,
      'missing_param',
      () => `${rotation('Transfer-Encoding: chunked')}zz\r\n`,
    ],
    ['two lengths', 400, 'missing_param', () => `${rotation('Content-Length: 1\r\nContent-Length: 2')}ab`],
    ['no HTTP', 400, 'missing_param', () => 'HELO example.org\r\n\r\n'],
  ])('%s: %i', async (what, status, error, bytes) => {
    const text = await sendRaw(bytes());
    const [head = '', body = ''] = text.split('\r\n\r\n');
    report(`13: ${what}: ${head.split('\r\n')[0]} ${body}`);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toMatchObject({ error, message: expect.any(String) });
    const alive = await stage.connect(api).askAgain('/api/v1/doctors?limit=1', { key });
    expect([alive.status, api.ending]).toEqual([200, undefined]);
  });
});

it('no key occurs in the database, the logs or error responses', async () => {
  expect(await stage.leaks()).toEqual([]);
});
