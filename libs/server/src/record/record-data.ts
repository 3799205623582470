import type { AnswerSizes } from '@care-atlas/domain/access';
import type {
  ClinicDetail,
  DoctorDetail,
  Evidence,
  Review,
  Signal,
  SignalList,
} from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { PLACES } from '@care-atlas/domain/places';
import { distanceMetres, type Position } from '@care-atlas/domain/rules';

/** What reviews say of a record. */
export interface ReviewFacts {
  /** The newest ones. */
  readonly reviews: readonly Review[];
  /** All of them. */
  readonly total: number;
  /** How many of all have 4 or 5 stars; of a doctor only. */
  readonly positive?: number;
  readonly signals: readonly Signal[];
  readonly suppressed: SignalList['suppressed'];
  readonly minSample: number;
}

/** A clinic with the evidence of its facts. */
export interface PlaceFacts {
  readonly clinic: ClinicDetail;
  /** Undefined if it was not asked for. */
  readonly evidence?: readonly Evidence[];
  /** The nearest subway station; undefined if it was not looked for. */
  readonly station?: { readonly name: string; readonly meters: number };
  /** What the week cannot say of the hours, such as a day of which they are not known, in English. */
  readonly hoursRemarks: readonly string[];
}

/** Everything that a page says of a clinic. */
export interface ClinicFacts extends PlaceFacts {
  /** The registration numbers of those of its doctors who are registered otherwise than for independent practice. */
  readonly notIndependent: ReadonlySet<string>;
  readonly reviews: ReviewFacts;
}

/** Everything that a page says of a doctor. */
export interface DoctorFacts {
  readonly doctor: DoctorDetail;
  /** Undefined if it was not asked for. */
  readonly evidence?: readonly Evidence[];
  /** The clinics where the doctor practices, the primary one first. */
  readonly places: readonly PlaceFacts[];
  readonly reviews: ReviewFacts;
}

const STATIONS = PLACES.filter(({ kind }) => kind === 'subway-station');
const PLACE_MEMBERS = ['hours', 'availability'] as const;

/** Returns what the directory knows of a doctor. @throws DirectoryError `not_found` */
export function doctorFacts(
  directory: Directory,
  registrationNumber: string,
  sizes: AnswerSizes,
): DoctorFacts {
  const { doctor } = directory.getDoctor(
    registrationNumber,
    { include: ['registration', 'availability'] },
    sizes,
  ).value;
  const { signals, suppressed, minSample } = directory.getDoctorSignals(registrationNumber).value;
  const { reviews, rating } = doctor;
  return {
    doctor,
    evidence: directory.getDoctorEvidence(registrationNumber).value.evidence,
    places: doctor.clinics.map(({ id }) => placeFacts(directory, id, sizes)),
    reviews: {
      reviews,
      total: rating.reviewCount,
      positive: rating.positive,
      signals,
      suppressed,
      minSample,
    },
  };
}

/** Returns what the directory knows of a clinic, or of the one that answers for it. @throws DirectoryError `not_found` */
export function clinicFacts(directory: Directory, id: string, sizes: AnswerSizes): ClinicFacts {
  const { reviews, total } = directory.listClinicReviews(id, { limit: sizes.nestedReviews }, sizes).value;
  const { signals, suppressed, minSample } = directory.getClinicSignals(id).value;
  const place = placeFacts(directory, id, sizes);
  return {
    ...place,
    notIndependent: notIndependentOf(directory, place.clinic.doctors),
    reviews: { reviews, total, signals, suppressed, minSample },
  };
}

/**
 * Returns the registration numbers of those listed doctors who are known to be registered otherwise than for independent practice,
 * such as for training.
 */
export function notIndependentOf(
  directory: Directory,
  doctors: readonly Pick<DoctorDetail, 'cpsoNumber'>[],
): ReadonlySet<string> {
  const numbers = doctors.map(({ cpsoNumber }) => cpsoNumber);
  return new Set(numbers.filter((number) => directory.independence(number) === 'no'));
}

function placeFacts(directory: Directory, id: string, sizes: AnswerSizes): PlaceFacts {
  const { clinic } = directory.getClinic(id, { include: [...PLACE_MEMBERS] }, sizes).value;
  const { messages } = directory.listClinics({ ids: [clinic.id], include: ['notes'], limit: 1 }, sizes);
  // The other remarks are messages, and the page says what they say.
  const hoursRemarks = (messages.notes?.()[0] ?? []).filter((remark) => typeof remark === 'string');
  const { evidence } = directory.getClinicEvidence(id).value;
  return { clinic, evidence, station: nearestStation(clinic), hoursRemarks };
}

function nearestStation(position: Position): PlaceFacts['station'] {
  const stations = STATIONS.map((one) => ({ name: one.name, meters: distanceMetres(position, one) }));
  return stations.reduce((a, b) => (b.meters < a.meters ? b : a));
}
