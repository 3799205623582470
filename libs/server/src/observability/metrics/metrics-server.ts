import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { MetricsAddress } from '../../configuration/process-configuration.js';
import type { Log } from '../log.js';

const TIMEOUT_MS = 5_000;

/**
 * Serves metrics on a separate port, which clients need not reach, for the life of the process. Does nothing if no address
 * is configured.
 * @throws when the address cannot be bound
 */
export async function serveMetrics(
  registry: () => Registry,
  address: MetricsAddress | undefined,
  log: Log,
): Promise<void> {
  if (!address) return;
  const metrics = registry();
  const limits = { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS };
  const server = createServer(limits, ({ url, method }, response) => {
    if (url?.split('?', 1)[0] !== '/metrics') response.writeHead(404).end();
    else if (method === 'GET' || method === 'HEAD') void answer(metrics, response);
    else response.writeHead(405, { allow: 'GET, HEAD' }).end();
  });
  server.listen(address.port, address.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  log.info(`Metrics at http://${address.host}:${port}/metrics`);
}

async function answer(registry: Registry, response: ServerResponse): Promise<void> {
  try {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
  } catch (error) {
    response.writeHead(500).end((error as Error).message);
  }
}
