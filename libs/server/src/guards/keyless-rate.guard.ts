import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../access/client-network.js';
import { TIER_RULES, type TierRules, WINDOW_MS } from '../configuration/tier-rules.js';
import { MemoryRateStore } from '../limits/rate-store.js';

/**
 * Limits requests that need no key, per client address. It counts in this process only: a liveness check must not depend
 * on a remote store.
 */
@Injectable()
export class KeylessRateGuard implements CanActivate {
  constructor(
    private readonly store: MemoryRateStore,
    @Inject(TIER_RULES) private readonly rules: TierRules,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { ip } = http.getRequest<FastifyRequest>();
    const count = await this.store.increment(`open:${clientNetwork(ip)}`, WINDOW_MS, this.rules.rates.open);
    if (!count.isBlocked) return true;
    http.getResponse<FastifyReply>().header('retry-after', count.timeToBlockExpire);
    throw new DirectoryError('rate_limited');
  }
}
