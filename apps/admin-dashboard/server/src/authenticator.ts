import { Secret, TOTP } from 'otpauth';
import type { Database } from '@care-atlas/data/connection';
import { SecondFactorRepository } from '@care-atlas/data/administration';
import type { KeyRing } from './key-ring.js';

const ISSUER = 'Care Atlas';
const SECRET_BYTES = 20;
const PURPOSE = 'totp';
/** Codes of the period before and after count too: clocks differ, and people take time to type. */
const WINDOW = 1;

/** Whose authenticator it is. */
export interface AuthenticatorOwner {
  readonly id: string;
  readonly name: string;
}

/** Authenticator apps (TOTP, RFC 6238): six digits, thirty seconds. Secrets are kept encrypted. */
export class Authenticator {
  readonly #factors: SecondFactorRepository;

  constructor(
    database: Database,
    private readonly keyRing: KeyRing,
  ) {
    this.#factors = new SecondFactorRepository(database);
  }

  /** Makes a secret that counts once a code of it was confirmed. */
  async offer(owner: AuthenticatorOwner, randomBytes: (count: number) => Buffer): Promise<TOTP> {
    const secret = randomBytes(SECRET_BYTES);
    await this.#factors.offerTotp(owner.id, this.keyRing.seal(PURPOSE, owner.id, secret));
    return totpOf(owner.name, secret);
  }

  /** Puts the offered secret in force, when the code is one of it. */
  async confirm(owner: AuthenticatorOwner, code: string, now: Date): Promise<boolean> {
    const offered = await this.#factors.offeredTotp(owner.id);
    const period = offered && this.#periodOf(owner, offered, code, now);
    if (period === undefined) return false;
    await this.#factors.confirmTotp(owner.id, period);
    return true;
  }

  /** Whether a code is right, and was not used before: it is used up by this. */
  async check(owner: AuthenticatorOwner, code: string, now: Date): Promise<boolean> {
    const totp = await this.#factors.totp(owner.id);
    const period = totp && this.#periodOf(owner, totp.secret, code, now);
    return period !== undefined && this.#factors.useTotp(owner.id, period);
  }

  /** The period that a code is of. */
  #periodOf(owner: AuthenticatorOwner, sealed: Buffer, code: string, now: Date): number | undefined {
    const totp = totpOf(owner.name, this.keyRing.open(PURPOSE, owner.id, sealed));
    const timestamp = now.getTime();
    const distance = totp.validate({ token: code, timestamp, window: WINDOW });
    return distance === null ? undefined : totp.counter({ timestamp }) + distance;
  }
}

function totpOf(name: string, secret: Buffer): TOTP {
  const { buffer, byteOffset, byteLength } = secret;
  return new TOTP({
    issuer: ISSUER,
    label: name,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) }),
  });
}
