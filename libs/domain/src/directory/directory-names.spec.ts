import { aClinic, aDirectory, aDoctor, aService, uuid } from '../../test/builders.js';
import type { ClinicQuery } from '../contract/queries/query.js';

const doctors = [
  'Dr. Wei Chen',
  'Dr. Anna Chan',
  'Dr. Zoe Cheng',
  "Dr. Maeve O'Reilly",
  'Dr. Jean-Luc Roy',
  'Dr. Muhammad Ali',
].map((name, i) => aDoctor({ name, registrationNumber: String(100 + i), gender: i % 2 ? 'female' : 'male' }));
const clinics = [
  aClinic({ name: 'Birchmount Health', lat: 43.7 }),
  aClinic({ id: uuid(2), name: 'Birchmont Clinic', lat: 43.8 }),
  aClinic({ id: uuid(3), name: 'Élan Birchmounts', lat: 43.9 }),
  aClinic({ id: uuid(4), name: 'Yonge Health', lat: 43.6 }),
];
const services = [1, 2, 3, 4].map((n) => aService({ clinicId: uuid(n), accepting: n !== 2 }));
const directory = aDirectory({ clinics, doctors, services });
const forgiving = { match: 'forgiving' } as const;

const search = (q: string, query: object = {}) => {
  const { doctors: items, matches, total } = directory.searchDoctors({ q, ...forgiving, ...query }).value;
  expect(matches!.map(({ cpsoNumber }) => cpsoNumber)).toEqual(items.map(({ cpsoNumber }) => cpsoNumber));
  return { total, found: matches!.map(({ cpsoNumber, how }) => `${cpsoNumber} ${how}`) };
};

describe('a forgiving search for doctors', () => {
  it.each([
    ['chen', ['100 exact', '102 prefix', '101 spelling']],
    ['CHAN', ['101 exact', '100 spelling']],
    ['mohamed ali', ['105 sound']],
    ['OReilly', ['103 exact']],
    ['jean luc', ['104 exact']],
    ['Dr. Chen', ['100 exact', '102 prefix', '101 spelling']],
    ['105', ['105 exact']],
    ['zzz', []],
  ])('%j finds the best first', (q, found) => {
    expect(search(q)).toEqual({ total: found.length, found });
  });

  it.each(['Dr', 'doctor', 'M.D.'])('%j matches everybody, in default order', (q) => {
    expect(search(q)).toEqual({
      total: 6,
      found: ['101', '104', '103', '105', '100', '102'].map((number) => `${number} exact`),
    });
  });

  it('combines with filters, and its pages make the whole', () => {
    expect(search('chen', { gender: 'male' })).toEqual({ total: 2, found: ['100 exact', '102 prefix'] });
    const pages = [0, 1, 2, 3].map((offset) => search('chen', { limit: 1, offset }));
    expect(pages.flatMap(({ found }) => found)).toEqual(search('chen').found);
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3, 3]);
    expect(search('chen', { limit: 0 })).toEqual({ total: 3, found: [] });
  });

  it('says nothing about matches without it', () => {
    expect(directory.searchDoctors({ q: 'chen' }).value).not.toHaveProperty('matches');
  });
});

describe('q on /clinics and /specialists', () => {
  const listed = (query: ClinicQuery) => {
    const answers = [
      directory.listClinics(query),
      directory.listSpecialists(Object.assign({}, query, { specialty: 'Cardiology' })),
    ];
    const [found, offered] = answers.map(({ value: { clinics: items, matches, ...rest } }) => ({
      ...rest,
      ids: items.map(({ id }) => Number(id.slice(-4))),
      matches: matches?.map(({ id, how }) => `${Number(id.slice(-4))} ${how}`),
    }));
    expect(offered).toEqual(found);
    return found!;
  };

  it.each([
    ['birch', [2, 1, 3]],
    ['ELAN birch', [3]],
    ['mount h', [1, 3]],
    ['birchmaunt', []],
    ['--', []],
  ])('%j: the name contains every term', (q, ids) => {
    expect(listed({ q })).toEqual({ total: ids.length, count: ids.length, ids });
  });

  it('with match=forgiving, the best first', () => {
    expect(listed({ q: 'birchmount', ...forgiving })).toMatchObject({
      total: 3,
      matches: ['1 exact', '3 prefix', '2 spelling'],
    });
  });

  it('equally good ones nearest first', () => {
    const query = { q: 'health', ...forgiving, lat: 43.61, lng: -79.2617 };
    expect(listed(query).matches).toEqual(['4 exact', '1 exact']);
    expect(listed({ ...query, lat: 44, offset: 1 }).matches).toEqual(['4 exact']);
  });

  it('combines with the acceptance of a service', () => {
    const query = { q: 'birchmount', ...forgiving, accepting: true, specialty: 'Cardiology' } as const;
    expect(directory.listSpecialists(query).value).toMatchObject({ total: 2 });
  });

  it('match without q is ignored with a warning', () => {
    expect(listed({ ...forgiving })).toMatchObject({
      total: 4,
      warnings: ['match was ignored: it says how q is compared.'],
    });
  });
});
