import { createHash } from 'node:crypto';
import { displayPrefix, type KeyKind } from '@care-atlas/domain/key';
import type { Tier } from '@care-atlas/domain/tier';
import { IsNull, type Repository } from 'typeorm';
import type { Database } from './database.js';
import { ApiKeyEntity } from './entities/api-key.entity.js';

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
  readonly lastUsedAt: Date | null;
  /** The id of the key that this one replaced. */
  readonly replaces: string | null;
}

/** The form in which a key is stored and looked up. A plain hash suffices: a key holds 190 random bits. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

type ActiveKeyRow = [hash: string, id: string, kind: KeyKind, tier: Tier, prefix: string];

const ACTIVE_BY_HASHES = `select encode(hash, 'hex'), id, kind, tier, prefix from api_key
  where hash = any($1::bytea[]) and revoked_at is null`;

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

  /** All keys, the oldest first. */
  async list(): Promise<StoredKey[]> {
    return (await this.#keys.find({ order: { createdAt: 'ASC', id: 'ASC' } })).map(storedKey);
  }

  /** Ends a key at once, on every instance. Whether there was an active key with this id. */
  async revoke(id: string): Promise<boolean> {
    const { affected } = await this.#keys.update({ id, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
    return affected === 1;
  }
}

function newRow({ kind, label }: KeyDescription, key: string, hash: Buffer) {
  return { hash, kind, tier: kind, prefix: displayPrefix(key), label };
}

function storedKey(row: ApiKeyEntity): StoredKey {
  const { id, kind, tier, prefix, label, createdAt, revokedAt, lastUsedAt, replaces } = row;
  return { id, kind, tier, prefix, label, createdAt, revokedAt, lastUsedAt, replaces };
}
