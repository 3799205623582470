import { ClinicDetail, ClinicItem, SpecialistItem } from './clinic-answer.js';
import { DoctorDetail, DoctorItem } from './doctor-answer.js';
import { RatingCounts, Review, ReviewAggregate, Signal } from './review-answer.js';
import { REVIEW_DIMENSIONS, type ReviewDimension } from '../records/review.js';
import { Field, RecordField, RecordList } from '../schema/schema.js';

/** The members that every list has besides its items. */
export class ListEnvelope {
  @Field({ type: 'integer', minimum: 0, description: 'Number of all matches, on all pages.' })
  readonly total: number;

  @Field({ type: 'integer', minimum: 0, description: 'Number of items in this answer.' })
  readonly count: number;

  @Field(
    {
      type: 'array',
      items: { type: 'string' },
      description:
        'Deviations from the request: ignored parameters, a capped limit. Absent if there are none.',
    },
    { optional: true },
  )
  readonly warnings?: readonly string[];
}

export class DoctorList extends ListEnvelope {
  @RecordList(() => DoctorItem, 'By name, then registration number.')
  readonly doctors: readonly DoctorItem[];
}

export class DoctorAnswer {
  @RecordField(() => DoctorDetail, 'The doctor.')
  readonly doctor: DoctorDetail;
}

export class ClinicList extends ListEnvelope {
  @RecordList(() => ClinicItem, 'By name, then id; with lat and lng, nearest first.')
  readonly clinics: readonly ClinicItem[];
}

export class ClinicAnswer {
  @RecordField(() => ClinicDetail, 'The clinic.')
  readonly clinic: ClinicDetail;
}

export class SpecialistList extends ListEnvelope {
  @RecordList(
    () => SpecialistItem,
    'One item per clinic and specialty, by name, then id; with lat and lng, nearest first.',
  )
  readonly clinics: readonly SpecialistItem[];
}

export class DoctorReviews extends ListEnvelope {
  @Field({ type: 'string', description: 'Registration number.' })
  readonly cpsoNumber: string;

  @RecordField(() => RatingCounts, 'Counts over all reviews.')
  readonly rating: RatingCounts;

  @RecordList(() => Review, 'Newest first.')
  readonly reviews: readonly Review[];
}

export class ClinicReviews extends ListEnvelope {
  @Field({ type: 'string', format: 'uuid', description: 'Clinic identifier.' })
  readonly clinicId: string;

  @RecordField(() => ReviewAggregate, 'Averages over all reviews.')
  readonly aggregate: ReviewAggregate;

  @RecordList(() => Review, 'Newest first.')
  readonly reviews: readonly Review[];
}

export class SignalList extends ListEnvelope {
  @Field({ type: 'integer', minimum: 1, description: 'Minimum number of ratings per signal.' })
  readonly minSample: number;

  @RecordList(() => Signal, 'The dimensions with enough ratings in the last 24 months.')
  readonly signals: readonly Signal[];

  @Field({
    type: 'array',
    items: { type: 'string', enum: REVIEW_DIMENSIONS },
    description: 'Dimensions with fewer ratings than minSample.',
  })
  readonly suppressed: readonly ReviewDimension[];
}

export class DoctorSignals extends SignalList {
  @Field({ type: 'string', description: 'Registration number.' })
  readonly cpsoNumber: string;
}

export class ClinicSignals extends SignalList {
  @Field({ type: 'string', format: 'uuid', description: 'Clinic identifier.' })
  readonly clinicId: string;
}
