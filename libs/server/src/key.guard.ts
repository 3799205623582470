import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/error';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from './caller.js';
import { bearerKey, KeyCheck } from './key-check.js';
import { TIER_RULES, type TierRules, WINDOW_MS } from './tier-rules.js';
import { MemoryRateStore } from './rate-store.js';

/** Lets in who carries an active key, as `Authorization: Bearer`, and counts the failures of others. */
@Injectable()
export class KeyGuard implements CanActivate {
  constructor(
    private readonly keys: KeyCheck,
    private readonly store: MemoryRateStore,
    @Inject(TIER_RULES) private readonly rules: TierRules,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<IncomingRequest>();
    const key = bearerKey(request.headers.authorization);
    const identity = key === undefined ? undefined : await this.keys.identify(key);
    if (!identity) return this.#refuse(request, http.getResponse());
    request.caller = { ...identity, sizes: this.rules.sizes[identity.tier] };
    return true;
  }

  // Who sends a valid key from the same address is not affected: only failures are counted and refused.
  async #refuse(request: IncomingRequest, reply: FastifyReply): Promise<never> {
    const count = await this.store.increment(`failures:${request.ip}`, WINDOW_MS, this.rules.rates.failures);
    if (!count.isBlocked) throw new DirectoryError('unauthorized');
    reply.header('retry-after', count.timeToBlockExpire);
    throw new DirectoryError(
      'rate_limited',
      'Too many requests without a valid key from this address: wait a minute.',
    );
  }
}
