import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Answer, type AnswerPage } from '@care-atlas/domain/answer';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from './caller.js';
import { REVALIDATED } from './error.filter.js';

/** A Fastify that knows the directory's answers: it sends them as the bytes that they are, with what HTTP adds. */
export class AnswerAdapter extends FastifyAdapter {
  /** The public address of the service, for links between pages. */
  publicUrl = '';

  override reply(...[response, body, status]: Parameters<FastifyAdapter['reply']>): FastifyReply {
    if (!(body instanceof Answer)) return super.reply(response, body, status);
    const reply = response as FastifyReply;
    const request = reply.request as IncomingRequest;
    if (request.etag !== undefined) reply.header('etag', request.etag).headers(REVALIDATED);
    if (body.page) reply.header('link', linksTo(this.publicUrl, request.url, body.page));
    return reply.header('content-type', 'application/json; charset=utf-8').send(sendable(body.content));
  }
}

// Fastify sends a Buffer as it is; one over the same memory costs nothing.
function sendable(content: string | Uint8Array): string | Buffer {
  if (typeof content === 'string') return content;
  return Buffer.from(content.buffer, content.byteOffset, content.length);
}

/** RFC 8288 links to the other pages of a list. */
export function linksTo(publicUrl: string, url: string, { total, limit, offset }: AnswerPage): string {
  // What would end a link early is encoded: a client cannot put a header together from its parameters.
  const safe = /[<>"]/.test(url) ? url.replace(/[<>"]/g, encodeURIComponent) : url;
  const [path = '', search = ''] = safe.split('?', 2);
  const others = search
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('limit=') && !part.startsWith('offset='));
  const kept = others.map((part) => `${part}&`).join('');
  const step = Math.max(1, limit);
  const to = (rel: string, at: number) =>
    `<${publicUrl}${path}?${kept}limit=${limit}&offset=${at}>; rel="${rel}"`;
  const links = [to('first', 0)];
  if (offset > 0) links.push(to('prev', Math.max(0, Math.min(offset, total) - step)));
  if (limit > 0 && offset + limit < total) links.push(to('next', offset + limit));
  links.push(to('last', total === 0 ? 0 : Math.floor((total - 1) / step) * step));
  return links.join(', ');
}
