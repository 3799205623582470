import type { FoundKey, KeyIdentity, KeyMemory, KeyRepository } from '@care-atlas/data/keys';
import { isWellFormedKey } from '@care-atlas/domain/access';
import { hashHex, TickBatcher } from './tick-batcher.js';

export type RevokedKeyListener = (id: string) => void;

/**
 * Identifies the key of a request. Every instance rejects a revoked key as soon as its revocation is committed: keys are
 * remembered only under a lease, and a revocation waits until every memory has forgotten its key.
 */
export class KeyCheck {
  /** Whether a bearer credential that is not a key may be an access token, which expires by itself. */
  readonly acceptsTokens: boolean = false;
  readonly #batcher: TickBatcher<KeyIdentity & Partial<FoundKey>>;

  /**
   * @param memory the keys that need not be asked for; without it all are
   * @param now returns the time, in milliseconds since 1970
   */
  constructor(
    private readonly keys: Pick<KeyRepository, 'byHashes'>,
    private readonly memory?: KeyMemory,
    private readonly now: () => number = Date.now,
  ) {
    // The requests of a turn continue together also from memory: one by one, each would run the whole path with cold
    // caches, which costs a saturated process a third of its throughput.
    this.#batcher = new TickBatcher(
      (hashes) => this.#fetch(hashes),
      (hash) => memory?.find(hash),
    );
  }

  /**
   * Returns the identity behind an active key. A string that cannot be a key costs no database query.
   * @param onRevoked receives the id of a key that was revoked or has expired
   * @throws the database's error when the query fails
   */
  identify(key: string, onRevoked?: RevokedKeyListener): Promise<KeyIdentity | undefined> {
    return isWellFormedKey(key) ? this.#find(key, onRevoked) : Promise.resolve(undefined);
  }

  /**
   * Returns the gateway that a secret belongs to: a gateway key, or a secret that the gateway chose and whose hash was
   * registered. Keys of any other kind are not accepted.
   * @param onRevoked receives the id of a key that was revoked or has expired
   * @throws the database's error when the query fails
   */
  async identifyGateway(secret: string, onRevoked?: RevokedKeyListener): Promise<KeyIdentity | undefined> {
    const identity = await this.#find(secret, onRevoked);
    return identity?.kind === 'gateway' ? identity : undefined;
  }

  async #find(key: string, onRevoked?: RevokedKeyListener): Promise<KeyIdentity | undefined> {
    const found = await this.#batcher.lookUp(hashHex(key));
    if (!found) return undefined;
    const { isRevoked = false, ...identity } = found;
    const hasExpired = identity.expiresAt !== null && identity.expiresAt <= this.now();
    if (!isRevoked && !hasExpired) return identity;
    onRevoked?.(identity.id);
    return undefined;
  }

  async #fetch(hashes: readonly Buffer[]): Promise<ReadonlyMap<string, FoundKey>> {
    const found = await this.keys.byHashes(hashes);
    for (const [hash, { isRevoked }] of found) if (!isRevoked) this.memory?.want(hash);
    return found;
  }
}

/** Returns the credential of an `Authorization: Bearer` header. */
export function bearerKey(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
