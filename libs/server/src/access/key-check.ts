import type { KeyIdentity, KeyRepository } from '@care-atlas/data/keys';
import { isWellFormedKey } from '@care-atlas/domain/access';
import { TickBatcher } from './tick-batcher.js';

/**
 * Identifies the key of a request. Nothing is cached: every instance rejects a revoked key as soon as its revocation is
 * committed.
 */
export class KeyCheck {
  /** Whether a bearer credential that is not a key may be an access token, which expires by itself. */
  readonly acceptsTokens: boolean = false;
  readonly #batcher: TickBatcher<KeyIdentity>;

  constructor(keys: Pick<KeyRepository, 'activeByHashes'>) {
    this.#batcher = new TickBatcher((hashes) => keys.activeByHashes(hashes));
  }

  /**
   * Returns the identity behind an active key. A string that cannot be a key costs no database query.
   * @throws the database's error when the query fails
   */
  identify(key: string): Promise<KeyIdentity | undefined> {
    return isWellFormedKey(key) ? this.#batcher.lookUp(key) : Promise.resolve(undefined);
  }

  /**
   * Returns the gateway that a secret belongs to: a gateway key, or a secret that the gateway chose and whose hash was
   * registered. Keys of any other kind are not accepted.
   * @throws the database's error when the query fails
   */
  async identifyGateway(secret: string): Promise<KeyIdentity | undefined> {
    const identity = await this.#batcher.lookUp(secret);
    return identity?.kind === 'gateway' ? identity : undefined;
  }
}

/** Returns the credential of an `Authorization: Bearer` header. */
export function bearerKey(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
