import { IsNull, MoreThan, type Repository } from 'typeorm';
import { queryPrepared } from '../connection/native-connection.js';
import type { DatabaseScope } from '../connection/statement.js';
import { ApiKeyEntity } from '../entities/access/api-key.entity.js';
import { type OAuthModel, OAuthRecordEntity } from '../entities/access/oauth-record.entity.js';
import { OAuthSecretEntity } from '../entities/access/oauth-secret.entity.js';
import { hashSecret, identitiesByHash, identityColumns, type KeyIdentity } from '../keys/key-identity.js';

export type { OAuthModel } from '../entities/access/oauth-record.entity.js';

/** A record without its identifier, with the fields that it is looked up by. */
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

/** For how long a replaced refresh token still works: several processes of one client may refresh at once. */
export const OVERLAP_SECONDS = 60;
const CLEANED_AT_ONCE = 1_000;

// A replaced refresh token does not count as consumed while it still works.
const FIND = `select payload, case when model = 'RefreshToken' and consumed_at > now() - make_interval(secs => ${OVERLAP_SECONDS})
    then null else extract(epoch from consumed_at)::int end as consumed
  from oauth_record where model = $1 and id_hash = $2 and expires_at > now()`;
const KEYS_BY_TOKENS = `select ${identityColumns('token.id_hash')}
  from oauth_record token
    join oauth_record granted on granted.model = 'Grant' and granted.id_hash = token.grant_hash and granted.expires_at > now()
    join api_key key on key.id = token.account_id and key.revoked_at is null
      and (key.expires_at is null or key.expires_at > now())
  where token.model = 'AccessToken' and token.expires_at > now() and token.id_hash = any($1)
    and token.payload ->> 'aud' = $2`;

/** The expiry of a record that lives for some seconds from now. */
const EXPIRY = 'now() + make_interval(secs => :seconds)';

/** The records of the login. Identifiers of records, most of which are secrets, are only ever arguments. */
export class OAuthRepository {
  readonly #records: Repository<OAuthRecordEntity>;
  readonly #keys: Repository<ApiKeyEntity>;
  readonly #secrets: Repository<OAuthSecretEntity>;

  constructor(database: DatabaseScope) {
    this.#records = database.getRepository(OAuthRecordEntity);
    this.#keys = database.getRepository(ApiKeyEntity);
    this.#secrets = database.getRepository(OAuthSecretEntity);
  }

  /** Returns the record, unless it has expired. A refresh token does not count as consumed for a minute. */
  async find(model: OAuthModel, id: string): Promise<OAuthRecord | undefined> {
    const [row] = await queryPrepared<{ payload: OAuthPayload; consumed: number | null }>(
      this.#records.manager,
      'oauth-find',
      FIND,
      [model, hashSecret(id)],
    );
    return row && { payload: row.payload, consumed: row.consumed ?? undefined };
  }

  /** Stores a record, or changes its payload and expiry. */
  async save(model: OAuthModel, id: string, payload: OAuthPayload, seconds: number): Promise<void> {
    const { grantId, accountId = null } = payload;
    const grantHash = grantId === undefined ? null : hashSecret(grantId);
    await this.#records
      .createQueryBuilder()
      .insert()
      .values({ model, idHash: hashSecret(id), grantHash, accountId, payload, expiresAt: () => EXPIRY })
      .orUpdate(['payload', 'expires_at'], ['model', 'id_hash'])
      .setParameters({ seconds })
      .updateEntity(false)
      .execute();
  }

  /** Stores a client that registered itself, unless there are `maximum` already. Returns whether it was stored. */
  async addClient(id: string, payload: OAuthPayload, seconds: number, maximum: number): Promise<boolean> {
    const values = [hashSecret(id), JSON.stringify(payload), seconds, maximum];
    const stored = await this.#records.query<unknown[]>(ADD_CLIENT, values);
    return stored.length === 1;
  }

  /** Extends the registration of a client that is in use. */
  async extendClient(id: string, seconds: number): Promise<void> {
    await this.#records
      .createQueryBuilder()
      .update()
      .set({ expiresAt: () => `greatest(expires_at, ${EXPIRY})` })
      .where({ model: 'Client', idHash: hashSecret(id) })
      .setParameters({ seconds })
      .execute();
  }

  /** Marks a record as consumed. Returns whether this was the first time: true for one of several at once. */
  async consume(model: OAuthModel, id: string): Promise<boolean> {
    const record = { model, idHash: hashSecret(id), consumedAt: IsNull() };
    const { affected } = await this.#records.update(record, { consumedAt: () => 'now()' });
    return affected === 1;
  }

  async remove(model: OAuthModel, id: string): Promise<void> {
    await this.#records.delete({ model, idHash: hashSecret(id) });
  }

  /** Removes all records of a model that were issued under a grant. */
  async removeByGrant(model: OAuthModel, grantId: string): Promise<void> {
    await this.#records.delete({ model, grantHash: hashSecret(grantId) });
  }

  /**
   * Returns the active keys of access tokens for an audience, by the SHA-256 of the token in lower-case hexadecimal.
   * A token whose grant is gone has none, even one that was issued while the grant was removed.
   */
  keysByTokens(hashes: readonly Buffer[], audience: string): Promise<ReadonlyMap<string, KeyIdentity>> {
    const values = [hashes, audience];
    return identitiesByHash(this.#records.manager, 'oauth-keys-by-tokens', KEYS_BY_TOKENS, values);
  }

  isActiveKey(id: string): Promise<boolean> {
    const active = { id, revokedAt: IsNull() };
    return this.#keys.existsBy([
      { ...active, expiresAt: IsNull() },
      { ...active, expiresAt: MoreThan(new Date()) },
    ]);
  }

  /** Removes up to `maximum` expired records. Returns how many; fewer than `maximum` means that none is left. */
  async removeExpired(maximum = CLEANED_AT_ONCE): Promise<number> {
    const [, removed] = await this.#records.query<[rows: unknown[], count: number]>(REMOVE_EXPIRED, [
      maximum,
    ]);
    return removed;
  }

  /** Returns the secret that all instances share: the first proposal. */
  async sharedSecret(proposal: Buffer): Promise<Buffer> {
    const shared = await this.#secrets.findOneBy({ single: true });
    // A read-only database refuses an insert even if it would add nothing.
    if (shared) return shared.secret;
    await this.#secrets.createQueryBuilder().insert().values({ secret: proposal }).orIgnore().execute();
    return (await this.#secrets.findOneByOrFail({ single: true })).secret;
  }
}

const ADD_CLIENT = `insert into oauth_record (model, id_hash, payload, expires_at)
  select 'Client', $1, $2::json, now() + make_interval(secs => $3)
  where (select count(*) from oauth_record where model = 'Client' and expires_at > now()) < $4::int
  returning model`;
const REMOVE_EXPIRED = `delete from oauth_record where (model, id_hash) in (
    select model, id_hash from oauth_record where expires_at < now() limit $1 for update skip locked)`;
