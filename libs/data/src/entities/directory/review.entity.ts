import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { DoctorEntity } from './doctor.entity.js';
import { CASCADE } from '../columns.js';

/** One patient review of one doctor or one clinic. Each dimension is null where the reviewer did not rate it. */
@Entity('review')
@Check('review_subject_check', 'num_nonnulls(registration_number, clinic_id) = 1')
@Check('review_rating_check', 'rating between 1 and 5')
@Check('review_wait_time_check', 'wait_time between 1 and 5')
@Check('review_staff_check', 'staff between 1 and 5')
@Check('review_communication_check', 'communication between 1 and 5')
@Check('review_thoroughness_check', 'thoroughness between 1 and 5')
@Check('review_booking_check', 'booking between 1 and 5')
@Check('review_facility_check', 'facility between 1 and 5')
export class ReviewEntity {
  @PrimaryColumn('uuid') id: string;

  @Column('text', { nullable: true })
  @Index()
  @ForeignKey(() => DoctorEntity, CASCADE)
  registrationNumber: string | null;

  @Column('uuid', { nullable: true }) @Index() @ForeignKey(() => ClinicEntity, CASCADE) clinicId:
    | string
    | null;

  @Column('text') author: string;
  @Column('smallint') rating: number;
  @Column('text') text: string;

  /** Calendar date, YYYY-MM-DD. */
  @Column('date') @Index() writtenOn: string;

  @Column('smallint', { nullable: true }) waitTime: number | null;
  @Column('smallint', { nullable: true }) staff: number | null;
  @Column('smallint', { nullable: true }) communication: number | null;
  @Column('smallint', { nullable: true }) thoroughness: number | null;
  @Column('smallint', { nullable: true }) booking: number | null;
  @Column('smallint', { nullable: true }) facility: number | null;

  /** What the doctor or clinic answered, and the calendar date; null where nothing. */
  @Column('text', { nullable: true }) reply: string | null;
  @Column('date', { nullable: true }) repliedOn: string | null;
}
