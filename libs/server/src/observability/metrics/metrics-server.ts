import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/** Where a process may be watched. */
export interface MetricsAddress {
  readonly host: string;
  /** 0 is any free one. */
  readonly port: number;
}

const PATIENCE_MS = 5_000;

/**
 * Shows metrics to those who watch the process, on a port of their own that clients do not reach, until the process
 * ends. Nothing happens when no address is configured.
 * @param registry makes what is shown
 * @param say told where
 * @throws when the address cannot be bound
 */
export async function showMetrics(
  registry: () => Registry,
  address: MetricsAddress | undefined,
  say: (line: string) => void,
): Promise<void> {
  if (!address) return;
  const server = metricsServer(registry());
  server.listen(address.port, address.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  say(`Metrics at http://${address.host}:${port}/metrics`);
}

function metricsServer(registry: Registry): Server {
  const limits = { requestTimeout: PATIENCE_MS, headersTimeout: PATIENCE_MS };
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
