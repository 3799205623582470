import type {
  ClinicRecord,
  ReviewRecord,
  SpecialtyServiceRecord,
  StationRecord,
} from '@care-atlas/domain/records';
import { torontoDate } from '@care-atlas/domain/rules';
import { planClinics } from './clinics/clinic-layout.js';
import { ClinicNames } from './clinics/clinic-name.js';
import { clinicGrounds } from './clinics/clinic-position.js';
import { readOpenData } from './open-data.js';
import { Practices } from './doctors/practice.js';
import { Random, STREAM } from './random.js';
import { RegisterRuns } from './doctors/register-run.js';
import { sampleClinic } from './clinics/sample-clinic.js';
import { registrationNumber, type SampleDoctor, SampleDoctors } from './doctors/sample-doctor.js';
import { sampleReviews } from './reviews/sample-review.js';
import { sampleServices } from './clinics/sample-service.js';
import { SpokenLanguages } from './doctors/spoken-languages.js';
import { Weighted } from './weighted.js';

/** Up to here registration numbers have seven digits and the layout's arithmetic is exact. */
const MOST_DOCTORS = 5_000_000;
const DEFAULT_SEED = 1;

/**
 * An invented directory over real geography. Clinics are in memory; doctors, services and reviews are generated during
 * each iteration, the same each time.
 */
export interface SampleDirectory {
  /** Real subway stations. */
  readonly stations: readonly StationRecord[];
  readonly clinics: readonly ClinicRecord[];
  /** In the order of their registration numbers. */
  doctors(): Iterable<SampleDoctor>;
  services(): Iterable<SpecialtyServiceRecord>;
  /** Those of doctors first, then those of clinics. */
  reviews(): Iterable<ReviewRecord>;
}

/**
 * Invents a directory. Equal options give equal records.
 * @param options.doctors the number of doctors, 0 to 5,000,000, with about a sixth as many clinics and five times as
 * many reviews
 * @param options.now the time that all dates are relative to; none is later
 * @param options.seed a 32-bit integer; another seed gives another directory of the same kind
 * @throws RangeError when the number of doctors is out of range or not whole, or `now` is not a valid date
 */
export function sampleDirectory(options: { doctors: number; now: Date; seed?: number }): SampleDirectory {
  const { doctors: count, seed = DEFAULT_SEED } = options;
  if (!Number.isInteger(count) || count < 0 || count > MOST_DOCTORS)
    throw new RangeError(
      `The number of doctors must be a whole number from 0 to ${MOST_DOCTORS}, not ${count}.`,
    );
  if (Number.isNaN(options.now.getTime())) throw new RangeError('The moment of the sample is no valid date.');
  // A copy, because the caller may change a Date between two iterations.
  const now = new Date(options.now);
  const data = readOpenData();
  const { stations, specialties } = data;
  const runs = new RegisterRuns(now);
  const grounds = clinicGrounds(data.areas, stations);
  const plans = planClinics(
    seed,
    count,
    new Weighted(grounds.map(({ area }, index) => [index, area.facilities])),
  );
  const material = { stations, names: new ClinicNames(data.facilityNames), runs };
  const clinics = plans.map((plan, index) =>
    sampleClinic(new Random(seed, STREAM.clinic, index), plan, grounds[plan.area]!, material),
  );
  const practices = new Practices(seed, count, plans);
  const doctors = new SampleDoctors(seed, now, clinics, practices, runs, new SpokenLanguages(data.speakers));

  function* eachDoctor(): Generator<SampleDoctor> {
    for (let doctor = 0; doctor < count; doctor++) yield doctors.of(doctor);
  }
  // In Toronto's evening the day of an instant in UTC is tomorrow, which no review may have.
  const lastReview = new Date(Math.min(now.getTime(), Date.parse(`${torontoDate(now)}T23:59:59.999Z`)));

  function* eachReview(): Generator<ReviewRecord> {
    for (let doctor = 0; doctor < count; doctor++) {
      const random = new Random(seed, STREAM.doctorReviews, doctor);
      const subject = { doctor: registrationNumber(doctor) };
      yield* sampleReviews(random, subject, lastReview, () => doctors.practisingSince(doctor));
    }
    for (const [index, { id }] of clinics.entries())
      yield* sampleReviews(new Random(seed, STREAM.clinicReviews, index), { clinic: id }, lastReview);
  }
  const services = () =>
    sampleServices(seed, count, clinics, specialties, practices, (doctor) => doctors.isActive(doctor));
  return { stations, clinics, doctors: eachDoctor, services, reviews: eachReview };
}
