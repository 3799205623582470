import type { Database } from '@care-atlas/data/connection';
import { readableCode, readCode, SecondFactorRepository } from '@care-atlas/data/administration';
import type { DerivedKeys } from '../derived-keys.js';

const COUNT = 10;
const CHARACTERS = 16;

/** Codes that replace a lost factor. Each works once; only keyed hashes are stored. */
export class RecoveryCodes {
  readonly #factors: SecondFactorRepository;

  constructor(
    database: Database,
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
