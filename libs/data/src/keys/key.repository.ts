import { createHash } from 'node:crypto';
import { displayPrefix, type KeyKind, type Tier } from '@care-atlas/domain/access';
import { IsNull, Not, type Repository } from 'typeorm';
import type { Database } from '../connection/database.js';
import { ApiKeyEntity } from '../entities/api-key.entity.js';

/** Who is calling, as far as a key says. */
export interface KeyIdentity {
  readonly id: string;
  readonly kind: KeyKind;
  readonly tier: Tier;
  /** The leading part of the key that may be displayed and logged. */
  readonly prefix: string;
}

/** What a person says of a key when it is made. */
export interface KeyDescription {
  readonly kind: KeyKind;
  /** Free text that tells keys apart in lists. */
  readonly label: string;
}

/** What is stored of a key: everything but the key. */
export interface StoredKey extends KeyIdentity, KeyDescription {
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Why it was revoked, in the words of whoever did; empty when nobody said, and for a key that was replaced. */
  readonly revokedReason: string;
  readonly lastUsedAt: Date | null;
  /** The id of the key that this one replaced. */
  readonly replaces: string | null;
}

/** Which keys a list shows: those for which everything that is said holds. */
export interface KeyQuestion {
  readonly kind?: KeyKind | undefined;
  readonly state?: 'active' | 'revoked' | undefined;
  /** Part of the label or of the displayed prefix, in any case, or the beginning of the id. */
  readonly text?: string | undefined;
}

/** Part of a list: so many, after so many others. */
export interface KeyPage {
  readonly limit: number;
  readonly offset: number;
}

/** The form in which a key is stored and looked up. A plain hash suffices: a key holds 190 random bits. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

type ActiveKeyRow = [hash: string, id: string, kind: KeyKind, tier: Tier, prefix: string];

const ACTIVE_BY_HASHES = `select encode(hash, 'hex'), id, kind, tier, prefix from api_key
  where hash = any($1::bytea[]) and revoked_at is null`;

const REVOKE_LIVE = `update api_key set revoked_at = now()
  where id = $1 and kind = 'live' and revoked_at is null returning tier, label, chain_id`;

interface ReplacedRow {
  readonly tier: Tier;
  readonly label: string;
  readonly chain_id: string;
}

// The rows are locked in one order, so that two processes that note the same keys cannot wait for each other.
const NOTE_USE = `with used as (select * from unnest($1::uuid[], $2::timestamptz[]) as used (id, at)),
  locked as (select id from api_key where id = any($1::uuid[]) order by id for no key update)
  update api_key set last_used_at = greatest(last_used_at, used.at)
  from used join locked using (id) where api_key.id = used.id`;

const CONTAINS_TEXT = `strpos(lower(key.label), :wanted) > 0 or strpos(lower(key.prefix), :wanted) > 0
  or starts_with(cast(key.id as text), :wanted)`;

/** The API keys. A key itself is only ever an argument: hash and displayed prefix are what is kept. */
export class KeyRepository {
  readonly #keys: Repository<ApiKeyEntity>;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.#keys = database.dataSource.getRepository(ApiKeyEntity);
  }

  /**
   * Stores a new key, the first of its chain.
   * @throws when the key is stored already.
   */
  async create(about: KeyDescription, key: string): Promise<StoredKey> {
    const hash = hashKey(key);
    await this.#keys.insert(newRow(about, key, hash));
    return storedKey(await this.#keys.findOneByOrFail({ hash }));
  }

  /** Makes sure that a configured key is known. One that is stored already, even revoked, stays as it is. */
  async ensure(key: string, about: KeyDescription): Promise<void> {
    const row = newRow(about, key, hashKey(key));
    await this.#keys.createQueryBuilder().insert().values(row).orIgnore().execute();
  }

  /**
   * Which of some keys are active at this moment, by their hash in lower-case hexadecimal. It is one prepared
   * statement on the pool, without the object mapper: every request of the service waits for it.
   */
  async activeByHashes(hashes: readonly Buffer[]): Promise<ReadonlyMap<string, KeyIdentity>> {
    const { rows } = await this.#database.pool.query<ActiveKeyRow>({
      name: 'active-keys',
      text: ACTIVE_BY_HASHES,
      values: [hashes],
      rowMode: 'array',
    });
    return new Map(rows.map(([hash, id, kind, tier, prefix]) => [hash, { id, kind, tier, prefix }]));
  }

  /**
   * Stores what a gateway chose as its secret, for `X-<Gateway>-Proxy-Secret`. Since it has no part that may be
   * shown, it is displayed by the beginning of its hash.
   * @throws when it is stored already.
   */
  async register(label: string, secret: string): Promise<StoredKey> {
    const hash = hashKey(secret);
    const prefix = `gateway-${hash.toString('hex').slice(0, 4)}`;
    await this.#keys.insert({ hash, kind: 'gateway', tier: 'gateway', prefix, label });
    return storedKey(await this.#keys.findOneByOrFail({ hash }));
  }

  /**
   * Replaces an active live key by a new one of the same tier and label. Of several at once for one key the first
   * wins; the others find nothing to replace. COMMIT comes last and alone: when this process dies before it, the old
   * key goes on working.
   * @returns undefined when there is no active live key with this id
   */
  rotate(id: string, newKey: string): Promise<StoredKey | undefined> {
    return this.#database.dataSource.transaction(async (manager) => {
      const [[replaced]] = await manager.query<[ReplacedRow[], number]>(REVOKE_LIVE, [id]);
      if (!replaced) return undefined;
      const hash = hashKey(newKey);
      const about = { kind: 'live', label: replaced.label } as const;
      const keys = manager.getRepository(ApiKeyEntity);
      const chain = { tier: replaced.tier, chainId: replaced.chain_id, replaces: id };
      await keys.insert({ ...newRow(about, newKey, hash), ...chain });
      return storedKey(await keys.findOneByOrFail({ hash }));
    });
  }

  /** Ends a key at once, on every instance. Whether there was an active key with this id. */
  async revoke(id: string, reason = ''): Promise<boolean> {
    const ended = { revokedAt: () => 'now()', revokedReason: reason };
    const { affected } = await this.#keys.update({ id, revokedAt: IsNull() }, ended);
    return affected === 1;
  }

  /** Gives a key another label. Whether there is a key with this id. */
  async relabel(id: string, label: string): Promise<boolean> {
    const { affected } = await this.#keys.update({ id }, { label });
    return affected === 1;
  }

  async byId(id: string): Promise<StoredKey | undefined> {
    const row = await this.#keys.findOneBy({ id });
    return row ? storedKey(row) : undefined;
  }

  /** The keys that a question is about, the newest first, with how many there are beyond the page. */
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

  /** Notes when keys were last used, by id; never back in time. */
  async noteUse(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.#database.pool.query(NOTE_USE, [[...uses.keys()], [...uses.values()]]);
  }
}

function newRow({ kind, label }: KeyDescription, key: string, hash: Buffer) {
  return { hash, kind, tier: kind, prefix: displayPrefix(key), label };
}

function storedKey(row: ApiKeyEntity): StoredKey {
  const { id, kind, tier, prefix, label, createdAt, revokedAt, revokedReason, lastUsedAt, replaces } = row;
  return { id, kind, tier, prefix, label, createdAt, revokedAt, revokedReason, lastUsedAt, replaces };
}
