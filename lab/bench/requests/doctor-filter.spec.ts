import { parametersOf, filterOf } from './doctor-filter.js';

const WORDS = {
  specialties: ['Cardiology', 'Family Medicine'],
  languages: ['English', 'Tamil'],
  names: [],
  registrationNumbers: [],
};

describe('a filter of doctors', () => {
  it("has the directory's spelling, without duplicates", () => {
    const asked = { specialties: 'FAMILY medicine , cardiology,Cardiology', languages: 'tamil' };
    expect(filterOf(asked, WORDS)).toEqual({
      specialties: ['Cardiology', 'Family Medicine'],
      languages: ['Tamil'],
      flags: [],
    });
  });

  it('prefers the list to the single parameter, as the interface does', () => {
    const asked = { specialties: 'Cardiology', specialty: 'Family Medicine', language: 'English' };
    expect(filterOf(asked, WORDS)).toMatchObject({ specialties: ['Cardiology'], languages: ['English'] });
  });

  it('contains only the requested flags', () => {
    expect(filterOf({ accepting: 'true', evening: 'false' }, WORDS).flags).toEqual(['accepting']);
  });

  it('survives a round trip through parameters', () => {
    const filter = filterOf(
      { specialties: 'cardiology', gender: 'female', minYears: '5', maxYears: '30', nearTTC: 'true' },
      WORDS,
    );
    expect(filterOf(Object.fromEntries(parametersOf(filter)), WORDS)).toEqual(filter);
  });
});
