import type { KeyIdentity, KeyRepository } from '@care-atlas/data/keys';
import { KeyCheck, type RevokedKeyListener } from '@care-atlas/server/access';

/**
 * Finds the key behind an access token. It runs on every request with a Bearer value that is not an API key and caches
 * nothing: a token ends as soon as its key is revoked or rotated.
 */
export interface TokenCheck {
  /**
   * Returns the current key behind the token; undefined when the token is unknown, expired, revoked or issued for
   * another resource, or when its key is no longer active.
   * @throws the error of the database when it is not available
   */
  identify(token: string): Promise<KeyIdentity | undefined>;
}

/** Finds the key behind a Bearer value, which is an API key or an access token. */
export class BearerCheck extends KeyCheck {
  override readonly acceptsTokens = true;

  constructor(
    keys: Pick<KeyRepository, 'byHashes'>,
    private readonly tokens: TokenCheck,
  ) {
    super(keys);
  }

  /** @throws the error of the database when it is not available */
  override identify(bearer: string, onRevoked?: RevokedKeyListener): Promise<KeyIdentity | undefined> {
    return bearer.startsWith('care_') ? super.identify(bearer, onRevoked) : this.tokens.identify(bearer);
  }
}
