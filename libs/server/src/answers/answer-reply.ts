import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Answer } from '@care-atlas/domain/contract';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from '../access/caller.js';
import { REVALIDATED } from '../http/error.filter.js';
import { linksTo } from './page-links.js';

/** A Fastify that knows the directory's answers: it sends them as the bytes that they are, with what HTTP adds. */
export class AnswerAdapter extends FastifyAdapter {
  override reply(...[response, body, status]: Parameters<FastifyAdapter['reply']>): FastifyReply {
    if (!(body instanceof Answer)) return super.reply(response, body, status);
    const reply = response as FastifyReply;
    const request = reply.request as IncomingRequest;
    if (request.etag !== undefined) reply.header('etag', request.etag).headers(REVALIDATED);
    const links = body.page && linksTo(request.filters ?? '', body.page);
    if (links !== undefined) reply.header('link', links);
    return reply.header('content-type', 'application/json; charset=utf-8').send(sendable(body.content));
  }
}

// Fastify sends a Buffer as it is; one over the same memory costs nothing.
function sendable(content: string | Uint8Array): string | Buffer {
  if (typeof content === 'string') return content;
  return Buffer.from(content.buffer, content.byteOffset, content.length);
}
