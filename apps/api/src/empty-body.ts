import { Readable } from 'node:stream';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { CallerRequest } from '@care-atlas/server/access';
import type { FastifyReply, preParsingAsyncHookHandler } from 'fastify';

/** Much more than anyone sends who means well. */
const LARGEST = 16_384;
/** So much is read of what is too large: whoever is refused while still sending may lose the answer with the connection. */
const HEARD_OUT = 16_777_216;

/** A request of an operation that takes no body. */
export interface BodilessRequest extends CallerRequest {
  /** What was sent nevertheless. */
  sent?: string;
}

/**
 * Reads the body before the framework does: clients send none, an empty one or `{}`, each with or without a type,
 * and the framework's parsers would refuse some of these before the key was looked at.
 */
export const readBody: preParsingAsyncHookHandler = async (request, _reply: FastifyReply, payload) => {
  let sent = '';
  let size = 0;
  // A stream that was destroyed could not be answered any more.
  for await (const chunk of (payload as Readable).iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > HEARD_OUT) break;
    if (size <= LARGEST) sent += String(chunk);
  }
  if (size > LARGEST) throw new DirectoryError('too_large');
  (request as BodilessRequest).sent = sent;
  // To the framework it is a request without a body.
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete request.headers[name];
  return Readable.from([]);
};

/** @throws DirectoryError `missing_param` when there is anything in the body: what is sent is not ignored in silence */
export function requireNoBody({ sent = '' }: BodilessRequest): void {
  if (/^\s*(\{\s*\}\s*)?$/.test(sent)) return;
  const details = [{ param: 'body', message: 'The body must be empty or {}.' }];
  throw new DirectoryError('missing_param', details[0]!.message, details);
}
