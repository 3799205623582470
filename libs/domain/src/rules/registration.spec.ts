import { UNKNOWN_REGISTRATION } from '../records/registration.js';
import { independenceOf, restrictionsOf, withoutSince } from './registration.js';

describe('a class of registration', () => {
  it.each([
    'Independent Practice',
    'INDEPENDENT PRACTICE',
    'Independent Practice as of 02 Jul 2010',
    'Certificate of Registration authorizing Independent Practice',
    'Independent practice certificate',
    'Temporary Independent Practice',
  ])('%s is for independent practice', (words) => {
    expect(independenceOf(words)).toBe('yes');
  });

  it.each([
    'Postgraduate Education',
    'Postgraduate Education as of 03 Jul 2026',
    'Restricted',
    'Academic Practice',
    'Academic Visitor',
    'Short Duration',
    'Supervised Short Duration',
    'Supervised Practice of a Short Duration',
    'Administrative',
  ])('%s is not', (words) => {
    expect(independenceOf(words)).toBe('no');
  });

  it.each([
    '',
    '-',
    'Class 4',
    'Emergency Circumstances Practice',
    'Not independent practice',
    'Eligible for Independent Practice',
    'Independent Practice (Restricted)',
    'Formerly Independent Practice',
    'toString',
    'constructor',
  ])('%j does not say', (words) => {
    expect(independenceOf(words)).toBe('unknown');
  });

  it.each([
    ['Independent Practice as of 02 Jul 2010', 'Independent Practice'],
    ['Independent Practice, effective July 2, 2010', 'Independent Practice'],
    ['Independent Practice (since: 2010-07-02)', 'Independent Practice'],
    [
      'Restricted as of a decision of the Discipline Committee',
      'Restricted as of a decision of the Discipline Committee',
    ],
  ])('%s is shown as %s', (words, shown) => {
    expect(withoutSince(words)).toBe(shown);
  });
});

describe('terms, conditions and limitations', () => {
  it.each(['yes', 'no', 'unknown'] as const)('are as the register says: %s', (restrictions) => {
    const registration = { ...UNKNOWN_REGISTRATION, class: 'Independent Practice', restrictions };
    expect(restrictionsOf(registration)).toBe(restrictions);
  });

  it.each(['yes', 'no', 'unknown'] as const)(
    'are those of a restricted certificate, with %s',
    (restrictions) => {
      expect(restrictionsOf({ ...UNKNOWN_REGISTRATION, class: 'Restricted', restrictions })).toBe('yes');
    },
  );

  it('are not known of a registration of which nothing is known', () => {
    expect(restrictionsOf(UNKNOWN_REGISTRATION)).toBe('unknown');
  });
});
