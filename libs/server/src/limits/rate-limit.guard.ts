import { hash } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import {
  type ThrottlerGenerateKeyFunction,
  type ThrottlerGetTrackerFunction,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { FastifyReply } from 'fastify';
import type { CallerRequest } from '../access/caller.js';
import { clientNetwork } from '../access/client-network.js';
import { requireGatewayHost } from '../access/gateway.js';
import { isUnchanged, NOT_MODIFIED } from '../answers/revalidation.js';
import type { RateCount, RateStore } from './rate-store.js';
import { type TierRules, WINDOW_MS } from './tier-rules.js';

/**
 * Counts requests, after the KeyGuard: per client address with the published sandbox key, per key otherwise, and with a
 * gateway key also per consumer of the gateway. An answer that the client holds already is refused once the limit is
 * reached, but not counted.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /** Without the library's search for decorators on each handler: there are none, and every request would pay. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = callerOf(context);
    for (const throttler of this.throttlers as RateThrottler[]) {
      if (throttler.skipIf(context)) continue;
      const { limit, ttl, getTracker, generateKey } = throttler;
      const props = { context, throttler, ttl, blockDuration: ttl, getTracker, generateKey };
      await this.handleRequest({ ...props, limit: limit(context) });
    }
    // Here, and not where the key is recognised: a refusal of a valid key is counted too.
    requireGatewayHost(request.caller.passage);
    if (isUnchanged(request)) throw NOT_MODIFIED;
    return true;
  }

  protected override async handleRequest(props: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, getTracker, generateKey, throttler } = props;
    const request = callerOf(context);
    const reply = context.getArgByIndex<FastifyReply>(1);
    const key = generateKey(context, await getTracker(request, context), throttler.name!);
    const store = this.storageService as RateStore;
    const count = isUnchanged(request)
      ? await store.peek(key, ttl, limit)
      : await store.increment(key, ttl, limit);
    const policy = throttler.name === 'tier' ? request.caller.tier : throttler.name!;
    // A consumer is told how it stands itself, unless it is the key of its gateway that is refused.
    if (count.isBlocked || !reply.hasHeader('ratelimit')) tellLimits(reply, policy, limit, ttl, count);
    if (!count.isBlocked) return true;
    reply.header('retry-after', count.timeToBlockExpire);
    throw new DirectoryError('rate_limited');
  }
}

/** A throttler with everything told that the library leaves open. */
interface RateThrottler extends ThrottlerOptions {
  readonly skipIf: (context: ExecutionContext) => boolean;
  readonly limit: (context: ExecutionContext) => number;
  readonly ttl: number;
  readonly getTracker: ThrottlerGetTrackerFunction;
  readonly generateKey: ThrottlerGenerateKeyFunction;
}

/** The options of @nestjs/throttler that make its guard count by consumer and by tier. */
export function throttlerOptions({ rates }: TierRules, storage: RateStore): ThrottlerModuleOptions {
  const throttlers: RateThrottler[] = [
    // The consumer comes first: what it is refused is not taken from the others of its gateway.
    {
      name: 'consumer',
      ttl: WINDOW_MS,
      skipIf: (context) => !callerOf(context).caller.passage?.consumer,
      limit: () => rates.consumer,
      getTracker: (request) => Promise.resolve(consumerOf(request as CallerRequest)),
      generateKey: (_context, tracker) => tracker,
    },
    {
      name: 'tier',
      ttl: WINDOW_MS,
      skipIf: () => false,
      limit: (context) => rates[callerOf(context).caller.tier],
      getTracker: (request) => Promise.resolve(trackerOf(request as CallerRequest)),
      generateKey: (_context, tracker) => tracker,
    },
  ];
  return { throttlers, storage };
}

/** The counter that a request belongs to: the same at every door of the service. */
export function trackerOf({ caller, ip }: Pick<CallerRequest, 'caller' | 'ip'>): string {
  return caller.tier === 'sandbox' ? `sandbox:${clientNetwork(ip)}` : `key:${caller.id}`;
}

/** A consumer is known by a hash: the name that a gateway gives it may be long, and is nobody else's business. */
function consumerOf({ caller }: CallerRequest): string {
  return `consumer:${caller.id}:${hash('sha1', caller.passage?.consumer ?? '', 'base64url')}`;
}

function callerOf(context: ExecutionContext): CallerRequest {
  // Not by switchToHttp, which makes four functions each time.
  return context.getArgByIndex<CallerRequest>(0);
}

/** The headers by which a client knows how its limit stands. */
export const LIMIT_HEADERS = [
  'ratelimit-policy',
  'ratelimit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const;

/** The newest syntax of the IETF draft, and the older headers; X-RateLimit-Reset is in seconds from now. */
export function tellLimits(
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
