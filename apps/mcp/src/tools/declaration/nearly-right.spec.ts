import { DoctorQuery, SpecialistQuery } from '@care-atlas/domain/contract';
import { ArgumentReader } from './argument-reader.js';

const doctors = new ArgumentReader(DoctorQuery, []);
const specialists = new ArgumentReader(SpecialistQuery, []);

it.each<[Record<string, unknown>, object]>([
  [{ gender: 'Female' }, { gender: 'female' }],
  [{ gender: 'Non-Binary' }, { gender: 'non-binary' }],
  [{ gender: 'woman' }, { gender: 'female' }],
  [{ days: ['Saturday', 'sun'] }, { days: ['sat', 'sun'] }],
  [{ days: 'Mondays, TUESDAY' }, { days: ['mon', 'tue'] }],
  [{ openAt: '9:00' }, { openAt: '09:00' }],
  [{ openAt: '9 am' }, { openAt: '09:00' }],
  [{ openAt: '12:15 am' }, { openAt: '00:15' }],
  [{ openAt: '5:30pm' }, { openAt: '17:30' }],
  [{ openAt: '17h30' }, { openAt: '17:30' }],
  [{ clinicType: ['Walk-in Clinic', 'Hospital'] }, { clinicType: ['walk-in', 'hospital-outpatient'] }],
  [{ clinicType: 'community health centre' }, { clinicType: ['community-health-centre'] }],
  [{ near: { lat: 43.65, lng: -79.38 } }, { near: '43.65,-79.38' }],
  [{ near: { latitude: '43.65', longitude: '-79.38' } }, { near: '43.65,-79.38' }],
  [{ near: [43.65, -79.38] }, { near: '43.65,-79.38' }],
  [{ near: { name: 'Union' } }, { near: 'Union' }],
  [
    { near: 'Union', within: '5 km', sort: 'nearest' },
    { near: 'Union', within: 5, sort: 'distance' },
  ],
  [{ accepting: 'Yes' }, { accepting: true }],
])('takes %j', (args, expected) => {
  expect(doctors.read(args)).toEqual(expected);
});

it('takes the only one of specialties for specialty', () => {
  expect(specialists.read({ specialties: ['Cardiology'] })).toEqual({ specialty: 'Cardiology' });
  expect(() => specialists.read({ specialties: ['Cardiology', 'Urology'] })).toThrow(/specialty is required/);
});

it.each([
  [{ gender: 'unicorn' }, /gender must be male, female or non-binary/],
  [{ days: ['someday'] }, /days must be/],
  [{ openAt: '25:00' }, /openAt must be a time/],
  [{ openAt: 'noonish' }, /openAt must be a time/],
  [{ near: { x: 1 } }, /near must be/],
  [{ wheelchair: 2 }, /wheelchair must be true or false/],
  [{ wheelchair: 'constructor' }, /wheelchair must be true or false/],
  [{ gender: 'constructor' }, /gender must be/],
  [{ accepting: 'no' }, /accepting=false filters nothing/],
])('refuses %j in plain words', (args, message) => {
  expect(() => doctors.read(args)).toThrow(message);
});
