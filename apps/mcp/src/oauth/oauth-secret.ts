import { createHmac, createPrivateKey, hkdfSync, type JsonWebKey, timingSafeEqual } from 'node:crypto';

// RFC 8410: the bytes before the 32 bytes of an Ed25519 private key in PKCS #8.
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The keys of the login, derived from one secret that its instances share. */
export class OAuthSecret {
  /** Signs the cookies of a sign-in. */
  readonly cookieKey: string;
  /** The provider requires a signing key, although it signs nothing here: tokens are opaque. */
  readonly signingKey: JsonWebKey;
  readonly #formKey: Buffer;

  constructor(secret: string | Buffer) {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', secret, '', `care-atlas ${purpose}`, 32));
    this.cookieKey = derive('cookies').toString('base64url');
    this.#formKey = derive('forms');
    const der = Buffer.concat([ED25519_PREFIX, derive('signatures')]);
    this.signingKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  }

  /** Returns the token that the form of a sign-in must contain, so that no other site can send it. */
  formToken(signInId: string): string {
    return createHmac('sha256', this.#formKey).update(signInId).digest('base64url');
  }

  isFormToken(token: string, signInId: string): boolean {
    const [given, expected] = [Buffer.from(token), Buffer.from(this.formToken(signInId))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
