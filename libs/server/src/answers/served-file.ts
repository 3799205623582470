import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { namesAnyTag, namesTag } from '../guards/revalidation.guard.js';

type Content = Buffer | string;

/** A file at a fixed address, beside the pages. */
export interface ServedFile {
  readonly path: string;
  readonly type: string;
  /** The content, or a function that makes it for each request. */
  readonly content: Content | ((request: FastifyRequest) => Content | Promise<Content>);
  /** The header `Cache-Control`. */
  readonly cache?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves a file. */
export function serveFile(
  fastify: FastifyInstance,
  { path, type, content, cache, headers }: ServedFile,
): void {
  const sent = { 'content-type': type, ...(cache && { 'cache-control': cache }), ...headers };
  fastify.get(path, async (request, reply) => {
    const body = typeof content === 'function' ? await content(request) : content;
    // As bytes: to text of some types the server would add a character set.
    return reply.headers(sent).send(Buffer.from(body));
  });
}

/** Serves a file with an entity tag: a client that holds it gets 304. */
export function serveTaggedFile(
  fastify: FastifyInstance,
  { path, type, content, cache, headers }: ServedFile & { readonly content: Content },
): void {
  const etag = `"${hash('sha1', content, 'base64url')}"`;
  const body = Buffer.from(content);
  fastify.get(path, (request, reply) => {
    reply.headers({ etag, ...(cache && { 'cache-control': cache }), ...headers });
    const held = request.headers['if-none-match'];
    if (namesAnyTag(held) || namesTag(held, etag)) return reply.code(304).send();
    return reply.type(type).send(body);
  });
}
