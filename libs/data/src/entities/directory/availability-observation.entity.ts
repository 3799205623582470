import { ACCEPTANCE_CODES, type AcceptanceCode } from '@care-atlas/domain/records';
import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { DoctorEntity } from './doctor.entity.js';
import { CASCADE, OneOf, TIME } from '../columns.js';

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
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;

  @Column('uuid', { nullable: true }) @ForeignKey(() => ClinicEntity, CASCADE) clinicId: string | null;

  @Column('text', { nullable: true }) @ForeignKey(() => DoctorEntity, CASCADE) registrationNumber:
    | string
    | null;

  @Column('boolean') accepting: boolean;

  /** A word or two, such as "phone"; empty when the source does not say. */
  @Column('text') method: string;

  @Column(TIME) observedAt: Date;

  /** As in the runs; empty if it was not recorded. */
  @Column('text', { default: '' }) source: string;

  /**
   * Of an observation without a date: the time of the extract in which the source first said so, which is `observedAt`
   * too, unless the source confirms. Null for one with a date.
   */
  @Column(TIME, { nullable: true }) since: Date | null;

  /** Whom it accepts, if the source says. */
  @Column('text', { nullable: true }) @OneOf(ACCEPTANCE_CODES) code: AcceptanceCode | null;
}
