import type { DoctorDetail, DoctorItem } from '@care-atlas/domain/contract';
import { type ClinicFacts, clinicData, RESULT_TEXTS } from '@care-atlas/server/record';
import { doctorDetails, type RecordView } from '@care-atlas/server/record/parts';
import { doctorResult } from './try-list.js';

const NOW = new Date('2026-11-27T12:00:00Z');
const TODAY = '2026-11-27';

function textOf(member: Partial<DoctorItem>, language: 'en' | 'fr', values = {}): string {
  const clinic = { id: '', name: 'Maple Clinic', address: '1 Front Street', phone: '' };
  const doctor = {
    cpsoNumber: '900001',
    name: 'Ada Maple',
    specialties: [],
    languages: [],
    clinic,
    ...member,
  };
  return doctorResult(
    doctor as unknown as DoctorItem,
    { values, now: NOW, today: TODAY, notIndependent: new Set(['900002']) },
    language,
  ).text;
}

function accepting(state: string): Partial<DoctorItem> {
  const observed = { answer: 'no', observedAt: '2026-11-20T12:00:00Z', method: 'clinic_attested' };
  return { availability: { accepting: { ...observed, dated: false, state } } } as unknown as DoctorItem;
}

it.each([
  ['en', 'listed since November 20, 2026</time>, sources disagree</span>'],
  ['fr', 'affiché depuis le 20 novembre 2026</time>, les sources se contredisent</span>'],
] as const)('an answer that others contradict says so, %s', (language, said) => {
  expect(textOf(accepting('conflicting'), language)).toContain(said);
  expect(textOf(accepting('confirmed'), language)).not.toContain(RESULT_TEXTS[language].states.conflicting);
});

it('a telephone that is not known is said to be', () => {
  expect(textOf({}, 'en')).toContain('Telephone not known');
  expect(textOf({}, 'fr')).toContain('Téléphone inconnu');
});

it('a doctor who is not registered for independent practice is marked', () => {
  const trainee = { cpsoNumber: '900002', specialties: ['Family Medicine'] };
  expect(textOf(trainee, 'en')).toContain('Family Medicine · not registered for independent practice<');
  expect(textOf(trainee, 'fr')).toContain('sans inscription pour l’exercice autonome');
  expect(textOf({}, 'en')).not.toContain('registered');
});

it('so is that of another clinic of a doctor', () => {
  const clinics = ['1', '2'].map((id) => ({ id, name: '', address: '', phone: '' }));
  const doctor = {
    expiredAt: null,
    specialties: [],
    languages: [],
    bookingMethod: { online: '', phone: '' },
    rating: {},
    clinics,
  };
  const view: RecordView = { language: 'fr', today: TODAY, doctorHref: () => '', clinicHref: () => '' };
  const { text } = doctorDetails({ ...doctor, clinic: clinics[0] } as unknown as DoctorDetail, view);
  expect(text.match(/Téléphone inconnu/g)).toHaveLength(1);
});

const NIGHT = {
  openingHours: [{ day: 'thu', opens: '18:00', closes: '24:00', closesNextDay: '02:00' }],
} as const;
const OPEN = { openingHours: [{ day: 'sat', opens: '10:00', closes: '14:00' }] } as const;

it.each([
  ['today', {}, OPEN, 'Hours today: Closed', 'Heures d’aujourd’hui\u00a0: Fermé'],
  [
    'an asked day',
    { days: 'sat,sun' },
    OPEN,
    'Sat: 10:00–14:00</span>, <span>Sun: Closed',
    'Sam\u00a0: 10:00–14:00',
  ],
  [
    'asked days of which one is not known',
    { days: 'sat,sun' },
    { ...OPEN, specialHours: [{ days: 'every-week', weekdays: ['sun'], open: 'unknown' }] },
    'Sat: 10:00–14:00</span>, <span>Sun: Not known',
    'Dim\u00a0: Inconnu',
  ],
  [
    'a day of which some times are not known',
    { days: 'sat' },
    {
      ...OPEN,
      specialHours: [
        {
          days: 'every-week',
          weekdays: ['sat'],
          open: 'unknown',
          hours: [{ opens: '17:00', closes: '20:00' }],
        },
      ],
    },
    'Sat: 10:00–14:00; not known: 17:00–20:00',
    'Sam\u00a0: 10:00–14:00; inconnu\u00a0: 17:00–20:00',
  ],
  [
    'a holiday',
    { date: '2026-12-25' },
    OPEN,
    'Friday, December 25: Not known',
    'vendredi 25 décembre\u00a0: ',
  ],
  ['a night that began yesterday', {}, NIGHT, 'Hours today: 00:00–02:00', '\u00a0: 00:00–02:00'],
  ['a night', { date: '2026-12-03' }, NIGHT, 'Thursday, December 3: 18:00–02:00', '\u00a0: 18:00–02:00'],
  ['the day after a night', { days: 'fri' }, NIGHT, 'Fri: Closed', '\u00a0: Fermé'],
  ['it at a time', { days: 'fri', openAt: '01:00' }, NIGHT, 'Fri: 00:00–02:00', '\u00a0: 00:00–02:00'],
  ['hours that are not known', {}, { openingHours: null }, 'Hours today: Not known', '\u00a0: Inconnu'],
] as const)('a result has the hours of %s', (_, values, hours, english, french) => {
  expect(textOf(hours, 'en', values)).toContain(english);
  expect(textOf(hours, 'fr', values)).toContain(french);
});

it('programs that read pages get the end of a night as a time before its beginning', () => {
  const { text } = clinicData({ clinic: { name: '', ...NIGHT } } as unknown as ClinicFacts, '');
  expect(text).toContain('"dayOfWeek":"Thursday","opens":"18:00","closes":"02:00"');
});
