import type { DatabaseScope } from '@care-atlas/data/connection';
import {
  type Administrator,
  type LiveSession,
  PasskeyRepository,
  readableCode,
  readCode,
  SecondFactorRepository,
  type StoredPasskey,
} from '@care-atlas/data/administration';
import type { SecondFactor } from '#contract/people/sign-in';
import type { DerivedKeys } from '../derived-keys.js';

/** The administrator that a factor belongs to. */
export type FactorOwner = Pick<Administrator, 'id' | 'name'>;

export interface SecondFactors {
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: readonly StoredPasskey[];
}

export function ownerOf({ administratorId, name }: LiveSession): FactorOwner {
  return { id: administratorId, name };
}

/** Queries one after the other, because `database` may be a transaction. */
export async function secondFactorsOf(
  database: DatabaseScope,
  administratorId: string,
): Promise<SecondFactors> {
  const factors = new SecondFactorRepository(database);
  const totp = await factors.totp(administratorId);
  const recoveryCodesLeft = await factors.recoveryCodesLeft(administratorId);
  const passkeys = await new PasskeyRepository(database).of(administratorId);
  return { totp: totp !== undefined, recoveryCodesLeft, passkeys };
}

/** Recovery codes replace a lost factor; they are not a factor themselves. */
export function hasSecondFactor({ totp, passkeys }: SecondFactors): boolean {
  return totp || passkeys.length > 0;
}

/** Lists what the administrator can use as the second step of signing in. */
export function availableFactors({ totp, recoveryCodesLeft, passkeys }: SecondFactors): SecondFactor[] {
  const available: SecondFactor[] = [];
  if (totp) available.push('totp');
  if (passkeys.length > 0) available.push('passkey');
  if (recoveryCodesLeft > 0) available.push('recovery-code');
  return available;
}

const COUNT = 10;
const CHARACTERS = 16;

/** Codes that replace a lost factor. Each works once; only keyed hashes are stored. */
export class RecoveryCodes {
  readonly #factors: SecondFactorRepository;

  constructor(
    database: DatabaseScope,
    private readonly keys: DerivedKeys,
  ) {
    this.#factors = new SecondFactorRepository(database);
  }

  /** Replaces all codes of an administrator. @returns the new codes */
  async replace(administratorId: string, randomBytes: (count: number) => Buffer): Promise<readonly string[]> {
    const codes = Array.from({ length: COUNT }, () => readableCode(CHARACTERS, randomBytes));
    const hashes = codes.map((code) => this.#hash(administratorId, code));
    await this.#factors.replaceRecoveryCodes(administratorId, hashes);
    return codes;
  }

  /** Uses up a code. @returns whether the code is correct and was not used before */
  use(administratorId: string, typed: string, now: Date): Promise<boolean> {
    return this.#factors.useRecoveryCode(administratorId, this.#hash(administratorId, typed), now);
  }

  #hash(administratorId: string, code: string): Buffer {
    return this.keys.hash('recovery-code', `${administratorId} ${readCode(code)}`);
  }
}
