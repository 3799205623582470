import type { HealthRepository } from '@care-atlas/data/administration';
import { pageHeaders } from '@care-atlas/server/pages';
import type { FastifyInstance } from 'fastify';
import { servePage } from '../page-view.js';
import { publicHealthReader } from './public-health.js';
import { STATUS_STYLE, statusPage } from './status-page.js';

const CACHED = { 'cache-control': 'public, max-age=30' };
const HEADERS = { ...pageHeaders({ style: STATUS_STYLE, forms: "'none'", sharesProcess: true }), ...CACHED };
const FILE_HEADERS = {
  ...CACHED,
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
};

/** Serves the health of the service to everybody, as a page and as JSON. Both are answered while the database is away. */
export function serveStatus(
  fastify: FastifyInstance,
  health: Pick<HealthRepository, 'components' | 'days' | 'incidents'>,
  { baseUrl, clock }: { readonly baseUrl: string; readonly clock: () => Date },
): void {
  const read = publicHealthReader(health, clock);
  servePage(fastify, {
    path: '/status',
    baseUrl,
    headers: HEADERS,
    render: async (view) => statusPage(baseUrl, await read(), view),
  });
  fastify.get('/status.json', async (_request, reply) => {
    const body = JSON.stringify(await read());
    return reply.headers(FILE_HEADERS).send(body);
  });
}
