import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const WELL_FORMED = /^[\w.:-]{8,128}$/;

/** The id under which a request is spoken of: the client's own when it is well-formed, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}
