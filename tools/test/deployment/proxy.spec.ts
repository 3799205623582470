import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isListening } from '../../src/stage/free-port.js';
import { until } from '../../src/stage/until.js';
import { freePort } from '../running-service.js';
import { textOf } from './project-file.js';

const NAMES = ['api', 'mcp', 'dashboard'] as const;
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

let directory: string;
let port: number;
let nginx: ChildProcess;
const servers: Server[] = [];
/** What the service behind the proxy was asked last. */
let heard: { service: string; headers: IncomingHttpHeaders } | undefined;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'care-atlas-proxy-'));
  port = await freePort();
  const ports = new Map<string, number>();
  for (const service of NAMES) {
    const server = createServer(({ headers }, response) => {
      heard = { service, headers };
      response.end(service);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    ports.set(service, (server.address() as AddressInfo).port);
  }
  const values: Record<string, string> = {
    PROXY_LISTEN: `127.0.0.1:${port}`,
    API_HOST: 'api.example',
    MCP_HOST: 'mcp.example',
    DASHBOARD_HOST: 'dashboard.example',
  };
  const filled = textOf('docker/proxy/templates/default.conf.template')
    .replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name]!)
    // Names of containers, and looking them up again and again, which older versions cannot do.
    .replaceAll(/server (\w+):\d+ resolve;/g, (_, name: string) => `server 127.0.0.1:${ports.get(name)};`)
    .replace('/etc/nginx/tls', join(directory, 'tls'))
    .replaceAll('/etc/nginx/conf.d', directory)
    .replace('/dev/stdout', join(directory, 'access.log'));
  mkdirSync(join(directory, 'tls'));
  writeFileSync(join(directory, 'default.conf'), filled);
  writeFileSync(join(directory, 'refusal.inc'), textOf('docker/proxy/templates/refusal.inc.template'));
  const paths = TEMPORARY.map((what) => `${what}_temp_path ${join(directory, what)};`).join('\n');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(directory, 'nginx.conf'),
    `${user} daemon off; pid ${join(directory, 'pid')}; events {} http { ${paths} include default.conf; }`,
  );
  const PATH = `${process.env['PATH']}:/usr/local/sbin:/usr/sbin`;
  nginx = spawn('nginx', ['-e', 'stderr', '-c', join(directory, 'nginx.conf')], {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(nginx, 'exit').then(([code]) => Promise.reject(new Error(`nginx ended with ${code}.`)));
  // When it ends later, a test has what it needs to fail.
  ended.catch(() => undefined);
  await Promise.race([until('the proxy listened', () => isListening(port)), ended]);
});
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections();
  if (nginx.exitCode === null) {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  }
  rmSync(directory, { recursive: true });
});

const log = () => readFileSync(join(directory, 'access.log'), 'utf8');

/** Asks under a name, and says what came back. */
async function ask(host: string, path = '/', headers: Record<string, string> = {}): Promise<string> {
  const asked = request({ host: '127.0.0.1', port, path, headers: { host, ...headers } }).end();
  const [response] = (await once(asked, 'response')) as [AsyncIterable<Buffer>];
  let body = '';
  for await (const part of response) body += String(part);
  return body;
}

it.each(NAMES)('the name of the %s leads to it', async (name) => {
  expect(await ask(`${name}.example`)).toBe(name);
});

it('another name gets no answer', async () => {
  await expect(ask('somebody.example')).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it('what a client says of its own address is replaced', async () => {
  await ask('api.example', '/', {
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'x-forwarded-host': 'evil.example',
  });
  expect(heard?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'api.example' });
  expect(heard?.headers).not.toHaveProperty('forwarded');
});

it('the log has neither queries nor headers', async () => {
  await ask('api.example', '/api/v1/doctors?q=confidential', { authorization: 'Bearer confidential' });
  await until('the request was logged', () => log().includes('/api/v1/doctors'));
  expect(log()).not.toContain('confidential');
});

it('a service that is away is said in the form of the services', async () => {
  const [api] = servers;
  api!.closeAllConnections();
  await new Promise((resolve) => api!.close(resolve));
  expect(JSON.parse(await ask('api.example'))).toMatchObject({
    error: 'unavailable',
    requestId: expect.any(String),
  });
});
