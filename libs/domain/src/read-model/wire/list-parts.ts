import type {
  ClinicAnswer,
  ClinicList,
  ClinicReviews,
  DoctorAnswer,
  DoctorList,
  DoctorReviews,
  ListEnvelope,
  SpecialistList,
} from '../../contract/list-answer.js';
import type { RatingCounts, ReviewAggregate } from '../../contract/review-answer.js';
import { partsOf } from './parts.js';

type OwnPart<T> = Omit<T, keyof ListEnvelope>;

/** The members that follow the items of a list. */
export const LIST_ENVELOPE = partsOf<ListEnvelope>()({
  total: 'total',
  count: 'count',
  warnings: 'warnings',
});

export const DOCTOR_LIST = partsOf<OwnPart<DoctorList>>()({ items: 'doctors' });
export const CLINIC_LIST = partsOf<OwnPart<ClinicList>>()({ items: 'clinics' });
export const SPECIALIST_LIST = partsOf<OwnPart<SpecialistList>>()({ items: 'clinics' });
export const DOCTOR_ANSWER = partsOf<DoctorAnswer>()({ doctor: 'doctor' });
export const CLINIC_ANSWER = partsOf<ClinicAnswer>()({ clinic: 'clinic' });

/** The member of both lists of reviews that holds the items. */
export const REVIEWS = 'reviews';

export const DOCTOR_REVIEWS = partsOf<OwnPart<DoctorReviews>>()({
  subject: (cpsoNumber: string, rating: RatingCounts) => ({ cpsoNumber, rating }),
  items: REVIEWS,
});
export const CLINIC_REVIEWS = partsOf<OwnPart<ClinicReviews>>()({
  subject: (clinicId: string, aggregate: ReviewAggregate) => ({ clinicId, aggregate }),
  items: REVIEWS,
});
