import { LISTS } from './list-shape.js';
import { SELECTABLE, Selection } from './selection.js';

const DOCTOR = {
  id: 'a',
  cpsoNumber: '900001',
  name: 'Dr. A',
  clinic: { id: 'c', name: 'C', phone: '' },
  openingHours: [{ day: 'mon', opens: '09:00', closes: '17:00' }],
  specialHours: null,
  specialties: [],
};

function selected(...fields: string[]): unknown {
  return new Selection('doctors', fields).of([DOCTOR]);
}

it('is possible of each list, and of each record', () => {
  expect([...SELECTABLE.keys()].toSorted()).toEqual([...LISTS.keys(), 'getDoctor', 'getClinic'].toSorted());
  expect(SELECTABLE.get('getDoctor')).toMatchObject({
    member: 'doctor',
    names: expect.arrayContaining(['name', 'clinic', 'clinic.phone', 'openingHours.day', 'reviews.text']),
  });
});

it.each([
  [['name'], { name: 'Dr. A' }],
  [['clinic.phone'], { clinic: { phone: '' } }],
  [['clinic.phone', 'clinic'], { clinic: DOCTOR.clinic }],
  [['clinic', 'clinic.phone'], { clinic: DOCTOR.clinic }],
  [['clinic.name', 'clinic.phone'], { clinic: { name: 'C', phone: '' } }],
  [['openingHours.day'], { openingHours: [{ day: 'mon' }] }],
  [['specialHours.days', 'specialties'], { specialHours: null, specialties: [] }],
  [['website'], {}],
])('%j keeps these members, and what identifies the record', (fields, kept) => {
  expect(selected(...fields)).toEqual([{ id: 'a', cpsoNumber: '900001', ...kept }]);
});

it('keeps the order of the record', () => {
  expect(JSON.stringify(selected('clinic.phone', 'name', 'clinic.name'))).toBe(
    '[{"id":"a","cpsoNumber":"900001","name":"Dr. A","clinic":{"name":"C","phone":""}}]',
  );
});

it('names the members that no record has, and takes an empty value for one', () => {
  const selection = new Selection('doctors', [
    'phone',
    'clinic.phone',
    'clinic.website',
    'specialHours.days',
    'specialties',
    'openingHours.day',
  ]);
  expect(selection.absentFrom({ doctors: [DOCTOR] })).toEqual(['phone', 'clinic.website']);
  expect(selection.absentFrom({ doctors: [DOCTOR, { ...DOCTOR, phone: '' }] })).toEqual(['clinic.website']);
  expect(selection.absentFrom({ doctors: [] })).toEqual([]);
});
