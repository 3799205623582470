import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';
import type { DetailKind } from './source-record.entity.js';

/**
 * A service, review or observation that waited for its doctor or clinic in an earlier release, which still writes here after a
 * rollback. The next run makes source records of them: see `adoptDetails`.
 */
@Entity('unmatched_record')
@Check('unmatched_record_subject_check', 'num_nonnulls(registration_number, clinic_id) = 1')
export class UnmatchedRecordEntity {
  @PrimaryColumn('text') @OneOf(['service', 'review', 'observation']) record: DetailKind;

  /** The values that identify the record within its kind, as JSON. */
  @PrimaryColumn('text') key: string;

  @Column('text', { nullable: true }) registrationNumber: string | null;
  @Column('uuid', { nullable: true }) clinicId: string | null;

  /** The record by column, as it is merged once its subject is known. */
  @Column('jsonb') content: Readonly<Record<string, unknown>>;

  /** The source and the run that gave it last, and the time of that run. */
  @Column('text') source: string;
  @Column('uuid') runId: string;
  @Column(TIME) receivedAt: Date;
}
