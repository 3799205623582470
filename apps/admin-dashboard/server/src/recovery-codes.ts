import type { Database } from '@care-atlas/data/connection';
import { readableCode, readCode, SecondFactorRepository } from '@care-atlas/data/administration';
import type { KeyRing } from './key-ring.js';

const COUNT = 10;
const CHARACTERS = 16;

/** Codes that stand in for an authenticator that is lost. Each works once; only keyed hashes are kept. */
export class RecoveryCodes {
  readonly #factors: SecondFactorRepository;

  constructor(
    database: Database,
    private readonly keyRing: KeyRing,
  ) {
    this.#factors = new SecondFactorRepository(database);
  }

  /** Makes new ones in the place of all before them. */
  async replace(administratorId: string, randomBytes: (count: number) => Buffer): Promise<readonly string[]> {
    const codes = Array.from({ length: COUNT }, () => readableCode(CHARACTERS, randomBytes));
    await this.#factors.replaceRecoveryCodes(
      administratorId,
      codes.map((code) => this.#hash(administratorId, code)),
    );
    return codes;
  }

  /** Whether a code is right, and was not used before: it is used up by this. */
  use(administratorId: string, typed: string, now: Date): Promise<boolean> {
    return this.#factors.useRecoveryCode(administratorId, this.#hash(administratorId, typed), now);
  }

  #hash(administratorId: string, code: string): Buffer {
    return this.keyRing.hash('recovery-code', `${administratorId} ${readCode(code)}`);
  }
}
