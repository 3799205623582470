import { type AuditedField, AUDITED_FIELDS, type Outcome, OUTCOMES } from '@care-atlas/domain/records';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { AccuracyAuditEntity } from './accuracy-audit.entity.js';
import { CASCADE, OneOf, TIME } from '../columns.js';

/** A field of a doctor in a sample: what was listed when it was drawn, and what the call found. */
@Entity('accuracy_finding')
export class AccuracyFindingEntity {
  @PrimaryColumn('text') @ForeignKey(() => AccuracyAuditEntity, CASCADE) protocolHash: string;

  /** Without a foreign key: the finding stays when the doctor goes. */
  @PrimaryColumn('text') registrationNumber: string;

  @PrimaryColumn('text') @OneOf(AUDITED_FIELDS) field: AuditedField;

  /** Such as `area=Toronto`. */
  @Column('text', { array: true }) strata: string[];

  @Column('text') listed: string;

  /** How the listed value was found out, or its source; empty if not known. */
  @Column('text') method: string;

  /** When the listed value was last found to be right; null if never. */
  @Column(TIME, { nullable: true }) observedAt: Date | null;

  /** Null until the results are imported. */
  @Column('text', { nullable: true }) @OneOf(OUTCOMES) outcome: Outcome | null;
}
