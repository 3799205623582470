import { NAMED_DAYS, type SpecialDays } from '@care-atlas/domain/records';
import { daysAfter, hoursOn } from '@care-atlas/domain/rules';
import { OpeningHoursReader } from '../values/opening-hours.js';
import { openingHoursOf, schedulesOf } from './schedules.js';

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const period = { valid_from: '2026-01-01', valid_to: '2026-12-31' };

it('schedules of each day and span are one rule for those that share their hours', () => {
  const schedules = DAYS.flatMap((byday) => [
    { byday, opens_at: '09:00', closes_at: '12:00', ...period },
    { byday, opens_at: '13:00', closes_at: byday === 'FR' ? '16:00' : '17:00', ...period },
  ]);
  expect(openingHoursOf(schedules)).toBe(
    '2026 Jan 01-2026 Dec 31 Mo,Tu,We,Th,Sa,Su 09:00-12:00,13:00-17:00, ' +
      '2026 Jan 01-2026 Dec 31 Fr 09:00-12:00,13:00-16:00',
  );
});

it('schedules of different periods stay apart', () => {
  const summer = { valid_from: '2026-07-01', valid_to: '2026-08-31' };
  expect(
    openingHoursOf([
      { byday: 'MO', opens_at: '09:00', closes_at: '12:00', ...period },
      { byday: 'MO', opens_at: '13:00', closes_at: '', ...summer },
      { byday: '2TU', opens_at: '13:00', closes_at: '15:00' },
    ]),
  ).toBe('2026 Jan 01-2026 Dec 31 Mo 09:00-12:00, 2026 Jul 01-2026 Aug 31 Mo 13:00+, Tu[2] 13:00-15:00');
});

it('a schedule without times describes special days, and says nothing else', () => {
  const week = { byday: 'MO', opens_at: '09:00', closes_at: '12:00' };
  const text = (description: string) => openingHoursOf([week, { description }]);
  expect(text('PH off; Dec 24-Jan 02 10:00-12:00')).toBe('Mo 09:00-12:00; PH off; Dec 24-Jan 02 10:00-12:00');
  for (const words of [
    'Closed on holidays, except when we are not',
    'Tu 09:00-12:00',
    'SH off',
    'PH off; Tu off',
    'PH off || "call"',
  ])
    expect(text(words)).toBe('Mo 09:00-12:00');
  expect(text(`Dec 24 off; `.repeat(100))).toBe('Mo 09:00-12:00');
});

it.each<SpecialDays>([
  { on: 'public-holidays', hours: [] },
  { on: 'public-holidays', weekdays: [1, 5], hours: [{ opens: 600, closes: null }] },
  { on: 'every-year', from: '12-24', to: '01-02', hours: [] },
  {
    on: 'every-year',
    from: '12-24',
    to: '12-24',
    weekdays: [1, 7],
    hours: [
      { opens: 540, closes: 720 },
      { opens: 780, closes: 1440 },
    ],
  },
  { on: 'dates', from: '2026-12-20', to: '2027-01-03', hours: null },
  { on: 'public-holidays', hours: [{ opens: 1200, closes: 1560 }] },
  { on: 'dates', from: '2027-02-28', to: '2027-02-28', hours: [{ opens: 0, closes: 1440 }] },
  ...NAMED_DAYS.map((name) => ({ on: 'holiday', name, hours: [] }) as const),
])('%j is written and read as the same', (days) => {
  const [{ description = '' } = {}] = schedulesOf({ openingHours: [], specialDays: [days] });
  const reader = new OpeningHoursReader(new Date('2026-11-20T15:00:00Z'));
  const [read] = reader.weekOf(openingHoursOf([{ description }])!)!.specialDays;
  expect(hoursOfYear(read!)).toEqual(hoursOfYear(days));
});

it('nights, and days of which the hours are not known, are written and read as the same', () => {
  const openingHours = [
    { weekday: 1, opens: 540, closes: 1020 },
    { weekday: 5, opens: 1080, closes: 1560 },
  ] as const;
  const specialDays = [
    { on: 'every-week', weekdays: [1], hours: null, times: [{ opens: 1080, closes: 1200 }] },
    { on: 'every-week', weekdays: [6], hours: null },
  ] as const;
  const hours = { openingHours, specialDays } as const;
  const reader = new OpeningHoursReader(new Date('2026-11-20T15:00:00Z'));
  const read = reader.weekOf(openingHoursOf(schedulesOf(hours))!)!;
  expect(read).toMatchObject({ hours: openingHours, specialDays: hours.specialDays });
});

/** What special days say of each day of a year: Good Friday is a name, or a distance from Easter. */
function hoursOfYear(days: SpecialDays) {
  const openingHours = [{ weekday: 1, opens: 1, closes: 2 }] as const;
  return Array.from({ length: 365 }, (_, day) =>
    hoursOn({ openingHours, specialDays: [days] }, daysAfter('2026-12-01', day)),
  );
}
