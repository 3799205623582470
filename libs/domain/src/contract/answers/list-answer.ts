import { ClinicDetail, ClinicItem, SpecialistItem } from './clinic-answer.js';
import { DoctorDetail, DoctorItem } from './doctor-answer.js';
import { ClinicMatch, DoctorMatch } from './name-match.js';
import { type Interpretation, Interpreted } from './interpretation.js';
import { RatingCounts, Review, ReviewAggregate, Signal } from './review-answer.js';
import { REVIEW_DIMENSIONS, type ReviewDimension } from '../../records/review.js';
import { Field, growingEnum, RecordField, RecordList } from '../../schema/schema.js';
import { count, text, texts } from '../../schema/field-schema.js';
import { Warnings } from './warnings.js';

/** The members that every list has besides its items. */
export class ListEnvelope {
  @Field(count('Number of all matches, on all pages.')) readonly total: number;
  @Field(count('Number of items in this answer.')) readonly count: number;
  @Interpreted() readonly interpreted?: readonly Interpretation[];
  @Warnings() readonly warnings?: readonly string[];
}

const MATCHES = 'How each item of this answer matches q. Present with match only.';

/** The envelope of a list whose items can be asked for by id. */
export class FoundList extends ListEnvelope {
  @Field(texts('With ids: those that the directory does not list, as sent.'), { optional: true })
  readonly missing?: readonly string[];
}

export class DoctorList extends FoundList {
  @RecordList(() => DoctorItem, 'By name, then registration number; with a place, nearest first.')
  readonly doctors: readonly DoctorItem[];
  @RecordList(() => DoctorMatch, MATCHES, { optional: true }) readonly matches?: readonly DoctorMatch[];
  @Field(count('With group=clinic: number of doctors who match, where total is that of their clinics.'), {
    optional: true,
  })
  readonly doctorTotal?: number;
}

export class DoctorAnswer {
  @RecordField(() => DoctorDetail, 'The doctor.') readonly doctor: DoctorDetail;
  @Interpreted() readonly interpreted?: readonly Interpretation[];
  @Warnings() readonly warnings?: readonly string[];
}

export class ClinicList extends FoundList {
  @RecordList(() => ClinicItem, 'By name, then id; with a place, nearest first.')
  readonly clinics: readonly ClinicItem[];
  @RecordList(() => ClinicMatch, MATCHES, { optional: true }) readonly matches?: readonly ClinicMatch[];
}

export class ClinicAnswer {
  @RecordField(() => ClinicDetail, 'The clinic.') readonly clinic: ClinicDetail;
  @Interpreted() readonly interpreted?: readonly Interpretation[];
  @Warnings() readonly warnings?: readonly string[];
}

export class SpecialistList extends ListEnvelope {
  @RecordList(
    () => SpecialistItem,
    'One item per clinic and specialty, by name, then id; with a place, nearest first.',
  )
  readonly clinics: readonly SpecialistItem[];
  @RecordList(() => ClinicMatch, MATCHES, { optional: true }) readonly matches?: readonly ClinicMatch[];
}

export class DoctorReviews extends ListEnvelope {
  @Field(text('Registration number.')) readonly cpsoNumber: string;
  @RecordField(() => RatingCounts, 'Counts over all reviews.') readonly rating: RatingCounts;
  @RecordList(() => Review, 'Newest first.') readonly reviews: readonly Review[];
}

export class ClinicReviews extends ListEnvelope {
  @Field(text('Clinic identifier.', { format: 'uuid' })) readonly clinicId: string;
  @RecordField(() => ReviewAggregate, 'Averages over all reviews.') readonly aggregate: ReviewAggregate;
  @RecordList(() => Review, 'Newest first.') readonly reviews: readonly Review[];
}

export class SignalList extends ListEnvelope {
  @Field(count('Minimum number of ratings per signal.', 1)) readonly minSample: number;
  @RecordList(() => Signal, 'The dimensions with enough ratings in the last 24 months.')
  readonly signals: readonly Signal[];
  @Field({
    type: 'array',
    items: growingEnum('Dimension.', REVIEW_DIMENSIONS),
    description: 'Dimensions with fewer ratings than minSample.',
  })
  readonly suppressed: readonly ReviewDimension[];
}

export class DoctorSignals extends SignalList {
  @Field(text('Registration number.')) readonly cpsoNumber: string;
}

export class ClinicSignals extends SignalList {
  @Field(text('Clinic identifier.', { format: 'uuid' })) readonly clinicId: string;
}
