import { Inject, Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { CallerRequest } from '@care-atlas/server/access';
import { TIER_RULES, type TierRules, WINDOW_MS } from '@care-atlas/server/configuration';
import { rateKeyOf } from '@care-atlas/server/guards';
import { RateStore, setLimitHeaders } from '@care-atlas/server/limits';
import type { FastifyReply } from 'fastify';

/** What reads the directory, and so counts as a request does at the other door. */
const COUNTED = ['tools/call', 'resources/read'];
/** How many requests that do not count go with one that does: a host asks for five lists when it connects. */
const FREE_FACTOR = 10;
const LARGEST_BATCH = 20;

/**
 * Counts what a request asks of the directory, on the counter that REST counts on. Handshakes, lists, prompts and
 * completions are free, within ten times the limit.
 */
@Injectable()
export class CallCount {
  constructor(
    private readonly store: RateStore,
    @Inject(TIER_RULES) private readonly rules: TierRules,
  ) {}

  /**
   * Counts, tells the limits in headers, and gives the seconds to wait if the limit is reached.
   * @throws DirectoryError `rate_limited` for a flood of what is free; `too_large` for a batch that is
   */
  async of(request: CallerRequest, reply: FastifyReply): Promise<number | undefined> {
    const { tier } = request.caller;
    const limit = this.rules.rates[tier];
    const key = rateKeyOf(request);
    const messages: readonly unknown[] = Array.isArray(request.body) ? request.body : [request.body];
    if (messages.length > LARGEST_BATCH) throw new DirectoryError('too_large');
    const counted = messages.filter((message) => COUNTED.includes(methodOf(message)));
    if (counted.length < messages.length) await this.#free(key, limit, reply);
    const counts = counted.map(() => this.store.increment(key, WINDOW_MS, limit));
    const count = (await Promise.all(counts)).at(-1) ?? (await this.store.peek(key, WINDOW_MS, limit));
    setLimitHeaders(reply, tier, limit, WINDOW_MS, count);
    return counted.length > 0 && count.isBlocked ? count.timeToBlockExpire : undefined;
  }

  async #free(key: string, limit: number, reply: FastifyReply): Promise<void> {
    const count = await this.store.increment(`free:${key}`, WINDOW_MS, limit * FREE_FACTOR);
    if (!count.isBlocked) return;
    reply.header('retry-after', count.timeToBlockExpire);
    throw new DirectoryError('rate_limited');
  }
}

function methodOf(message: unknown): string {
  const { method } = (message ?? {}) as { method?: unknown };
  return typeof method === 'string' ? method : '';
}
