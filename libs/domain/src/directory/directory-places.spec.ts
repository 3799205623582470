import { aClinic, aDirectory, aDoctor, aService, NOW, uuid } from '../../test/builders.js';
import type { DoctorQuery } from '../contract/queries/query.js';
import { placeOfId } from '../places/gazetteer.js';
import { resolvePlace } from '../places/resolve-place.js';
import { ReadModelBuilder } from '../read-model/read-model.js';
import { distanceMetres, type Position } from '../rules/geo.js';
import { Directory } from './directory.js';

const WEST = aClinic({ id: uuid(1), name: 'West', postalCode: 'M8X 1A1', lat: 43.64, lng: -79.53 });
const DOWNTOWN = aClinic({
  id: uuid(2),
  name: 'Center',
  postalCode: 'M5B 1A1',
  address: '2 "Quoted" Ave',
  lat: 43.657,
  lng: -79.38,
  phone: '+1-416-555-0102',
  website: 'https://center.example',
});
const MISSISSAUGA = aClinic({
  id: uuid(3),
  name: 'Mississauga',
  postalCode: 'L5B 2A2',
  lat: 43.59,
  lng: -79.64,
});
const SAME_HOUSE = aClinic({ ...DOWNTOWN, id: uuid(4), name: 'Aside', postalCode: '', website: '' });
const clinics = [WEST, DOWNTOWN, MISSISSAUGA, SAME_HOUSE];
// By name: the doctors of the house downtown alternate between its two clinics.
const doctors = [
  aDoctor({
    registrationNumber: '1',
    name: 'A',
    clinicIds: [uuid(2), uuid(1)],
    practisingSince: '2020-01-01',
  }),
  aDoctor({ registrationNumber: '2', name: 'B', clinicIds: [uuid(4)], practisingSince: '2001-06-01' }),
  aDoctor({ registrationNumber: '3', name: 'C', clinicIds: [uuid(2)], practisingSince: '2001-01-01' }),
  aDoctor({ registrationNumber: '4', name: 'D', clinicIds: [uuid(1)], practisingSince: '1990-01-01' }),
  aDoctor({ registrationNumber: '5', name: 'E', clinicIds: [uuid(3)], practisingSince: '2026-01-01' }),
];
const services = [
  aService({ clinicId: uuid(1), waitWeeks: 9 }),
  aService({ clinicId: uuid(2), waitWeeks: 3 }),
  aService({ clinicId: uuid(3), waitWeeks: 3 }),
];
const directory = aDirectory({ clinics, doctors, services }, { apiUrl: '/api/v1' });
const KIPLING = resolvePlace('Kipling') as { readonly place: Position };

function numbers(query: DoctorQuery): string[] {
  return directory.listDoctors(query).value.doctors.map(({ cpsoNumber }) => cpsoNumber);
}

function metresFrom(from: Position, clinic: Position): number {
  return Math.round(distanceMetres(from, clinic));
}

describe('near', () => {
  it('orders doctors by their primary clinic, nearest first, then by name', () => {
    expect(numbers({ near: 'Kipling' })).toEqual(['4', '5', '1', '2', '3']);
    expect(numbers({ near: 'Kipling', limit: 2, offset: 2 })).toEqual(['1', '2']);
    expect(numbers({ near: 'Kipling', offset: 5 })).toEqual([]);
    expect(numbers({ near: 'Kipling', limit: 0 })).toEqual([]);
    expect(numbers({ near: '43.59,-79.64' })).toEqual(['5', '4', '1', '2', '3']);
    expect(numbers({ lat: 43.59, lng: -79.64 })).toEqual(['5', '4', '1', '2', '3']);
  });

  it('orders clinics and services', () => {
    const { clinics: found } = directory.listClinics({ near: 'L5B' }).value;
    expect(found.map(({ name }) => name)).toEqual(['Mississauga', 'West', 'Aside', 'Center']);
    const { clinics: items } = directory.listSpecialists({ near: 'L5B', specialty: 'Cardiology' }).value;
    expect(items.map(({ name }) => name)).toEqual(['Mississauga', 'West', 'Center']);
  });

  it.each([
    ['Kipling', { as: ['Kipling (subway station in Toronto)'], precision: 'point' }],
    ['M4C 1B5', { as: ['M4C (postal area in East York)'], precision: 'area' }],
    ['north-york', { as: ['North York (district in Toronto)'], precision: 'area' }],
    [
      'Fairview',
      {
        as: ['Fairview (neighbourhood in Mississauga)'],
        others: ['Fairview (neighbourhood in North York)'],
        precision: 'area',
      },
    ],
  ])('%j is interpreted, on lists and details', (near, reading) => {
    const interpreted = [{ param: 'near', value: near, ...reading }];
    expect(directory.listDoctors({ near }).value.interpreted).toEqual(interpreted);
    expect(directory.getDoctor('1', { near }).value.interpreted).toEqual(interpreted);
    expect(directory.getClinic(uuid(1), { near }).value.interpreted).toEqual(interpreted);
  });

  it('of a point is not interpreted', () => {
    expect(Object.keys(directory.listClinics({ near: '43.6,-79.5' }).value)).toEqual([
      'clinics',
      'total',
      'count',
    ]);
  });

  it.each([
    ['Missisauga', " Did you mean 'Mississauga'?"],
    ['little', " Did you mean 'Little Italy' or 'Little Portugal'?"],
    ['200,300', ''],
  ])('%j is unknown', (near, suggestion) => {
    const message = `near must be the name of a place, a postal code, or lat,lng: '${near}' is not known.${suggestion}`;
    const refused = expect.objectContaining({
      code: 'missing_param',
      details: [expect.objectContaining({ param: 'near', message })],
    });
    for (const ask of [
      () => directory.listDoctors({ near }),
      () => directory.listClinics({ near }),
      () => directory.getClinic(uuid(1), { near }),
    ])
      expect(ask).toThrow(refused);
    expect(directory.tagOf('listDoctors', { near })).toBe('test-1@2026-11-20');
  });

  it.each([{ near: '-79.4,43.7' }, { lat: -79.4, lng: 43.7 }])('warns of the far point of %j', (query) => {
    const warnings = [expect.stringContaining('-79.4,43.7 is more than 100 km outside')];
    expect(directory.listDoctors(query).value).toMatchObject({ total: 5, warnings });
    expect(directory.listClinics(query).value).toMatchObject({ total: 4, warnings });
    expect(directory.getClinic(uuid(1), query).value).toMatchObject({ warnings });
  });
});

describe('within', () => {
  it('keeps what is at most so far', () => {
    expect(numbers({ near: 'Kipling', within: 5 })).toEqual(['4']);
    expect(numbers({ near: 'Kipling', within: 11 })).toEqual(['4', '5']);
    expect(directory.listClinics({ near: 'Kipling', within: 11 }).value.total).toBe(2);
    const exactly = distanceMetres(KIPLING.place, WEST) / 1000;
    expect(numbers({ near: 'Kipling', within: exactly + 1e-6 })).toEqual(['4']);
    expect(numbers({ near: 'Kipling', within: exactly - 1e-6 })).toEqual([]);
  });
});

describe('area', () => {
  it.each([
    [['Toronto'], ['1', '3', '4']],
    [['Downtown'], ['1', '3']],
    [
      ['mississauga', 'M8X'],
      ['4', '5'],
    ],
    [['L5B 9Z9'], ['5']],
    [['Scarborough'], []],
  ])('%j', (area, expected) => {
    expect(numbers({ area })).toEqual(expected);
  });

  it.each([
    [['Downtown', 'Toronto'], 'Downtown, Toronto', 'Downtown Toronto (district in Toronto)'],
    [['King', 'Downtown Toronto'], 'King, Downtown Toronto', 'King (neighbourhood in Downtown Toronto)'],
    [['Brampton', 'ON'], 'Brampton, ON', 'Brampton (municipality in Peel Region)'],
  ])('%j is one name', (area, value, as) => {
    expect(directory.listClinics({ area }).value.interpreted).toEqual([{ param: 'area', value, as: [as] }]);
  });

  it('is a list where no value names what the one before lies in', () => {
    for (const area of [
      ['Toronto', 'Downtown'],
      ['Markham', 'Vaughan'],
      ['L1Y 1A1', 'L1G'],
    ])
      expect(directory.listClinics({ area }).value.interpreted).toHaveLength(2);
  });

  it('is interpreted, each value once', () => {
    const { interpreted } = directory.listClinics({ area: ['Downtown', 'M8X', 'M8X'] }).value;
    expect(interpreted).toEqual([
      { param: 'area', value: 'Downtown', as: ['Downtown Toronto (district in Toronto)'] },
      { param: 'area', value: 'M8X', as: ['M8X (postal area in Etobicoke)'] },
    ]);
  });

  it('has no distance', () => {
    expect(directory.listDoctors({ area: ['Toronto'] }).value.doctors[0]).not.toHaveProperty(
      'distanceMeters',
    );
  });

  it.each(['Missisauga', 'Kipling station', 'K1A'])('%j is refused', (value) => {
    expect(() => directory.listClinics({ area: ['Toronto', value] })).toThrow(
      expect.objectContaining({
        details: [expect.objectContaining({ param: 'area', message: expect.stringContaining(`'${value}'`) })],
      }),
    );
  });
});

describe('sort', () => {
  it('by years is most first, then by name; by name ignores the place', () => {
    expect(numbers({ sort: 'years' })).toEqual(['4', '2', '3', '1', '5']);
    expect(numbers({ sort: 'years', limit: 2, offset: 1 })).toEqual(['2', '3']);
    expect(numbers({ sort: 'years', limit: 0 })).toEqual([]);
    expect(numbers({ sort: 'name', near: 'Kipling' })).toEqual(['1', '2', '3', '4', '5']);
    expect(numbers({ sort: 'distance', near: 'Kipling' })).toEqual(numbers({ near: 'Kipling' }));
  });

  it('by years changes with the date', () => {
    const secondAt = (now: string) => {
      const directory = aDirectory({ clinics, doctors }, {}, new Date(now));
      return directory.listDoctors({ sort: 'years', limit: 1, offset: 1 }).value.doctors[0]?.cpsoNumber;
    };
    expect(secondAt('2026-11-20T10:00:00Z')).toBe('2');
    expect(secondAt('2027-02-01T10:00:00Z')).toBe('3');
  });

  it('by wait is shortest first, then by name', () => {
    const { clinics: items } = directory.listSpecialists({ specialty: 'Cardiology', sort: 'wait' }).value;
    expect(items.map(({ name }) => name)).toEqual(['Center', 'Mississauga', 'West']);
  });
});

describe('include', () => {
  const location = { lat: 43.657, lng: -79.38 };
  const contact = { phone: '+1-416-555-0102', website: 'https://center.example' };
  const include: ('distance' | 'location' | 'contact')[] = ['contact', 'location', 'distance'];
  const distanceMeters = metresFrom(KIPLING.place, DOWNTOWN);

  it('adds members to each item, at its top level', () => {
    const query = { near: 'Kipling', include, area: ['M5B'] };
    const all = { distanceMeters, ...location, ...contact };
    expect(directory.listDoctors(query).value.doctors[0]).toMatchObject(all);
    const [clinic] = directory.listClinics({ ...query, include: [...include, 'links'] }).value.clinics;
    expect(clinic).toMatchObject({ ...all, links: { self: `/api/v1/clinics/${uuid(2)}` } });
    const [service] = directory.listSpecialists({ ...query, specialty: 'Cardiology' }).value.clinics;
    expect(service).toMatchObject({ ...all, address: DOWNTOWN.address });
  });

  it('is not needed for the distance with near and within', () => {
    const plain = directory.listClinics({}).value.clinics;
    const { clinics: near } = directory.listClinics({ near: 'Kipling', sort: 'name' }).value;
    expect(near).toEqual(
      plain.map((item) => {
        const clinic = clinics.find(({ id }) => id === item.id)!;
        return Object.assign({}, item, { distanceMeters: metresFrom(KIPLING.place, clinic) });
      }),
    );
    const point = { lat: 43.657, lng: -79.38 };
    expect(directory.listClinics(point).value.clinics[0]).not.toHaveProperty('distanceMeters');
    expect(directory.listClinics({ ...point, within: 1 }).value.clinics[0]).toMatchObject({
      distanceMeters: 0,
    });
  });

  it('adds members to a detail, once each', () => {
    const { text, value } = directory.getDoctor('1', { near: 'Kipling', include });
    expect(value.doctor).toMatchObject({ distanceMeters, ...location, ...contact, expiredAt: null });
    expect(text.match(/"distanceMeters"/g)).toHaveLength(1);
    const clinic = directory.getClinic(uuid(2), { near: 'Kipling', include });
    expect(clinic.value.clinic).toMatchObject({ distanceMeters, ...location, ...contact });
    expect(clinic.text.match(/"lat"/g)).toHaveLength(1);
    expect(directory.getClinic(uuid(2), { include: ['contact'] }).text).toBe(
      directory.getClinic(uuid(2)).text,
    );
  });

  it('says when a clinic is open, and tells "not known" from "no"', () => {
    const observedAt = '2026-10-03T14:30:00.000Z';
    const known = aClinic({
      id: uuid(1),
      openingHours: [
        { weekday: 6, opens: 600, closes: null },
        { weekday: 1, opens: 540, closes: 1440 },
      ],
      accepting: true,
      acceptingObserved: { observedAt: new Date(observedAt), method: 'phone' },
      wheelchair: false,
      virtualVisits: null,
    });
    const unknown = aClinic({
      id: uuid(2),
      openingHours: [],
      accepting: null,
      wheelchair: null,
      virtualVisits: null,
    });
    const facts = aDirectory({ clinics: [known, unknown], doctors: [aDoctor({ clinicIds: [uuid(1)] })] });
    const add: ('hours' | 'availability')[] = ['availability', 'hours'];
    const noted = {
      openingHours: [
        { day: 'mon', opens: '09:00', closes: '24:00' },
        { day: 'sat', opens: '10:00', closes: null },
      ],
      availability: {
        accepting: { answer: 'yes', observedAt, method: 'phone_call' },
        wheelchair: { answer: 'no', observedAt: null, method: '' },
        virtualVisits: { answer: 'unknown', observedAt: null, method: '' },
      },
    };
    const nothing = { answer: 'unknown', observedAt: null, method: '' };
    const byId = new Map(facts.listClinics({ include: add }).value.clinics.map((item) => [item.id, item]));
    expect(byId.get(uuid(1))).toMatchObject(noted);
    expect(byId.get(uuid(2))).toMatchObject({
      openingHours: null,
      availability: { accepting: nothing, wheelchair: nothing, virtualVisits: nothing },
    });
    expect(facts.listDoctors({ include: add }).value.doctors[0]).toMatchObject(noted);
    expect(facts.getDoctor('900001', { include: add }).value.doctor).toMatchObject(noted);
    expect(facts.getClinic(uuid(1), { include: add }).value.clinic).toMatchObject(noted);
    expect(facts.getClinic(uuid(1)).value.clinic).not.toHaveProperty('openingHours');
  });

  it('tells where the closed clinic of an expired doctor was', () => {
    const builder = new ReadModelBuilder({ version: 'v', syncedAt: NOW });
    builder.addClinic(WEST);
    builder.addClosedClinic(DOWNTOWN);
    builder.addDoctor(aDoctor({ clinicIds: [uuid(2)], expiredAt: NOW }));
    const model = builder.build();
    const closed = new Directory(
      () => model,
      () => NOW,
    );
    expect(closed.getDoctor('900001', { near: 'Kipling', include }).value.doctor).toMatchObject({
      distanceMeters,
      ...location,
      ...contact,
    });
    expect(closed.listClinics({ near: 'Kipling' }).value.clinics.map(({ name }) => name)).toEqual(['West']);
  });
});

it('knows the places of the tests', () => {
  expect([placeOfId('M8X'), placeOfId('M5B'), placeOfId('L5B')]).not.toContain(undefined);
});
