import { parametersOf, questionOf } from './question.js';

const WORDS = {
  specialties: ['Cardiology', 'Family Medicine'],
  languages: ['English', 'Tamil'],
  names: [],
  registrationNumbers: [],
};

describe('a question', () => {
  it("has the directory's own spelling, once", () => {
    const asked = { specialties: 'FAMILY medicine , cardiology,Cardiology', languages: 'tamil' };
    expect(questionOf(asked, WORDS)).toEqual({
      specialties: ['Cardiology', 'Family Medicine'],
      languages: ['Tamil'],
      flags: [],
    });
  });

  it('prefers the list to the single parameter, as the interface does', () => {
    const asked = { specialties: 'Cardiology', specialty: 'Family Medicine', language: 'English' };
    expect(questionOf(asked, WORDS)).toMatchObject({ specialties: ['Cardiology'], languages: ['English'] });
  });

  it('holds only the flags that are asked for', () => {
    expect(questionOf({ accepting: 'true', evening: 'false' }, WORDS).flags).toEqual(['accepting']);
  });

  it('is the same when it comes back from its parameters', () => {
    const question = questionOf(
      { specialties: 'cardiology', gender: 'female', minYears: '5', maxYears: '30', nearTTC: 'true' },
      WORDS,
    );
    expect(questionOf(Object.fromEntries(parametersOf(question)))).toEqual(question);
  });
});
