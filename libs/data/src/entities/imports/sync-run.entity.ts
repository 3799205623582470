import type { RunReport } from '@care-atlas/domain/records';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

export const SYNC_STATUSES = ['running', 'succeeded', 'failed'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** A map of columns: its name, and its text. */
export interface StoredMap {
  readonly name: string;
  readonly text: string;
}

/** One synchronization, also one that failed: what it read and what it changed. */
@Entity('sync_run')
export class SyncRunEntity {
  @PrimaryGeneratedColumn('uuid') id: string;

  /** What was read, e.g. "register". */
  @Column('text') source: string;

  @Column('text', { nullable: true }) fileName: string | null;
  @Column('text', { nullable: true }) fileHash: string | null;
  /** When the file was extracted from its source. */
  @Column(TIME, { nullable: true }) extractedAt: Date | null;

  @Column(TIME) startedAt: Date;
  @Column(TIME, { nullable: true }) finishedAt: Date | null;
  @Column('integer', { default: 0 }) read: number;
  @Column('integer', { default: 0 }) created: number;
  @Column('integer', { default: 0 }) updated: number;
  @Column('integer', { default: 0 }) unchanged: number;
  @Column('integer', { default: 0 }) expired: number;
  @Column('integer', { default: 0 }) rejected: number;
  @Column('integer', { default: 0 }) unexpired: number;
  @Column('integer', { default: 0 }) opened: number;
  @Column('integer', { default: 0 }) closed: number;
  @Column('integer', { default: 0 }) reopened: number;
  @Column('integer', { default: 0 }) kept: number;
  @Column('integer', { default: 0 }) waiting: number;
  @Column('integer', { default: 0 }) matched: number;

  /** Whether the source was called complete: what it lacked expired or closed. */
  @Column('boolean', { default: false }) complete: boolean;

  /** Whether it wrote source records: earlier releases write the directory alone. */
  @Column('boolean', { default: false, select: false }) keepsRecords: boolean;

  @Column('text') @OneOf(SYNC_STATUSES) status: SyncStatus;

  /** The extension of the rejects file, e.g. "csv"; null without one. */
  @Column('text', { nullable: true, select: false }) rejectsFormat: string | null;

  /** The rejected rows in the format of the input, with the reasons. */
  @Column('bytea', { nullable: true, select: false }) rejectsFile: Buffer | null;

  /** The map of columns with which it is read; null without one, and of runs of earlier releases. */
  @Column('jsonb', { nullable: true, select: false }) rejectsMap: StoredMap | null;

  /** What the run did, in figures; null when it failed, or is older than reports. */
  @Column('jsonb', { nullable: true, select: false }) report: RunReport | null;

  /** Why the run failed, or why it expired or closed nothing that was missing; empty otherwise. */
  @Column('text', { default: '' }) reason: string;
}
