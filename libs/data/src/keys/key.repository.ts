import { displayPrefix, type KeyKind } from '@care-atlas/domain/access';
import { IsNull, Not, type Repository } from 'typeorm';
import { type DatabaseScope, sqlNames } from '../connection/statement.js';
import { ApiKeyEntity } from '../entities/api-key.entity.js';
import { type FoundKey, hashSecret, identitiesByHash, identityStatement } from './key-identity.js';

/** The description of a new key. */
export type KeyDescription = Readonly<Pick<ApiKeyEntity, 'kind' | 'label'>>;

/** Everything that is stored of a key except its hash and its chain. */
export type StoredKey = Readonly<Omit<ApiKeyEntity, 'hash' | 'chainId'>>;

/** Filters of a list of keys; a key must match all of them. */
export interface KeyQuestion {
  readonly kind?: KeyKind | undefined;
  readonly state?: 'active' | 'revoked' | undefined;
  /** Part of the label or of the displayed prefix, in any case, or the beginning of the id. */
  readonly text?: string | undefined;
}

/** A page of a list. */
export interface KeyPage {
  readonly limit: number;
  readonly offset: number;
}

const CONTAINS_TEXT = `strpos(lower(key.label), :wanted) > 0 or strpos(lower(key.prefix), :wanted) > 0
  or starts_with(cast(key.id as text), :wanted)`;

/** A row of the UPDATE that revokes the key which a rotation replaces. */
interface ReplacedKey {
  readonly label: string;
  readonly tier: ApiKeyEntity['tier'];
  readonly chain_id: string;
}

/** The API keys. A key itself is only ever an argument: its hash and its displayed prefix are stored. */
export class KeyRepository {
  readonly #keys: Repository<ApiKeyEntity>;
  #keysByHash: string | undefined;

  constructor(database: DatabaseScope) {
    this.#keys = database.getRepository(ApiKeyEntity);
  }

  /**
   * Stores a new key, the first of its chain.
   * @throws when the key is stored already
   */
  create(about: KeyDescription, key: string): Promise<StoredKey> {
    return insertKey(this.#keys, newRow(about, key));
  }

  /** Stores a configured key if it is unknown. One that is stored already, even revoked, stays as it is. */
  async ensure(key: string, about: KeyDescription): Promise<void> {
    const row = newRow(about, key);
    // A read-only database refuses an insert even if it would add nothing.
    if (await this.#keys.existsBy({ hash: row.hash })) return;
    await this.#keys.createQueryBuilder().insert().values(row).orIgnore().execute();
  }

  /** Returns the stored ones of some keys as they are at this moment, by their hash in lower-case hexadecimal. */
  byHashes(hashes: readonly Buffer[]): Promise<ReadonlyMap<string, FoundKey>> {
    this.#keysByHash ??= identityStatement(
      this.#keys.createQueryBuilder('key').where('key.hash = any(:hashes)', { hashes }),
      'key.hash',
      ['key.revokedAt is not null AS "isRevoked"'],
    );
    return identitiesByHash(this.#keys.manager, 'keys-by-hash', this.#keysByHash, [hashes]);
  }

  /**
   * Stores the secret that a gateway chose for `X-<Gateway>-Proxy-Secret`. No part of it may be shown, so it is
   * displayed by the beginning of its hash.
   * @throws when it is stored already
   */
  register(label: string, secret: string): Promise<StoredKey> {
    const hash = hashSecret(secret);
    const prefix = `gateway-${hash.toString('hex').slice(0, 4)}`;
    return insertKey(this.#keys, { hash, kind: 'gateway', tier: 'gateway', prefix, label });
  }

  /**
   * Replaces an active live key by a new one of the same tier and label. Of several at once for one key the first
   * wins; the others find nothing to replace. COMMIT comes last and alone: when this process dies before it, the old
   * key goes on working.
   * @returns undefined when there is no active live key with this id
   */
  rotate(id: string, newKey: string): Promise<StoredKey | undefined> {
    return this.#keys.manager.transaction(async (manager) => {
      const { raw } = await manager
        .createQueryBuilder()
        .update(ApiKeyEntity)
        .set({ revokedAt: () => 'now()' })
        .where({ id, kind: 'live', revokedAt: IsNull() })
        .returning(['label', 'tier', 'chainId'])
        .execute();
      const [replaced] = raw as ReplacedKey[];
      if (!replaced) return undefined;
      const { label, tier, chain_id: chainId } = replaced;
      const row = { ...newRow({ kind: 'live', label }, newKey), tier, chainId, replaces: id };
      return insertKey(manager.getRepository(ApiKeyEntity), row);
    });
  }

  /** Ends a key at once, on every instance. Returns whether there was an active key with this id. */
  async revoke(id: string, reason = ''): Promise<boolean> {
    const revoked = { revokedAt: () => 'now()', revokedReason: reason };
    const { affected } = await this.#keys.update({ id, revokedAt: IsNull() }, revoked);
    return affected === 1;
  }

  /** Gives a key another label. Returns whether there is a key with this id. */
  async relabel(id: string, label: string): Promise<boolean> {
    const { affected } = await this.#keys.update({ id }, { label });
    return affected === 1;
  }

  async byId(id: string): Promise<StoredKey | undefined> {
    const row = await this.#keys.findOneBy({ id });
    return row ? storedKey(row) : undefined;
  }

  /** Returns a page of the keys that match, the newest first, and the number of all that match. */
  async search(
    { kind, state, text = '' }: KeyQuestion = {},
    page?: KeyPage,
  ): Promise<{ readonly keys: StoredKey[]; readonly total: number }> {
    const query = this.#keys.createQueryBuilder('key').where({
      ...(kind && { kind }),
      ...(state && { revokedAt: state === 'active' ? IsNull() : Not(IsNull()) }),
    });
    if (text !== '') query.andWhere(`(${CONTAINS_TEXT})`, { wanted: text.toLowerCase() });
    if (page) query.limit(page.limit).offset(page.offset);
    const [rows, total] = await query.orderBy('key.createdAt', 'DESC').addOrderBy('key.id').getManyAndCount();
    return { keys: rows.map(storedKey), total };
  }

  /** Records when keys were last used, by id, in one statement. A later time that is stored already stays. */
  async updateLastUse(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.#keys.query(lastUseStatement(this.#keys), [[...uses.keys()], [...uses.values()]]);
  }
}

// The rows are locked in one order, so that two processes that update the same keys cannot wait for each other.
function lastUseStatement(keys: Repository<ApiKeyEntity>): string {
  const { table, columns } = sqlNames(keys);
  const { id, lastUsedAt } = columns;
  return `with used as (select * from unnest($1::uuid[], $2::timestamptz[]) as used (key_id, used_at)),
    locked as (select ${id} from ${table} where ${id} = any($1::uuid[]) order by ${id} for no key update)
    update ${table} set ${lastUsedAt} = greatest(${lastUsedAt}, used.used_at)
    from used join locked on used.key_id = locked.${id} where ${table}.${id} = used.key_id`;
}

function newRow({ kind, label }: KeyDescription, key: string) {
  return { hash: hashSecret(key), kind, tier: kind, prefix: displayPrefix(key), label };
}

/** Inserts a key; the database adds its id, its chain and its times. */
async function insertKey(
  keys: Repository<ApiKeyEntity>,
  row: Pick<ApiKeyEntity, 'hash' | 'kind' | 'tier' | 'prefix' | 'label'> & Partial<ApiKeyEntity>,
): Promise<StoredKey> {
  const key = keys.create({ revokedAt: null, lastUsedAt: null, replaces: null, ...row });
  await keys.insert(key);
  return storedKey(key);
}

function storedKey(row: ApiKeyEntity): StoredKey {
  const { id, kind, tier, prefix, label, createdAt, revokedAt, revokedReason, lastUsedAt, replaces } = row;
  return { id, kind, tier, prefix, label, createdAt, revokedAt, revokedReason, lastUsedAt, replaces };
}
