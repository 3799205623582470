import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Answer } from '@care-atlas/domain/contract';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from '../access/caller.js';
import { entityTag, namesAnyTag } from '../guards/revalidation.guard.js';
import { linksTo } from './page-links.js';

/** The headers of every answer that a client may store and must revalidate. */
export const REVALIDATION_HEADERS = { 'cache-control': 'private, no-cache', vary: 'Authorization' };

/** A Fastify adapter that sends the directory's answers as their bytes, with their HTTP headers. */
export class AnswerAdapter extends FastifyAdapter {
  override reply(...[response, body, status]: Parameters<FastifyAdapter['reply']>): FastifyReply {
    if (!(body instanceof Answer)) return super.reply(response, body, status);
    const reply = response as FastifyReply;
    const request = reply.request as IncomingRequest;
    if (request.tagSeed !== undefined && body.tag !== undefined)
      reply.header('etag', entityTag(request.tagSeed, body.tag)).headers(REVALIDATION_HEADERS);
    // Known only now: an error is no answer that the client may hold.
    if (namesAnyTag(request.headers['if-none-match'])) return reply.code(304).send();
    const links = body.page && linksTo(request.filters ?? '', body.page);
    if (links !== undefined) reply.header('link', links);
    return reply.header('content-type', 'application/json; charset=utf-8').send(sendable(body.content));
  }
}

// Fastify sends a Buffer as it is; a Buffer over the same memory copies nothing.
function sendable(content: string | Uint8Array): string | Buffer {
  if (typeof content === 'string') return content;
  return Buffer.from(content.buffer, content.byteOffset, content.length);
}
