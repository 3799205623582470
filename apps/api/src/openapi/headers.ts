import type { JsonSchema } from '@care-atlas/domain/schema';

type Headers = Record<string, { description: string; schema: JsonSchema }>;

/**
 * The headers that an answer of a status carries, with or without a key.
 * @param revalidated whether the operation is one whose answer a client may keep and ask about
 */
export function answerHeaders(status: string, revalidated: boolean): Headers {
  const headers: Headers = {
    'X-Request-Id': text('Id of the request; a well-formed one sent by the client is kept.'),
  };
  if (status === '401') headers['WWW-Authenticate'] = text('Bearer.');
  if (status === '429' || status === '503') headers['Retry-After'] = whole('Seconds to wait.');
  if (!revalidated) return headers;
  if (status === '200' || status === '304')
    headers['ETag'] = text('Tag to revalidate with, in If-None-Match.');
  if (status === '200') {
    headers['Link'] = text(
      'RFC 8288: first, prev, next and last page of a list, relative to the URL of the request. Links that do not fit are left out, and a warning says so.',
    );
    headers['Deprecation'] = text('RFC 9745: since when a parameter that was used is deprecated.');
  }
  return headers;
}

/** The rate-limit headers of operations that need a key. */
export function limitHeaders(status: string): Headers {
  if (status === '401' || status === '503') return {};
  return {
    'RateLimit-Policy': text('Quota and window in seconds, e.g. "live";q=300;w=60.'),
    RateLimit: text('What is left, and seconds until it resets, e.g. "live";r=299;t=60.'),
    'X-RateLimit-Limit': whole('Requests in a window.'),
    'X-RateLimit-Remaining': whole('Requests left in the window.'),
    'X-RateLimit-Reset': whole('Seconds until the window ends.'),
  };
}

function text(description: string): Headers[string] {
  return { description, schema: { type: 'string' } };
}

function whole(description: string): Headers[string] {
  return { description, schema: { type: 'integer' } };
}
