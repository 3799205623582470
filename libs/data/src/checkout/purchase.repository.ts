import { createHash } from 'node:crypto';
import { displayPrefix } from '@care-atlas/domain/access';
import { type EntityManager, In, LessThan, type Repository } from 'typeorm';
import type { Database } from '../connection/database.js';
import { ApiKeyEntity } from '../entities/api-key.entity.js';
import { PurchaseEntity, type PurchaseState } from '../entities/purchase.entity.js';
import { hashKey } from '../keys/key.repository.js';

export type { PurchaseState } from '../entities/purchase.entity.js';

/** A purchase when its payment begins. */
export interface NewPurchase {
  /** A UUID. */
  readonly id: string;
  /** What the payment provider calls the payment. */
  readonly reference: string;
  /** Whether the payment is of real money. */
  readonly live: boolean;
  /** The price agreed on, in the smallest unit of the currency. */
  readonly amount: number;
  /** ISO 4217, in lower case. */
  readonly currency: string;
}

export interface Purchase extends NewPurchase {
  readonly state: PurchaseState;
  /** When it came into this state. */
  readonly stateSince: Date;
}

/** How a payment turns out. */
export type PaymentOutcome = 'paid' | 'lapsed' | 'reversed';

// Messages about a payment come late, repeated and in any order: what is farther to the right is never undone.
const LEADS_FROM: Readonly<Record<PaymentOutcome, readonly PurchaseState[]>> = {
  lapsed: ['waiting'],
  paid: ['waiting', 'lapsed'],
  reversed: ['waiting', 'lapsed', 'paid', 'claimed'],
};

const REVOKE_CHAIN = `update api_key set revoked_at = now(), revoked_reason = $2
  where chain_id = (select chain_id from api_key where id = $1) and revoked_at is null`;
const CHAIN_IS_ACTIVE = `select 1 from api_key
  where chain_id = (select chain_id from api_key where id = $1) and revoked_at is null`;

/** The purchases of keys. A secret of a browser, like a key, is only ever an argument: its hash is what is kept. */
export class PurchaseRepository {
  readonly #purchases: Repository<PurchaseEntity>;

  constructor(database: Database) {
    this.#purchases = database.dataSource.getRepository(PurchaseEntity);
  }

  async add(purchase: NewPurchase, secret: string): Promise<void> {
    await this.#purchases.insert({ ...purchase, claimHash: hashSecret(secret) });
  }

  /** A purchase, if it is of the browser with this secret. */
  async ofBrowser(id: string, secret: string): Promise<Purchase | undefined> {
    return (await this.#purchases.findOneBy({ id, claimHash: hashSecret(secret) })) ?? undefined;
  }

  /** The purchases of a browser that are paid, and whose key was not shown yet; the oldest first. */
  async unclaimedOf(secret: string): Promise<readonly Purchase[]> {
    return this.#purchases.find({
      where: { claimHash: hashSecret(secret), state: 'paid' },
      order: { createdAt: 'ASC' },
    });
  }

  async byReference(reference: string): Promise<Purchase | undefined> {
    return (await this.#purchases.findOneBy({ reference })) ?? undefined;
  }

  /** Some of the purchases that began before a moment and are neither paid nor lapsed, the oldest first. */
  async waitingSince(before: Date, limit: number): Promise<readonly Purchase[]> {
    return this.#purchases.find({
      where: { state: 'waiting', createdAt: LessThan(before) },
      order: { createdAt: 'ASC' },
      take: limit,
    });
  }

  /** Deletes the purchases that began before a moment and ended unpaid. */
  async forgetLapsed(before: Date): Promise<void> {
    await this.#purchases.delete({ state: 'lapsed', createdAt: LessThan(before) });
  }

  /**
   * Notes how a payment turned out, any number of times and in any order. With money that went back, the key that was
   * bought is revoked in the same transaction, or the one that replaced it since.
   * @param reason why a key is revoked, for people
   */
  async settle(id: string, outcome: PaymentOutcome, reason = ''): Promise<void> {
    await this.#purchases.manager.transaction(async (manager) => {
      const from = { id, state: In([...LEADS_FROM[outcome]]) };
      const { affected } = await manager.update(PurchaseEntity, from, {
        state: outcome,
        stateSince: () => 'now()',
      });
      if (affected === 0 || outcome !== 'reversed') return;
      const { keyId } = await manager.findOneByOrFail(PurchaseEntity, { id });
      if (keyId !== null) await revokeChain(manager, keyId, reason);
    });
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
      const { identifiers } = await manager.insert(ApiKeyEntity, {
        hash: hashKey(key),
        kind: 'live',
        tier: 'live',
        prefix: displayPrefix(key),
        label: `purchase ${id}`,
      });
      const keyId = (identifiers[0] as { readonly id: string }).id;
      await manager.update(PurchaseEntity, { id }, { state: 'claimed', stateSince: () => 'now()', keyId });
      return true;
    });
  }
}

/**
 * Revokes the active key among one and all that replaced it. A rotation that commits meanwhile is not seen by the
 * statement that waited for it, so it is asked again until no key is left.
 */
async function revokeChain(manager: EntityManager, keyId: string, reason: string): Promise<void> {
  for (;;) {
    await manager.query(REVOKE_CHAIN, [keyId, reason]);
    const active = await manager.query<unknown[]>(CHAIN_IS_ACTIVE, [keyId]);
    if (active.length === 0) return;
  }
}

/** A secret holds 256 random bits: a plain hash suffices. */
function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
