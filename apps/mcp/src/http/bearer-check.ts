import type { KeyIdentity, KeyMemory, KeyRepository } from '@care-atlas/data/keys';
import type { OAuthRepository } from '@care-atlas/data/oauth';
import { hashHex, KeyCheck, type RevokedKeyListener, TickBatcher } from '@care-atlas/server/access';

/** The form of oidc-provider's opaque tokens: 256 random bits in base64url. */
const TOKEN_PATTERN = /^[\w-]{43}$/;

/**
 * Finds the key behind a Bearer value, which is an API key or an access token. Tokens are looked up on every request: a
 * token ends as soon as its key is revoked or rotated.
 */
export class BearerCheck extends KeyCheck {
  override readonly acceptsTokens = true;
  readonly #tokens: TickBatcher<KeyIdentity>;

  /** @param audience the resource that tokens must be issued for */
  constructor(
    keys: Pick<KeyRepository, 'byHashes'>,
    records: Pick<OAuthRepository, 'keysByTokens'>,
    audience: string,
    memory?: KeyMemory,
  ) {
    super(keys, memory);
    this.#tokens = new TickBatcher((hashes) => records.keysByTokens(hashes, audience));
  }

  /** Returns the active key; undefined for a token that is unknown, expired, revoked or for another resource. */
  override identify(bearer: string, onRevoked?: RevokedKeyListener): Promise<KeyIdentity | undefined> {
    if (bearer.startsWith('care_')) return super.identify(bearer, onRevoked);
    return TOKEN_PATTERN.test(bearer) ? this.#tokens.lookUp(hashHex(bearer)) : Promise.resolve(undefined);
  }
}
