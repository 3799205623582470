import { Answer, type AnswerPage } from '@care-atlas/domain/answer';
import type { FastifyInstance } from 'fastify';
import type { IncomingRequest } from './caller.js';
import { REVALIDATED } from './error.filter.js';

/** Teaches a server to send the directory's answers: as the text that they are, with what HTTP adds to it. */
export function sendAnswers(fastify: FastifyInstance, publicUrl: string): void {
  fastify.setReplySerializer((payload) =>
    payload instanceof Answer ? sendable(payload.content) : JSON.stringify(payload),
  );
  fastify.addHook('preSerialization', (request: IncomingRequest, reply, payload, done) => {
    if (payload instanceof Answer) {
      if (request.etag !== undefined) reply.header('etag', request.etag).headers(REVALIDATED);
      if (payload.page) reply.header('link', linksTo(publicUrl, request.url, payload.page));
    }
    done(null, payload);
  });
}

// Fastify sends a Buffer as it is, although its types ask for text; a Buffer over the same memory costs nothing.
function sendable(content: string | Uint8Array): string {
  if (typeof content === 'string') return content;
  return Buffer.from(content.buffer, content.byteOffset, content.length) as unknown as string;
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
