import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { SpecialtyEntity } from './vocabulary.entity.js';
import { CASCADE, TIME } from '../columns.js';

/** A specialty offered at a clinic, with its own waiting time. */
@Entity('specialty_service')
@Check('specialty_service_wait_weeks_check', 'wait_weeks between 0 and 520')
export class SpecialtyServiceEntity {
  @PrimaryColumn('uuid') @ForeignKey(() => ClinicEntity, CASCADE) clinicId: string;
  @PrimaryColumn('smallint') @Index() @ForeignKey(() => SpecialtyEntity) specialtyId: number;
  @Column('smallint') waitWeeks: number;
  @Column('boolean', { nullable: true }) accepting: boolean | null;

  /** The source that described the service last, and when its extract was made. */
  @Column('text', { default: '' }) source: string;
  @Column(TIME, { nullable: true }) observedAt: Date | null;
}
