import type { GazetteerQuery } from '../contract/queries/query.js';
import { PLACES } from '../places/gazetteer.js';
import { areasOf } from '../places/resolve-place.js';
import { PLACE_KINDS } from '../records/place.js';
import { aClinic, aDirectory, aDoctor, NOW, uuid } from '../../test/builders.js';

const long = new Date('2026-01-01T00:00:00Z');
const directory = aDirectory({
  clinics: [aClinic({ accepting: true }), aClinic({ id: uuid(2) })],
  doctors: [
    aDoctor({ registrationNumber: '1', specialties: ['Pediatrics', 'Cardiology'], languages: ['Tamil'] }),
    aDoctor({ registrationNumber: '2', specialties: ['Pediatrics'], confirmedAt: long }),
    aDoctor({
      registrationNumber: '3',
      specialties: ['Allergy'],
      confirmedAt: null,
      clinicIds: [uuid(2), uuid(1)],
    }),
    aDoctor({ registrationNumber: '4', specialties: ['Urology'], languages: ['Urdu'], expiredAt: NOW }),
  ],
});

describe('getSummary', () => {
  it('counts listed doctors', () => {
    expect(directory.getSummary().value).toEqual({
      totalDoctors: 3,
      acceptingNewPatients: 2,
      bySpecialty: [
        { specialty: 'Pediatrics', count: 2 },
        { specialty: 'Allergy', count: 1 },
        { specialty: 'Cardiology', count: 1 },
      ],
      dataFreshness: { fresh: 1, stale: 1, unknown: 1, coveragePct: 66.7 },
    });
  });

  it('answers for an empty directory', () => {
    expect(aDirectory({ clinics: [] }).getSummary().value).toEqual({
      totalDoctors: 0,
      acceptingNewPatients: 0,
      bySpecialty: [],
      dataFreshness: { fresh: 0, stale: 0, unknown: 0, coveragePct: 0 },
    });
  });
});

describe('listSpecialties and listLanguages', () => {
  it('count listed doctors, most common value first, then by name', () => {
    expect(directory.listSpecialties().value).toEqual({
      specialties: [
        { value: 'Pediatrics', doctorCount: 2 },
        { value: 'Allergy', doctorCount: 1 },
        { value: 'Cardiology', doctorCount: 1 },
      ],
      total: 3,
      count: 3,
    });
    expect(directory.listLanguages().value).toEqual({
      languages: [
        { value: 'English', doctorCount: 2 },
        { value: 'Tamil', doctorCount: 1 },
      ],
      total: 2,
      count: 2,
    });
  });

  it('return the number of doctors that the filter finds', () => {
    for (const { value, doctorCount } of directory.listSpecialties().value.specialties)
      expect(directory.listDoctors({ specialties: [value] }).value.total).toBe(doctorCount);
    for (const { value, doctorCount } of directory.listLanguages().value.languages)
      expect(directory.listDoctors({ languages: [value] }).value.total).toBe(doctorCount);
  });

  it('return the warnings of the query', () => {
    const { value } = directory.listSpecialties({ warnings: [{ code: 'match_ignored' }] });
    expect(value.warnings).toEqual(['match was ignored: it says how q is compared.']);
    expect(directory.listLanguages({ warnings: [] }).value).not.toHaveProperty('warnings');
  });
});

describe('listAreas', () => {
  const area = (value: string, kind: string, within: string, doctors: number, accepting = doctors) => ({
    value,
    name: value,
    kind,
    within,
    doctorCount: doctors,
    acceptingCount: accepting,
    clinicCount: expect.any(Number) as number,
  });
  const records = {
    clinics: [
      aClinic({ accepting: true, postalCode: 'M4C 1B5' }),
      aClinic({ id: uuid(2), postalCode: 'M4C 2A1' }),
      aClinic({ id: uuid(3), postalCode: 'L5B 3Y3' }),
      aClinic({ id: uuid(4), postalCode: '' }),
      aClinic({ id: uuid(5), postalCode: 'K1A 0B1' }),
    ],
    doctors: [uuid(1), uuid(2), uuid(2), uuid(3), uuid(4), uuid(5)].map((id, i) =>
      aDoctor({ registrationNumber: String(i), clinicIds: [id, uuid(i < 3 ? 3 : 2)] }),
    ),
  };
  const { areas, total, count } = aDirectory(records).listAreas().value;

  it('counts doctors by primary clinic, larger kinds first, then most doctors', () => {
    expect(areas.filter(({ kind }) => ['municipality', 'postal-area'].includes(kind))).toEqual([
      { ...area('Toronto', 'municipality', '', 3, 1), clinicCount: 2 },
      { ...area('Mississauga', 'municipality', 'Peel Region', 1, 0), clinicCount: 1 },
      { ...area('M4C', 'postal-area', 'East York', 3, 1), clinicCount: 2 },
      { ...area('L5B', 'postal-area', 'Mississauga', 1, 0), clinicCount: 1 },
    ]);
    const ranks = areas.map(({ kind }) => PLACE_KINDS.indexOf(kind));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect([total, count]).toEqual([areas.length, areas.length]);
  });

  it('lists only areas with a clinic, each by a value that names it alone', () => {
    expect(areas.every(({ clinicCount }) => clinicCount > 0)).toBe(true);
    expect(new Set(areas.map(({ value }) => value)).size).toBe(areas.length);
    for (const { value, kind } of areas)
      expect(areasOf(value)).toMatchObject({ place: { kind }, by: 'place' });
  });
});

describe('listPlaces', () => {
  const names = (query: GazetteerQuery) => directory.listPlaces(query).value.places.map(({ name }) => name);

  it('finds places by the beginning of a name, then by other names', () => {
    expect(names({ q: 'scarb' })[0]).toBe('Scarborough');
    expect(names({ q: 'DOWNTOWN' }).length).toBeGreaterThan(0);
    expect(names({ q: 'no such place' })).toEqual([]);
  });

  it('returns a page of the places of a kind, with what they lie in', () => {
    const page = directory.listPlaces({ kind: 'district', limit: 2, offset: 1 });
    const { places, total } = page.value;
    expect(places.map(({ kind, within }) => [kind, within])).toEqual([
      ['district', 'Toronto'],
      ['district', 'Toronto'],
    ]);
    expect(page.page).toEqual({ total, count: 2, limit: 2, offset: 1 });
    expect(total).toBe(PLACES.filter(({ kind }) => kind === 'district').length);
  });

  it('caps a page at the maximum of the caller, with a warning', () => {
    const { count, warnings } = directory.listPlaces({ limit: 500 }).value;
    expect([count, warnings]).toEqual([100, ['The limit 500 was capped at 100.']]);
  });
});
