import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EVERYBODY, OpenTo } from './stage.decorator.js';

/** Token of the Page among Nest's providers: the text of the client's index.html; empty when it is not built. */
export const PAGE = Symbol('Page');

/** What stands in the built page where each answer has a nonce of its own (`html.cspNonce` of Vite). */
const NONCE_MARK = /CARE_ATLAS_NONCE/g;

/** The client's one page, at every path that is the client's to interpret. */
@Controller()
export class PageController {
  constructor(@Inject(PAGE) private readonly page: string) {}

  @Get('api/ping')
  @OpenTo(...EVERYBODY)
  ping(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.type('text/plain; charset=utf-8');
    return 'pong';
  }

  @Get('*')
  @OpenTo(...EVERYBODY)
  show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): string {
    const [path = ''] = request.url.split('?', 1);
    // A file or a resource that is not there is not a page.
    if (path.startsWith('/api/') || path === '/api' || /\.\w+$/.test(path) || this.page === '') {
      throw new DirectoryError('not_found', 'There is nothing at this path.');
    }
    void reply.type('text/html; charset=utf-8');
    return this.page.replaceAll(NONCE_MARK, reply.cspNonce.style);
  }
}
