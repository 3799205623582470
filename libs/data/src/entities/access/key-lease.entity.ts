import { Check, Column, Entity, ForeignKey, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';
import { BIGINT_AS_NUMBER, CASCADE, TIME } from '../columns.js';

/** Whether processes may remember keys, and how often keys have changed: one row. */
@Entity('key_lease')
@Check('key_lease_single_check', 'single')
export class KeyLeaseEntity {
  @PrimaryColumn('boolean', { default: true }) single: boolean;

  /** Set once every process that revokes keys withdraws them first. */
  @Column('boolean', { default: false }) enabled: boolean;

  /** Raised by every change of keys, under one lock: later epochs are committed later. */
  @Column({ type: 'bigint', default: 0, transformer: BIGINT_AS_NUMBER }) epoch: number;

  /** Changes up to this epoch are no longer kept. */
  @Column({ type: 'bigint', default: 0, transformer: BIGINT_AS_NUMBER }) pruned: number;
}

/** A process that may remember keys. */
@Entity('key_instance')
export class KeyInstanceEntity {
  /** Random, another one for each process and each beginning. */
  @PrimaryColumn('uuid') id: string;

  @Column({ type: 'bigint', default: 0, transformer: BIGINT_AS_NUMBER }) renewals: number;

  /** What it had forgotten when it sent its last renewal; null: it promises nothing. */
  @Column({ type: 'bigint', nullable: true, transformer: BIGINT_AS_NUMBER }) ackedEpoch: number | null;
}

/** A key that no process may remember, because somebody is about to end it. */
@Entity('key_withdrawal')
export class KeyWithdrawalEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('uuid') @ForeignKey(() => ApiKeyEntity, CASCADE) keyId: string;
  @Column(TIME, { default: () => 'now()' }) createdAt: Date;
}
