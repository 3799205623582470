import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from './caller.js';
import { clientNetwork } from './client-network.js';
import { Gateway } from './gateway.js';
import { bearerKey, KeyCheck } from './key-check.js';
import { RateStore } from '../limits/rate-store.js';
import { TIER_RULES, type TierRules, WINDOW_MS } from '../limits/tier-rules.js';

/**
 * How many more failures an address may have with what may be an access token: those of all users of an assistant
 * expire at one address, and a 401 is what makes it ask for another.
 */
const TOKEN_FACTOR = 10;

/**
 * Lets in who carries an active key as `Authorization: Bearer`, or the secret of a gateway, and counts the failures of
 * others.
 */
@Injectable()
export class KeyGuard implements CanActivate {
  constructor(
    private readonly keys: KeyCheck,
    private readonly gateway: Gateway,
    private readonly store: RateStore,
    @Inject(TIER_RULES) private readonly rules: TierRules,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.getArgByIndex<IncomingRequest>(0);
    const { headers } = request;
    // A gateway may pass on what its consumer sent as Authorization: its own secret comes first. One that is not valid
    // means nothing, as the other headers of a gateway do then.
    const secret = this.gateway.secretOf(headers);
    let identity = secret === undefined ? undefined : await this.keys.identifyGateway(secret);
    const key = identity ? undefined : bearerKey(headers.authorization);
    if (key !== undefined) identity = await this.keys.identify(key);
    if (!identity) return this.#refuse(request, context.getArgByIndex(1));
    const sizes = this.rules.sizes[identity.tier];
    request.caller =
      identity.kind === 'gateway'
        ? { ...identity, sizes, passage: this.gateway.passageOf(headers) }
        : { ...identity, sizes };
    return true;
  }

  // Who sends a valid key from the same address is not affected: only failures are counted and refused.
  async #refuse({ ip, headers }: IncomingRequest, reply: FastifyReply): Promise<never> {
    const token = this.keys.takesTokens && /^Bearer +(?!care_)/i.test(headers.authorization ?? '');
    const from = `${token ? 'tokens' : 'failures'}:${clientNetwork(ip)}`;
    const limit = this.rules.rates.failures * (token ? TOKEN_FACTOR : 1);
    const count = await this.store.increment(from, WINDOW_MS, limit);
    if (!count.isBlocked) throw new DirectoryError('unauthorized');
    reply.header('retry-after', count.timeToBlockExpire);
    throw new DirectoryError(
      'rate_limited',
      'Too many requests without a valid key from this address: wait a minute.',
    );
  }
}
