import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { DoctorEntity } from './doctor.entity.js';

/** A clinic where a doctor practises besides the primary one. */
@Entity('additional_location')
@Unique(['registrationNumber', 'position'])
export class AdditionalLocationEntity {
  @PrimaryColumn('text')
  registrationNumber: string;

  @ManyToOne(() => DoctorEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'registration_number' })
  doctor: Relation<DoctorEntity>;

  @PrimaryColumn('uuid')
  @Index()
  clinicId: string;

  @ManyToOne(() => ClinicEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'clinic_id' })
  clinic: Relation<ClinicEntity>;

  /** 1, 2, … in the order in which the source names them. */
  @Column('smallint')
  position: number;
}
