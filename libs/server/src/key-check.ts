import { hash } from 'node:crypto';
import type { KeyIdentity, KeyRepository } from '@care-atlas/data/key.repository';
import { isWellFormedKey } from '@care-atlas/domain/key';

interface Waiter {
  readonly resolve: (identity: KeyIdentity | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Tells whose key a request carries. All requests of one turn of the event loop share one statement, which is
 * always sent after they arrived: nothing is remembered, so that a revoked key is refused from the moment its
 * revocation is committed, by every instance.
 */
export class KeyCheck {
  #waiting = new Map<string, Waiter[]>();

  constructor(private readonly keys: Pick<KeyRepository, 'activeByHashes'>) {}

  /**
   * Whose key this is; undefined when it is nobody's. A string that cannot be a key costs no look-up.
   * @throws what the database throws when it cannot be asked
   */
  identify(key: string): Promise<KeyIdentity | undefined> {
    if (!isWellFormedKey(key)) return Promise.resolve(undefined);
    const hashed = hash('sha256', key, 'hex');
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) setImmediate(() => void this.#ask());
      const waiters = this.#waiting.get(hashed);
      if (waiters) waiters.push({ resolve, reject });
      else this.#waiting.set(hashed, [{ resolve, reject }]);
    });
  }

  async #ask(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = new Map();
    try {
      const identities = await this.keys.activeByHashes(
        Array.from(asked.keys(), (hex) => Buffer.from(hex, 'hex')),
      );
      for (const [hex, waiters] of asked) for (const waiter of waiters) waiter.resolve(identities.get(hex));
    } catch (error) {
      for (const waiters of asked.values()) for (const waiter of waiters) waiter.reject(error);
    }
  }
}

/** The key of an `Authorization: Bearer` header; no other place is looked at. */
export function bearerKey(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
