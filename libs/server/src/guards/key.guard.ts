import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from '../access/caller.js';
import { clientNetwork } from '../access/client-network.js';
import { Gateway } from '../access/gateway.js';
import { bearerKey, KeyCheck } from '../access/key-check.js';
import { TIER_RULES, type TierRules, WINDOW_MS } from '../configuration/tier-rules.js';
import { RateStore } from '../limits/rate-store.js';

/**
 * Multiplies the failure limit for credentials that may be access tokens: the tokens of all users of an assistant expire
 * at one address, and a 401 is what makes the assistant refresh them.
 */
const TOKEN_FACTOR = 10;

/** Admits requests that carry an active key or the secret of a gateway; counts and limits failed attempts. */
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
    // The gateway's secret comes first: a gateway may forward its consumer's Authorization header. Without a valid
    // secret, the other gateway headers are ignored.
    const secret = this.gateway.secretOf(headers);
    const onRevoked = (id: string) => (request.revokedKeyId = id);
    let identity = secret === undefined ? undefined : await this.keys.identifyGateway(secret, onRevoked);
    const key = identity ? undefined : bearerKey(headers.authorization);
    if (key !== undefined) identity = await this.keys.identify(key, onRevoked);
    if (!identity) return this.#reject(request, context.getArgByIndex(1));
    const sizes = this.rules.sizes[identity.tier];
    request.caller =
      identity.kind === 'gateway'
        ? { ...identity, sizes, gateway: this.gateway.contextOf(headers) }
        : { ...identity, sizes };
    return true;
  }

  // Valid keys from the same address stay unaffected: only failures are counted and limited.
  async #reject({ ip, headers }: IncomingRequest, reply: FastifyReply): Promise<never> {
    const token = this.keys.acceptsTokens && /^Bearer +(?!care_)/i.test(headers.authorization ?? '');
    const counter = `${token ? 'tokens' : 'failures'}:${clientNetwork(ip)}`;
    const limit = this.rules.rates.failures * (token ? TOKEN_FACTOR : 1);
    const count = await this.store.increment(counter, WINDOW_MS, limit);
    if (!count.isBlocked) throw new DirectoryError('unauthorized');
    reply.header('retry-after', count.timeToBlockExpire);
    throw new DirectoryError(
      'rate_limited',
      'Too many requests without a valid key from this address: wait a minute.',
    );
  }
}
