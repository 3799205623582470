import { hash } from 'node:crypto';
import { aLocation, aRegistration, LATER, NOW } from '../../../../test/test-directory.js';
import { DoctorColumnReader } from '../doctor-columns.js';
import type { RegisterInput } from '../doctor-input.js';
import { DIGEST_FORM, rowDigest } from './row-digest.js';

const KEYS = { primary: 'a', others: ['b', 'c'] };
const ROW = aRegistration({ status: 'Resigned', expiredAt: new Date('2026-01-01T00:00:00Z') });

/** Another value of each member that the doctor follows. A new member is added here, and to the digest. */
const OTHER = {
  registrationNumber: '900002',
  name: 'Dr. Other',
  gender: 'male',
  practisingSince: '2001-07-02',
  practiceStart: 'graduation',
  specialties: ['Cardiology'],
  languages: ['English', 'French', 'Tamil'],
  referralRequired: false,
  booking: { ...ROW.booking, phone: '' },
  status: 'Retired',
  registrationClass: 'Academic',
  expiredAt: null,
} satisfies {
  [Name in keyof Omit<RegisterInput, 'locations' | 'source' | 'evidence'>]-?: RegisterInput[Name];
};

const digests = [
  rowDigest(ROW, KEYS, NOW, ''),
  ...Object.entries(OTHER).map(([name, value]) => rowDigest({ ...ROW, [name]: value }, KEYS, NOW, '')),
  rowDigest({ ...ROW, booking: { ...ROW.booking, online: 'https://clinic.example' } }, KEYS, NOW, ''),
  rowDigest({ ...ROW, booking: { ...ROW.booking, referralOnly: false } }, KEYS, NOW, ''),
  rowDigest(ROW, { ...KEYS, primary: 'd' }, NOW, ''),
  rowDigest(ROW, { ...KEYS, others: ['c', 'b'] }, NOW, ''),
  rowDigest(ROW, KEYS, NOW, 'gender'),
  // The same words in another list.
  rowDigest(
    { ...ROW, specialties: ['Cardiology', 'Internal Medicine', 'English'], languages: ['French'] },
    KEYS,
    NOW,
    '',
  ),
];

test('each value that the doctor follows changes the digest', () => {
  expect(new Set(digests).size).toBe(digests.length);
});

test('details of locations and the line do not: they are merged for each row', () => {
  const moved = { ...ROW, locations: [aLocation({ phone: '+1-416-555-0199' })], line: 7 };
  expect(rowDigest(moved, KEYS, NOW, '')).toBe(digests[0]);
});

test('a row that does not say everything, or not for ever, has none', () => {
  expect(rowDigest({ ...ROW, kept: ['gender'] }, KEYS, NOW, '')).toBeNull();
  expect(rowDigest({ ...ROW, expiredAt: LATER }, KEYS, NOW, '')).toBeNull();
});

test('what follows from a row is that of this form of digests: if it changes on purpose, raise the form', () => {
  const columns = new DoctorColumnReader();
  const names = [
    'Dr. Éloïse Brandåvøld',
    'DR. ŁUKASZ O’Neil-ßtraße',
    'Dr.  Ωσίς  Ibn‑Æther ı',
    'Dr. Nguyễn Thị Ðào',
  ];
  const followed = names.map((name) =>
    columns.read(aRegistration({ name, specialties: [name, ` ${name} `], languages: ['Français', 'ᓄᓇᕗᑦ'] })),
  );
  expect([DIGEST_FORM, hash('sha256', JSON.stringify(followed)).slice(0, 16)]).toEqual([
    1,
    '66c0b45fe1290253',
  ]);
});
