import type { ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/error';
import {
  type ThrottlerGenerateKeyFunction,
  type ThrottlerGetTrackerFunction,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { FastifyReply } from 'fastify';
import type { CallerRequest } from './caller.js';
import { isUnchanged, NOT_MODIFIED } from './revalidation.js';
import type { RateCount, RateStore } from './rate-store.js';
import { type TierRules, WINDOW_MS } from './tier-rules.js';

/**
 * Counts requests by tier, after the KeyGuard: per client address with the published sandbox key, per key
 * otherwise. An answer that the client holds already is refused once the limit is reached, but not counted.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /** Without the library's search for decorators on each handler: there are none, and every request would pay. */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    const [throttler] = this.throttlers as [TierThrottler];
    const { limit, ttl, getTracker, generateKey } = throttler;
    const props = { context, throttler, ttl, blockDuration: ttl, getTracker, generateKey };
    return this.handleRequest({ ...props, limit: limit(context) });
  }

  protected override async handleRequest(props: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, getTracker, generateKey, throttler } = props;
    const http = context.switchToHttp();
    const request = http.getRequest<CallerRequest>();
    const reply = http.getResponse<FastifyReply>();
    const key = generateKey(context, await getTracker(request, context), throttler.name ?? '');
    const store = this.storageService as RateStore;
    const unchanged = isUnchanged(request);
    const count = unchanged ? await store.peek(key, ttl, limit) : await store.increment(key, ttl, limit);
    tellLimits(reply, request.caller.tier, limit, ttl, count);
    if (count.isBlocked) {
      reply.header('retry-after', count.timeToBlockExpire);
      throw new DirectoryError('rate_limited');
    }
    if (unchanged) throw NOT_MODIFIED;
    return true;
  }
}

/** The one throttler that there is, with everything told that the library leaves open. */
interface TierThrottler extends ThrottlerOptions {
  readonly limit: (context: ExecutionContext) => number;
  readonly ttl: number;
  readonly getTracker: ThrottlerGetTrackerFunction;
  readonly generateKey: ThrottlerGenerateKeyFunction;
}

/** The options of @nestjs/throttler that make its guard count by tier. */
export function throttlerOptions({ rates }: TierRules, storage: RateStore): ThrottlerModuleOptions {
  const throttler: TierThrottler = {
    name: 'tier',
    ttl: WINDOW_MS,
    limit: (context) => rates[callerOf(context).caller.tier],
    getTracker: (request) => Promise.resolve(trackerOf(request as CallerRequest)),
    generateKey: (_context, tracker) => tracker,
  };
  return { throttlers: [throttler], storage };
}

function trackerOf({ caller, ip }: CallerRequest): string {
  return caller.tier === 'sandbox' ? `sandbox:${ip}` : `key:${caller.id}`;
}

function callerOf(context: ExecutionContext): CallerRequest {
  return context.switchToHttp().getRequest<CallerRequest>();
}

/** The newest syntax of the IETF draft, and the older headers; X-RateLimit-Reset is in seconds from now. */
function tellLimits(reply: FastifyReply, tier: string, limit: number, ttl: number, count: RateCount): void {
  const remaining = Math.max(0, limit - count.totalHits);
  reply.headers({
    'ratelimit-policy': `"${tier}";q=${limit};w=${ttl / 1000}`,
    ratelimit: `"${tier}";r=${remaining};t=${count.timeToExpire}`,
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': count.timeToExpire,
  });
}
