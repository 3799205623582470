import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { DoctorEntity } from './doctor.entity.js';

/** That somebody found out, about one clinic or one doctor, whether new patients are accepted. */
@Entity('availability_observation')
@Check('availability_observation_subject_check', 'num_nonnulls(registration_number, clinic_id) = 1')
@Unique(['clinicId', 'method', 'observedAt'])
// PostgreSQL cuts names off after 63 characters.
@Unique('availability_observation_doctor_method_observed_at_key', [
  'registrationNumber',
  'method',
  'observedAt',
])
export class AvailabilityObservationEntity {
  /** A bigint: the driver hands it over as text. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column({ type: 'uuid', nullable: true })
  clinicId: string | null;

  @ManyToOne(() => ClinicEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'clinic_id' })
  clinic: Relation<ClinicEntity> | null;

  @Column({ type: 'text', nullable: true })
  registrationNumber: string | null;

  @ManyToOne(() => DoctorEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'registration_number' })
  doctor: Relation<DoctorEntity> | null;

  @Column('boolean')
  accepting: boolean;

  /** A word or two, such as "phone"; empty when the source does not say. */
  @Column('text')
  method: string;

  @Column('timestamp with time zone')
  observedAt: Date;
}
