import { aClinic, open } from '../../../test/builders.js';
import type { SpecialDays } from '../../records/special-days.js';
import { hoursOn, isOpenOn, knownHours, specialHours } from './special-days.js';
import { type KnownHours, openingHours } from './opening-hours.js';
import { torontoMoment } from './toronto-time.js';

const WEEK = open([1, 2, 3, 4, 5], 9, 17);
const TEN_TO_TWO = [{ opens: 600, closes: 840 }];
const at = (...specialDays: SpecialDays[]): KnownHours => ({ openingHours: WEEK, specialDays });
const weekly = [expect.objectContaining({ opens: 540, closes: 1020 })];

describe('hours on a date', () => {
  it.each<[string, KnownHours, string, unknown]>([
    ['a day of the week', at(), '2026-12-24', weekly],
    ['a day without hours is closed', at(), '2026-12-27', []],
    ['a holiday is not known', at(), '2026-12-25', null],
    ['the civic holiday is not known', at(), '2027-08-02', null],
    ['a week is not known', { openingHours: [] }, '2026-12-24', null],
    ['closed on public holidays', at({ on: 'public-holidays', hours: [] }), '2026-12-25', []],
    ['which says nothing of other days', at({ on: 'public-holidays', hours: [] }), '2026-12-24', weekly],
    ['and nothing of the civic holiday', at({ on: 'public-holidays', hours: [] }), '2027-08-02', null],
    ['which a source may name', at({ on: 'holiday', name: 'Civic Holiday', hours: [] }), '2027-08-02', []],
    [
      'a day that is no holiday in Ontario',
      at({ on: 'holiday', name: 'Easter Monday', hours: [] }),
      '2027-03-29',
      [],
    ],
    ['hours of public holidays', at({ on: 'public-holidays', hours: TEN_TO_TWO }), '2027-03-26', TEN_TO_TWO],
    [
      'not known is said',
      at({ on: 'every-year', from: '12-24', to: '12-24', hours: null }),
      '2026-12-24',
      null,
    ],
    [
      'a vacation that wraps, its first day',
      at({ on: 'every-year', from: '12-24', to: '01-02', hours: [] }),
      '2026-12-24',
      [],
    ],
    ['its last day', at({ on: 'every-year', from: '12-24', to: '01-02', hours: [] }), '2030-01-02', []],
    ['the day after', at({ on: 'every-year', from: '12-24', to: '01-02', hours: [] }), '2029-01-03', weekly],
    ['the day before', at({ on: 'every-year', from: '12-24', to: '01-02', hours: [] }), '2026-12-23', weekly],
    [
      'a vacation with its year',
      at({ on: 'dates', from: '2026-12-20', to: '2027-01-03', hours: [] }),
      '2027-01-01',
      [],
    ],
    ['is over', at({ on: 'dates', from: '2026-12-20', to: '2027-01-03', hours: [] }), '2027-01-04', weekly],
    [
      'a vacation closes holidays',
      at({ on: 'every-year', from: '12-20', to: '12-31', hours: [] }),
      '2026-12-25',
      [],
    ],
    [
      'a season with hours does not open them',
      at({ on: 'every-year', from: '12-01', to: '12-31', hours: TEN_TO_TWO }),
      '2026-12-25',
      null,
    ],
    [
      'but other days',
      at({ on: 'every-year', from: '12-01', to: '12-31', hours: TEN_TO_TWO }),
      '2026-12-24',
      TEN_TO_TWO,
    ],
    [
      'a single day is meant itself',
      at({ on: 'every-year', from: '12-25', to: '12-25', hours: TEN_TO_TWO }),
      '2026-12-25',
      TEN_TO_TWO,
    ],
    [
      'a day of leap years',
      at({ on: 'every-year', from: '02-29', to: '02-29', hours: [] }),
      '2028-02-29',
      [],
    ],
    [
      'only on days of the week',
      at({ on: 'every-year', from: '07-02', to: '08-01', weekdays: [5], hours: [] }),
      '2027-07-09',
      [],
    ],
    [
      'and not on others',
      at({ on: 'every-year', from: '07-02', to: '08-01', weekdays: [5], hours: [] }),
      '2027-07-08',
      weekly,
    ],
    [
      'the last of several',
      at(
        { on: 'public-holidays', hours: [] },
        { on: 'every-year', from: '12-26', to: '12-26', hours: TEN_TO_TWO },
      ),
      '2026-12-26',
      TEN_TO_TWO,
    ],
  ])('%s', (_what, hours, date, expected) => expect(hoursOn(hours, date)).toEqual(expected));

  it('a span past midnight belongs to its day, also before a holiday', () => {
    // As stored: Thursday 20:00-02:00 ends at midnight, when Good Friday begins.
    const night: KnownHours = {
      openingHours: [{ weekday: 4, opens: 1200, closes: 1440 }],
      specialDays: [{ on: 'public-holidays', hours: [] }],
    };
    expect([isOpenOn(night, '2027-03-25', 1439), isOpenOn(night, '2027-03-26', 60)]).toEqual([true, false]);
  });
});

it('answers show special days, from which the same hours are read', () => {
  const specialDays: readonly SpecialDays[] = [
    { on: 'public-holidays', hours: [] },
    { on: 'holiday', name: 'Easter Monday', hours: [{ opens: 600, closes: null }] },
    { on: 'every-year', from: '12-24', to: '01-02', weekdays: [1, 7], hours: [{ opens: 600, closes: 1440 }] },
    { on: 'dates', from: '2026-12-20', to: '2027-01-03', hours: null },
  ];
  const shown = specialHours(specialDays)!;
  expect(shown[2]).toEqual({
    days: 'every-year',
    from: '12-24',
    to: '01-02',
    weekdays: ['mon', 'sun'],
    open: 'yes',
    hours: [{ opens: '10:00', closes: '24:00' }],
  });
  expect(knownHours({ openingHours: openingHours(WEEK), specialHours: shown })).toEqual({
    openingHours: WEEK,
    specialDays,
  });
  expect(specialHours([])).toBeUndefined();
});

/** As printed calendars of Ontario have them; not by the product's rules. */
const HOLIDAYS_OF = [
  '01-01',
  '02-15',
  '03-26',
  '05-24',
  '07-01',
  '08-02',
  '09-06',
  '10-11',
  '12-25',
  '12-26',
];

describe('at every hour of 2027, "open now" is what a calendar says', () => {
  const names: Readonly<Record<string, readonly SpecialDays[]>> = {
    none: [],
    closed: [{ on: 'public-holidays', hours: [] }],
    open: [{ on: 'public-holidays', hours: TEN_TO_TWO }],
    vacation: [{ on: 'every-year', from: '12-24', to: '01-02', hours: [] }],
    march: [{ on: 'dates', from: '2027-03-15', to: '2027-03-19', hours: [{ opens: 0, closes: 1440 }] }],
  };
  /** Hours of a clinic by the clocks of Toronto: an oracle without the product's calendar. */
  function oracle(name: string, month: number, day: number, weekday: string, hour: number): boolean {
    const date = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const isHoliday = HOLIDAYS_OF.includes(date);
    if (name === 'vacation' && ((month === 12 && day >= 24) || (month === 1 && day <= 2))) return false;
    if (name === 'march' && month === 3 && day >= 15 && day <= 19) return true;
    if (isHoliday) return name === 'open' && date !== '08-02' && hour >= 10 && hour < 14;
    return !weekday.startsWith('S') && hour >= 9 && hour < 17;
  }
  const calendar = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Toronto', month: 'numeric', day: 'numeric', weekday: 'short', hour: 'numeric', hourCycle: 'h23',
  }); // prettier-ignore

  it.each(Object.keys(names))('%s', (name) => {
    const clinic = aClinic({ openingHours: WEEK, specialDays: names[name] });
    const different: string[] = [];
    for (let hour = 0; hour < 8760; hour++) {
      // January 1, 00:30 in Toronto.
      const now = new Date(Date.UTC(2027, 0, 1, 5, 30) + hour * 3_600_000);
      const parts = Object.fromEntries(calendar.formatToParts(now).map(({ type, value }) => [type, value]));
      const expected = oracle(
        name,
        Number(parts['month']),
        Number(parts['day']),
        parts['weekday']!,
        Number(parts['hour']),
      );
      const { date, time } = torontoMoment(now);
      const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
      if (isOpenOn(clinic, date, minute) !== expected) different.push(`${now.toISOString()} ${expected}`);
    }
    expect(different).toEqual([]);
  });
});
