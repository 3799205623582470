import {
  AsOf,
  freshnessOf,
  independenceOf,
  isOpenEvenings,
  isOpenWeekends,
  restrictionsOf,
} from '@care-atlas/domain/rules';
import { LANGUAGES } from '@care-atlas/domain/vocabulary';
import { readOpenData } from './open-data.js';
import { NAME_CULTURES } from './doctors/person-name.js';
import { sampleDirectory } from './sample-directory.js';
import { RARE_LANGUAGES } from './doctors/spoken-languages.js';
import { FAMILY_MEDICINE, profileOf, SPECIALTY_PROFILES } from './doctors/specialty-profile.js';

const NOW = new Date('2026-11-20T15:27:31Z');
const data = readOpenData();
const sample = sampleDirectory({ doctors: 25_000, now: NOW });
const { clinics } = sample;
const doctors = [...sample.doctors()];
const reviews = [...sample.reviews()];
const services = [...sample.services()];

const toronto = clinics.filter(({ address }) => address.includes(', Toronto, ON '));
const withHours = clinics.filter(({ openingHours }) => openingHours.length > 0);
const specialists = doctors.filter(({ specialties }) => specialties[0] !== FAMILY_MEDICINE);
const familyDoctors = doctors.filter(({ specialties }) => specialties[0] === FAMILY_MEDICINE);
const subSpecialists = specialists.filter(({ specialties }) => profileOf(specialties[0]!).parent);
const bySubject = Map.groupBy(reviews, ({ subject }) =>
  'doctor' in subject ? subject.doctor : subject.clinic,
);
const perClinic = new Map<string, number>();
for (const { clinicIds } of doctors)
  for (const id of clinicIds) perClinic.set(id, (perClinic.get(id) ?? 0) + 1);
const asOf = new AsOf(NOW);
const freshness = (state: string) =>
  share(doctors, (doctor) => !doctor.expiredAt && freshnessOf(doctor, asOf) === state);
const aged = (years: number) =>
  share(reviews, ({ date }) => date >= `${NOW.getUTCFullYear() - years}${NOW.toISOString().slice(4, 10)}`);

const independent = (answer: string) =>
  share(doctors, ({ registration }) => independenceOf(registration.class) === answer);
const restricted = (answer: string) =>
  share(doctors, ({ registration }) => restrictionsOf(registration) === answer);

function share<T>(all: readonly T[], holds: (item: T) => boolean): number {
  return all.filter(holds).length / all.length;
}

describe('proportions of 25,000 doctors', () => {
  it.each<[what: string, measured: number, low: number, high: number]>([
    ['clinics', clinics.length, 3_700, 4_300],
    ['reviews', reviews.length, 112_000, 128_000],
    ['clinics in Toronto', toronto.length / clinics.length, 0.48, 0.58],
    ['Toronto clinics near the subway', share(toronto, (c) => c.nearSubway), 0.28, 0.39],
    ['clinics near the subway elsewhere', share(clinics, (c) => c.nearSubway), 0.13, 0.22],
    ['positions from the postal area', share(clinics, (c) => c.positionSource === 'postal-area'), 0.02, 0.04],
    ['hours known', withHours.length / clinics.length, 0.83, 0.87],
    [
      'open in the evening, of known hours',
      share(withHours, (c) => isOpenEvenings(c.openingHours)),
      0.3,
      0.55,
    ],
    [
      'open at the weekend, of known hours',
      share(withHours, (c) => isOpenWeekends(c.openingHours)),
      0.12,
      0.3,
    ],
    ['known to be independent', independent('yes'), 0.72, 0.86],
    ['known not to be independent', independent('no'), 0.04, 0.12],
    ['of a class that is not known', independent('unknown'), 0.08, 0.2],
    ['restricted', restricted('yes'), 0.01, 0.06],
    ['without restrictions', restricted('no'), 0.55, 0.8],
    ['wheelchair yes', share(clinics, (c) => c.wheelchair === true), 0.59, 0.65],
    ['wheelchair no', share(clinics, (c) => c.wheelchair === false), 0.2, 0.26],
    ['virtual visits yes', share(clinics, (c) => c.virtualVisits === true), 0.57, 0.63],
    ['virtual visits not known', share(clinics, (c) => c.virtualVisits === null), 0.13, 0.19],
    ['website', share(clinics, (c) => c.website !== ''), 0.57, 0.63],
    ['clinics accepting', share(clinics, (c) => c.accepting === true), 0.32, 0.38],
    ['clinics not accepting', share(clinics, (c) => c.accepting === false), 0.47, 0.53],
    ['largest clinic', Math.max(...perClinic.values()), 30, 40],
    ['smallest clinic', Math.min(...clinics.map(({ id }) => perClinic.get(id) ?? 0)), 1, 1],
    ['women', share(doctors, (d) => d.gender === 'female'), 0.47, 0.49],
    ['men', share(doctors, (d) => d.gender === 'male'), 0.49, 0.51],
    ['non-binary', share(doctors, (d) => d.gender === 'non-binary'), 0.012, 0.018],
    ['gender not known', share(doctors, (d) => d.gender === ''), 0.003, 0.007],
    ['family medicine', familyDoctors.length / doctors.length, 0.43, 0.47],
    ['sub-specialists with their parent', share(subSpecialists, (d) => d.specialties.length > 1), 0.47, 0.53],
    [
      'family doctors with a second interest',
      share(familyDoctors, (d) => d.specialties.length > 1),
      0.07,
      0.11,
    ],
    ['two locations', share(doctors, (d) => d.clinicIds.length === 2), 0.11, 0.13],
    ['specialists who need a referral', share(specialists, (d) => d.referralRequired), 0.9, 0.94],
    ['online booking', share(doctors, (d) => d.booking.online !== ''), 0.12, 0.3],
    ['English', share(doctors, (d) => d.languages.includes('English')), 0.96, 0.98],
    ['fresh', freshness('fresh'), 0.77, 0.79],
    ['stale', freshness('stale'), 0.14, 0.16],
    ['unknown', freshness('unknown'), 0.045, 0.055],
    ['expired', share(doctors, (d) => d.expiredAt !== null), 0.015, 0.025],
    ['moments of synchronization', new Set(doctors.map((d) => d.syncedAt.getTime())).size, 10, 40],
    ['different names', new Set(doctors.map((d) => d.name)).size, 18_000, 24_500],
    ['different clinic names', new Set(clinics.map((c) => c.name)).size / clinics.length, 0.9, 1],
    ['services accepting', share(services, (s) => s.accepting === true), 0.42, 0.48],
    ['services whose acceptance is not known', share(services, (s) => s.accepting === null), 0.25, 0.31],
    ['reviews of doctors', share(reviews, (r) => 'doctor' in r.subject), 0.66, 0.74],
    ['subjects without a review', 1 - bySubject.size / (doctors.length + clinics.length), 0.37, 0.43],
    ['most reviews of one subject', Math.max(...[...bySubject.values()].map((r) => r.length)), 200, 400],
    ['4 and 5 stars', share(reviews, (r) => r.rating >= 4), 0.65, 0.76],
    ['1 and 2 stars', share(reviews, (r) => r.rating <= 2), 0.15, 0.25],
    ['dimensions rated', average(reviews.map((r) => Object.keys(r.dimensions).length)) / 6, 0.53, 0.57],
    ['reviews without a dimension', share(reviews, (r) => Object.keys(r.dimensions).length === 0), 0.1, 0.14],
    ['different texts', new Set(reviews.map((r) => r.text)).size, 5_000, 128_000],
    ['reviews of the last year', aged(1), 0.3, 0.55],
    ['reviews of the last two years', aged(2), 0.5, 0.75],
  ])('%s: %d lies between %d and %d', (_what, measured, low, high) => {
    expect(measured).toBeGreaterThanOrEqual(low);
    expect(measured).toBeLessThanOrEqual(high);
  });

  it('uses every specialty and every language', () => {
    expect(new Set(doctors.flatMap(({ specialties }) => specialties))).toEqual(new Set(data.specialties));
    const usual = [...data.speakers.keys()];
    expect(new Set(doctors.flatMap(({ languages }) => languages))).toEqual(
      new Set([...usual, ...RARE_LANGUAGES]),
    );
  });

  it('has a few doctors of each rare language, none of them among the first 5,000', () => {
    const spoken = (language: string) => doctors.filter(({ languages }) => languages.includes(language));
    const rare = RARE_LANGUAGES.filter((language) => !data.speakers.has(language));
    expect(rare.filter((language) => spoken(language).length < 3 || spoken(language).length > 5)).toEqual([]);
    expect(spoken('American Sign Language').length).toBeGreaterThan(3);
    const early = doctors.slice(0, 5_000).flatMap(({ languages }) => languages);
    expect(rare.filter((language) => early.includes(language))).toEqual([]);
  });

  it('names rare languages as the directory does', () => {
    expect(RARE_LANGUAGES.filter((language) => !LANGUAGES.names.includes(language))).toEqual([]);
  });

  it('names Persian as the directory does, and nothing as vague as "Chinese"', () => {
    const languages = new Set(doctors.flatMap((doctor) => doctor.languages));
    expect(languages).toContain('Persian');
    expect([...languages].filter((language) => /Farsi|Chinese|\(/.test(language))).toEqual([]);
  });

  it.each([
    'Łukasz',
    'Éloïse',
    'Nguyễn',
    'Çelik',
    'Müller',
    'Ștefan',
    'O’Brien',
    "O'Brien",
    "D'Souza",
    'de la Cruz',
    'al-Masri',
  ])('contains the name %s', (name) => {
    expect(doctors.some((doctor) => doctor.name.includes(name))).toBe(true);
  });
});

describe('the tables behind the sample', () => {
  it('profiles exactly the specialties of the directory, with parents among them', () => {
    expect([...SPECIALTY_PROFILES.keys(), FAMILY_MEDICINE].toSorted()).toEqual(data.specialties.toSorted());
    const parents = [...SPECIALTY_PROFILES.values()].flatMap(({ parent }) => parent ?? []);
    expect(data.specialties).toEqual(expect.arrayContaining(parents));
  });

  it.each(NAME_CULTURES.map((culture) => [culture.origin, culture] as const))(
    '%s has names enough',
    (_, culture) => {
      for (const [names, least] of [
        [culture.women, 25],
        [culture.men, 25],
        [culture.surnames, 34],
      ] as const) {
        expect(names.length).toBeGreaterThanOrEqual(least);
        expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
        expect(names.filter((name) => !/^[\p{L}\p{M}'’ -]+$/u.test(name) || /\s{2}/.test(name))).toEqual([]);
      }
      expect([...data.speakers.keys()]).toEqual(expect.arrayContaining(Object.keys(culture.languages)));
    },
  );
});

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
