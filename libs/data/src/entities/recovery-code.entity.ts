import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AdministratorEntity } from './administrator.entity.js';

/** A code that stands in for an authenticator once, known by a keyed hash only. */
@Entity('recovery_code')
@Check('recovery_code_hash_check', 'octet_length(hash) = 32')
export class RecoveryCodeEntity {
  @PrimaryColumn('uuid')
  administratorId: string;

  @ManyToOne(() => AdministratorEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'administrator_id' })
  administrator: Relation<AdministratorEntity>;

  @PrimaryColumn('bytea')
  hash: Buffer;

  @Column({ type: 'timestamp with time zone', nullable: true })
  usedAt: Date | null;
}
