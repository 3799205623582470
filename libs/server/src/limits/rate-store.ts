import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';

/** How a counter stands. Times are in whole seconds, rounded up. */
export interface RateCount {
  readonly totalHits: number;
  readonly timeToExpire: number;
  readonly isBlocked: boolean;
  readonly timeToBlockExpire: number;
}

/** Counts requests in fixed windows. */
export abstract class RateStore implements ThrottlerStorage {
  /** How many requests were refused, by the kind of their counter: what stands before the colon of its key. */
  abstract readonly refused: ReadonlyMap<string, number>;
  /** Counts one more. `ttl` is the window in milliseconds. */
  abstract increment(key: string, ttl: number, limit: number): Promise<RateCount>;
  /** How the counter stands, without counting. */
  abstract peek(key: string, ttl: number, limit: number): Promise<RateCount>;
}

interface Window {
  hits: number;
  readonly endsAt: number;
}

const SWEEP_AT_LEAST = 10_000;

/**
 * Counters of this process alone.
 * @param now milliseconds of a clock that never steps, so that a corrected clock neither frees nor locks
 */
@Injectable()
export class MemoryRateStore extends RateStore {
  readonly refused = new Map<string, number>();
  readonly #windows = new Map<string, Window>();
  #sweepAt = SWEEP_AT_LEAST;

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
    if (window.hits > limit) this.noteRefusal(key);
    return Promise.resolve(countOf(window.hits, window.endsAt - now, limit, window.hits > limit));
  }

  peek(key: string, ttl: number, limit: number): Promise<RateCount> {
    const now = this.now();
    const window = this.#windows.get(key);
    if (!window || window.endsAt <= now) return Promise.resolve(countOf(0, ttl, limit, false));
    return Promise.resolve(countOf(window.hits, window.endsAt - now, limit, window.hits >= limit));
  }

  /** Counts a request that is refused by the counter of this key. */
  noteRefusal(key: string): void {
    const kind = key.slice(0, key.indexOf(':'));
    this.refused.set(kind, (this.refused.get(kind) ?? 0) + 1);
  }

  // Every client address opens a window: those that have ended are dropped before they can pile up.
  #sweep(now: number): void {
    if (this.#windows.size < this.#sweepAt) return;
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key);
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, this.#windows.size * 2);
  }
}

/** @param msLeft until the window ends, in milliseconds */
export function countOf(totalHits: number, msLeft: number, limit: number, isBlocked: boolean): RateCount {
  const seconds = Math.max(1, Math.ceil(msLeft / 1000));
  return {
    totalHits: Math.min(totalHits, limit + 1),
    timeToExpire: seconds,
    isBlocked,
    timeToBlockExpire: isBlocked ? seconds : 0,
  };
}
