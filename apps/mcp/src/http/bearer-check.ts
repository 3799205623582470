import type { KeyIdentity, KeyRepository } from '@care-atlas/data/keys';
import { KeyCheck } from '@care-atlas/server/access';
import type { TokenCheck } from './token-check.js';

/** Tells whose key a Bearer value stands for: an API key by itself, anything else as an access token. */
export class BearerCheck extends KeyCheck {
  override readonly acceptsTokens = true;

  constructor(
    keys: Pick<KeyRepository, 'activeByHashes'>,
    private readonly tokens: TokenCheck,
  ) {
    super(keys);
  }

  /** @throws what the database throws when it cannot be asked */
  override identify(bearer: string): Promise<KeyIdentity | undefined> {
    return bearer.startsWith('care_') ? super.identify(bearer) : this.tokens.identify(bearer);
  }
}
