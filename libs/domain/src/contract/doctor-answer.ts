import { FRESHNESS, type Freshness, GENDERS } from '../records/doctor.js';
import { ClinicSummary } from './clinic-answer.js';
import { RatingCounts, Review } from './review-answer.js';
import { Field, RecordField, RecordList } from '../schema/schema.js';

/** A doctor in lists and searches. */
export class DoctorItem {
  @Field({ type: 'string', format: 'uuid', description: 'Doctor identifier, stable across imports.' })
  readonly id: string;

  @Field({ type: 'string', description: 'Registration number.', examples: ['900001'] })
  readonly cpsoNumber: string;

  @Field({ type: 'string', description: 'Full name with its title.', examples: ['Dr. Amara Okafor'] })
  readonly name: string;

  @Field({
    type: 'string',
    enum: [...GENDERS, ''],
    description: 'Empty if the register states none of the three.',
  })
  readonly gender: string;

  @Field({ type: 'integer', minimum: 0, description: 'Whole years in practice, as of the current hour.' })
  readonly yearsOfPractice: number;

  @Field({
    type: 'array',
    items: { type: 'string' },
    description: 'Normalized specialty names, the main one first.',
  })
  readonly specialties: readonly string[];

  @Field({ type: 'array', items: { type: 'string' }, description: 'Languages spoken.' })
  readonly languages: readonly string[];

  @RecordField(() => ClinicSummary, 'The primary clinic.')
  readonly clinic: ClinicSummary;

  @Field({
    type: 'string',
    enum: FRESHNESS,
    description:
      'fresh: the register confirmed the record within the last 30 days. stale: it did so earlier, or the registration has expired. unknown: it never did.',
  })
  readonly dataFreshness: Freshness;

  @Field({
    type: 'string',
    format: 'date-time',
    description: 'When the last import that contained the record ran, UTC.',
  })
  readonly syncedAt: string;
}

/** How an appointment is made. */
export class BookingMethod {
  @Field({ type: 'string', description: 'Telephone number; empty if not known.' })
  readonly phone: string;

  @Field({ type: 'string', description: 'URL of online booking; empty if not known.' })
  readonly online: string;

  @Field({ type: 'boolean', description: 'Appointments require a referring physician.' })
  readonly referralOnly: boolean;
}

/** A doctor in full. */
export class DoctorDetail extends DoctorItem {
  @Field({ type: 'boolean', description: 'A referral is required.' })
  readonly referralRequired: boolean;

  @RecordField(() => BookingMethod, 'How an appointment is made.')
  readonly bookingMethod: BookingMethod;

  @RecordField(() => RatingCounts, 'Counts of reviews.')
  readonly rating: RatingCounts;

  @RecordList(() => Review, 'The newest reviews: at most 5, or 2 with a sandbox key.')
  readonly reviews: readonly Review[];

  @Field({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the registration was found to be inactive; null while it is active.',
  })
  readonly expiredAt: string | null;
}
