import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import {
  SYNC_CHANGES,
  SYNC_RECORDS,
  type SyncChange,
  type SyncChangeKind,
  type SyncRecordKind,
} from '../sync/run/change-log.js';
import { oneOf } from './column-check.js';

/** What a run did to one record. */
@Entity('sync_change')
@Check('sync_change_record_check', oneOf('record', SYNC_RECORDS))
@Check('sync_change_change_check', oneOf('change', SYNC_CHANGES))
export class SyncChangeEntity {
  @PrimaryColumn('uuid')
  runId: string;

  /** 1, 2, … in the order in which the run did it. */
  @PrimaryColumn('integer')
  position: number;

  @Column('text')
  record: SyncRecordKind;

  @Column('text')
  key: string;

  @Column('text')
  change: SyncChangeKind;

  @Column({ type: 'jsonb', nullable: true })
  fields: SyncChange['fields'];
}
