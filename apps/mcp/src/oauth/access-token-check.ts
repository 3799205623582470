import type { KeyIdentity } from '@care-atlas/data/keys';
import type { OAuthRepository } from '@care-atlas/data/oauth';
import { TickBatcher } from '@care-atlas/server/access';
import type { TokenCheck } from '../http/token-check.js';

/** How oidc-provider makes opaque tokens: 256 random bits in base64url. */
const SHAPE = /^[\w-]{43}$/;

/** Looks access tokens up together with the key behind them, at every request. */
export class AccessTokenCheck implements TokenCheck {
  readonly #batch: TickBatcher<KeyIdentity>;

  /** @param audience the one resource that tokens must be meant for */
  constructor(records: Pick<OAuthRepository, 'keysByTokens'>, audience: string) {
    this.#batch = new TickBatcher((hashes) => records.keysByTokens(hashes, audience));
  }

  identify(token: string): Promise<KeyIdentity | undefined> {
    return SHAPE.test(token) ? this.#batch.lookUp(token) : Promise.resolve(undefined);
  }
}
