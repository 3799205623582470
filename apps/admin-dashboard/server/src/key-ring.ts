import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keys for different purposes, all derived from the one configured secret, so that none tells anything of another. */
export class KeyRing {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** 32 bytes for one purpose, the same in every process with the same secret. */
  key(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', `care-atlas-dashboard/${purpose}`, 32));
  }

  /** A keyed hash: without the secret nobody can try out what was hashed. */
  hash(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.key(purpose)).update(text).digest();
  }

  /** Encrypts. @param owner whose it is: it cannot be opened as somebody else's */
  seal(purpose: string, owner: string, plain: Uint8Array): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key(purpose), iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws when it was sealed with another secret, for another purpose or for somebody else */
  open(purpose: string, owner: string, box: Buffer): Buffer {
    const decipher = createDecipheriv(CIPHER, this.key(purpose), box.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(box.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(box.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }
}
