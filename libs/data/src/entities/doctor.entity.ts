import { GENDERS, type Gender, PRACTICE_STARTS, type PracticeStart } from '@care-atlas/domain/records';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { oneOf } from './column-check.js';

@Entity('doctor')
@Check('doctor_registration_number_check', "registration_number ~ '^[0-9]{1,12}$'")
@Check('doctor_gender_check', oneOf('gender', ['', ...GENDERS]))
@Check('doctor_practice_start_check', oneOf('practice_start', PRACTICE_STARTS))
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

  /** In the register's words; empty for a doctor who does not come from the register. */
  @Column({ type: 'text', default: '' })
  registrationStatus: string;

  @Column({ type: 'text', default: '' })
  registrationClass: string;

  /** Which of the register's dates `practisingSince` is; null when it does not come from the register. */
  @Column({ type: 'text', nullable: true })
  practiceStart: PracticeStart | null;

  /**
   * MD5 of the doctor's lists and of `syncedAt`: a run compares it before it gathers the lists from their tables. It
   * holds only as long as nothing else writes the row, because whatever does changes `syncedAt`.
   */
  @Column({ type: 'uuid', nullable: true })
  listDigest: string | null;
}
