import type { Database } from '../connection/database.js';
import type { ChallengePurpose } from '../entities/passkey-challenge.entity.js';

export type { ChallengePurpose };

/** A passkey as it is kept. */
export interface StoredPasskey {
  readonly id: string;
  readonly administratorId: string;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly label: string;
  readonly synced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

type PasskeyRow = Omit<StoredPasskey, 'counter'> & { readonly counter: string };

/** What an authenticator is asked to sign, and whom it was made for. */
export interface Challenge {
  readonly challenge: string;
  readonly purpose: ChallengePurpose;
  /** Null when that is only known from the answer. */
  readonly administratorId: string | null;
}

const COLUMNS = `id, administrator_id as "administratorId", public_key as "publicKey", counter, transports, label,
  synced, created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** The passkeys of administrators, and the challenges that wait for an answer. */
export class PasskeyRepository {
  constructor(private readonly database: Database) {}

  /** @throws when this passkey is stored already */
  async add(passkey: Omit<StoredPasskey, 'lastUsedAt'>): Promise<void> {
    const { id, administratorId, publicKey, counter, transports, label, synced, createdAt } = passkey;
    await this.database.pool.query(
      `insert into passkey (id, administrator_id, public_key, counter, transports, label, synced, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, administratorId, publicKey, counter, transports, label, synced, createdAt],
    );
  }

  /** Somebody's passkeys, the oldest first. */
  async of(administratorId: string): Promise<StoredPasskey[]> {
    const { rows } = await this.database.pool.query<PasskeyRow>(
      `select ${COLUMNS} from passkey where administrator_id = $1 order by created_at, id`,
      [administratorId],
    );
    return rows.map(numbered);
  }

  async byId(id: string): Promise<StoredPasskey | undefined> {
    const { rows } = await this.database.pool.query<PasskeyRow>(
      `select ${COLUMNS} from passkey where id = $1`,
      [id],
    );
    return rows.map(numbered)[0];
  }

  /** Notes that it was used. @param counter what the authenticator says */
  async use(id: string, counter: number, at: Date): Promise<void> {
    await this.database.pool.query('update passkey set counter = $2, last_used_at = $3 where id = $1', [
      id,
      counter,
      at,
    ]);
  }

  /** @returns the label of the one removed; undefined when this person has none with this id */
  async remove(administratorId: string, id: string): Promise<string | undefined> {
    const { rows } = await this.database.pool.query<{ label: string }>(
      'delete from passkey where administrator_id = $1 and id = $2 returning label',
      [administratorId, id],
    );
    return rows[0]?.label;
  }

  /** Keeps a challenge until it is answered or too old. Those that are too old go. */
  async challenge(
    { challenge, purpose, administratorId }: Challenge,
    now: Date,
    expiresAt: Date,
  ): Promise<void> {
    await this.database.pool.query(
      `with gone as (delete from passkey_challenge where expires_at < $4)
      insert into passkey_challenge (challenge, purpose, administrator_id, expires_at) values ($1, $2, $3, $5)`,
      [challenge, purpose, administratorId, now, expiresAt],
    );
  }

  /** Uses a challenge up: it is answered once. Whether there was this one, still in time. */
  async answer({ challenge, purpose, administratorId }: Challenge, now: Date): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      `delete from passkey_challenge
      where challenge = $1 and purpose = $2 and administrator_id is not distinct from $3 and expires_at >= $4`,
      [challenge, purpose, administratorId, now],
    );
    return rowCount === 1;
  }
}

function numbered(row: PasskeyRow): StoredPasskey {
  return { ...row, counter: Number(row.counter) };
}
