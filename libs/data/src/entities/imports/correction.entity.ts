import {
  CORRECTED_RECORDS,
  CORRECTION_KINDS,
  CORRECTION_SUBJECTS,
  type CorrectedRecordKind,
  type CorrectionKind,
  type CorrectionSubject,
} from '@care-atlas/domain/records';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

/** An operator's decision about a record, which every run applies until it ends. */
@Entity('correction')
export class CorrectionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') @OneOf(CORRECTION_KINDS) kind: CorrectionKind;
  @Column('text') @OneOf(CORRECTION_SUBJECTS) record: CorrectionSubject;

  /** The registration number of a doctor, or the id of a clinic or a review. */
  @Column('text') key: string;

  /**
   * The values as the operator gave them, by column of the import; of a merge the survivor, as `into`, of
   * `apart` the other clinic, as `from`, and of `reply` the `text`.
   */
  @Column('jsonb') given: Readonly<Record<string, string>>;

  /** The values as the record holds them, by property. */
  @Column('jsonb') fields: Readonly<Record<string, unknown>>;

  @Column('text') why: string;
  @Column('text') madeBy: string;
  @Column(TIME) madeAt: Date;

  /** A time on its last day in Toronto, after which the next run ends it; null for no end. */
  @Column(TIME, { nullable: true }) until: Date | null;

  /** When a run ended it; null while it applies. */
  @Column(TIME, { nullable: true }) endedAt: Date | null;

  /** Who withdrew it; empty if nobody did. */
  @Column('text', { default: '' }) endedBy: string;

  @Column('text', { default: '' }) endedWhy: string;
}

/** A record that corrections change. Each run restores what the sources say, and applies the corrections again. */
@Entity('corrected_record')
export class CorrectedRecordEntity {
  @PrimaryColumn('text') @OneOf(CORRECTED_RECORDS) record: CorrectedRecordKind;
  @PrimaryColumn('text') key: string;

  /** What the sources say, by property, of what corrections change. */
  @Column('jsonb') source: Readonly<Record<string, unknown>>;

  /** Whether the record answers as one that the directory does not have. */
  @Column('boolean', { default: false }) hidden: boolean;

  /** The clinic that answers for this one; null if it was not merged. */
  @Column('uuid', { nullable: true }) survivor: string | null;
}
