import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives one cryptographic key per purpose from the configured secret; no key reveals another. */
export class DerivedKeys {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Returns 32 bytes, the same in every process that has the same secret. */
  key(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', `care-atlas-dashboard/${purpose}`, 32));
  }

  /** Returns a keyed hash, which cannot be brute-forced without the secret. */
  hash(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.key(purpose)).update(text).digest();
  }

  /** @param owner only the same owner can decrypt the result */
  encrypt(purpose: string, owner: string, plain: Uint8Array): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key(purpose), iv).setAAD(Buffer.from(owner));
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
  }

  /** @throws if the data was encrypted with another secret, for another purpose or for another owner */
  decrypt(purpose: string, owner: string, data: Buffer): Buffer {
    const decipher = createDecipheriv(CIPHER, this.key(purpose), data.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(data.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(data.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }
}
