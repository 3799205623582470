import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { get as getByTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect, type SecureVersion } from 'node:tls';
import { ShippedProxy } from './shipped-proxy.js';

/** What is said to a client that offers nothing newer: an alert of the handshake. */
const REFUSED = 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION';

let proxy: ShippedProxy;
let service: Server;
const heard: string[] = [];

beforeAll(async () => {
  service = createServer(({ url }, response) => {
    heard.push(url!);
    response.end('the service');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const ports = new Map(['api', 'mcp', 'dashboard'].map((name) => [name, port]));
  proxy = await ShippedProxy.start({ ports, tls: true });
});
afterAll(async () => {
  service?.close().closeAllConnections();
  await proxy?.stop();
});

/** Shakes hands with one version of TLS only, and says which was agreed on, by which cipher. */
async function shakeHands(version: SecureVersion, ciphers?: string): Promise<string> {
  const socket = connect({
    port: proxy.port,
    host: '127.0.0.1',
    servername: 'api.example',
    minVersion: version,
    maxVersion: version,
    // Its certificate was made for this test. At level 0 the client would go along with what is long broken.
    rejectUnauthorized: false,
    ciphers: ciphers ?? 'DEFAULT:@SECLEVEL=0',
  });
  try {
    await once(socket, 'secureConnect');
    return `${socket.getProtocol()} ${socket.getCipher().standardName}`;
  } finally {
    socket.destroy();
  }
}

it.each<SecureVersion>(['TLSv1', 'TLSv1.1'])('%s is refused', async (version) => {
  await expect(shakeHands(version)).rejects.toMatchObject({ code: REFUSED });
});

it.each<SecureVersion>(['TLSv1.2', 'TLSv1.3'])('%s is spoken, with forward secrecy', async (version) => {
  const agreed = await shakeHands(version);
  expect(agreed).toMatch(version === 'TLSv1.2' ? /^TLSv1\.2 TLS_ECDHE_/ : /^TLSv1\.3 TLS_/);
});

it.each(['AES128-SHA', 'ECDHE-ECDSA-AES128-SHA', 'AES128-GCM-SHA256'])(
  '%s is too weak a cipher',
  async (cipher) => {
    await expect(shakeHands('TLSv1.2', `${cipher}:@SECLEVEL=0`)).rejects.toMatchObject({
      code: 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
    });
  },
);

it('over TLS the service answers', async () => {
  const asked = getByTls({
    port: proxy.port,
    host: '127.0.0.1',
    servername: 'api.example',
    headers: { host: 'api.example' },
    rejectUnauthorized: false,
  });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect([answer.statusCode, await text(answer)]).toEqual([200, 'the service']);
});

it('plain HTTP is refused, not led elsewhere, and does not reach the service', async () => {
  heard.splice(0);
  const asked = get({
    port: proxy.port,
    host: '127.0.0.1',
    headers: { host: 'api.example' },
    path: '/secret',
  });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(400);
  expect(answer.headers).not.toHaveProperty('location');
  expect(JSON.parse(await text(answer))).toMatchObject({ message: expect.stringContaining('HTTPS only') });
  expect(heard).toEqual([]);
});
