import { aClinic, aDirectory, aDoctor, aService, open, TODAY, uuid } from '../../test/builders.js';
import { Chance, randomRecords } from '../../test/random-directory.js';
import {
  asRead,
  randomClinicQuery,
  randomDoctorQuery,
  randomSpecialistQuery,
} from '../../test/random-query.js';
import type {
  ClinicListQuery,
  ClinicQuery,
  DoctorQuery,
  SpecialistQuery,
} from '../contract/queries/query.js';
import { type ClinicRecord, DAY_NAMES, type Weekday } from '../records/clinic.js';
import type { DoctorRecord } from '../records/doctor.js';
import { ANSWERS } from '../records/evidence.js';
import { UNKNOWN_REGISTRATION } from '../records/registration.js';
import type { SpecialDays } from '../records/special-days.js';
import { clinicCriteria, clinicMatches, doctorCriteria, doctorMatches } from '../rules/criteria.js';
import { type Acceptance, acceptanceAnswer } from '../rules/evidence.js';
import { independenceOf } from '../rules/registration.js';
import { serviceAcceptance } from '../rules/statements.js';
import { hoursOn, unknownTimesOn } from '../rules/time/special-days.js';
import { dayOf, daysAfter } from '../rules/time/toronto-time.js';
import { fold } from '../text/text.js';
import { interpretPlaces } from './interpret/places.js';

const WEEK: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const KNOWN: Partial<ClinicRecord> = {
  openingHours: open(WEEK, 0, 24),
  wheelchair: true,
  virtualVisits: true,
  nearSubway: true,
  accepting: true,
  website: 'https://clinic.example',
};
const NO: Partial<ClinicRecord> = {
  openingHours: open([1, 2, 3, 4, 5], 9, 17),
  wheelchair: false,
  virtualVisits: false,
  nearSubway: false,
  accepting: false,
  website: 'https://clinic.example',
};
const UNKNOWN: Partial<ClinicRecord> = { positionSource: 'postal-area', postalCode: '' };
const clinics = [KNOWN, NO, UNKNOWN].map((facts, n) => aClinic({ id: uuid(n), ...facts }));
const doctors = clinics.map(({ id }, n) =>
  aDoctor({ registrationNumber: String(n), clinicIds: [id], gender: 'female', languages: ['Tamil'] }),
);
const directory = aDirectory({
  clinics,
  doctors,
  services: clinics.map(({ id }) => aService({ clinicId: id })),
});

describe('a filter on what is not known of a clinic says how many it leaves out', () => {
  it.each<[query: DoctorQuery, what: string]>([
    [{ evening: true }, 'the opening hours of the primary clinic are'],
    [{ weekend: true }, 'the opening hours of the primary clinic are'],
    [{ days: ['sat'] }, 'the opening hours of the primary clinic are'],
    [{ openAt: '18:00' }, 'the opening hours of the primary clinic are'],
    [{ date: '2026-11-28' }, 'the opening hours of the primary clinic are'],
    [{ date: '2026-11-28', openAt: '18:00' }, 'the opening hours of the primary clinic are'],
    [{ evening: true, days: ['sat'] }, 'the opening hours of the primary clinic are'],
    [{ accepting: true }, 'whether the primary clinic accepts new patients is'],
    [{ acceptance: ['yes'] }, 'whether the primary clinic accepts new patients is'],
    [{ acceptance: ['no'] }, 'whether the primary clinic accepts new patients is'],
    [{ wheelchair: true }, 'whether the primary clinic is wheelchair-accessible is'],
    [{ virtualVisits: true }, 'whether the primary clinic offers virtual visits is'],
    [{ nearTTC: true }, 'whether the primary clinic is near a subway station is'],
    [{ area: ['M1N'] }, 'the postal code of the primary clinic is'],
  ])('%j', (query, what) => {
    const said = [`1 doctor that would match otherwise was left out: ${what} not known.`];
    expect(directory.listDoctors(query).value.warnings).toEqual(said);
    expect(directory.getFacets(Object.assign({}, query, { by: ['gender' as const] })).value.warnings).toEqual(
      said,
    );
    const ofClinics = directory.listClinics(query as ClinicQuery).value.warnings;
    expect(ofClinics).toEqual([expect.stringMatching(/^1 clinic that would match otherwise was left out: /)]);
    const ofServices = directory.listSpecialists(
      Object.assign({}, query, { specialty: 'Cardiology' }) as SpecialistQuery,
    );
    expect(ofServices.value.warnings).toEqual([
      expect.stringMatching(/^1 service that would match otherwise was left out: /),
    ]);
  });

  it('each of several, and all together', () => {
    const { warnings } = directory.listDoctors({ accepting: true, weekend: true, gender: 'female' }).value;
    expect(warnings).toEqual([
      '1 doctor that would match otherwise was left out, because not everything is known: whether the primary clinic accepts new patients (1); the opening hours of the primary clinic (1).',
    ]);
  });

  it('on a holiday, with its name: the hours of the week do not count', () => {
    const query = { date: '2026-12-25', wheelchair: true };
    const holiday =
      '2026-12-25 is a holiday in Ontario (Christmas Day): only hours that are known of that day count.';
    const { total, warnings } = directory.listDoctors(query).value;
    expect({ total, warnings }).toEqual({
      total: 0,
      warnings: [
        `${holiday} 2 doctors that would match otherwise were left out, because not everything is known: whether the primary clinic is wheelchair-accessible (1); the opening hours of the primary clinic (2).`,
      ],
    });
    expect(directory.listDoctors({ ...query, ids: ['1'] }).value.warnings).toEqual([holiday]);
  });

  it.each<DoctorQuery>([
    {},
    { acceptance: ['yes', 'unknown'] },
    { clinicType: ['family-practice'] },
    { minYears: 1 },
    { accepting: true, gender: 'male' },
    { date: '2026-11-28', gender: 'male' },
  ])('but not %j', (query) => expect(directory.listDoctors(query).value.warnings).toBeUndefined());

  it('and one that is false says what to send instead', () => {
    const { total, warnings } = directory.listClinics({ accepting: false }).value;
    expect([total, warnings]).toEqual([3, [expect.stringContaining('acceptance=no lists those')]]);
  });

  it('a specialty without services says where its doctors are', () => {
    const [{ specialties }] = doctors as [DoctorRecord];
    const services = aDirectory({ clinics, doctors });
    expect(services.listSpecialists({ specialty: specialties[0]! }).value).toMatchObject({
      total: 0,
      warnings: [expect.stringContaining(`/doctors?specialties=${encodeURIComponent(specialties[0]!)}: 3.`)],
    });
    expect(directory.listSpecialists({ specialty: 'Sorcery' }).value.warnings).not.toContainEqual(
      expect.stringContaining('No clinic lists a service'),
    );
  });
});

const ofClass = (words: string): DoctorRecord['registration'] => ({ ...UNKNOWN_REGISTRATION, class: words });
const independent = ofClass('Independent Practice');
const strange = ofClass('Visiting Sorcerer');

it.each<[Partial<DoctorRecord>, DoctorQuery, what: string]>([
  [{ languages: [] }, { languages: ['Tamil'] }, 'the languages are'],
  [{ specialties: [] }, { specialties: ['Cardiology'] }, 'the specialties are'],
  [{ specialties: [] }, { specialty: 'Cardiology' }, 'the specialties are'],
  [{ gender: '' }, { gender: 'female' }, 'the gender is'],
  [
    { registration: strange },
    { independent: true },
    'whether the registration is for independent practice is',
  ],
])('a filter on what is not known of a doctor does, too: %j', (facts, query, what) => {
  const known = {
    specialties: ['Cardiology'],
    languages: ['Tamil'],
    gender: 'female',
    registration: independent,
  } as const;
  const some = aDirectory({
    clinics: [aClinic()],
    doctors: [
      aDoctor({ ...known }),
      aDoctor({ registrationNumber: '2', ...known, ...facts }),
      aDoctor({
        registrationNumber: '3',
        specialties: ['Neurology'],
        languages: ['Thai'],
        gender: 'male',
        registration: ofClass('Restricted'),
      }),
    ],
  });
  expect(some.listDoctors(query).value).toMatchObject({
    total: 1,
    warnings: [`1 doctor that would match otherwise was left out: ${what} not known.`],
  });
});

it('says of a clinic all that is asked about, where something else is not known of each doctor', () => {
  const some = aDirectory({
    clinics: [aClinic()],
    doctors: [
      aDoctor({ registrationNumber: '1', languages: ['Tamil'], registration: strange }),
      aDoctor({ registrationNumber: '2', languages: [], registration: independent }),
    ],
  });
  expect(some.listClinics({ languages: ['Tamil'], independent: true }).value).toMatchObject({
    total: 0,
    warnings: [
      '1 clinic that would match otherwise was left out, because not everything is known: the languages of a doctor (1); whether the registration of a doctor there is for independent practice (1).',
    ],
  });
});

type AcceptanceFilters = Pick<DoctorQuery, 'accepting' | 'acceptance'>;

/** A directory of which much is not known. */
const random = randomRecords(new Chance(20261128));
const records = {
  ...random,
  clinics: random.clinics.map((clinic, n) => (n % 4 ? clinic : { ...clinic, ...UNKNOWN, nearSubway: false })),
  doctors: random.doctors.map((doctor, n) => ({
    ...doctor,
    ...(n % 3 === 0 && { languages: [] }),
    ...(n % 5 === 0 && { specialties: [] }),
  })),
};
const unknown = aDirectory(records);

function possibleDay(clinic: ClinicRecord, date: string): SpecialDays {
  const known = hoursOn(clinic, date);
  const ofWeek = clinic.openingHours.filter(({ weekday }) => DAY_NAMES[weekday - 1] === dayOf(date));
  const spans = [...(known ?? [{ opens: 0, closes: 1440 }, ...ofWeek]), ...unknownTimesOn(clinic, date)];
  const hours = spans.map(({ opens, closes }) => ({ opens, closes: closes ?? 1440 }));
  return { on: 'dates', from: date, to: date, hours };
}

/** Returns a clinic as it may be: each unknown fact is known and suits the query. */
function possibleClinic(clinic: ClinicRecord, query: ClinicListQuery | DoctorQuery): ClinicRecord {
  const { openingHours } = clinic;
  const left = (clinic.specialDays ?? []).find(({ on }) => on === 'every-week');
  const times = left?.times ?? [{ opens: 0, closes: 1440 }];
  const unknown = left?.weekdays?.flatMap((weekday) => times.map((time) => ({ weekday, ...time }))) ?? [];
  const hours = [...openingHours, ...(openingHours.length > 0 ? unknown : open(WEEK, 0, 24))];
  const { date } = query;
  return {
    ...clinic,
    ...(date !== undefined && {
      specialDays: [
        ...(clinic.specialDays ?? []),
        ...[daysAfter(date, -1), date].map((day) => possibleDay(clinic, day)),
      ],
    }),
    openingHours: hours.map((interval) => ({ ...interval, closes: interval.closes ?? 1440 })),
    wheelchair: clinic.wheelchair ?? true,
    virtualVisits: clinic.virtualVisits ?? true,
    nearSubway: clinic.nearSubway || clinic.positionSource === 'postal-area',
    website: clinic.website || 'https://known.example',
    postalCode: clinic.postalCode || `${query.area?.[0] ?? ''} 1A1`,
  };
}

/** Returns whether a record may accept new patients as a query asks. `accepting` asks for the last answer, however old. */
function mayAccept(record: Acceptance, { accepting, acceptance }: AcceptanceFilters): boolean {
  const answer = acceptanceAnswer(record, TODAY);
  const answers = answer === 'unknown' ? ANSWERS : [answer];
  if (accepting && record.accepting === false) return false;
  return !acceptance || answers.some((each) => acceptance.includes(each));
}

function possibleDoctor(doctor: DoctorRecord, query: DoctorQuery | ClinicListQuery): DoctorRecord {
  const { specialty } = query as DoctorQuery;
  const specialties = query.specialties ?? (specialty === undefined ? [] : [specialty]);
  return {
    ...doctor,
    specialties: doctor.specialties.length > 0 ? doctor.specialties : specialties,
    languages: doctor.languages.length > 0 ? doctor.languages : (query.languages ?? query.language ?? []),
    gender: doctor.gender || (query.gender ?? ''),
    registration: independenceOf(doctor.registration.class) === 'unknown' ? independent : doctor.registration,
  };
}

const clinicById = new Map(records.clinics.map((clinic) => [clinic.id, clinic]));

function possibleDoctors({ accepting, acceptance, ...query }: DoctorQuery): number {
  const criteria = doctorCriteria(query);
  return records.doctors.filter((record) => {
    const at = clinicById.get(record.clinicIds[0]!)!;
    const possible = { doctor: possibleDoctor(record, query), clinic: possibleClinic(at, query) };
    return mayAccept(at, { accepting, acceptance }) && doctorMatches(criteria, possible, TODAY);
  }).length;
}

function isPossible(at: ClinicRecord, query: ClinicListQuery): boolean {
  const clinic = possibleClinic(at, query);
  const staff = records.doctors.filter(({ clinicIds }) => clinicIds.includes(clinic.id));
  const possible = staff.map((doctor) => ({ doctor: possibleDoctor(doctor, query), clinic }));
  return clinicMatches(clinicCriteria(query), { clinic, doctors: possible }, TODAY);
}

function possibleClinics({ accepting, acceptance, ...query }: ClinicQuery): number {
  return records.clinics.filter(
    (clinic) => mayAccept(clinic, { accepting, acceptance }) && isPossible(clinic, query),
  ).length;
}

function possibleServices({ accepting, acceptance, ...query }: SpecialistQuery): number {
  return records.services.filter((service) => {
    const clinic = clinicById.get(service.clinicId)!;
    return (
      fold(service.specialty) === fold(query.specialty) &&
      isPossible(clinic, query) &&
      mayAccept(serviceAcceptance(service, clinic), { accepting, acceptance })
    );
  }).length;
}

describe('on random queries, the number is that of the records that may match', () => {
  type Value = { readonly total: number; readonly warnings?: readonly string[] };
  it.each<[string, (chance: Chance) => { query: object; value: Value; possible: number }]>([
    [
      'doctors',
      (chance) => {
        const query: DoctorQuery = randomDoctorQuery(chance);
        const possible = possibleDoctors(interpretPlaces(asRead(query)));
        return { query, value: unknown.listDoctors(query).value, possible };
      },
    ],
    [
      'clinics',
      (chance) => {
        const query: ClinicQuery = randomClinicQuery(chance);
        const possible = possibleClinics(interpretPlaces(asRead(query)));
        return { query, value: unknown.listClinics(query).value, possible };
      },
    ],
    [
      'services',
      (chance) => {
        const query: SpecialistQuery = { ...randomSpecialistQuery(chance), specialty: 'Cardiology' };
        const possible = possibleServices(interpretPlaces(asRead(query)));
        return { query, value: unknown.listSpecialists(query).value, possible };
      },
    ],
  ])('%s', (_, ask) => {
    const chance = new Chance(9);
    const counts = new Set<number>();
    for (let i = 0; i < 400; i++) {
      const { query, value, possible } = ask(chance);
      const [, said = '0'] =
        /(\d+) \w+ that would match otherwise/.exec(value.warnings?.join('\n') ?? '') ?? [];
      const leftOut = Number(said);
      expect({ query, leftOut }).toEqual({ query, leftOut: possible - value.total });
      counts.add(leftOut);
    }
    expect(counts.size).toBeGreaterThan(5);
  });
});
