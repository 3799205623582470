import { SpecialDayHours, type SpecialHours } from './special-hours.js';
import {
  type Availability,
  AvailabilityFacts,
  Hours,
  KnownAcceptance,
  type OpeningHours,
} from './availability.js';
import { FRESHNESS, type Freshness, GENDERS } from '../../records/doctor.js';
import { ANSWERS, type KnownAnswer } from '../../records/evidence.js';
import { ClinicSummary } from './clinic-answer.js';
import { ClinicText, Coordinate, Distance } from './place-answer.js';
import { RatingCounts, Review } from './review-answer.js';
import { Field, RecordField, RecordList } from '../../schema/schema.js';
import { count, flag, text, texts } from '../../schema/field-schema.js';

/** What the register says of a registration. */
export class RegistrationFacts {
  @Field(
    text("Class of registration in the register's words; empty if not known.", {
      examples: ['Independent Practice'],
    }),
  )
  readonly class: string;
  @Field(
    text(
      'Whether the class is for independent practice, as opposed to training, supervision, an appointment or a restricted certificate.',
      { enum: ANSWERS },
    ),
  )
  readonly independent: KnownAnswer;
  @Field(
    text(
      'Whether the register lists terms, conditions or limitations, which are on its own page. unknown is not no.',
      { enum: ANSWERS },
    ),
  )
  readonly restrictions: KnownAnswer;
  @Field({
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'The time of the oldest extract of the register that this is known from, UTC; null if that is not known.',
  })
  readonly asOf: string | null;
  @Field({
    type: ['string', 'null'],
    format: 'uri',
    description:
      "The register's public page of the doctor; null where the operator has not configured its address.",
  })
  readonly url: string | null;
}

/** A doctor among those of a clinic who match. */
export class DoctorAtClinic {
  @Field(text('Registration number.', { examples: ['900001'] })) readonly cpsoNumber: string;
  @Field(text('Full name with its title.')) readonly name: string;
  @Field(texts('Normalized specialty names, the main one first.')) readonly specialties: readonly string[];
}

/** The doctors of a clinic who match. */
export class DoctorsAtClinic {
  @Field(count('Number of doctors with this primary clinic who match.', 1)) readonly count: number;
  @RecordList(() => DoctorAtClinic, 'The first 3 of them, this doctor first, the others by name.')
  readonly doctors: readonly DoctorAtClinic[];
}

/** A doctor in lists and searches. */
export class DoctorItem {
  @Field(text('Doctor identifier, stable across imports.', { format: 'uuid' })) readonly id: string;
  @Field(text('Registration number.', { examples: ['900001'] })) readonly cpsoNumber: string;
  @Field(text('Full name with its title.', { examples: ['Dr. Amara Okafor'] })) readonly name: string;
  @Field(text('Empty if the register states none of the three.', { enum: [...GENDERS, ''] }))
  readonly gender: string;
  @Field(count('Whole years in practice, as of the current day in Toronto.'))
  readonly yearsOfPractice: number;
  @Field(texts('Normalized specialty names, the main one first.')) readonly specialties: readonly string[];
  @Field(texts('Languages spoken.')) readonly languages: readonly string[];
  @RecordField(() => ClinicSummary, 'The primary clinic.') readonly clinic: ClinicSummary;
  @Field(
    text(
      'fresh: the register confirmed the record within the last 30 days. stale: it did so earlier, or the registration has expired. unknown: it never did.',
      { enum: FRESHNESS },
    ),
  )
  readonly dataFreshness: Freshness;
  @Field(text('When the last import that contained the record ran, UTC.', { format: 'date-time' }))
  readonly syncedAt: string;
  @Distance() readonly distanceMeters?: number;
  @Coordinate('latitude', 90) readonly lat?: number;
  @Coordinate('longitude', 180) readonly lng?: number;
  @ClinicText('contact', 'telephone number') readonly phone?: string;
  @ClinicText('contact', 'website') readonly website?: string;
  @Hours() readonly openingHours?: readonly OpeningHours[] | null;
  @SpecialDayHours() readonly specialHours?: readonly SpecialHours[];
  @AvailabilityFacts() readonly availability?: Availability;
  @RecordField(
    () => RegistrationFacts,
    'With include=registration: the class and the restrictions of the registration, as the register says.',
    { optional: true },
  )
  readonly registration?: RegistrationFacts;
  @RecordField(() => DoctorsAtClinic, 'With group=clinic: all doctors at the primary clinic who match.', {
    optional: true,
  })
  readonly atClinic?: DoctorsAtClinic;
}

/** How an appointment is made. */
export class BookingMethod {
  @Field(text('Telephone number; empty if not known.')) readonly phone: string;
  @Field(text('URL of online booking; empty if not known.')) readonly online: string;
  @Field(flag('Appointments require a referring physician.')) readonly referralOnly: boolean;
}

/** A doctor in full. */
export class DoctorDetail extends DoctorItem {
  @RecordField(
    () => KnownAcceptance,
    'With include=availability: whether the doctor accepts new patients, where a source says it of the doctor; availability is about the clinic, and may say otherwise (conflicting).',
    { optional: true },
  )
  readonly ownAcceptance?: KnownAcceptance;
  @Field(flag('A referral is required.')) readonly referralRequired: boolean;
  @RecordField(() => BookingMethod, 'How an appointment is made.') readonly bookingMethod: BookingMethod;
  @RecordField(() => RatingCounts, 'Counts of reviews.') readonly rating: RatingCounts;
  @RecordList(() => Review, 'The newest reviews: at most 5, or 2 with a sandbox key.')
  readonly reviews: readonly Review[];
  @Field({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the registration was found to be inactive; null while it is active.',
  })
  readonly expiredAt: string | null;
  @RecordList(() => ClinicSummary, 'Every open clinic where the doctor practises, the primary one first.')
  readonly clinics: readonly ClinicSummary[];
}
