import type { DoctorFilter } from '../requests/doctor-filter.js';
import { PLATFORMATIC, POSTGRAPHILE } from './peer.js';

const variables = (peer: typeof POSTGRAPHILE, filter: DoctorFilter) =>
  (peer.request(filter).body as { variables: unknown }).variables;

describe('a filter in GraphQL', () => {
  const filter: DoctorFilter = {
    specialties: ['Cardiology'],
    gender: 'female',
    minYears: 5,
    flags: ['accepting', 'nearTTC'],
  };

  it('has the operators of PostGraphile', () => {
    expect(variables(POSTGRAPHILE, filter)).toEqual({
      filter: {
        specialties: { overlaps: ['Cardiology'] },
        gender: { equalTo: 'female' },
        years: { greaterThanOrEqualTo: 5 },
        accepting: { equalTo: true },
        nearSubway: { equalTo: true },
      },
    });
  });

  it('has the operators of Platformatic DB', () => {
    expect(variables(PLATFORMATIC, { maxYears: 30, minYears: 5, flags: [] })).toEqual({
      where: { years: { gte: 5, lte: 30 } },
    });
  });

  it('without filters has none', () => {
    expect(JSON.stringify(variables(POSTGRAPHILE, { flags: [] }))).toBe('{}');
  });
});
