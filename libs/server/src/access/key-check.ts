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
  readonly #batcher: TickBatcher<FoundKey>;

  /** @param memory the keys that need not be asked for; without it all are */
  constructor(
    keys: Pick<KeyRepository, 'byHashes'>,
    private readonly memory?: KeyMemory,
  ) {
    this.#batcher = new TickBatcher((hashes) => keys.byHashes(hashes));
  }

  /**
   * Returns the identity behind an active key. A string that cannot be a key costs no database query.
   * @param onRevoked receives the id of a key that was revoked
   * @throws the database's error when the query fails
   */
  identify(key: string, onRevoked?: RevokedKeyListener): Promise<KeyIdentity | undefined> {
    return isWellFormedKey(key) ? this.#find(key, onRevoked) : Promise.resolve(undefined);
  }

  /**
   * Returns the gateway that a secret belongs to: a gateway key, or a secret that the gateway chose and whose hash was
   * registered. Keys of any other kind are not accepted.
   * @param onRevoked receives the id of a key that was revoked
   * @throws the database's error when the query fails
   */
  async identifyGateway(secret: string, onRevoked?: RevokedKeyListener): Promise<KeyIdentity | undefined> {
    const identity = await this.#find(secret, onRevoked);
    return identity?.kind === 'gateway' ? identity : undefined;
  }

  async #find(key: string, onRevoked?: RevokedKeyListener): Promise<KeyIdentity | undefined> {
    const hash = hashHex(key);
    const remembered = this.memory?.find(hash);
    if (remembered) return remembered;
    const found = await this.#batcher.lookUp(hash);
    if (!found) return undefined;
    const { isRevoked, ...identity } = found;
    if (!isRevoked) {
      this.memory?.want(hash);
      return identity;
    }
    onRevoked?.(identity.id);
    return undefined;
  }
}

/** Returns the credential of an `Authorization: Bearer` header. */
export function bearerKey(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
