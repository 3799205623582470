import { hash } from 'node:crypto';

/** Returns the SHA-256 of a secret, in lower-case hexadecimal. */
export function hashHex(secret: string): string {
  return hash('sha256', secret, 'hex');
}

interface Waiter<Value> {
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks up values by the SHA-256 of secrets. All look-ups of one turn of the event loop share one statement, sent after
 * the last of them arrived. Fetched values are not cached, so that none is older than its look-up.
 */
export class TickBatcher<Value> {
  #waiting = new Map<string, Waiter<Value>[]>();

  /**
   * @param fetch returns the values found, by hash in lower-case hexadecimal
   * @param remembered returns a value that need not be fetched
   */
  constructor(
    private readonly fetch: (hashes: readonly Buffer[]) => Promise<ReadonlyMap<string, Value>>,
    private readonly remembered: (hash: string) => Value | undefined = () => undefined,
  ) {}

  /**
   * @param hashed in lower-case hexadecimal
   * @throws what `fetch` throws
   */
  lookUp(hashed: string): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) setImmediate(() => void this.#flush());
      const waiters = this.#waiting.get(hashed);
      if (waiters) waiters.push({ resolve, reject });
      else this.#waiting.set(hashed, [{ resolve, reject }]);
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = new Map();
    for (const [hex, waiters] of batch) {
      const value = this.remembered(hex);
      if (value === undefined) continue;
      batch.delete(hex);
      for (const waiter of waiters) waiter.resolve(value);
    }
    if (batch.size === 0) return;
    try {
      const values = await this.fetch(Array.from(batch.keys(), (hex) => Buffer.from(hex, 'hex')));
      for (const [hex, waiters] of batch) for (const waiter of waiters) waiter.resolve(values.get(hex));
    } catch (error) {
      for (const waiters of batch.values()) for (const waiter of waiters) waiter.reject(error);
    }
  }
}
