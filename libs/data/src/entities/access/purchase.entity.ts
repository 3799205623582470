import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';
import { OneOf, TIME } from '../columns.js';

/**
 * waiting: not paid yet. lapsed: ended unpaid. paid: the key may be shown. claimed: the key was shown. reversed: the
 * money went back, and with it the key.
 */
export const PURCHASE_STATES = ['waiting', 'lapsed', 'paid', 'claimed', 'reversed'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/** The purchase of one key. Of the buyer it holds the hash of a secret in their browser, and nothing else. */
@Entity('purchase')
@Check('purchase_claim_hash_check', 'octet_length(claim_hash) = 32')
@Check('purchase_amount_check', 'amount > 0')
@Check('purchase_currency_check', "currency ~ '^[a-z]{3}$'")
@Check(
  'purchase_key_check',
  "case state when 'claimed' then key_id is not null when 'reversed' then true else key_id is null end",
)
@Index('purchase_claim_hash_idx', ['claimHash'])
@Index('purchase_unpaid_idx', ['createdAt'], { where: "state IN ('waiting', 'lapsed')" })
export class PurchaseEntity {
  /** Created before it is stored, because the payment provider receives it first. */
  @PrimaryColumn('uuid') id: string;

  /** SHA-256 of the secret in the buyer's browser. */
  @Column('bytea') claimHash: Buffer;

  /** The payment's id at the payment provider. */
  @Column('text', { unique: true }) reference: string;

  /** Whether the payment uses real money. */
  @Column('boolean') live: boolean;

  /** The price agreed on, in the smallest unit of the currency. */
  @Column('integer') amount: number;

  /** ISO 4217, in lower case. */
  @Column('text') currency: string;

  @Column('text', { default: 'waiting' }) @OneOf(PURCHASE_STATES) state: PurchaseState;
  @Column(TIME, { default: () => 'now()' }) createdAt: Date;

  /** When it entered its state. */
  @Column(TIME, { default: () => 'now()' }) stateSince: Date;

  /** The key that was shown; it may have been replaced by rotation since. */
  @Column('uuid', { nullable: true, unique: true }) @ForeignKey(() => ApiKeyEntity) keyId: string | null;
}
