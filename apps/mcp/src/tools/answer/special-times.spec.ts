import type { SpecialHours } from '@care-atlas/domain/contract';
import { TEXTS } from '../../texts/texts.js';
import { openingTimes, specialTimes } from './text.js';

const TEN_TO_TWO = [{ opens: '10:00', closes: '14:00' }];

it.each<[SpecialHours, string, string]>([
  [{ days: 'public-holidays', open: 'no' }, 'closed on public holidays', 'jours fériés\u00a0: fermé'],
  [
    { days: 'public-holidays', open: 'yes', hours: TEN_TO_TWO, weekdays: ['mon'] },
    '10:00 to 14:00 on public holidays (mon)',
    'jours fériés (lun.)\u00a0: de 10:00 à 14:00',
  ],
  [
    { days: 'every-week', weekdays: ['sat', 'sun'], open: 'unknown' },
    'hours not known on sat, sun',
    'le sam., dim.\u00a0: heures inconnues',
  ],
  [
    { days: 'every-week', weekdays: ['sat'], open: 'unknown', hours: TEN_TO_TWO },
    'hours not known on sat, 10:00 to 14:00',
    'le sam., de 10:00 à 14:00\u00a0: heures inconnues',
  ],
  [
    { days: 'holiday', name: 'Easter Monday', open: 'unknown' },
    'hours not known on Easter Monday',
    'lundi de Pâques\u00a0: heures inconnues',
  ],
  [
    { days: 'every-year', from: '12-24', to: '01-02', open: 'no' },
    'closed from December 24 to January 2',
    'du 24 décembre au 2 janvier\u00a0: fermé',
  ],
  [
    {
      days: 'every-year',
      from: '02-29',
      to: '02-29',
      open: 'yes',
      hours: [{ opens: '10:00', closes: null }],
    },
    '10:00 to not known on February 29',
    'le 29 février\u00a0: de 10:00 à une heure inconnue',
  ],
  [
    {
      days: 'public-holidays',
      open: 'yes',
      hours: [{ opens: '20:00', closes: '24:00', closesNextDay: '02:00' }],
    },
    '20:00 to 02:00 the next day on public holidays',
    'jours fériés\u00a0: de 20:00 à 02:00 le lendemain',
  ],
  [
    { days: 'dates', from: '2026-12-20', to: '2027-01-03', open: 'no' },
    'closed from December 20, 2026 to January 3, 2027',
    'du 20 décembre 2026 au 3 janvier 2027\u00a0: fermé',
  ],
])('%j', (special, english, french) => {
  expect([specialTimes([special], TEXTS.en.records), specialTimes([special], TEXTS.fr.records)]).toEqual([
    english,
    french,
  ]);
});

it('follow the hours of the week, known or not', () => {
  const closed = { days: 'public-holidays', open: 'no' } as const;
  const t = TEXTS.en.records;
  expect(openingTimes({ openingHours: null, specialHours: [closed] }, t)).toBe(
    'hours not known, closed on public holidays',
  );
  expect(openingTimes({ openingHours: [{ day: 'mon', opens: '09:00', closes: '17:00' }] }, t)).toBe(
    'mon 09:00 to 17:00',
  );
  const night = { day: 'fri', opens: '18:00', closes: '24:00', closesNextDay: '02:00' } as const;
  expect(openingTimes({ openingHours: [night] }, t)).toBe('fri 18:00 to 02:00 the next day');
});
