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
  const [path = '', search = ''] = url.replace(/[<>"]/g, encodeURIComponent).split('?', 2);
  const step = Math.max(1, limit);
  const pages: [string, number | undefined][] = [
    ['first', 0],
    ['prev', offset > 0 ? Math.max(0, Math.min(offset, total) - step) : undefined],
    ['next', limit > 0 && offset + limit < total ? offset + limit : undefined],
    ['last', total === 0 ? 0 : Math.floor((total - 1) / step) * step],
  ];
  const parameters = search
    .split('&')
    .filter((parameter) => parameter !== '' && !/^(limit|offset)=/.test(parameter));
  return pages
    .filter(([, at]) => at !== undefined)
    .map(
      ([rel, at]) =>
        `<${publicUrl}${path}?${[...parameters, `limit=${limit}`, `offset=${at}`].join('&')}>; rel="${rel}"`,
    )
    .join(', ');
}
