import { KEY_KINDS, type KeyKind, type Tier, TIERS } from '@care-atlas/domain/access';
import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryGeneratedColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

/** An API key, known by its hash only. */
@Entity('api_key')
@Check('api_key_hash_check', 'octet_length(hash) = 32')
@Check('api_key_rate_limit_check', 'rate_limit > 0')
@Index('api_key_active_chain_key', ['chainId'], { unique: true, where: 'revoked_at IS NULL' })
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('uuid') id: string;

  /** SHA-256 of the key. */
  @Column('bytea', { unique: true }) hash: Buffer;

  @Column('text') @OneOf(KEY_KINDS) kind: KeyKind;
  @Column('text') @OneOf(TIERS) tier: Tier;

  /** The leading part of the key that may be displayed and logged. */
  @Column('text') prefix: string;

  /** Free text that tells keys apart in lists. */
  @Column('text') label: string;

  @Column(TIME, { default: () => 'now()' }) createdAt: Date;
  @Column(TIME, { nullable: true }) revokedAt: Date | null;

  /** Why the key was revoked, as the administrator wrote it; empty without a reason, and for a replaced key. */
  @Column('text', { default: '' }) revokedReason: string;

  /** From then on the key is rejected as a revoked one is; null if it does not end by itself. */
  @Column(TIME, { nullable: true }) expiresAt: Date | null;

  /** Requests per minute instead of those of the tier; null if those of the tier count. */
  @Column('integer', { nullable: true }) rateLimit: number | null;

  /** What administrators should know about the key; empty without a note. */
  @Column('text', { default: '' }) note: string;

  @Column(TIME, { nullable: true }) lastUsedAt: Date | null;

  /** The key that this one replaced in a rotation; a key is replaced once at most. */
  @Column('uuid', { nullable: true, unique: true }) @ForeignKey(() => ApiKeyEntity) replaces: string | null;

  /** Shared by a key and all that replaced it: at most one of them is active. */
  @Column('uuid') @Generated('uuid') chainId: string;
}
