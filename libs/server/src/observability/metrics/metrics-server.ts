import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
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
  const server = metricsServer(registry());
  server.listen(address.port, address.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  log.info(`Metrics at http://${address.host}:${port}/metrics`);
}

function metricsServer(registry: Registry): Server {
  const limits = { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS };
  return createServer(limits, (request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else {
      void answer(registry, response);
    }
  });
}

async function answer(registry: Registry, response: ServerResponse): Promise<void> {
  try {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
  } catch (error) {
    response.writeHead(500).end((error as Error).message);
  }
}
