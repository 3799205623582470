import type { DoctorDetail, DoctorItem, RegistrationFacts } from '../../contract/answers/doctor-answer.js';
import type { RatingCounts } from '../../contract/answers/review-answer.js';
import type { DoctorRecord, Freshness } from '../../records/doctor.js';
import { independenceOf, restrictionsOf } from '../../rules/registration.js';
import { CLINIC_ITEM } from './clinic-parts.js';
import { partsOf } from './parts.js';

/**
 * The parts of a doctor in a list, by name, in the order of the answer. The members of the day (`asOf`) follow the clinic, and
 * requested members (`distance` to `atClinic`) follow `asOf`.
 */
export const DOCTOR_ITEM = partsOf<DoctorItem>()({
  /** Unique to a doctor. */
  own: ({ id, registrationNumber, name }: DoctorRecord) => ({ id, cpsoNumber: registrationNumber, name }),
  /** Equal for many doctors, so that each distinct JSON is stored once. */
  shared: ({ gender, specialties, languages }: DoctorRecord) => ({ gender, specialties, languages }),
  synced: ({ syncedAt }: Pick<DoctorRecord, 'syncedAt'>) => ({ syncedAt: syncedAt.toISOString() }),
  clinic: 'clinic',
  asOf: (yearsOfPractice: number, dataFreshness: Freshness) => ({ yearsOfPractice, dataFreshness }),
  distance: 'distanceMeters',
  location: CLINIC_ITEM.location,
  phone: CLINIC_ITEM.phone,
  website: 'website',
  openingHours: CLINIC_ITEM.openingHours,
  availability: 'availability',
  registration: 'registration',
  atClinic: 'atClinic',
});

/** The parts of what the register says of a registration. */
export const REGISTRATION = partsOf<RegistrationFacts>()({
  stored: ({ registration }: Pick<DoctorRecord, 'registration'>) => ({
    class: registration.class,
    independent: independenceOf(registration.class),
    restrictions: restrictionsOf(registration),
    asOf: registration.asOf?.toISOString() ?? null,
  }),
  url: 'url',
});

/** The parts that the detail of a doctor adds. */
export const DOCTOR_DETAIL = partsOf<Omit<DoctorDetail, keyof DoctorItem>>()({
  shared: ({ referralRequired, booking: { phone, online, referralOnly } }: DoctorRecord) => ({
    referralRequired,
    bookingMethod: { phone, online, referralOnly },
  }),
  rating: (rating: RatingCounts) => ({ rating }),
  reviews: 'reviews',
  expiry: (expiredAt: string | null) => ({ expiredAt }),
  clinics: 'clinics',
  ownAcceptance: 'ownAcceptance',
});
