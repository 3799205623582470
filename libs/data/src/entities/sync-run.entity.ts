import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { oneOf } from './column-check.js';

export const SYNC_STATUSES = ['running', 'succeeded', 'failed'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** One synchronization, also one that failed: what it read and what it changed. */
@Entity('sync_run')
@Check('sync_run_status_check', oneOf('status', SYNC_STATUSES))
export class SyncRunEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  /** What was read, e.g. "register". */
  @Column('text')
  source: string;

  @Column({ type: 'text', nullable: true })
  fileName: string | null;

  @Column({ type: 'text', nullable: true })
  fileHash: string | null;

  @Column('timestamp with time zone')
  startedAt: Date;

  @Column({ type: 'timestamp with time zone', nullable: true })
  finishedAt: Date | null;

  @Column({ type: 'integer', default: 0 })
  read: number;

  @Column({ type: 'integer', default: 0 })
  created: number;

  @Column({ type: 'integer', default: 0 })
  updated: number;

  @Column({ type: 'integer', default: 0 })
  unchanged: number;

  @Column({ type: 'integer', default: 0 })
  expired: number;

  @Column({ type: 'integer', default: 0 })
  rejected: number;

  @Column({ type: 'integer', default: 0 })
  unexpired: number;

  @Column({ type: 'integer', default: 0 })
  opened: number;

  @Column({ type: 'integer', default: 0 })
  closed: number;

  @Column({ type: 'integer', default: 0 })
  reopened: number;

  @Column({ type: 'integer', default: 0 })
  kept: number;

  /** Whether the source was called complete: what it lacked expired or closed. */
  @Column({ type: 'boolean', default: false })
  complete: boolean;

  @Column('text')
  status: SyncStatus;

  /** The extension of the rejects file, e.g. "csv"; null without one. */
  @Column({ type: 'text', nullable: true, select: false })
  rejectsFormat: string | null;

  /** The rejected rows in the format of the input, with the reasons. */
  @Column({ type: 'bytea', nullable: true, select: false })
  rejectsFile: Buffer | null;

  /** Why the run failed, or why it expired or closed nothing that was missing; empty otherwise. */
  @Column({ type: 'text', default: '' })
  reason: string;
}
