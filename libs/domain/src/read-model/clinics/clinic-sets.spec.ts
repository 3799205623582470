import { CLINIC_TYPES } from '../../records/clinic.js';
import { NOW, TODAY, uuid } from '../../../test/builders.js';
import { AREAS, Chance, randomRecords } from '../../../test/random-directory.js';
import { CLINIC_FLAG_NAMES, clinicMeets, type ClinicTest } from '../../rules/clinic-test.js';
import { ANSWERS } from '../../records/evidence.js';
import { MATCH_KINDS, nameQuery } from '../../text/name-match.js';
import { doctorMatches } from '../../rules/criteria.js';
import { membersOf } from '../memory/bitset.js';
import { buildReadModel } from '../read-model.js';

const CLINIC_IDS = Array.from({ length: 60 }, (_, n) => uuid(10_000 + n));
const orUnknown = (chance: Chance) => chance.is(50) && ({ orUnknown: true } as const);
const DATES = [
  '2026-12-24',
  '2026-12-25',
  '2026-12-30',
  '2027-01-01',
  '2027-07-12',
  '2027-08-02',
  '2027-08-03',
];
const TESTS: Readonly<Record<ClinicTest['by'], (chance: Chance) => ClinicTest>> = {
  flag: (chance) => ({ by: 'flag', has: chance.oneOf(CLINIC_FLAG_NAMES), ...orUnknown(chance) }),
  area: (chance) => ({
    by: 'area',
    postalAreas: chance.some(AREAS, 0, AREAS.length),
    ...orUnknown(chance),
  }),
  name: (chance) => ({ by: 'name', terms: chance.some(['elan', 'on', 'ge', 'health', 'x', '-'], 0, 2) }),
  alike: (chance) => ({
    by: 'alike',
    names: nameQuery(chance.oneOf(['elan', 'birchmont', 'heelth yonge', 'clinic', 'Dr', 'jung', '-'])),
    worst: chance.below(MATCH_KINDS.length),
  }),
  within: (chance) => ({
    by: 'within',
    from: { lat: 43.5 + chance.below(40) / 100, lng: -79.7 + chance.below(60) / 100 },
    metres: chance.oneOf([1, 500, 5_000, 12_000, 25_000, 100_000]),
  }),
  id: (chance) => ({ by: 'id', anyOf: [uuid(1), ...chance.some(CLINIC_IDS, 0, 9)] }),
  type: (chance) => ({ by: 'type', anyOf: chance.some(CLINIC_TYPES, 1, 3) }),
  open: (chance) => ({
    by: 'open',
    days: chance.some([1, 2, 3, 4, 5, 6, 7], 1, 5),
    ...(chance.is(70) && { at: chance.below(1440) }),
    ...orUnknown(chance),
  }),
  'open-on': (chance) => ({
    by: 'open-on',
    date: chance.oneOf(DATES),
    ...(chance.is(70) && { at: chance.below(1440) }),
    ...orUnknown(chance),
  }),
  acceptance: (chance) => ({ by: 'acceptance', anyOf: chance.some(ANSWERS, 1, 3) }),
  refusing: () => ({ by: 'refusing' }),
};

const chance = new Chance(20261122);
const records = randomRecords(chance);
const { clinics, doctors } = buildReadModel({ version: 'test', syncedAt: NOW }, records);
const clinicById = new Map(records.clinics.map((clinic) => [clinic.id, clinic]));
const someTests = (n: number) => Array.from({ length: n }, () => chance.oneOf(Object.values(TESTS))(chance));

describe('the sets of tests of clinics equal the plain predicate', () => {
  it('on clinics', () => {
    const sizes = new Set<number>();
    for (let i = 0; i < 500; i++) {
      const [test] = someTests(1);
      const found = Array.from(membersOf(clinics.sets.setOf(test!, TODAY)), (clinic) => clinics.id(clinic));
      const expected = records.clinics
        .filter((clinic) => clinicMeets(test!, clinic, TODAY))
        .map(({ id }) => id);
      expect({ test, found: found.toSorted() }).toEqual({ test, found: expected.toSorted() });
      sizes.add(found.length);
    }
    expect(sizes.size).toBeGreaterThan(20);
  });

  it('on doctors, who are where their primary clinic is', () => {
    const sizes = new Set<number>();
    for (let i = 0; i < 500; i++) {
      const tests = someTests(1 + chance.below(3)).map((test) => ({ by: 'clinic' as const, test }));
      const found = new Set(membersOf(doctors.sets.select(tests, TODAY)));
      const expected = records.doctors
        .filter((doctor) =>
          doctorMatches(tests, { doctor, clinic: clinicById.get(doctor.clinicIds[0]!)! }, TODAY),
        )
        .map(({ registrationNumber }) => doctors.ordinalOf(registrationNumber)!);
      expect({ tests, found }).toEqual({ tests, found: new Set(expected) });
      sizes.add(found.size);
    }
    expect(sizes.size).toBeGreaterThan(30);
  });
});
