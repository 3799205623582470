import { aClinic, aDirectory, aDoctor, aService, uuid } from '../../../test/builders.js';
import type { SpecialistQuery } from '../../contract/queries/query.js';

const doctors = [
  aDoctor({ registrationNumber: '1', specialties: ['Family Medicine'], languages: ['Persian'] }),
  aDoctor({ registrationNumber: '2', specialties: ['Dermatology'], languages: ['Mandarin', 'Cantonese'] }),
  aDoctor({ registrationNumber: '3', specialties: ['Medical Oncology'], languages: ['Hakka'] }),
  aDoctor({ registrationNumber: '4', specialties: ['Urology'], expiredAt: new Date('2026-01-01') }),
];
const clinics = [aClinic(), aClinic({ id: uuid(2), name: 'Agincourt Cancer Care' })];
const services = [
  aService({ specialty: 'Medical Oncology' }),
  aService({ specialty: 'Radiation Oncology' }),
  aService({ specialty: 'Radiation Oncology', clinicId: uuid(2) }),
  aService({ specialty: 'Nephrology' }),
];
const directory = aDirectory({ clinics, doctors, services });

const found = (query: object) => {
  const { doctors: items, total, count, ...rest } = directory.listDoctors(query).value;
  expect([total, count]).toEqual([items.length, items.length]);
  return { numbers: items.map(({ cpsoNumber }) => cpsoNumber), ...rest };
};

describe('a value of a list', () => {
  it.each([
    ['a listed name', { languages: ['PERSIAN'] }, { numbers: ['1'] }],
    [
      'another name',
      { languages: ['Farsi'] },
      { numbers: ['1'], interpreted: [{ param: 'languages', value: 'Farsi', as: ['Persian'] }] },
    ],
    [
      'the alias of the parameter',
      { language: ['fa'] },
      { numbers: ['1'], interpreted: [{ param: 'language', value: 'fa', as: ['Persian'] }] },
    ],
    ['an ignored alias', { languages: ['Persian'], language: ['Farsi', 'Elvish'] }, { numbers: ['1'] }],
    [
      'a name that stands for several',
      { languages: ['Chinese'] },
      {
        numbers: ['2', '3'],
        interpreted: [{ param: 'languages', value: 'Chinese', as: ['Cantonese', 'Mandarin', 'Hakka'] }],
      },
    ],
    [
      'listed, other and unknown names together',
      { specialties: ['dermatology', 'GP', 'Dermatolgy', 'GP'] },
      {
        numbers: ['1', '2'],
        interpreted: [{ param: 'specialties', value: 'GP', as: ['Family Medicine'] }],
        warnings: ["No listed doctor has the specialty 'Dermatolgy'. Did you mean 'Dermatology'?"],
      },
    ],
    [
      'an unknown name alone matches nobody',
      { specialties: ['Alchemy'], languages: ['Elvish'] },
      {
        numbers: [],
        warnings: ["No listed doctor has the specialty 'Alchemy'.", "No listed doctor speaks 'Elvish'."],
      },
    ],
    [
      'a normalized name of expired doctors only',
      { specialties: ['Urology'] },
      { numbers: [], warnings: ["No listed doctor has the specialty 'Urology'."] },
    ],
    [
      'another name of what nobody listed has',
      { specialties: ['urologist'] },
      {
        numbers: [],
        interpreted: [{ param: 'specialties', value: 'urologist', as: ['Urology'] }],
        warnings: ["No listed doctor has the specialty 'Urology'."],
      },
    ],
    [
      'a reason for a visit',
      { specialties: ['Pap test', 'mole'] },
      {
        numbers: [],
        warnings: [
          "'Pap test' is not a specialty: Family Medicine and Obstetrics and Gynecology see people for it.",
          "'mole' is not a specialty: Family Medicine and Dermatology see people for it.",
        ],
      },
    ],
  ])('%s', (_, query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  it('is also read on /clinics, where one doctor must match all', () => {
    const query = { specialties: ['skin doctor'], languages: ['Mandarin Chinese', 'Farsi'] };
    expect(directory.listClinics(query).value).toMatchObject({ total: 1, interpreted: [{}, {}, {}] });
    expect(directory.listClinics({ specialties: ['GP'], languages: ['Chinese'] }).value.total).toBe(0);
  });

  it('of many unknown ones, only the first ten are named', () => {
    const specialties = Array.from({ length: 13 }, (_, i) => `Alchemy ${i}`);
    const { warnings } = found({ specialties, warnings: [{ code: 'match_ignored' }] });
    expect(warnings).toHaveLength(12);
    expect([warnings![0], warnings!.at(-1)]).toEqual([
      'match was ignored: it says how q is compared.',
      'Further values that match nobody: 3.',
    ]);
  });
});

describe('the specialty of /doctors is compared exactly', () => {
  it.each([
    ['GP', "No listed doctor has the specialty 'GP'. Did you mean 'Family Medicine'?"],
    ['Dermatolgy', "No listed doctor has the specialty 'Dermatolgy'. Did you mean 'Dermatology'?"],
    ['Urology', "No listed doctor has the specialty 'Urology'."],
  ])('%j matches nobody', (specialty, warning) => {
    expect(found({ specialty })).toEqual({ numbers: [], warnings: [warning] });
  });

  it('and ignored beside specialties', () => {
    expect(found({ specialty: 'GP', specialties: ['Dermatology'] })).toEqual({ numbers: ['2'] });
  });
});

const ask = (query: SpecialistQuery) => {
  const { clinics: items, ...rest } = directory.listSpecialists(query).value;
  return { ...rest, items: items.map(({ id, specialty }) => [id, specialty]) };
};

describe('the specialty of /specialists', () => {
  it('may stand for several: one item per clinic and specialty, in order', () => {
    const whole = ask({ specialty: 'oncologist' });
    expect(whole).toMatchObject({
      total: 3,
      interpreted: [{ param: 'specialty', value: 'oncologist' }],
      items: [
        [uuid(2), 'Radiation Oncology'],
        [uuid(1), 'Medical Oncology'],
        [uuid(1), 'Radiation Oncology'],
      ],
    });
    expect(whole.interpreted![0]!.as).toEqual(['Medical Oncology', 'Radiation Oncology']);
    const paged = [0, 1, 2].flatMap((offset) => ask({ specialty: 'oncologist', limit: 1, offset }).items);
    expect(paged).toEqual(whole.items);
    const near = ask({ specialty: 'oncologist', lat: 43.6953, lng: -79.2617, accepting: false });
    expect(near.items).toHaveLength(3);
  });

  it.each([
    ['nephrology', { total: 1 }],
    ['kidney doctor', { total: 1, interpreted: [{ as: ['Nephrology'] }] }],
    ['Dermatology', { total: 0 }],
    ['Nefrology', { total: 0, warnings: [expect.stringContaining("Did you mean 'Nephrology'?")] }],
  ])('%j', (specialty, expected) => {
    expect(directory.listSpecialists({ specialty }).value).toMatchObject(expected);
  });
});

it.each([
  [{ q: 'chest pain' }, /^In an emergency, call 9-1-1 now/],
  [{ specialties: ['Dermatology', 'overdose'] }, /^In an emergency, call 9-1-1 now/],
  [{ q: 'je veux mourir' }, /^If somebody thinks of suicide, call or text 9-8-8 now/],
])('warns first of the emergency in %j', (query, first) => {
  expect(directory.listClinics(query).value.warnings![0]).toMatch(first);
  const { warnings = [] } = directory.listSpecialists({ specialty: 'overdose', ...query }).value;
  expect(warnings[0]).toMatch(first);
});

it('changes nothing where every value is a listed name', () => {
  for (const answer of [
    directory.listDoctors({ specialties: ['Dermatology'], languages: ['Hakka'] }),
    directory.listSpecialists({ specialty: 'Nephrology' }),
  ])
    expect(Object.keys(answer.value)).toEqual([expect.any(String), 'total', 'count']);
});
