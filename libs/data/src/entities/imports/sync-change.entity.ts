import { SYNC_RECORDS, type SyncRecordKind } from '@care-atlas/domain/records';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OneOf } from '../columns.js';

export const SYNC_CHANGES = [
  'created',
  'updated',
  'expired',
  'unexpired',
  'closed',
  'reopened',
  'merged',
] as const;
export type SyncChangeKind = (typeof SYNC_CHANGES)[number];

/** What a run did to one record. */
@Entity('sync_change')
export class SyncChangeEntity {
  @PrimaryColumn('uuid') runId: string;

  /** 1, 2, … in the order in which the run did it. */
  @PrimaryColumn('integer') position: number;

  @Column('text') @OneOf(SYNC_RECORDS) record: SyncRecordKind;

  /** The registration number of a doctor, the id of a clinic or review, the name of a station. */
  @Column('text') key: string;

  @Column('text') @OneOf(SYNC_CHANGES) change: SyncChangeKind;

  /**
   * Before and after, by field, for every field that differs; null for a new record. Of a merged clinic, only which clinic
   * answers for it, as `survivor`.
   */
  @Column('jsonb', { nullable: true })
  fields: Readonly<Record<string, readonly [before: unknown, after: unknown]>> | null;
}
