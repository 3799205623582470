import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Answer, type AnswerPage } from '@care-atlas/domain/contract';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from '../access/caller.js';
import { REVALIDATED } from '../http/error.filter.js';

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
  const start = safe.indexOf('?');
  const path = start === -1 ? safe : safe.slice(0, start);
  const others = start === -1 ? '' : withoutPage(safe.slice(start + 1));
  const target = `<${publicUrl}${path}?${others}limit=${limit}&offset=`;
  const step = Math.max(1, limit);
  let links = `${target}0>; rel="first", `;
  if (offset > 0) links += `${target}${Math.max(0, Math.min(offset, total) - step)}>; rel="prev", `;
  if (limit > 0 && offset + limit < total) links += `${target}${offset + limit}>; rel="next", `;
  return `${links}${target}${total === 0 ? 0 : Math.floor((total - 1) / step) * step}>; rel="last"`;
}

/** The parameters but for those of the page, each with an ampersand after it. */
function withoutPage(search: string): string {
  let others = '';
  for (const part of search.split('&')) {
    if (part !== '' && !part.startsWith('limit=') && !part.startsWith('offset=')) others += `${part}&`;
  }
  return others;
}
