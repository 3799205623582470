const YEAR_SECONDS = 31_536_000;

/**
 * The headers of every answer that keep a browser from making something else of it, as @fastify/helmet sets them; a
 * test holds the two equal. The plugin makes them anew for each request, which costs more than the answer; pages of
 * ours add a policy of their own.
 * @param publicUrl with https, browsers are told to come by it only
 */
export function safeHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}
