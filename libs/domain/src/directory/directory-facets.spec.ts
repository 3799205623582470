import { aClinic, aDirectory, aDoctor, TODAY, uuid } from '../../test/builders.js';
import { Chance, randomRecords } from '../../test/random-directory.js';
import { randomSearchQuery, asRead } from '../../test/random-query.js';
import { FACETS, type FacetQuery } from '../contract/facet.js';
import { CLINIC_TYPES } from '../records/clinic.js';
import { interpretPlaces } from './interpret/places.js';
import { doctorCriteria, doctorMatches } from '../rules/criteria.js';
import { freshnessOf } from '../rules/freshness.js';
import { placesOfPostalCode } from '../places/postal-areas.js';

const chance = new Chance(20261122);
const records = randomRecords(chance);
const directory = aDirectory(records);
const clinicById = new Map(records.clinics.map((clinic) => [clinic.id, clinic]));

/** Counts the values of all matching doctors, from their records. */
function expectedFacets(query: FacetQuery) {
  const criteria = doctorCriteria(interpretPlaces(asRead(query)));
  const matching = records.doctors
    .map((doctor) => ({ doctor, clinic: clinicById.get(doctor.clinicIds[0]!)! }))
    .filter((at) => doctorMatches(criteria, at, TODAY));
  const valuesOf = {
    specialty: ({ doctor }) => doctor.specialties,
    language: ({ doctor }) => doctor.languages,
    gender: ({ doctor }) => (doctor.gender ? [doctor.gender] : []),
    area: ({ clinic }) => placesOfPostalCode(clinic.postalCode)?.municipality?.name ?? [],
    clinicType: ({ clinic }) => [clinic.type],
    accepting: ({ clinic }) => [String(clinic.accepting ?? 'unknown')],
    freshness: ({ doctor }) => freshnessOf(doctor, TODAY),
  } satisfies Record<string, (at: (typeof matching)[number]) => string | readonly string[]>;
  const facets = query.by.map((by) => {
    const counts = new Map<string, number>();
    for (const value of matching.flatMap(valuesOf[by])) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [by, counts] as const;
  });
  return { total: matching.length, facets: new Map(facets) };
}

describe('getFacets', () => {
  it('counts what the records say, under random filters', () => {
    let found = 0;
    for (let i = 0; i < 300; i++) {
      const { limit: _limit, q, ...filters } = randomSearchQuery(chance);
      const query = { ...filters, ...(i % 3 === 0 && { q }), by: chance.some(FACETS, 1, 7) };
      const { total, facets } = directory.getFacets(query).value;
      const counted = query.by.map(
        (by) => [by, new Map(facets[by]!.map(({ value, count }) => [value, count]))] as const,
      );
      expect({ query, total, facets: new Map(counted) }).toEqual({ query, ...expectedFacets(query) });
      if (total > 0) found++;
    }
    expect(found).toBeGreaterThan(100);
  });

  it('orders by count, then name, and shows the first values', () => {
    const doctors = ['b', 'c', 'É', 'd', 'a'].map((language, i) =>
      aDoctor({ registrationNumber: String(i), languages: i === 3 ? ['d', 'b'] : [language] }),
    );
    const small = aDirectory({ doctors });
    const values = (limit?: number) =>
      small.getFacets({ by: ['language'], limit }).value.facets.language!.map(({ value }) => value);
    expect(values()).toEqual(['b', 'a', 'c', 'd', 'É']);
    expect(values(2)).toEqual(['b', 'a']);
    expect(values(0)).toEqual([]);
  });

  it('finds the most common of many values, whichever are common elsewhere', () => {
    const doctors = Array.from({ length: 600 }, (_, i) =>
      aDoctor({
        registrationNumber: String(i),
        languages: [`L${i % 120}`, `M${i % 7}`],
        gender: i % 120 < 5 ? 'female' : 'male',
      }),
    );
    const many = aDirectory({ doctors });
    for (const limit of [1, 3, 7, 12, 60, 200]) {
      const { language } = many.getFacets({ by: ['language'], gender: 'female', limit }).value.facets;
      const all = many.getFacets({ by: ['language'], gender: 'female', limit: 200 }).value.facets.language!;
      expect(language).toEqual(all.slice(0, limit));
    }
  });

  it('counts every type, and acceptance that is refused apart from what is not known', () => {
    const clinics = CLINIC_TYPES.map((type, n) =>
      aClinic({ id: uuid(n), type, accepting: [true, false, null][n % 3]!, postalCode: 'L5B 3Y3' }),
    );
    const doctors = clinics.map(({ id }, n) => aDoctor({ registrationNumber: String(n), clinicIds: [id] }));
    const { facets } = aDirectory({ clinics, doctors }).getFacets({
      by: ['accepting', 'clinicType', 'area'],
    }).value;
    expect(facets.accepting).toEqual([
      { value: 'false', count: 2 },
      { value: 'true', count: 2 },
      { value: 'unknown', count: 1 },
    ]);
    expect(facets.clinicType).toHaveLength(CLINIC_TYPES.length);
    expect(facets.area).toEqual([{ value: 'Mississauga', count: 5 }]);
  });

  it('caps the limit, and says what is left out', () => {
    const { warnings } = directory.getFacets({ by: ['gender'], limit: 500, days: ['sun'] }).value;
    expect(warnings).toEqual([
      'The limit 500 was capped at 200.',
      expect.stringMatching(/^\d+ doctors that would match otherwise were left out/),
    ]);
  });
});
