import { open } from '../../../test/builders.js';
import type { SpecialDays } from '../../records/special-days.js';
import { hoursOn, isOpenOn, knownHours, mayBeOpenOn, specialHours } from './special-days.js';
import { type KnownHours, openingHours } from './opening-hours.js';

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

  const NIGHTS = open([4, 5], 20, 26);
  const answerAt = (hours: KnownHours, date: string, time: number) =>
    isOpenOn(hours, date, time) ? 'open' : mayBeOpenOn(hours, date, time) ? 'unknown' : 'closed';

  // March 26, 2027, is Good Friday.
  it.each<[string, SpecialDays[], string, readonly string[]]>([
    ['also on a holiday', [], '2027-03-26', ['open', 'open', 'unknown', 'unknown']],
    ['not known after a holiday', [], '2027-03-27', ['unknown', 'unknown', 'closed', 'closed']],
    [
      'also on a day on which it is closed',
      [{ on: 'public-holidays', hours: [] }],
      '2027-03-26',
      ['open', 'open', 'closed', 'closed'],
    ],
    [
      'none after a day on which it is closed',
      [{ on: 'public-holidays', hours: [] }],
      '2027-03-27',
      ['closed', 'closed', 'closed', 'closed'],
    ],
    [
      'as long as that day has it',
      [{ on: 'public-holidays', hours: [{ opens: 1200, closes: 1500 }] }],
      '2027-03-27',
      ['open', 'closed', 'closed', 'closed'],
    ],
    [
      'not known where that day leaves it open',
      [{ on: 'every-week', weekdays: [3], hours: null, times: [{ opens: 1200, closes: 1560 }] }],
      '2027-03-18',
      ['unknown', 'unknown', 'closed', 'closed'],
    ],
    ['until its last minute', [], '2027-03-19', ['open', 'open', 'closed', 'closed']],
    ['none on other days', [], '2027-03-21', ['closed', 'closed', 'closed', 'closed']],
  ])('a night counts for the day on which it began, %s', (_, specialDays, date, answers) => {
    const hours = { openingHours: NIGHTS, specialDays };
    expect([30, 119, 120, 1199].map((time) => answerAt(hours, date, time))).toEqual(answers);
    expect(isOpenOn(hours, date)).toBe((hoursOn(hours, date) ?? []).length > 0);
  });

  it('a night counts by the clocks, also where they are changed', () => {
    // Clocks go from 02:00 to 03:00 on March 14, 2027, and back from 02:00 to 01:00 on November 7.
    const hours = { openingHours: open([6], 20, 28) };
    for (const date of ['2027-03-14', '2027-11-07'])
      expect([60, 180, 239, 240].map((time) => isOpenOn(hours, date, time))).toEqual([
        true,
        true,
        true,
        false,
      ]);
  });
});

it('answers show special days, from which the same hours are read', () => {
  const specialDays: readonly SpecialDays[] = [
    { on: 'public-holidays', hours: [] },
    { on: 'holiday', name: 'Easter Monday', hours: [{ opens: 600, closes: null }] },
    { on: 'every-year', from: '12-24', to: '01-02', weekdays: [1, 7], hours: [{ opens: 600, closes: 1440 }] },
    { on: 'dates', from: '2026-12-20', to: '2027-01-03', hours: null },
    { on: 'dates', from: '2027-02-01', to: '2027-02-01', hours: [{ opens: 1200, closes: 1560 }] },
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
  expect(shown[4]!.hours).toEqual([{ opens: '20:00', closes: '24:00', closesNextDay: '02:00' }]);
  const week = [...WEEK, ...open([6], 18, 24), ...open([7], 18, 25)];
  expect(knownHours({ openingHours: openingHours(week), specialHours: shown })).toEqual({
    openingHours: week,
    specialDays,
  });
  expect(specialHours([])).toBeUndefined();
});
