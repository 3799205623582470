import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { SyncRunEntity } from './sync-run.entity.js';
import { CASCADE } from '../columns.js';

/**
 * Whether a whole row was rejected, or only values of it were left out: of the kind `position`, coordinates that are far
 * from their postal area.
 */
export type RejectKind = 'row' | NoteKind;
export type NoteKind = 'field' | 'position';

/** A row that a run could not use, or a value of a row that it left out. */
@Entity('sync_reject')
export class SyncRejectEntity {
  @PrimaryColumn('uuid') @ForeignKey(() => SyncRunEntity, CASCADE) runId: string;

  /** 1, 2, … in the order in which they were rejected. */
  @PrimaryColumn('integer') position: number;

  /** The line of the source, from 1; null when it is not known. */
  @Column('integer', { nullable: true }) line: number | null;

  /** The column at fault; empty when the whole row is. */
  @Column('text') columnName: string;

  @Column('text') value: string;
  @Column('text') reason: string;

  @Column('text', { default: 'row' }) kind: RejectKind;
}
