import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { DoctorEntity } from './doctor.entity.js';

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
  @PrimaryColumn('uuid')
  id: string;

  @Column({ type: 'text', nullable: true })
  @Index()
  registrationNumber: string | null;

  @ManyToOne(() => DoctorEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'registration_number' })
  doctor: Relation<DoctorEntity> | null;

  @Column({ type: 'uuid', nullable: true })
  @Index()
  clinicId: string | null;

  @ManyToOne(() => ClinicEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'clinic_id' })
  clinic: Relation<ClinicEntity> | null;

  @Column('text')
  author: string;

  @Column('smallint')
  rating: number;

  @Column('text')
  text: string;

  /** Calendar date, YYYY-MM-DD. */
  @Column('date')
  writtenOn: string;

  @Column({ type: 'smallint', nullable: true })
  waitTime: number | null;

  @Column({ type: 'smallint', nullable: true })
  staff: number | null;

  @Column({ type: 'smallint', nullable: true })
  communication: number | null;

  @Column({ type: 'smallint', nullable: true })
  thoroughness: number | null;

  @Column({ type: 'smallint', nullable: true })
  booking: number | null;

  @Column({ type: 'smallint', nullable: true })
  facility: number | null;
}
