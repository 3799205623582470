import type { Database } from '../connection/database.js';

/** A person who may sign in, or could once. */
export interface Administrator {
  readonly id: string;
  readonly name: string;
  /** Argon2id, in PHC format. */
  readonly passwordHash: string;
  readonly passwordChangedAt: Date;
  /** Until when a one-time password can be used; null for a password that the person chose. */
  readonly passwordExpiresAt: Date | null;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
}

/** A new password, as it is kept. */
export interface NewPassword {
  readonly hash: string;
  readonly changedAt: Date;
  /** For a one-time password: until when it can be used. */
  readonly expiresAt?: Date;
}

const COLUMNS = `id, name, password_hash as "passwordHash", password_changed_at as "passwordChangedAt",
  password_expires_at as "passwordExpiresAt", created_at as "createdAt", disabled_at as "disabledAt"`;

/** The administrators. Names are told apart whatever the case of their letters. */
export class AdministratorRepository {
  constructor(private readonly database: Database) {}

  /** @returns undefined when there is none of this name; one who is disabled is found */
  byName(name: string): Promise<Administrator | undefined> {
    return this.#one('folded_name = $1', fold(name));
  }

  byId(id: string): Promise<Administrator | undefined> {
    return this.#one('id = $1', id);
  }

  /** All of them, by name. */
  async list(): Promise<Administrator[]> {
    const { rows } = await this.database.pool.query<Administrator>(
      `select ${COLUMNS} from administrator order by folded_name`,
    );
    return rows;
  }

  /**
   * Adds one, unless the name is taken.
   * @returns undefined when it is
   */
  async create(name: string, password: NewPassword): Promise<Administrator | undefined> {
    const { rows } = await this.database.pool.query<Administrator>(
      `insert into administrator
        (name, folded_name, password_hash, password_changed_at, password_expires_at, created_at)
      values ($1, $2, $3, $4, $5, $4) on conflict (folded_name) do nothing returning ${COLUMNS}`,
      [name, fold(name), password.hash, password.changedAt, password.expiresAt ?? null],
    );
    return rows[0];
  }

  async setPassword(id: string, { hash, changedAt, expiresAt }: NewPassword): Promise<void> {
    await this.database.pool.query(
      `update administrator set password_hash = $2, password_changed_at = $3, password_expires_at = $4
      where id = $1`,
      [id, hash, changedAt, expiresAt ?? null],
    );
  }

  /** Keeps the same password under newer parameters, unless it was changed meanwhile. */
  async rehash(id: string, oldHash: string, newHash: string): Promise<void> {
    await this.database.pool.query(
      'update administrator set password_hash = $3 where id = $1 and password_hash = $2',
      [id, oldHash, newHash],
    );
  }

  /** Takes away every second factor, and lets in again who was disabled. */
  async clear(id: string): Promise<void> {
    await this.database.pool.query(
      `with codes as (delete from recovery_code where administrator_id = $1),
        passkeys as (delete from passkey where administrator_id = $1)
      update administrator set totp_secret = null, totp_offer = null, totp_period = null, disabled_at = null
      where id = $1`,
      [id],
    );
  }

  /** Lets somebody in no longer. */
  async disable(id: string, at: Date): Promise<void> {
    await this.database.pool.query(
      'update administrator set disabled_at = coalesce(disabled_at, $2) where id = $1',
      [id, at],
    );
  }

  async #one(condition: string, value: string): Promise<Administrator | undefined> {
    const { rows } = await this.database.pool.query<Administrator>(
      `select ${COLUMNS} from administrator where ${condition}`,
      [value],
    );
    return rows[0];
  }
}

function fold(name: string): string {
  return name.toLowerCase();
}
