import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';

/** The state of a counter. Times are in whole seconds, rounded up. */
export interface RateCount {
  readonly totalHits: number;
  readonly timeToExpire: number;
  readonly isBlocked: boolean;
  readonly timeToBlockExpire: number;
}

/** Counts requests in fixed windows. */
export abstract class RateStore implements ThrottlerStorage {
  /** Rejected requests by kind of counter: the part of the key before the colon. */
  abstract readonly refused: ReadonlyMap<string, number>;
  /** Counts a request. `ttl` is the window in milliseconds. */
  abstract increment(key: string, ttl: number, limit: number): Promise<RateCount>;
  /** Reads a counter without counting. */
  abstract peek(key: string, ttl: number, limit: number): Promise<RateCount>;
}

interface Window {
  hits: number;
  readonly endsAt: number;
}

const MIN_SWEEP_SIZE = 10_000;

/**
 * Counts in this process only.
 * @param now milliseconds of a monotonic clock, so that a corrected clock neither lifts nor extends a limit
 */
@Injectable()
export class MemoryRateStore extends RateStore {
  readonly refused = new Map<string, number>();
  readonly #windows = new Map<string, Window>();
  #sweepAt = MIN_SWEEP_SIZE;

  constructor(private readonly now: () => number) {
    super();
  }

  increment(key: string, ttl: number, limit: number): Promise<RateCount> {
    const now = this.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      this.#sweep(now);
      window = { hits: 0, endsAt: now + ttl };
      this.#windows.set(key, window);
    }
    window.hits++;
    if (window.hits > limit) this.countRefusal(key);
    return Promise.resolve(rateCount(window.hits, window.endsAt - now, limit, window.hits > limit));
  }

  peek(key: string, ttl: number, limit: number): Promise<RateCount> {
    const now = this.now();
    const window = this.#windows.get(key);
    if (!window || window.endsAt <= now) return Promise.resolve(rateCount(0, ttl, limit, false));
    return Promise.resolve(rateCount(window.hits, window.endsAt - now, limit, window.hits >= limit));
  }

  /** Counts a rejected request, by the key of the counter that rejected it. */
  countRefusal(key: string): void {
    const kind = key.slice(0, key.indexOf(':'));
    this.refused.set(kind, (this.refused.get(kind) ?? 0) + 1);
  }

  // Every client address opens a window: expired windows are dropped before they pile up.
  #sweep(now: number): void {
    if (this.#windows.size < this.#sweepAt) return;
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key);
    this.#sweepAt = Math.max(MIN_SWEEP_SIZE, this.#windows.size * 2);
  }
}

/** @param msLeft milliseconds until the window ends */
export function rateCount(totalHits: number, msLeft: number, limit: number, isBlocked: boolean): RateCount {
  // Without the rounding error of a clock's fractions, which would show a second more than the window has.
  const seconds = Math.max(1, Math.ceil(msLeft / 1000 - 1e-6));
  return {
    totalHits: Math.min(totalHits, limit + 1),
    timeToExpire: seconds,
    isBlocked,
    timeToBlockExpire: isBlocked ? seconds : 0,
  };
}
