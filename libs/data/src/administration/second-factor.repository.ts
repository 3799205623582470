import type { Database } from '../connection/database.js';

/** An authenticator's secret, encrypted, and the period of its last accepted code. */
export interface StoredTotp {
  readonly secret: Buffer;
  readonly period: number | null;
}

/** The authenticators and recovery codes of administrators. Secrets are encrypted, codes hashed, before they come here. */
export class SecondFactorRepository {
  constructor(private readonly database: Database) {}

  /** Keeps a secret that was offered, in the place of one that was offered before. */
  async offerTotp(administratorId: string, secret: Buffer): Promise<void> {
    await this.database.pool.query('update administrator set totp_offer = $2 where id = $1', [
      administratorId,
      secret,
    ]);
  }

  async offeredTotp(administratorId: string): Promise<Buffer | undefined> {
    const { rows } = await this.database.pool.query<{ offer: Buffer | null }>(
      'select totp_offer as offer from administrator where id = $1',
      [administratorId],
    );
    return rows[0]?.offer ?? undefined;
  }

  /** Puts the offered secret in force. @param period the period of the code that confirmed it */
  async confirmTotp(administratorId: string, period: number): Promise<void> {
    await this.database.pool.query(
      `update administrator set totp_secret = totp_offer, totp_offer = null, totp_period = $2
      where id = $1 and totp_offer is not null`,
      [administratorId, period],
    );
  }

  async totp(administratorId: string): Promise<StoredTotp | undefined> {
    const { rows } = await this.database.pool.query<{ secret: Buffer; period: string | null }>(
      `select totp_secret as secret, totp_period as period from administrator
      where id = $1 and totp_secret is not null`,
      [administratorId],
    );
    const [row] = rows;
    return row && { secret: row.secret, period: row.period === null ? null : Number(row.period) };
  }

  /** Uses up the code of a period and all before it. Of two at once for one period the first wins. */
  async useTotp(administratorId: string, period: number): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      `update administrator set totp_period = $2
      where id = $1 and totp_secret is not null and (totp_period is null or totp_period < $2)`,
      [administratorId, period],
    );
    return rowCount === 1;
  }

  /** Whether there was one. */
  async removeTotp(administratorId: string): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      `update administrator set totp_secret = null, totp_offer = null, totp_period = null
      where id = $1 and totp_secret is not null`,
      [administratorId],
    );
    return rowCount === 1;
  }

  /** Puts new recovery codes in the place of all before them; none takes them away. */
  async replaceRecoveryCodes(administratorId: string, hashes: readonly Buffer[]): Promise<void> {
    await this.database.pool.query('delete from recovery_code where administrator_id = $1', [
      administratorId,
    ]);
    await this.database.pool.query(
      'insert into recovery_code (administrator_id, hash) select $1, unnest($2::bytea[])',
      [administratorId, hashes],
    );
  }

  /** Uses up a code. Whether it was one that could still be used. */
  async useRecoveryCode(administratorId: string, hash: Buffer, at: Date): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      `update recovery_code set used_at = $3 where administrator_id = $1 and hash = $2 and used_at is null`,
      [administratorId, hash, at],
    );
    return rowCount === 1;
  }

  /** How many recovery codes can still be used. */
  async recoveryCodesLeft(administratorId: string): Promise<number> {
    const { rows } = await this.database.pool.query<{ left: number }>(
      'select count(*)::int as left from recovery_code where administrator_id = $1 and used_at is null',
      [administratorId],
    );
    return rows[0]!.left;
  }
}
