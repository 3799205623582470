import { KEY_KINDS, type KeyKind, type Tier, TIERS } from '@care-atlas/domain/access';
import {
  Check,
  Column,
  Entity,
  Generated,
  Index,
  JoinColumn,
  OneToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { oneOf } from './column-check.js';

/** An API key, known by its hash only. */
@Entity('api_key')
@Check('api_key_hash_check', 'octet_length(hash) = 32')
@Check('api_key_kind_check', oneOf('kind', KEY_KINDS))
@Check('api_key_tier_check', oneOf('tier', TIERS))
@Index('api_key_active_chain_key', ['chainId'], { unique: true, where: 'revoked_at IS NULL' })
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  /** SHA-256 of the key. */
  @Column({ type: 'bytea', unique: true })
  hash: Buffer;

  @Column('text')
  kind: KeyKind;

  @Column('text')
  tier: Tier;

  /** The leading part of the key that may be displayed and logged. */
  @Column('text')
  prefix: string;

  /** Free text that tells keys apart in lists. */
  @Column('text')
  label: string;

  @Column({ type: 'timestamp with time zone', default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamp with time zone', nullable: true })
  revokedAt: Date | null;

  /** Why the key was revoked, as the administrator wrote it; empty without a reason, and for a replaced key. */
  @Column({ type: 'text', default: '' })
  revokedReason: string;

  @Column({ type: 'timestamp with time zone', nullable: true })
  lastUsedAt: Date | null;

  /** The key that this one replaced in a rotation; a key is replaced once at most. */
  @Column({ type: 'uuid', nullable: true, unique: true })
  replaces: string | null;

  @OneToOne(() => ApiKeyEntity)
  @JoinColumn({ name: 'replaces' })
  replacedKey: Relation<ApiKeyEntity> | null;

  /** Shared by a key and all that replaced it: at most one of them is active. */
  @Column('uuid')
  @Generated('uuid')
  chainId: string;
}
