import type { ClinicDetail, ClinicDoctor } from '../../contract/answers/clinic-answer.js';
import type { ComparedValue } from '../../contract/explanation.js';
import { AnswerBytes } from '../../read-model/memory/answer-bytes.js';
import type { KnownAnswer } from '../../records/evidence.js';
import type { DirectoryView } from '../directory-view.js';
import { requestedExtras } from '../requested-extras.js';
import { WORKING_DAYS } from '../../rules/criteria.js';
import {
  type KnownHours,
  mayBeOpen,
  mayBeOpenEvenings,
  mayBeOpenWeekends,
  minutesOf,
  spanText,
  weekdayOf,
} from '../../rules/time/opening-hours.js';
import { hoursValue } from '../../rules/statements.js';
import { hoursOn, knownHours, mayBeOpenOn } from '../../rules/time/special-days.js';
import type { AppliedQuery, FilterName } from './filters.js';

/** What a record has, as answers show it. */
export interface RecordFacts {
  readonly id: string;
  /** The clinic, or the primary one of a doctor. */
  readonly clinic: ClinicDetail;
  /** Whether it is known if a subway station is near the clinic. */
  readonly knowsSubway: boolean;
  /** The doctor; or every listed doctor of the clinic. */
  readonly doctors: readonly ClinicDoctor[];
  /** A clinic has as many values as its doctors. */
  readonly isClinic: boolean;
  /** Whether the registration of each doctor is for independent practice. */
  readonly independence: readonly KnownAnswer[];
  /** The clinics of a doctor, the primary one first. */
  readonly clinicIds: readonly string[];
  /** Empty if not known. */
  readonly postalArea: string;
  /** The specialties of the services of a clinic. */
  readonly services: readonly string[];
  /** Whether the clinic, or a service of the requested specialty, accepts new patients, as last observed. */
  readonly accepting: boolean | null;
  /** What is known of that now, of each of the services. */
  readonly acceptance: readonly KnownAnswer[];
}

const FACTS = ['distance', 'hours', 'availability'] as const;

/** Returns the detail of a clinic with its hours and availability, and the distance if there is a place. */
export function clinicFacts(
  { model: { clinics }, asOf }: DirectoryView,
  clinic: number,
  query: AppliedQuery,
  maxDoctors: number,
): RecordFacts['clinic'] {
  const extras = requestedExtras({ ...query, include: FACTS }, '', asOf)!;
  const body = new AnswerBytes();
  clinics.addDetail(clinic, asOf, maxDoctors, body);
  clinics.addExtras(clinic, extras, body.dropLast());
  return JSON.parse(body.text('}').finishText()) as RecordFacts['clinic'];
}

/** Returns whether it is known if a subway station is near a clinic. */
export function knowsSubway({ model: { clinics } }: DirectoryView, clinic: number): boolean {
  const notes = clinics.extras.notesOf(clinic);
  return !notes.some((note) => typeof note === 'object' && note.code === 'subway_not_known');
}

/** Returns a doctor as the detail of a clinic shows it. */
export function doctorFacts({ model: { doctors }, asOf }: DirectoryView, doctor: number): ClinicDoctor {
  const body = new AnswerBytes();
  doctors.addInClinic(doctor, asOf, body);
  return JSON.parse(body.dropLast().finishText()) as ClinicDoctor;
}

/** What a record has of each filter; null or an empty list if that is not known. */
export const HAS: Readonly<Record<FilterName, (record: RecordFacts, query: AppliedQuery) => ComparedValue>> =
  {
    specialties: ({ doctors }) => distinct(doctors.flatMap(({ specialties }) => specialties)),
    specialty: (record, query) => (record.isClinic ? record.services : HAS.specialties(record, query)),
    languages,
    language: languages,
    gender: (record) => ofDoctors(record, ({ gender }) => gender || null),
    independent: ({ isClinic, independence }) => {
      const known = distinct(independence.filter((answer) => answer !== 'unknown'));
      return isClinic ? known : known.length === 0 ? null : known[0] === 'yes';
    },
    minYears: years,
    maxYears: years,
    accepting: ({ accepting }) => accepting,
    acceptance: ({ acceptance }) => distinct(acceptance.filter((answer) => answer !== 'unknown')),
    evening: (record) => hours(record, {}),
    weekend: (record) => hours(record, {}),
    days: hours,
    date: hours,
    openAt: hours,
    wheelchair: ({ clinic }) => answerOf(clinic, 'wheelchair'),
    virtualVisits: ({ clinic }) => answerOf(clinic, 'virtualVisits'),
    nearTTC: ({ clinic, knowsSubway }) => (knowsSubway ? clinic.accessibility.nearTTC : null),
    hasWebsite: ({ clinic }) => clinic.website || null,
    within: ({ clinic }) => clinic.distanceMeters! / 1000,
    area: ({ postalArea }) => postalArea || null,
    clinicType: ({ clinic }) => clinic.type,
    clinic: ({ clinicIds }) => clinicIds,
    ids: ({ id }) => id,
    q: ({ isClinic, clinic, doctors }) => (isClinic ? clinic.name : doctors[0]!.name),
  };

/** The filters by hours, each with whether it is not known if a clinic meets it. */
export const MAY_BE_OPEN: Readonly<
  Partial<Record<FilterName, (hours: KnownHours, query: AppliedQuery) => boolean>>
> = {
  evening: mayBeOpenEvenings,
  weekend: mayBeOpenWeekends,
  days: mayBeOpenThen,
  date: mayBeOpenThen,
  openAt: mayBeOpenThen,
};

function mayBeOpenThen(hours: KnownHours, { days, date, openAt }: AppliedQuery): boolean {
  const at = openAt === undefined ? undefined : minutesOf(openAt);
  if (date !== undefined) return mayBeOpenOn(hours, date, at);
  return mayBeOpen(hours, days?.map(weekdayOf) ?? WORKING_DAYS, at);
}

function languages({ doctors }: RecordFacts): ComparedValue {
  return distinct(doctors.flatMap((doctor) => doctor.languages));
}

function years(record: RecordFacts): ComparedValue {
  const all = ofDoctors(record, ({ yearsOfPractice }) => yearsOfPractice);
  return Array.isArray(all) ? all.toSorted((a, b) => Number(a) - Number(b)) : all;
}

function ofDoctors(
  { doctors, isClinic }: RecordFacts,
  valueOf: (doctor: ClinicDoctor) => string | number | null,
): ComparedValue {
  const values = doctors.map(valueOf);
  return isClinic ? distinct(values.filter((value) => value !== null)) : values[0]!;
}

/** Returns the hours of the week; for a query about a date those of the date, and "closed" where there are none. */
function hours({ clinic }: RecordFacts, { date }: AppliedQuery): ComparedValue {
  if (date !== undefined) {
    const known = hoursOn(knownHours(clinic), date);
    if (known?.length === 0) return 'closed';
    return known && known.map((span) => `${date} ${spanText(span)}`);
  }
  return hoursValue(knownHours(clinic).openingHours);
}

function answerOf({ availability }: ClinicDetail, of: 'wheelchair' | 'virtualVisits') {
  const { answer } = availability![of];
  return answer === 'unknown' ? null : answer === 'yes';
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
