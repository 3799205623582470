import { GENDERS, type Gender } from '@care-atlas/domain/doctor';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { oneOf } from './column-check.js';

@Entity('doctor')
@Check('doctor_registration_number_check', "registration_number ~ '^[0-9]{1,12}$'")
@Check('doctor_gender_check', oneOf('gender', ['', ...GENDERS]))
export class DoctorEntity {
  @PrimaryColumn('text')
  registrationNumber: string;

  @Column({ type: 'uuid', unique: true })
  id: string;

  @Column('text')
  name: string;

  /** The folded name, by which doctors are ordered. */
  @Column('text')
  searchName: string;

  @Column('text')
  gender: Gender | '';

  /** Calendar date, YYYY-MM-DD. */
  @Column('date')
  practisingSince: string;

  @Column('uuid')
  @Index()
  primaryClinicId: string;

  @ManyToOne(() => ClinicEntity)
  @JoinColumn({ name: 'primary_clinic_id' })
  primaryClinic: Relation<ClinicEntity>;

  @Column('boolean')
  referralRequired: boolean;

  @Column('text')
  bookingPhone: string;

  @Column('text')
  bookingOnline: string;

  @Column('boolean')
  bookingReferralOnly: boolean;

  @Column({ type: 'timestamp with time zone', nullable: true })
  confirmedAt: Date | null;

  @Column('timestamp with time zone')
  syncedAt: Date;

  @Column({ type: 'timestamp with time zone', nullable: true })
  expiredAt: Date | null;
}
