import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { SpecialtyEntity } from './vocabulary.entity.js';

/** A specialty offered at a clinic, with its own waiting time. */
@Entity('specialty_service')
@Check('specialty_service_wait_weeks_check', 'wait_weeks between 0 and 520')
export class SpecialtyServiceEntity {
  @PrimaryColumn('uuid')
  clinicId: string;

  @ManyToOne(() => ClinicEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'clinic_id' })
  clinic: Relation<ClinicEntity>;

  @PrimaryColumn('smallint')
  @Index()
  specialtyId: number;

  @ManyToOne(() => SpecialtyEntity)
  @JoinColumn({ name: 'specialty_id' })
  specialty: Relation<SpecialtyEntity>;

  @Column('smallint')
  waitWeeks: number;

  @Column({ type: 'boolean', nullable: true })
  accepting: boolean | null;
}
