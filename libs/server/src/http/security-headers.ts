const YEAR_SECONDS = 31_536_000;

/**
 * Returns the security headers of every answer, equal to those of @fastify/helmet (a test compares them). The plugin
 * builds them per request, which costs more than the answer. Pages add a policy of their own.
 * @param publicUrl an https URL adds Strict-Transport-Security
 */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}
