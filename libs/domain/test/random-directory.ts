import type {
  ClinicRecord,
  OpeningInterval,
  SpecialtyServiceRecord,
  Weekday,
} from '../src/records/clinic.js';
import type { SpecialDays } from '../src/records/special-days.js';
import { CLINIC_TYPES } from '../src/records/clinic.js';
import { GENDERS, type DoctorRecord } from '../src/records/doctor.js';

import type { Records } from '../src/read-model/read-model.js';
import { UNKNOWN_REGISTRATION } from '../src/records/registration.js';
import { REVIEW_DIMENSIONS, type ReviewRecord } from '../src/records/review.js';
import { aClinic, aDoctor, aReview, aService, DAY_MS, NOW, open, uuid } from './builders.js';

/** A seeded random generator: the same seed gives the same directory. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a whole number from 0 to below a bound (mulberry32). */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  }

  is(percent: number): boolean {
    return this.below(100) < percent;
  }

  oneOf<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  some<T>(values: readonly T[], least: number, most: number): T[] {
    return this.shuffled(values).slice(0, least + this.below(most - least + 1));
  }

  shuffled<T>(values: readonly T[]): T[] {
    const rest = [...values];
    return values.map(() => rest.splice(this.below(rest.length), 1)[0]!);
  }
}

export const SPECIALTIES = ['Family Medicine', 'Pediatrics', 'Cardiology', 'Médecine interne', 'Dermatology'];
export const LANGUAGES = ['English', 'French', 'Tamil', 'Español', 'Português', 'Cantonese'];
/** The postal areas of random clinics; empty where a clinic's postal code is not known. */
export const AREAS = ['M1N', 'M4C', 'M5B', 'L5B', 'L6P', ''];
const FIRST = ['Amara', 'Élodie', 'Łukasz', 'Wei', 'Priya', 'Søren', 'Anne-Marie', 'José'];
const LAST = ['Okafor', 'Chen', "O'Brien", 'Lévesque', 'Nguyễn', 'Li', 'Weiß', 'de la Cruz', 'Chen'];
// Today, near today, a leap day, the future, a placeholder date, and a date before any register.
const SINCE = [
  '2026-11-20',
  '2016-11-20',
  '2016-11-21',
  '2020-02-29',
  '2027-01-01',
  '1900-01-01',
  '1850-06-30',
];

const yesNoUnknown = (chance: Chance) => chance.oneOf([true, false, null]);

/** Some without a known end, some until midnight or later. */
function randomHours(chance: Chance, weekday: Weekday): OpeningInterval[] {
  const [interval] = open([weekday], 8 + chance.below(4), 15 + chance.below(6)) as [OpeningInterval];
  if (chance.is(10)) return [{ ...interval, closes: null }];
  // By the opening and not by chance, as below.
  return [chance.is(10) ? { ...interval, closes: 480 + 2 * interval.opens } : interval];
}

// By number and not by chance: the same seed keeps giving the same directory besides.
const METHODS = ['phone', 'web', 'patient', 'clinic', 'register', ''];
const observedAt = (n: number) => new Date(NOW.getTime() - ((n * 37) % 250) * DAY_MS);

const SPECIAL_DAYS: readonly (readonly SpecialDays[])[] = [
  [{ on: 'public-holidays', hours: [] }],
  [
    { on: 'public-holidays', hours: [{ opens: 600, closes: 840 }] },
    { on: 'every-year', from: '12-25', to: '12-25', hours: [] },
  ],
  [{ on: 'every-year', from: '12-24', to: '01-02', hours: [] }],
  [{ on: 'dates', from: '2026-12-20', to: '2027-01-03', hours: [{ opens: 600, closes: null }] }],
  [{ on: 'every-year', from: '07-01', to: '08-31', weekdays: [1, 2], hours: [{ opens: 540, closes: 1500 }] }],
  [
    { on: 'holiday', name: 'Civic Holiday', hours: null },
    { on: 'dates', from: '2026-12-24', to: '2026-12-24', hours: null },
  ],
  [{ on: 'every-week', weekdays: [3, 6], hours: null }],
  [
    {
      on: 'every-week',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      hours: null,
      times: [
        { opens: 1020, closes: 1200 },
        { opens: 1380, closes: 1530 },
      ],
    },
    { on: 'every-year', from: '12-20', to: '12-31', hours: [{ opens: 600, closes: 720 }] },
    { on: 'dates', from: '2026-12-23', to: '2026-12-23', hours: null, times: [{ opens: 780, closes: 840 }] },
  ],
  [
    { on: 'every-week', weekdays: [5], hours: null },
    { on: 'every-year', from: '11-01', to: '12-31', hours: [] },
  ],
];

function randomClinic(chance: Chance, n: number): ClinicRecord {
  const special = SPECIAL_DAYS[n % 20];
  const isUnknown = (day: Weekday) =>
    special?.some(({ on, weekdays: days, times }) => on === 'every-week' && !times && days?.includes(day));
  const weekdays = chance.some([1, 2, 3, 4, 5, 6, 7] as Weekday[], 0, 7).filter((day) => !isUnknown(day));
  const area = chance.oneOf(AREAS);
  // Several are at one place: at the center of their postal area, or in one building.
  const position = chance.is(30)
    ? { lat: 43.7, lng: chance.oneOf([-79.4, -79.3]) }
    : { lat: 43.5 + chance.below(400) / 1_000, lng: -79.7 + chance.below(600) / 1_000 };
  const clinic = aClinic({
    id: uuid(10_000 + n),
    name: `${chance.oneOf(['Élan', 'Elan', 'Birchmount', 'birchmount', 'Yonge'])} ${chance.oneOf(['Health', 'Clinic'])}`,
    postalCode: area && `${area} 1A1`,
    ...position,
    website: chance.is(50) ? `https://clinic-${n}.example` : '',
    type: chance.oneOf(CLINIC_TYPES),
    openingHours: weekdays.flatMap((weekday) => randomHours(chance, weekday)),
    wheelchair: yesNoUnknown(chance),
    virtualVisits: yesNoUnknown(chance),
    nearSubway: chance.is(50),
    accepting: yesNoUnknown(chance),
  });
  const days = special && { specialDays: special };
  if (clinic.accepting === null || n % 10 === 0) return { ...clinic, ...days };
  return {
    ...clinic,
    ...days,
    acceptingObserved: { observedAt: observedAt(n), method: METHODS[n % METHODS.length]! },
  };
}

/** Returns a service with the time of its observation, if the number is odd. */
function observed(service: SpecialtyServiceRecord, n: number): SpecialtyServiceRecord {
  if (service.accepting === null || n % 2 === 0) return service;
  const said = { source: 'specialists', method: 'clinic_attested', observedAt: observedAt(n) } as const;
  return { ...service, evidence: [{ fact: 'serviceAccepting', value: service.accepting, ...said }] };
}

const CLASSES = ['Independent Practice', 'Postgraduate Education', '', 'Restricted', 'Independent Practice'];

function randomDoctor(chance: Chance, n: number, clinics: readonly ClinicRecord[]): DoctorRecord {
  const year = 1970 + chance.below(56);
  const month = String(1 + chance.below(12)).padStart(2, '0');
  return aDoctor({
    registrationNumber: String(900_000 + n),
    name: `Dr. ${chance.oneOf(FIRST)} ${chance.oneOf(LAST)}`,
    gender: chance.oneOf([...GENDERS, '' as const]),
    practisingSince: chance.is(20) ? chance.oneOf(SINCE) : `${year}-${month}-20`,
    specialties: chance.some(SPECIALTIES, 1, 2),
    languages: chance.some(LANGUAGES, 1, 3),
    clinicIds: chance.some(clinics, 1, 3).map(({ id }) => id),
    registration: { ...UNKNOWN_REGISTRATION, class: CLASSES[n % CLASSES.length]! },
    confirmedAt: chance.is(20) ? null : new Date(Date.UTC(2026, 8 + chance.below(3), 1 + chance.below(20))),
    expiredAt: chance.is(8) ? new Date('2026-11-01T00:00:00Z') : null,
  });
}

function randomReview(chance: Chance, n: number, subject: ReviewRecord['subject']): ReviewRecord {
  const dimensions = chance.some(REVIEW_DIMENSIONS, 0, 6).map((name) => [name, 1 + chance.below(5)]);
  return aReview({
    id: uuid(20_000 + n),
    subject,
    rating: 1 + chance.below(5),
    date: `202${4 + chance.below(3)}-0${1 + chance.below(9)}-1${chance.below(10)}`,
    text: `Review ${n}`,
    dimensions: Object.fromEntries(dimensions) as ReviewRecord['dimensions'],
  });
}

export interface RandomRecords extends Records {
  readonly clinics: readonly ClinicRecord[];
  readonly doctors: readonly DoctorRecord[];
  readonly services: readonly SpecialtyServiceRecord[];
  readonly reviews: readonly ReviewRecord[];
}

/** Returns 60 clinics and 300 doctors, some of them expired, with services and reviews. */
export function randomRecords(chance: Chance): RandomRecords {
  const clinics = Array.from({ length: 60 }, (_, n) => randomClinic(chance, n));
  const doctors = Array.from({ length: 300 }, (_, n) => randomDoctor(chance, n, clinics));
  const services = clinics
    .flatMap(({ id }) =>
      chance
        .some(SPECIALTIES, 0, 3)
        .map((specialty) =>
          aService({ clinicId: id, specialty, waitWeeks: chance.below(6), accepting: yesNoUnknown(chance) }),
        ),
    )
    .map(observed);
  const subjects = [
    ...doctors.map(({ registrationNumber }) => ({ doctor: registrationNumber })),
    ...clinics.map(({ id }) => ({ clinic: id })),
  ];
  const reviews = Array.from({ length: 900 }, (_, n) => randomReview(chance, n, chance.oneOf(subjects)));
  return { clinics, doctors, services, reviews };
}
