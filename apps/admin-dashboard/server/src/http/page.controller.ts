import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ANYONE } from '#contract/endpoints';
import { DashboardError } from './dashboard-error.js';
import { type Call, Endpoint, OpenTo } from './endpoint.js';

/** Injection token of the client's index.html; empty if the client is not built. */
export const PAGE = Symbol('Page');

/** Vite writes this placeholder (`html.cspNonce`); each response replaces it with a new nonce. */
const NONCE_PLACEHOLDER = /CARE_ATLAS_NONCE/g;

/** Serves the client's page at every path that the client routes. */
@Controller()
export class PageController {
  constructor(@Inject(PAGE) private readonly page: string) {}

  @Endpoint('ping')
  ping({ reply }: Call<'ping'>): string {
    void reply.type('text/plain; charset=utf-8');
    return 'pong';
  }

  @Get('*')
  @OpenTo(ANYONE)
  show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): string {
    const [path = ''] = request.url.split('?', 1);
    // A missing file or API resource is a 404, not a page.
    if (path.startsWith('/api/') || path === '/api' || /\.\w+$/.test(path) || this.page === '') {
      throw new DashboardError('not_found', { code: 'nothing_at_path' });
    }
    void reply.type('text/html; charset=utf-8');
    return this.page.replaceAll(NONCE_PLACEHOLDER, reply.cspNonce.style);
  }
}
