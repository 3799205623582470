import { displayPrefix } from '@care-atlas/domain/access';
import { type EntityManager, In, IsNull, LessThan, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { ApiKeyEntity } from '../entities/access/api-key.entity.js';
import { PurchaseEntity, type PurchaseState } from '../entities/access/purchase.entity.js';
import { recordEvent } from '../administration/audit-event.js';
import { endKey } from '../keys/end-key.js';
import { hashSecret } from '../keys/key-identity.js';
import { activeKeyId, recordKey } from '../keys/key.repository.js';

export type { PurchaseState } from '../entities/access/purchase.entity.js';

/** A purchase when its payment begins. */
export type NewPurchase = Readonly<Pick<PurchaseEntity, 'id' | 'reference' | 'live' | 'amount' | 'currency'>>;

export type Purchase = NewPurchase & Readonly<Pick<PurchaseEntity, 'state' | 'stateSince'>>;

/** The result of a payment. */
export type PaymentOutcome = 'paid' | 'lapsed' | 'reversed';

// Messages about a payment come late, repeated and in any order. Each outcome replaces the states before it only.
const STATES_BEFORE: Readonly<Record<PaymentOutcome, readonly PurchaseState[]>> = {
  lapsed: ['waiting'],
  paid: ['waiting', 'lapsed'],
  reversed: ['waiting', 'lapsed', 'paid', 'claimed'],
};

const CHECKOUT = { actor: 'checkout' };

/** The purchases of keys. A browser's secret, like a key, is only ever an argument: its hash is stored. */
export class PurchaseRepository {
  readonly #purchases: Repository<PurchaseEntity>;

  constructor(database: DatabaseScope) {
    this.#purchases = database.getRepository(PurchaseEntity);
  }

  async add(purchase: NewPurchase, secret: string): Promise<void> {
    await this.#purchases.insert({ ...purchase, claimHash: hashSecret(secret) });
  }

  /** Returns a purchase, if it belongs to the browser with this secret. */
  async findForBrowser(id: string, secret: string): Promise<Purchase | undefined> {
    return (await this.#purchases.findOneBy({ id, claimHash: hashSecret(secret) })) ?? undefined;
  }

  /** Returns the purchases of a browser that are paid and whose key was not shown yet, the oldest first. */
  async findUnclaimed(secret: string): Promise<readonly Purchase[]> {
    return this.#purchases.find({
      where: { claimHash: hashSecret(secret), state: 'paid' },
      order: { createdAt: 'ASC' },
    });
  }

  /** Returns the prefix of the key that was bought, which may be shown; undefined before it was shown. */
  async keyPrefix({ id }: Pick<Purchase, 'id'>): Promise<string | undefined> {
    const { keyId } = await this.#purchases.findOneByOrFail({ id });
    if (keyId === null) return undefined;
    const { prefix } = await this.#purchases.manager.findOneByOrFail(ApiKeyEntity, { id: keyId });
    return prefix;
  }

  async findByReference(reference: string): Promise<Purchase | undefined> {
    return (await this.#purchases.findOneBy({ reference })) ?? undefined;
  }

  /** Returns purchases that began before a time and are neither paid nor lapsed, the oldest first. */
  async findWaiting(before: Date, limit: number): Promise<readonly Purchase[]> {
    return this.#purchases.find({
      where: { state: 'waiting', createdAt: LessThan(before) },
      order: { createdAt: 'ASC' },
      take: limit,
    });
  }

  /** Deletes the purchases that began before a time and ended unpaid. */
  async deleteLapsed(before: Date): Promise<void> {
    await this.#purchases.delete({ state: 'lapsed', createdAt: LessThan(before) });
  }

  /**
   * Records the outcome of a payment, any number of times and in any order. When the money went back, the key that
   * was bought, or the one that replaced it since, is revoked in the same transaction, after every process has forgotten it.
   * @param reason why a key is revoked, for people
   */
  async recordOutcome(id: string, outcome: PaymentOutcome, reason = ''): Promise<void> {
    const record = async (manager: EntityManager): Promise<void> => {
      const before = { id, state: In([...STATES_BEFORE[outcome]]) };
      const after = { state: outcome, stateSince: () => 'now()' };
      const { affected } = await manager.update(PurchaseEntity, before, after);
      if (affected === 0 || outcome === 'lapsed') return;
      const { keyId, amount, currency, live } = await manager.findOneByOrFail(PurchaseEntity, { id });
      const details = { amount, currency, live, ...(reason && outcome === 'reversed' && { reason, keyId }) };
      const action = outcome === 'paid' ? 'purchase-paid' : 'purchase-refunded';
      await recordEvent(manager, { ...CHECKOUT, action, subject: `purchase ${id}`, details });
      if (outcome === 'reversed' && keyId !== null) await revokeChain(manager, keyId, reason);
    };
    const { manager } = this.#purchases;
    if (outcome !== 'reversed') return manager.transaction(record);
    return endKey(manager, { find: (transaction) => boughtKeyId(transaction, id), end: record });
  }

  /**
   * Stores a key as the one that was bought, and the purchase as claimed, together. Of several at once the first wins.
   * @returns whether the key was stored: not unless the purchase is paid, of this browser, and not claimed yet
   */
  async claim(id: string, secret: string, key: string): Promise<boolean> {
    return this.#purchases.manager.transaction(async (manager) => {
      const purchase = await manager.findOne(PurchaseEntity, {
        where: { id, claimHash: hashSecret(secret), state: 'paid' },
        lock: { mode: 'pessimistic_write' },
      });
      if (!purchase) return false;
      const bought = manager.create(ApiKeyEntity, {
        hash: hashSecret(key),
        kind: 'live',
        tier: 'live',
        prefix: displayPrefix(key),
        label: `purchase ${id}`,
      });
      await manager.insert(ApiKeyEntity, bought);
      const claimed = { state: 'claimed', stateSince: () => 'now()', keyId: bought.id } as const;
      await manager.update(PurchaseEntity, { id }, claimed);
      await recordKey(manager, CHECKOUT, 'key-created', bought);
      return true;
    });
  }
}

/** Returns the id of the active key that was bought, or that replaced it since. The purchase stays as it is meanwhile. */
async function boughtKeyId(manager: EntityManager, id: string): Promise<string | undefined> {
  const lock = { mode: 'pessimistic_write' } as const;
  const purchase = await manager.findOne(PurchaseEntity, { where: { id }, lock });
  if (!purchase?.keyId) return undefined;
  const { chainId } = await manager.findOneByOrFail(ApiKeyEntity, { id: purchase.keyId });
  return activeKeyId(manager, { chainId, revokedAt: IsNull() });
}

/**
 * Revokes the active key of a chain. The UPDATE does not see a rotation that commits while it waits, so it is
 * repeated until no active key is left.
 */
async function revokeChain(manager: EntityManager, keyId: string, reason: string): Promise<void> {
  const { chainId } = await manager.findOneByOrFail(ApiKeyEntity, { id: keyId });
  const active = { chainId, revokedAt: IsNull() };
  do {
    await manager.update(ApiKeyEntity, active, { revokedAt: () => 'now()', revokedReason: reason });
  } while (await manager.existsBy(ApiKeyEntity, active));
}
