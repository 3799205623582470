import { serveFile } from '@care-atlas/server/answers';
import { servePage } from '@care-atlas/server/pages';
import type { FastifyInstance } from 'fastify';
import { type HealthHistory, publicHealthReader } from './public-health.js';
import { statusPage } from './status-page.js';

/** Serves the health of the service to everybody, as a page and as JSON. Both are answered while the database is away. */
export function serveStatus(
  fastify: FastifyInstance,
  health: HealthHistory,
  { baseUrl, clock }: { readonly baseUrl: string; readonly clock: () => Date },
): void {
  const read = publicHealthReader(health, clock);
  servePage(fastify, {
    path: '/status',
    baseUrl,
    get: async (visit) => statusPage(visit, await read()),
  });
  serveFile(fastify, {
    path: '/status.json',
    type: 'application/json; charset=utf-8',
    cache: 'public, max-age=30',
    headers: { 'access-control-allow-origin': '*' },
    content: async () => JSON.stringify(await read()),
  });
}
