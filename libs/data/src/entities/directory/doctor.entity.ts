import {
  ANSWERS,
  type DoctorFact,
  GENDERS,
  type Gender,
  type KnownAnswer,
  PRACTICE_STARTS,
  type PracticeStart,
} from '@care-atlas/domain/records';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { OneOf, TIME } from '../columns.js';

@Entity('doctor')
@Check('doctor_registration_number_check', "registration_number ~ '^[0-9]{1,12}$'")
export class DoctorEntity {
  @PrimaryColumn('text') registrationNumber: string;
  @Column('uuid', { unique: true }) id: string;
  @Column('text') name: string;

  /** The folded name, by which doctors are ordered. */
  @Column('text') searchName: string;

  @Column('text') @OneOf(['', ...GENDERS]) gender: Gender | '';

  /** Calendar date, YYYY-MM-DD. */
  @Column('date') practisingSince: string;

  @Column('uuid') @Index() @ForeignKey(() => ClinicEntity) primaryClinicId: string;
  @Column('boolean') referralRequired: boolean;
  @Column('text') bookingPhone: string;
  @Column('text') bookingOnline: string;
  @Column('boolean') bookingReferralOnly: boolean;
  @Column(TIME, { nullable: true }) confirmedAt: Date | null;
  @Column(TIME) syncedAt: Date;

  /** When the extract of the register was made that described the doctor last; null when none has. */
  @Column(TIME, { nullable: true }) extractedAt: Date | null;

  @Column(TIME, { nullable: true }) expiredAt: Date | null;

  /** In the register's words; empty for a doctor who does not come from the register. */
  @Column('text', { default: '' }) registrationStatus: string;

  @Column('text', { default: '' }) registrationClass: string;

  /** Whether the register lists terms, conditions or limitations. */
  @Column('text', { default: 'unknown' }) @OneOf(ANSWERS) registrationRestrictions: KnownAnswer;

  /** The time of the oldest extract that the class and the restrictions are known from; null if that is not known. */
  @Column(TIME, { nullable: true }) registrationAsOf: Date | null;

  /** Which of the register's dates `practisingSince` is; null when it does not come from the register. */
  @Column('text', { nullable: true }) @OneOf(PRACTICE_STARTS) practiceStart: PracticeStart | null;

  // Version 0.9.0 recognizes rows by these digests where `digestedAt` equals `syncedAt`. No later version reads them: one that
  // changes a doctor without `syncedAt` empties `digestedAt`, so that they do not mislead after a rollback.
  @Column('uuid', { nullable: true }) listDigest: string | null;

  @Column('uuid', { nullable: true }) rowDigest: string | null;

  @Column(TIME, { nullable: true }) digestedAt: Date | null;

  /** What the record had before, by the fact that changed; null if none did. */
  @Column('jsonb', { nullable: true }) previousFacts: Readonly<Partial<Record<DoctorFact, unknown>>> | null;
}
