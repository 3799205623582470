import type { KeyIdentity } from '@care-atlas/data/keys';
import type { OAuthRepository } from '@care-atlas/data/oauth';
import { TickBatcher } from '@care-atlas/server/access';
import type { TokenCheck } from '../http/bearer-check.js';

/** The form of oidc-provider's opaque tokens: 256 random bits in base64url. */
const TOKEN_PATTERN = /^[\w-]{43}$/;

/** Looks up access tokens together with their keys, on every request. */
export class AccessTokenCheck implements TokenCheck {
  readonly #batch: TickBatcher<KeyIdentity>;

  /** @param audience the resource that tokens must be issued for */
  constructor(records: Pick<OAuthRepository, 'keysByTokens'>, audience: string) {
    this.#batch = new TickBatcher((hashes) => records.keysByTokens(hashes, audience));
  }

  identify(token: string): Promise<KeyIdentity | undefined> {
    return TOKEN_PATTERN.test(token) ? this.#batch.lookUp(token) : Promise.resolve(undefined);
  }
}
