import type { KeyIdentity, KeyRepository } from '@care-atlas/data/keys';
import { isWellFormedKey } from '@care-atlas/domain/access';
import { TurnBatch } from './tick-batcher.js';

/**
 * Tells whose key a request carries. Nothing is remembered, so that a revoked key is refused from the moment its
 * revocation is committed, by every instance.
 */
export class KeyCheck {
  /** Whether what is no key of ours may be an access token, which expires by itself. */
  readonly takesTokens: boolean = false;
  readonly #batch: TurnBatch<KeyIdentity>;

  constructor(keys: Pick<KeyRepository, 'activeByHashes'>) {
    this.#batch = new TurnBatch((hashes) => keys.activeByHashes(hashes));
  }

  /**
   * Whose key this is; undefined when it is nobody's. A string that cannot be a key costs no look-up.
   * @throws what the database throws when it cannot be asked
   */
  identify(key: string): Promise<KeyIdentity | undefined> {
    return isWellFormedKey(key) ? this.#batch.ask(key) : Promise.resolve(undefined);
  }

  /**
   * Which gateway proves itself by this secret: a gateway key of ours, or one that the gateway chose itself and whose
   * hash was registered. Any other key is nobody's here.
   * @throws what the database throws when it cannot be asked
   */
  async identifyGateway(secret: string): Promise<KeyIdentity | undefined> {
    const identity = await this.#batch.ask(secret);
    return identity?.kind === 'gateway' ? identity : undefined;
  }
}

/** The key of an `Authorization: Bearer` header; no other place is looked at. */
export function bearerKey(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
