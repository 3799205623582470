import { Readable } from 'node:stream';
import { DirectoryError, invalidParameters } from '@care-atlas/domain/contract';
import type { CallerRequest } from '@care-atlas/server/access';
import type { FastifyReply, preParsingAsyncHookHandler } from 'fastify';

/** Maximum size of a body in bytes. Valid bodies are much smaller. */
const MAX_BYTES = 16_384;
/** Drains a larger body up to this size: a client that is still sending may lose the answer with the connection. */
const MAX_DRAINED_BYTES = 16_777_216;

/** A request to an operation that takes no body. */
export interface BodilessRequest extends CallerRequest {
  /** The body that the client sent. */
  receivedBody?: string;
}

/**
 * Reads the body before the framework does. Clients send no body, an empty one or `{}`, each with or without a type. The
 * framework's parsers would reject some of these before the key is checked.
 */
export const readBody: preParsingAsyncHookHandler = async (request, _reply: FastifyReply, payload) => {
  let body = '';
  let size = 0;
  // A destroyed stream would prevent the answer.
  for await (const chunk of (payload as Readable).iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > MAX_DRAINED_BYTES) break;
    if (size <= MAX_BYTES) body += String(chunk);
  }
  if (size > MAX_BYTES) throw new DirectoryError('too_large');
  (request as BodilessRequest).receivedBody = body;
  // The framework sees a request without a body.
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete request.headers[name];
  return Readable.from([]);
};

/** @throws DirectoryError `missing_param` if the body is neither empty nor `{}`: nothing is ignored silently */
export function requireNoBody({ receivedBody = '' }: BodilessRequest): void {
  if (/^\s*(\{\s*\}\s*)?$/.test(receivedBody)) return;
  throw invalidParameters([{ param: 'body', message: 'The body must be empty or {}.' }]);
}
