import { IsNull, LessThan, Not, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { AdministratorEntity } from '../entities/administration/administrator.entity.js';
import { RecoveryCodeEntity } from '../entities/administration/recovery-code.entity.js';

/** An authenticator's secret, encrypted, and the period of its last accepted code. */
export interface StoredTotp {
  readonly secret: Buffer;
  readonly period: number | null;
}

/** The authenticators and recovery codes of administrators. Callers encrypt secrets and hash codes. */
export class SecondFactorRepository {
  readonly #administrators: Repository<AdministratorEntity>;
  readonly #codes: Repository<RecoveryCodeEntity>;

  constructor(database: DatabaseScope) {
    this.#administrators = database.getRepository(AdministratorEntity);
    this.#codes = database.getRepository(RecoveryCodeEntity);
  }

  /** Stores an offered secret. It replaces one that was offered before. */
  async offerTotp(id: string, secret: Buffer): Promise<void> {
    await this.#administrators.update({ id }, { totpOffer: secret });
  }

  async offeredTotp(id: string): Promise<Buffer | undefined> {
    const found = await this.#administrators.findOne({
      select: { id: true, totpOffer: true },
      where: { id },
    });
    return found?.totpOffer ?? undefined;
  }

  /** Puts the offered secret in force. @param period the period of the code that confirmed it */
  async confirmTotp(id: string, period: number): Promise<void> {
    const confirmed = { totpSecret: () => 'totp_offer', totpOffer: null, totpPeriod: period };
    await this.#administrators.update({ id, totpOffer: Not(IsNull()) }, confirmed);
  }

  async totp(id: string): Promise<StoredTotp | undefined> {
    const select = { id: true, totpSecret: true, totpPeriod: true } as const;
    const found = await this.#administrators.findOne({ select, where: { id } });
    return found?.totpSecret ? { secret: found.totpSecret, period: found.totpPeriod } : undefined;
  }

  /** Uses up the code of a period and all before it. Of two at once for one period the first wins. */
  async useTotp(id: string, period: number): Promise<boolean> {
    const authenticator = { id, totpSecret: Not(IsNull()) };
    const { affected } = await this.#administrators
      .createQueryBuilder()
      .update()
      .set({ totpPeriod: period })
      .where([
        { ...authenticator, totpPeriod: IsNull() },
        { ...authenticator, totpPeriod: LessThan(period) },
      ])
      .execute();
    return affected === 1;
  }

  /** Returns whether there was one. */
  async removeTotp(id: string): Promise<boolean> {
    const removed = { totpSecret: null, totpOffer: null, totpPeriod: null };
    const { affected } = await this.#administrators.update({ id, totpSecret: Not(IsNull()) }, removed);
    return affected === 1;
  }

  /** Replaces all recovery codes, in the caller's transaction; an empty list removes them. */
  async replaceRecoveryCodes(administratorId: string, hashes: readonly Buffer[]): Promise<void> {
    await this.#codes.delete({ administratorId });
    await this.#codes.insert(hashes.map((hash) => ({ administratorId, hash })));
  }

  /** Uses up a code. Returns whether it could still be used. */
  async useRecoveryCode(administratorId: string, hash: Buffer, at: Date): Promise<boolean> {
    const { affected } = await this.#codes.update(
      { administratorId, hash, usedAt: IsNull() },
      { usedAt: at },
    );
    return affected === 1;
  }

  /** Returns how many recovery codes can still be used. */
  recoveryCodesLeft(administratorId: string): Promise<number> {
    return this.#codes.countBy({ administratorId, usedAt: IsNull() });
  }
}
