import { dateNumberOf, dateText } from '@care-atlas/domain/rules';
import type { ClinicRecord, DoctorRecord, Gender } from '@care-atlas/domain/records';
import { doctorName, pickCulture } from './person-name.js';
import type { Practices } from './practice.js';
import { Random, STREAM } from '../random.js';
import { registrationOf } from './registration-class.js';
import type { RegisterRuns } from './register-run.js';
import type { SpokenLanguages } from './spoken-languages.js';
import { Weighted } from '../weighted.js';

/** The first registration number of the sample, far outside those in use. */
const FIRST_NUMBER = 900_001;
const ONLINE_BOOKING_SHARE = 0.6;

const YEAR_MS = 365.25 * 86_400_000;
/** As Date numbers months. */
const JULY = 6;

const GENDER = Weighted.named<Gender | ''>('gender');
const YEARS = Weighted.named<readonly [from: number, to: number]>('yearsOfPractice');

/** A generated doctor without the id, which is derived from the registration number when it is stored. */
export type SampleDoctor = Omit<DoctorRecord, 'id'>;

/** Returns the registration number of a doctor by index. */
export function registrationNumber(doctor: number): string {
  return String(FIRST_NUMBER + doctor);
}

/** Generates any doctor by index, without the ones before. */
export class SampleDoctors {
  constructor(
    private readonly seed: number,
    private readonly now: Date,
    private readonly clinics: readonly ClinicRecord[],
    private readonly practices: Practices,
    private readonly runs: RegisterRuns,
    private readonly spoken: SpokenLanguages,
  ) {}

  of(doctor: number): SampleDoctor {
    const random = new Random(this.seed, STREAM.person, doctor);
    const practice = this.practices.of(doctor);
    const clinics = practice.clinics.map((index) => this.clinics[index]!);
    const { phone, website } = clinics[0]!;
    const culture = pickCulture(random);
    const gender = GENDER.pick(random);
    // A clinic books online for all of its doctors or for none, so the choice is per clinic.
    const online = !practice.referralOnly && website !== '' && this.booksOnline(practice.clinics[0]!);
    const practisingSince = this.practisingSince(doctor);
    const facts = this.runs.factsOf(new Random(this.seed, STREAM.register, doctor));
    const registration = new Random(this.seed, STREAM.registration, doctor);
    return {
      registrationNumber: registrationNumber(doctor),
      name: doctorName(random, culture, gender),
      gender,
      practisingSince,
      specialties: practice.specialties,
      languages: this.spoken.of(random, culture, doctor),
      clinicIds: clinics.map(({ id }) => id),
      referralRequired: practice.referralRequired,
      booking: { phone, online: online ? `${website}/book` : '', referralOnly: practice.referralOnly },
      registration: registrationOf(registration, practisingSince, facts.confirmedAt, this.now),
      ...facts,
    };
  }

  /** Returns the date (YYYY-MM-DD) since which a doctor practices: 0 to 52 years before `now`. */
  practisingSince(doctor: number): string {
    const random = new Random(this.seed, STREAM.career, doctor);
    const [from, to] = YEARS.pick(random);
    const started = new Date(this.now.getTime() - (from + random.unit() * (to - from)) * YEAR_MS);
    if (!random.chance(0.6)) return dateText(dateNumberOf(started));
    // Training in Ontario ends in June, so most doctors begin on July 1.
    const year = started.getUTCFullYear() - (started.getUTCMonth() < JULY ? 1 : 0);
    return `${year}-07-01`;
  }

  /** Whether a doctor's registration is active. */
  isActive(doctor: number): boolean {
    return this.runs.factsOf(new Random(this.seed, STREAM.register, doctor)).expiredAt === null;
  }

  private booksOnline(clinic: number): boolean {
    return new Random(this.seed, STREAM.onlineBooking, clinic).chance(ONLINE_BOOKING_SHARE);
  }
}
