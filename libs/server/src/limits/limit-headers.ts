import type { FastifyReply } from 'fastify';
import type { RateCount } from './rate-store.js';

/** The headers that tell a client its limit, what remains of it, and when it resets. */
export const LIMIT_HEADERS = [
  'ratelimit-policy',
  'ratelimit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const;

/** Sets the headers of the IETF draft and the older X-RateLimit ones; X-RateLimit-Reset is in seconds from now. */
export function setLimitHeaders(
  reply: FastifyReply,
  policy: string,
  limit: number,
  ttl: number,
  count: RateCount,
): void {
  const remaining = Math.max(0, limit - count.totalHits);
  reply.headers({
    'ratelimit-policy': `"${policy}";q=${limit};w=${ttl / 1000}`,
    ratelimit: `"${policy}";r=${remaining};t=${count.timeToExpire}`,
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': count.timeToExpire,
  });
}
