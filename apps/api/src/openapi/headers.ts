import type { ListShape } from '@care-atlas/domain/formats';
import type { JsonSchema } from '@care-atlas/domain/schema';
import { envelopeHeader, TRUNCATED } from '@care-atlas/server/answers';

type Headers = Record<string, { description: string; schema: JsonSchema }>;

/**
 * Returns the headers of an answer with a status, except those of operations that require a key.
 * @param revalidated whether clients may cache and revalidate the answer
 */
export function answerHeaders(status: string, revalidated: boolean): Headers {
  const headers: Headers = {
    'X-Request-Id': text(
      `Id of the request. ${status === '431' ? 'It is new.' : 'A well-formed id of the client is kept.'}`,
    ),
  };
  if (status === '405') headers['Allow'] = text('The methods that the path supports.');
  if (status === '401') headers['WWW-Authenticate'] = text('Bearer.');
  if (status === '429' || status === '503') headers['Retry-After'] = whole('Seconds to wait.');
  if (!revalidated) return headers;
  if (status === '200' || status === '304')
    headers['ETag'] = text('Tag for revalidation with If-None-Match.');
  if (status === '200') {
    headers['Link'] = text(
      'RFC 8288: first, prev, next and last page of a list, relative to the URL of the request. Links that do not fit are omitted, with a warning.',
    );
    headers['Deprecation'] = text('RFC 9745: the date since which a sent parameter is deprecated.');
  }
  return headers;
}

/** Returns the headers of a list in CSV or GeoJSON that carry the members besides its items. */
export function envelopeHeaders({ envelope }: ListShape): Headers {
  const headers = envelope.map((member) => {
    const described = `In CSV and GeoJSON: the member ${member}, as JSON.`;
    const isCount = member === 'total' || member === 'count';
    return [envelopeHeader(member), isCount ? whole(described) : text(described)];
  });
  return {
    ...Object.fromEntries(headers),
    [TRUNCATED]: text('In CSV and GeoJSON: the headers that do not hold all of their member.'),
  };
}

/** Returns the headers of operations that require a key. */
export function keyedHeaders(status: string): Headers {
  if (status === '401' || status === '503') return {};
  return {
    'X-Dataset-Version': text('Version of the dataset that the answer is from.'),
    'RateLimit-Policy': text('Quota and window in seconds, e.g. "live";q=300;w=60.'),
    RateLimit: text('Remaining requests, and seconds until the reset, e.g. "live";r=299;t=60.'),
    'X-RateLimit-Limit': whole('Requests per window.'),
    'X-RateLimit-Remaining': whole('Remaining requests in the window.'),
    'X-RateLimit-Reset': whole('Seconds until the window ends.'),
  };
}

/** The header of lists whose changes the feed tells. */
export const CURSOR_HEADER: Headers = {
  'X-Cursor': text('Value of `after` of /changes with `list` and the same filters: it continues the list.'),
};

function text(description: string): Headers[string] {
  return { description, schema: { type: 'string' } };
}

function whole(description: string): Headers[string] {
  return { description, schema: { type: 'integer' } };
}
