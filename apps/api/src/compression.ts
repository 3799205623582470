import { constants, type ZlibOptions, type ZstdOptions } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, onSendHookHandler } from 'fastify';

/** The stronger levels take half as much time again for a twentieth fewer bytes: docs/measurements/wire.md. */
const LEVELS: ZlibOptions & ZstdOptions = {
  level: 3,
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
};
const BROTLI_QUALITY = 3;
/** Pages of 100 records are shorter. For shorter texts, another thread costs more than it spares this one. */
const LARGEST_AT_ONCE = 65_536;
/** Answers with a new key, the checkout with its secrets (BREACH), and files, which are compressed and have ranges. */
const NOT_COMPRESSED = /^\/(api\/v1\/(keys|exports\/)|(fr\/)?buy)(\/|$|:)/;

/** Compresses the answers of all routes that are added from now on, except those that hold secrets. */
export async function compressAnswers(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onRoute', (route) => {
    if (NOT_COMPRESSED.test(route.url)) route.compress = false;
    else route.onSend = [describeEncodings, ...[route.onSend ?? []].flat()];
  });
  await fastify.register(compress, {
    encodings: ['zstd', 'br', 'gzip', 'identity'],
    zlibOptions: LEVELS,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    syncThreshold: LARGEST_AT_ONCE,
    globalDecompression: false,
  });
  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' || route.compress === false) return;
    // Compression, the last so far, comes before what measures the body of HEAD and drops it.
    const [description, ...hooks] = [route.onSend ?? []].flat();
    route.onSend = [description!, hooks.pop()!, ...hooks];
  });
}

/**
 * Says of each answer that its bytes depend on the encodings that the client accepts. Its entity tag is weak for a client
 * that accepts any, because the same tag then stands for several encodings (RFC 9110, 8.8.3.3).
 */
const describeEncodings: onSendHookHandler = ({ headers }, reply, _payload, done) => {
  const vary = reply.getHeader('vary');
  // In the spelling of the compression, which would add it again.
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string' && etag.startsWith('"') && ENCODED.test(headers['accept-encoding'] ?? ''))
    reply.header('etag', `W/${etag}`);
  done();
};

const ENCODED = /zstd|br|gzip|\*/i;
