import { createHash } from 'node:crypto';
import type { KeyKind, Tier } from '@care-atlas/domain/access';
import type { Database } from '../connection/database.js';
import type { OAuthModel } from '../entities/oauth-record.entity.js';
import type { KeyIdentity } from '../keys/key.repository.js';

export type { OAuthModel } from '../entities/oauth-record.entity.js';

/** What a record holds besides its identifier, as far as it is looked up by. */
export interface OAuthPayload {
  readonly grantId?: string;
  readonly accountId?: string;
  readonly [field: string]: unknown;
}

/** A stored record: its payload, and when it was consumed, in seconds since 1970. */
export interface OAuthRecord {
  readonly payload: OAuthPayload;
  readonly consumed: number | undefined;
}

type KeyRow = [hash: string, id: string, kind: KeyKind, tier: Tier, prefix: string];

/** For how long a replaced refresh token still works: several processes of one client may refresh at once. */
export const OVERLAP_SECONDS = 60;
const CLEANED_AT_ONCE = 1_000;

const FIND = `select payload, extract(epoch from consumed_at)::int as consumed from (
    select payload, case when model = 'RefreshToken' and consumed_at > now() - make_interval(secs => ${OVERLAP_SECONDS})
      then null else consumed_at end as consumed_at
    from oauth_record where model = $1 and id_hash = $2 and expires_at > now()) as record`;

const SAVE = `insert into oauth_record (model, id_hash, grant_hash, account_id, payload, expires_at)
  values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
  on conflict (model, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`;

const ADD_CLIENT = `insert into oauth_record (model, id_hash, payload, expires_at)
  select 'Client', $1, $2::json, now() + make_interval(secs => $3)
  where (select count(*) from oauth_record where model = 'Client' and expires_at > now()) < $4::int`;

// A grant that is gone takes its tokens with it, also one that was issued while it went.
const KEYS_BY_TOKENS = `select encode(token.id_hash, 'hex'), key.id, key.kind, key.tier, key.prefix
  from oauth_record token
  join oauth_record granted on granted.model = 'Grant' and granted.id_hash = token.grant_hash
    and granted.expires_at > now()
  join api_key key on key.id = token.account_id and key.revoked_at is null
  where token.model = 'AccessToken' and token.id_hash = any($1::bytea[]) and token.expires_at > now()
    and token.payload ->> 'aud' = $2`;

/** What the login keeps. Identifiers of records, which are secrets for most, are only ever arguments. */
export class OAuthRepository {
  constructor(private readonly database: Database) {}

  /** The record, unless it has expired. A refresh token does not count as consumed for a minute. */
  async find(model: OAuthModel, id: string): Promise<OAuthRecord | undefined> {
    const { rows } = await this.database.pool.query<{ payload: OAuthPayload; consumed: number | null }>({
      name: 'oauth-find',
      text: FIND,
      values: [model, hashed(id)],
    });
    const [row] = rows;
    return row && { payload: row.payload, consumed: row.consumed ?? undefined };
  }

  /** Stores a record, or changes its payload and expiry. */
  async save(model: OAuthModel, id: string, payload: OAuthPayload, seconds: number): Promise<void> {
    const { grantId, accountId } = payload;
    const grantHash = grantId === undefined ? null : hashed(grantId);
    await this.database.pool.query({
      name: 'oauth-save',
      text: SAVE,
      values: [model, hashed(id), grantHash, accountId ?? null, JSON.stringify(payload), seconds],
    });
  }

  /** Stores a client that registered itself, unless there are as many as there may be. Whether it was stored. */
  async addClient(id: string, payload: OAuthPayload, seconds: number, most: number): Promise<boolean> {
    const values = [hashed(id), JSON.stringify(payload), seconds, most];
    const { rowCount } = await this.database.pool.query(ADD_CLIENT, values);
    return rowCount === 1;
  }

  /** Keeps a client that is used. */
  async keepClient(id: string, seconds: number): Promise<void> {
    await this.database.pool.query(
      `update oauth_record set expires_at = greatest(expires_at, now() + make_interval(secs => $2))
      where model = 'Client' and id_hash = $1`,
      [hashed(id), seconds],
    );
  }

  /** Marks a record as consumed. Whether this was the first time: of several at once, one is told so. */
  async consume(model: OAuthModel, id: string): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      'update oauth_record set consumed_at = now() where model = $1 and id_hash = $2 and consumed_at is null',
      [model, hashed(id)],
    );
    return rowCount === 1;
  }

  async remove(model: OAuthModel, id: string): Promise<void> {
    await this.database.pool.query('delete from oauth_record where model = $1 and id_hash = $2', [
      model,
      hashed(id),
    ]);
  }

  /** Removes all records of a model that were born from a grant. */
  async removeByGrant(model: OAuthModel, grantId: string): Promise<void> {
    await this.database.pool.query('delete from oauth_record where model = $1 and grant_hash = $2', [
      model,
      hashed(grantId),
    ]);
  }

  /**
   * The active keys behind some access tokens for an audience, by the SHA-256 of the token in lower-case
   * hexadecimal. Every request with a token waits for this one statement.
   */
  async keysByTokens(
    tokenHashes: readonly Buffer[],
    audience: string,
  ): Promise<ReadonlyMap<string, KeyIdentity>> {
    const { rows } = await this.database.pool.query<KeyRow>({
      name: 'oauth-keys-by-tokens',
      text: KEYS_BY_TOKENS,
      values: [tokenHashes, audience],
      rowMode: 'array',
    });
    return new Map(rows.map(([hash, id, kind, tier, prefix]) => [hash, { id, kind, tier, prefix }]));
  }

  /** Whether a key is active, by its id. */
  async isActiveKey(id: string): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      'select from api_key where id = $1 and revoked_at is null',
      [id],
    );
    return rowCount === 1;
  }

  /** Removes some of what has expired. How many records; fewer than asked for means that none is left. */
  async removeExpired(most = CLEANED_AT_ONCE): Promise<number> {
    const { rowCount } = await this.database.pool.query(
      `delete from oauth_record where (model, id_hash) in (
        select model, id_hash from oauth_record where expires_at < now() limit $1 for update skip locked)`,
      [most],
    );
    return rowCount ?? 0;
  }

  /** The secret that all instances share. The first to ask gives it. */
  async sharedSecret(proposal: Buffer): Promise<Buffer> {
    const { pool } = this.database;
    await pool.query('insert into oauth_secret (secret) values ($1) on conflict do nothing', [proposal]);
    const { rows } = await pool.query<{ secret: Buffer }>('select secret from oauth_secret');
    return rows[0]!.secret;
  }
}

/** A plain hash suffices: identifiers hold at least 120 random bits. */
function hashed(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
