import type { KeyIdentity } from '@care-atlas/data/keys';

/**
 * Tells whose key an access token was born from. It is asked on every request that carries a Bearer value that
 * is not an API key, and remembers nothing: a token dies the moment its key is revoked or rotated.
 */
export interface TokenCheck {
  /**
   * The key behind the token, as it stands now; undefined when the token is unknown, expired, revoked or meant
   * for another resource, or when its key is no longer active.
   * @throws what the database throws when it cannot be asked
   */
  identify(token: string): Promise<KeyIdentity | undefined>;
}
