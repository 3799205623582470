import { hash } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import {
  type ThrottlerGenerateKeyFunction,
  type ThrottlerGetTrackerFunction,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { FastifyReply } from 'fastify';
import type { Caller, CallerRequest } from '../access/caller.js';
import { clientNetwork } from '../access/client-network.js';
import { requireGatewayHost } from '../access/gateway.js';
import { type TierRules, WINDOW_MS } from '../configuration/tier-rules.js';
import { setLimitHeaders } from '../limits/limit-headers.js';
import type { RateStore } from '../limits/rate-store.js';
import { isUnchanged, NOT_MODIFIED } from './revalidation.guard.js';

/** Multiplies a limit for requests that are answered 304, which cost less. */
const UNCHANGED_FACTOR = 10;

/**
 * Counts and limits requests that the KeyGuard admitted: per client address with the published sandbox key, per key
 * otherwise, and also per consumer behind a gateway. A request for an answer that the client already holds only spends a
 * second counter, and is rejected once the limit of either is reached.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  @Inject(Directory) private readonly directory: Directory;

  /** Skips the library's search for decorators on each handler: there are none, and it costs every request. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = callerOf(context);
    // An answer from the directory brings its own, which an import may have replaced meanwhile.
    request.datasetVersion = this.directory.dataset.version;
    for (const throttler of this.throttlers as RateThrottler[]) {
      if (throttler.skipIf(context)) continue;
      const { limit, ttl, getTracker, generateKey } = throttler;
      const props = { context, throttler, ttl, blockDuration: ttl, getTracker, generateKey };
      await this.handleRequest({ ...props, limit: limit(context) });
    }
    // Checked after counting, so that a rejected request with a valid key counts as well.
    requireGatewayHost(request.caller.gateway);
    if (isUnchanged(request)) throw NOT_MODIFIED;
    return true;
  }

  protected override async handleRequest(props: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, getTracker, generateKey, throttler } = props;
    const request = callerOf(context);
    const reply = context.getArgByIndex<FastifyReply>(1);
    const key = generateKey(context, await getTracker(request, context), throttler.name!);
    const store = this.storageService as RateStore;
    const unchanged = isUnchanged(request);
    const count = unchanged ? await store.peek(key, ttl, limit) : await store.increment(key, ttl, limit);
    const policy = throttler.name === 'tier' ? request.caller.tier : throttler.name!;
    // The headers show the consumer's own limit, unless the gateway key's limit is the one that is reached.
    if (count.isBlocked || !reply.hasHeader('ratelimit')) setLimitHeaders(reply, policy, limit, ttl, count);
    let blocking = count;
    if (unchanged && !count.isBlocked) {
      blocking = await store.increment(`unchanged:${key}`, ttl, limit * UNCHANGED_FACTOR);
    }
    if (!blocking.isBlocked) return true;
    reply.header('retry-after', blocking.timeToBlockExpire);
    throw new DirectoryError('rate_limited');
  }
}

/** A throttler with every option set. */
interface RateThrottler extends ThrottlerOptions {
  readonly skipIf: (context: ExecutionContext) => boolean;
  readonly limit: (context: ExecutionContext) => number;
  readonly ttl: number;
  readonly getTracker: ThrottlerGetTrackerFunction;
  readonly generateKey: ThrottlerGenerateKeyFunction;
}

/** Returns the options that make the guard of @nestjs/throttler count by consumer and by tier. */
export function throttlerOptions({ rates }: TierRules, storage: RateStore): ThrottlerModuleOptions {
  const shared = { ttl: WINDOW_MS, generateKey: (_context: ExecutionContext, tracker: string) => tracker };
  const throttlers: RateThrottler[] = [
    // Consumers come first: a request over the consumer's limit must not use up the limit of the whole gateway.
    {
      ...shared,
      name: 'consumer',
      skipIf: (context) => !callerOf(context).caller.gateway?.consumer,
      limit: () => rates.consumer,
      getTracker: (request) => Promise.resolve(consumerKeyOf(request as CallerRequest)),
    },
    {
      ...shared,
      name: 'tier',
      skipIf: () => false,
      limit: (context) => limitOf(callerOf(context).caller, rates),
      getTracker: (request) => Promise.resolve(rateKeyOf(request as CallerRequest)),
    },
  ];
  return { throttlers, storage };
}

/** Returns the limit of a caller, in requests per minute: the key's own, or that of its tier. */
export function limitOf({ rateLimit, tier }: Caller, rates: TierRules['rates']): number {
  return rateLimit ?? rates[tier];
}

/** Returns the key of the counter that a request belongs to; REST and MCP share it. */
export function rateKeyOf({ caller, ip }: Pick<CallerRequest, 'caller' | 'ip'>): string {
  return caller.tier === 'sandbox' ? `sandbox:${clientNetwork(ip)}` : `key:${caller.id}`;
}

// Hashed: the consumer's name may be long, and must not reach a shared store.
function consumerKeyOf({ caller }: CallerRequest): string {
  return `consumer:${caller.id}:${hash('sha1', caller.gateway?.consumer ?? '', 'base64url')}`;
}

function callerOf(context: ExecutionContext): CallerRequest {
  // switchToHttp would create four closures per call.
  return context.getArgByIndex<CallerRequest>(0);
}
