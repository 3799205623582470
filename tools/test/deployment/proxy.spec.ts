import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../stage/until.js';
import { ShippedProxy } from './shipped-proxy.js';

const NAMES = ['api', 'mcp', 'dashboard'] as const;

let proxy: ShippedProxy;
const servers: Server[] = [];
/** The last request that the service behind the proxy received. */
let heard: { service: string; headers: IncomingHttpHeaders } | undefined;

/** How the services answer. */
const HEADERS = {
  etag: '"abc"',
  vary: 'Authorization',
  'content-type': 'application/json; charset=utf-8',
};
/** Long enough to be worth compression. */
const LONG = JSON.stringify(Array.from({ length: 100 }, (_, i) => ({ cpsoNumber: `9000${i}` })));

/** A file of an export: more than all buffers on the way. */
const FILE_CHUNKS = 1500;
const CHUNK = Buffer.alloc(65_536);
/** How much of the file the service has got rid of. */
let chunksSent = 0;

function* fileChunks() {
  for (chunksSent = 0; chunksSent < FILE_CHUNKS; chunksSent++) yield CHUNK;
}

beforeAll(async () => {
  const ports = new Map<string, number>();
  for (const service of NAMES) {
    const server = createServer(({ headers, url }, response) => {
      heard = { service, headers };
      if (url === '/api/v1/exports/1-0a0a0a0a/large') return void Readable.from(fileChunks()).pipe(response);
      const body = url?.includes('/long') ? LONG : service;
      const [, size = 0] = /^\/head\/(\d+)$/.exec(url ?? '') ?? [];
      if (size) response.setHeader('x-large', 'x'.repeat(Number(size)));
      response.writeHead(200, { ...HEADERS, 'content-length': body.length }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    ports.set(service, (server.address() as AddressInfo).port);
  }
  proxy = await ShippedProxy.start({ ports });
});
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections();
  await proxy?.stop();
});

/** Sends a request under a host name, and returns the body. */
async function bodyOf(host: string, path = '/', headers: Record<string, string> = {}): Promise<string> {
  return String((await answer(host, path, headers)).body);
}

async function answer(host: string, path: string, headers: Record<string, string>, { port } = proxy) {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { host, ...headers },
    maxHeaderSize: 100_000,
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

it.each(NAMES)('routes the host name of the %s to it', async (name) => {
  expect(await bodyOf(`${name}.example`)).toBe(name);
});

it('closes the connection for another host name', async () => {
  await expect(bodyOf('somebody.example')).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it("replaces the client's own forwarding headers", async () => {
  await bodyOf('api.example', '/', {
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'x-forwarded-host': 'evil.example',
  });
  expect(heard?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'api.example' });
  expect(heard?.headers).not.toHaveProperty('forwarded');
});

it('logs neither queries nor headers, nor which doctor a page is about', async () => {
  await bodyOf('api.example', '/api/v1/doctors?q=confidential', { authorization: 'Bearer confidential' });
  await until('the request was logged', () => proxy.log.includes('/api/v1/doctors'));
  expect(proxy.log).not.toContain('confidential');
  await bodyOf('api.example', '/fr/doctors/900001');
  await until('the page was logged', () => proxy.log.includes('/fr/doctors/* '));
  expect(proxy.log).not.toContain('900001');
});

it.each([
  ['bad framing', 'POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: x\r\n\r\n'],
  ['too large a body', 'POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 9000000\r\n\r\n'],
])("rejects %s in the services' error format, without naming the proxy", async (_, sent) => {
  const socket = connect(proxy.port, '127.0.0.1').setNoDelay();
  // The proxy finds the request together with its sender having hung up.
  await proxy.whileStill(() => new Promise((resolve) => socket.end(sent, resolve)));
  const reply = await text(socket);
  expect(reply).toMatch(/^HTTP\/1\.1 4(00|13) /);
  expect(reply).not.toMatch(/Retry-After|<html/i);
  expect(reply.replace(/^Server: nginx\r\n/m, '')).not.toContain('nginx');
  expect(JSON.parse(reply.slice(reply.indexOf('{')))).toMatchObject({ requestId: expect.any(String) });
});

it('leaves compression to the services, which know what holds a key', async () => {
  const sent = { 'accept-encoding': 'gzip, deflate, br, zstd', 'if-none-match': 'W/"abc"' };
  for (const host of ['api.example', 'dashboard.example']) {
    const { headers, body } = await answer(host, '/assets/long.js', sent);
    expect(heard?.headers).toMatchObject(sent);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).toMatchObject({ etag: '"abc"', vary: 'Authorization' });
    expect(String(body)).toBe(LONG);
  }
});

it('keeps nothing of a file on its disk for a client that reads slowly', async () => {
  const sent = request({
    host: '127.0.0.1',
    port: proxy.port,
    path: '/api/v1/exports/1-0a0a0a0a/large',
    headers: { host: 'api.example' },
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  // Nobody reads: the service is held up, unless the proxy takes it all.
  for (let before = -1; before !== chunksSent; await sleep(500)) before = chunksSent;
  expect(chunksSent).toBeLessThan(FILE_CHUNKS);
  expect(await buffer(response)).toHaveLength(FILE_CHUNKS * CHUNK.length);
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

it('an answer that is too large to forward disables no server for other requests', async () => {
  const [api] = servers;
  const replica = createServer((...exchange) => api!.emit('request', ...exchange));
  await once(replica.listen(0, '127.0.0.1'), 'listening');
  const ports = new Map<string, readonly number[]>(
    NAMES.map((name, i) => [name, [servers[i]!, ...(name === 'api' ? [replica] : [])].map(portOf)]),
  );
  const pair = await ShippedProxy.start({ ports });
  try {
    const statuses: number[] = [];
    for (const path of ['/head/10000', '/head/60000', '/head/60000', '/', '/', '/']) {
      statuses.push((await answer('api.example', path, {}, pair)).status!);
    }
    expect(statuses).toEqual([200, 503, 503, 200, 200, 200]);
  } finally {
    await pair.stop();
    replica.close().closeAllConnections();
  }
});

it("reports an unavailable service in the services' error format", async () => {
  const [api] = servers;
  api!.closeAllConnections();
  await new Promise((resolve) => api!.close(resolve));
  expect(JSON.parse(await bodyOf('api.example'))).toMatchObject({
    error: 'unavailable',
    requestId: expect.any(String),
  });
});
