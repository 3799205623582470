import { Secret, TOTP } from 'otpauth';
import type { Database } from '@care-atlas/data/connection';
import { SecondFactorRepository } from '@care-atlas/data/administration';
import type { DerivedKeys } from '../derived-keys.js';
import type { FactorOwner } from './second-factors.js';

const ISSUER = 'Care Atlas';
const SECRET_BYTES = 20;
const PURPOSE = 'totp';
/** Also accepts the codes of the previous and the next period, because clocks differ and typing takes time. */
const WINDOW = 1;

/** Authenticator apps (TOTP, RFC 6238) with six digits and periods of 30 seconds. Secrets are stored encrypted. */
export class Authenticator {
  readonly #factors: SecondFactorRepository;

  constructor(
    database: Database,
    private readonly keys: DerivedKeys,
  ) {
    this.#factors = new SecondFactorRepository(database);
  }

  /** Creates a secret, which becomes active when one of its codes is confirmed. */
  async create(owner: FactorOwner, randomBytes: (count: number) => Buffer): Promise<TOTP> {
    const secret = randomBytes(SECRET_BYTES);
    await this.#factors.offerTotp(owner.id, this.keys.encrypt(PURPOSE, owner.id, secret));
    return totpOf(owner.name, secret);
  }

  /** Activates the new secret. @returns whether the code is correct */
  async confirm(owner: FactorOwner, code: string, now: Date): Promise<boolean> {
    const offered = await this.#factors.offeredTotp(owner.id);
    const period = offered && this.#periodOf(owner, offered, code, now);
    if (period === undefined) return false;
    await this.#factors.confirmTotp(owner.id, period);
    return true;
  }

  /** Uses up a code. @returns whether the code is correct and was not used before */
  async use(owner: FactorOwner, code: string, now: Date): Promise<boolean> {
    const totp = await this.#factors.totp(owner.id);
    const period = totp && this.#periodOf(owner, totp.secret, code, now);
    return period !== undefined && this.#factors.useTotp(owner.id, period);
  }

  /** Returns the period of a code; undefined if the code is wrong. */
  #periodOf(owner: FactorOwner, encrypted: Buffer, code: string, now: Date): number | undefined {
    const totp = totpOf(owner.name, this.keys.decrypt(PURPOSE, owner.id, encrypted));
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
