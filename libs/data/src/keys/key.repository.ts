import { type AuditAction, displayPrefix, type KeyKind } from '@care-atlas/domain/access';
import {
  type EntityManager,
  type FindOptionsWhere,
  IsNull,
  type QueryDeepPartialEntity,
  type Repository,
} from 'typeorm';
import { type Actor, recordEvent } from '../administration/audit-event.js';
import type { DatabaseScope } from '../connection/statement.js';
import { ApiKeyEntity } from '../entities/access/api-key.entity.js';
import { endKey } from './end-key.js';
import { type FoundKey, hashSecret, identitiesByHash, identityColumns } from './key-identity.js';

/** The description of a new key. */
export type KeyDescription = Readonly<Pick<ApiKeyEntity, 'kind' | 'label'>> & KeyTerms;

/** What may be set when a key is created, and changed later. */
export type KeyTerms = Readonly<Partial<Pick<ApiKeyEntity, 'expiresAt' | 'rateLimit' | 'note'>>>;

/** Everything that is stored of a key except its hash and its chain. */
export type StoredKey = Readonly<Omit<ApiKeyEntity, 'hash' | 'chainId'>>;

/** Filters of a list of keys; a key must match all of them. */
export interface KeyQuestion {
  readonly kind?: KeyKind | undefined;
  readonly state?: KeyState | 'expiring' | undefined;
  /** Part of the label or of the displayed prefix, in any case, or the beginning of the id. */
  readonly text?: string | undefined;
}

/** A key that was revoked before its expiry counts as revoked. */
export type KeyState = 'active' | 'expired' | 'revoked';

/** A key is `expiring` when it ends within this time. */
const EXPIRING = "interval '14 days'";

const STATES: Readonly<Record<NonNullable<KeyQuestion['state']>, string>> = {
  active: 'key.revokedAt is null and (key.expiresAt is null or key.expiresAt > now())',
  expiring: `key.revokedAt is null and key.expiresAt > now() and key.expiresAt <= now() + ${EXPIRING}`,
  expired: 'key.revokedAt is null and key.expiresAt <= now()',
  revoked: 'key.revokedAt is not null',
};

/** A page of a list. */
export interface KeyPage {
  readonly limit: number;
  readonly offset: number;
}

/** Whether a key `key` has the text `:wanted`, in small letters. */
export const CONTAINS_TEXT = `strpos(lower(key.label), :wanted) > 0 or strpos(lower(key.prefix), :wanted) > 0
  or starts_with(cast(key.id as text), :wanted)`;

type NewKey = Pick<ApiKeyEntity, 'hash' | 'kind' | 'tier' | 'prefix' | 'label'> & Partial<ApiKeyEntity>;

/** A row of the UPDATE that revokes the key which a rotation replaces. */
interface ReplacedKey extends Pick<ApiKeyEntity, 'label' | 'tier' | 'prefix' | 'note'> {
  readonly chain_id: string;
  readonly expires_at: Date | null;
  readonly rate_limit: number | null;
}

/** The API keys. A key itself is only ever an argument: its hash and its displayed prefix are stored. */
export class KeyRepository {
  readonly #keys: Repository<ApiKeyEntity>;

  /** @param actor who creates and changes keys, for the audit: each change is recorded in its transaction */
  constructor(
    database: DatabaseScope,
    private readonly actor: Actor = { actor: '' },
  ) {
    this.#keys = database.getRepository(ApiKeyEntity);
  }

  /**
   * Stores a new key, the first of its chain.
   * @throws when the key is stored already
   */
  create(about: KeyDescription, key: string): Promise<StoredKey> {
    return this.#insert('key-created', newRow(about, key));
  }

  /** Stores a configured key if it is unknown. One that is stored already, even revoked, stays as it is. */
  async ensure(key: string, about: KeyDescription): Promise<void> {
    const row = newRow(about, key);
    // A read-only database refuses an insert even if it would add nothing.
    if (await this.#keys.existsBy({ hash: row.hash })) return;
    await this.#keys.manager.transaction(async (manager) => {
      const inserting = manager.createQueryBuilder().insert().into(ApiKeyEntity).values(row).orIgnore();
      const { raw } = await inserting.execute();
      const [added] = raw as Pick<StoredKey, 'id'>[];
      if (added) await recordKey(manager, this.actor, 'key-created', { ...row, id: added.id });
    });
  }

  /** Returns the stored ones of some keys as they are at this moment, by their hash in lower-case hexadecimal. */
  byHashes(hashes: readonly Buffer[]): Promise<ReadonlyMap<string, FoundKey>> {
    return identitiesByHash(this.#keys.manager, 'keys-by-hash', KEYS_BY_HASH, [hashes]);
  }

  /**
   * Stores the secret that a gateway chose for `X-<Gateway>-Proxy-Secret`. No part of it may be shown, so it is
   * displayed by the beginning of its hash.
   * @throws when it is stored already
   */
  register(label: string, secret: string): Promise<StoredKey> {
    const hash = hashSecret(secret);
    const prefix = `gateway-${hash.toString('hex').slice(0, 4)}`;
    const row = { hash, kind: 'gateway', tier: 'gateway', prefix, label } as const;
    return this.#insert('gateway-secret-registered', row);
  }

  /**
   * Replaces an active live key by a new one of the same tier, label and terms, after every process has forgotten the old one. Of
   * several at once for one key the first wins; the others find nothing to replace. COMMIT comes last and alone: when this
   * process dies before it, the old key goes on working.
   * @returns undefined when there is no active live key with this id
   */
  rotate(id: string, newKey: string): Promise<StoredKey | undefined> {
    const active = { id, kind: 'live', revokedAt: IsNull() } as const;
    return endKey(this.#keys.manager, {
      find: (transaction) => activeKeyId(transaction, active),
      end: async (manager) => {
        const { raw } = await manager
          .createQueryBuilder()
          .update(ApiKeyEntity)
          .set({ revokedAt: () => 'now()' })
          .where(active)
          .returning(['label', 'tier', 'prefix', 'chainId', 'expiresAt', 'rateLimit', 'note'])
          .execute();
        const [replaced] = raw as ReplacedKey[];
        if (!replaced) return undefined;
        const { label, tier, prefix, note, chain_id: chainId } = replaced;
        const terms = { note, expiresAt: replaced.expires_at, rateLimit: replaced.rate_limit };
        const row = { ...newRow({ kind: 'live', label, ...terms }, newKey), tier, chainId, replaces: id };
        const stored = await insertKey(manager.getRepository(ApiKeyEntity), row);
        // Only its holder replaces a key.
        await recordKey(manager, { actor: `key:${prefix}` }, 'key-rotated', stored, { replaces: id });
        return stored;
      },
      recover: async (manager) => {
        const row = await manager.findOneBy(ApiKeyEntity, { hash: hashSecret(newKey) });
        return row ? storedKey(row) : undefined;
      },
    });
  }

  /**
   * Ends a key for good, after every process has forgotten it: none accepts it from the commit on. Returns whether there was
   * an active key with this id.
   */
  revoke(id: string, reason = ''): Promise<boolean> {
    const active = { id, revokedAt: IsNull() };
    const revoked = { revokedAt: () => 'now()', revokedReason: reason };
    return endKey(this.#keys.manager, {
      find: (transaction) => activeKeyId(transaction, active),
      end: (transaction) => this.#change(transaction, 'key-revoked', active, revoked, { reason }),
    });
  }

  /** Gives a key another label. Returns whether there is a key with this id. */
  relabel(id: string, label: string): Promise<boolean> {
    return this.#keys.manager.transaction((transaction) =>
      this.#change(transaction, 'key-labelled', { id }, { label }, { label }),
    );
  }

  /**
   * Changes the terms of a key that is not revoked; those that are absent stay. Services that remember the key learn of it
   * within seconds, so a new expiry should be later than that. Returns whether there is such a key.
   */
  changeTerms(id: string, terms: KeyTerms): Promise<boolean> {
    const open = { id, revokedAt: IsNull() };
    return this.#keys.manager.transaction((transaction) =>
      this.#change(transaction, 'key-terms-changed', open, { ...terms }, { ...terms }),
    );
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
    });
    if (state) query.andWhere(STATES[state]);
    if (text !== '') query.andWhere(`(${CONTAINS_TEXT})`, { wanted: text.toLowerCase() });
    if (page) query.limit(page.limit).offset(page.offset);
    const [rows, total] = await query.orderBy('key.createdAt', 'DESC').addOrderBy('key.id').getManyAndCount();
    return { keys: rows.map(storedKey), total };
  }

  /** Records when keys were last used, by id, in one statement. A later time that is stored already stays. */
  async updateLastUse(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.#keys.query(UPDATE_LAST_USE, [[...uses.keys()], [...uses.values()]]);
  }

  #insert(action: AuditAction, row: NewKey): Promise<StoredKey> {
    return this.#keys.manager.transaction(async (manager) => {
      const stored = await insertKey(manager.getRepository(ApiKeyEntity), row);
      await recordKey(manager, this.actor, action, stored);
      return stored;
    });
  }

  /** Changes one key. Returns whether one matches. */
  async #change(
    manager: EntityManager,
    action: AuditAction,
    where: FindOptionsWhere<ApiKeyEntity> & { readonly id: string },
    change: QueryDeepPartialEntity<ApiKeyEntity>,
    details: Readonly<Record<string, unknown>>,
  ): Promise<boolean> {
    const { affected } = await manager.update(ApiKeyEntity, where, change);
    if (affected !== 1) return false;
    const key = await manager.findOneByOrFail(ApiKeyEntity, { id: where.id });
    await recordKey(manager, this.actor, action, key, details);
    return true;
  }
}

/** Returns the id of the active key that is described, if there is one. */
export async function activeKeyId(
  manager: EntityManager,
  where: FindOptionsWhere<ApiKeyEntity>,
): Promise<string | undefined> {
  return (await manager.findOne(ApiKeyEntity, { select: { id: true }, where }))?.id;
}

/** Records what happened to a key, in the transaction of the manager. */
export function recordKey(
  manager: EntityManager,
  actor: Actor,
  action: AuditAction,
  { kind, id, label, prefix: subject }: Pick<ApiKeyEntity, 'kind' | 'id' | 'label' | 'prefix'>,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return recordEvent(manager, { ...actor, action, subject, details: { kind, id, label, ...details } });
}

const KEYS_BY_HASH = `select ${identityColumns('key.hash')}, key.revoked_at is not null as "isRevoked"
  from api_key key where key.hash = any($1)`;
// The rows are locked in one order, so that two processes that update the same keys cannot wait for each other.
const UPDATE_LAST_USE = `with used as (select * from unnest($1::uuid[], $2::timestamptz[]) as used (key_id, used_at)),
    locked as (select id from api_key where id = any($1::uuid[]) order by id for no key update)
  update api_key set last_used_at = greatest(last_used_at, used.used_at)
  from used join locked on used.key_id = locked.id where api_key.id = used.key_id`;

function newRow({ kind, label, ...terms }: KeyDescription, key: string) {
  return { hash: hashSecret(key), kind, tier: kind, prefix: displayPrefix(key), label, ...terms };
}

/** Inserts a key; the database adds its id, its chain and its times. */
async function insertKey(keys: Repository<ApiKeyEntity>, row: NewKey): Promise<StoredKey> {
  const open = { revokedAt: null, expiresAt: null, rateLimit: null, lastUsedAt: null, replaces: null };
  const key = keys.create({ ...open, ...row });
  await keys.insert(key);
  return storedKey(key);
}

function storedKey(row: ApiKeyEntity): StoredKey {
  const { hash: _hash, chainId: _chainId, ...stored } = row;
  return stored;
}
