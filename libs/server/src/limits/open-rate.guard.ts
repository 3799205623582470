import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../access/client-network.js';
import { MemoryRateStore } from './rate-store.js';
import { TIER_RULES, type TierRules, WINDOW_MS } from './tier-rules.js';

/**
 * Limits what needs no key, per client address and generously. It counts in this process alone: whether the service
 * lives must not depend on a store elsewhere.
 */
@Injectable()
export class OpenRateGuard implements CanActivate {
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
