import { open } from '../../../test/builders.js';
import {
  isOpen,
  isOpenEvenings,
  isOpenWeekends,
  summarizeHours,
  usualWeekdayRange,
} from './opening-hours.js';

describe('isOpenEvenings', () => {
  it.each([
    ['closes at 17:00', open([1], 9, 17), false],
    ['closes a minute later', [{ weekday: 5 as const, opens: 540, closes: 1021 }], true],
    ['opens at 18:00', open([3], 18, 20), true],
    ['is open late on Saturday only', open([6], 9, 22), false],
    ['is open late on Sunday only', open([7], 9, 22), false],
    ['is open till midnight', open([2], 9, 24), true],
    ['is open in the night to Monday', open([7], 20, 26), false],
    ['has no known hours', [], false],
    ['opens at 09:00 without a known end', [{ weekday: 1 as const, opens: 540, closes: null }], false],
    ['opens at 18:00 without a known end', [{ weekday: 1 as const, opens: 1080, closes: null }], true],
  ])('a clinic that %s', (_, hours, evenings) => {
    expect(isOpenEvenings(hours)).toBe(evenings);
  });
});

describe('isOpenWeekends', () => {
  it.each([
    ['Monday to Friday', open([1, 2, 3, 4, 5], 9, 17), false],
    ['Saturday', open([6], 9, 12), true],
    ['Sunday', open([7], 9, 12), true],
    ['the night to Saturday', open([5], 20, 26), false],
    ['unknown', [], false],
  ])('%s', (_, hours, weekends) => {
    expect(isOpenWeekends(hours)).toBe(weekends);
  });
});

describe('usualWeekdayRange', () => {
  it('is the range that most weekdays share', () => {
    expect(usualWeekdayRange([...open([1], 8, 20), ...open([2, 3, 4, 5], 9, 17)])).toBe('09:00-17:00');
  });

  it('is the earliest in the week of equally common ranges, in any order of the intervals', () => {
    expect(usualWeekdayRange([...open([4, 5], 10, 18), ...open([1, 2], 9, 17)])).toBe('09:00-17:00');
  });

  it('leaves out days without a known end', () => {
    const openEnd = { weekday: 1 as const, opens: 540, closes: null };
    expect(usualWeekdayRange([openEnd, ...open([2], 10, 18)])).toBe('10:00-18:00');
    expect(usualWeekdayRange([...open([1], 8, 9), { ...openEnd, opens: 600 }])).toBe('');
  });

  it('spans a lunch break', () => {
    expect(usualWeekdayRange([...open([1], 13, 17), ...open([1], 9, 12)])).toBe('09:00-17:00');
  });

  it('ignores weekends', () => {
    expect(usualWeekdayRange(open([6, 7], 10, 14))).toBe('');
  });

  it('is empty if the hours are not known', () => {
    expect(usualWeekdayRange([])).toBe('');
  });

  it('writes minutes with two digits, and midnight as 24:00', () => {
    expect(usualWeekdayRange([{ weekday: 1, opens: 485, closes: 1440 }])).toBe('08:05-24:00');
    expect(usualWeekdayRange(open([1], 18, 26))).toBe('18:00-02:00');
  });
});

it.each([
  ['on the day on which a night began', 7, undefined, true],
  ['not on the next', 1, undefined, false],
  ['but at its time there', 1, 60, true],
  ['and in its last minute', 1, 119, true],
  ['not after it', 1, 120, false],
  ['not at that time on the day on which it began', 7, 60, false],
] as const)('a clinic is open %s', (_, day, at, isOpenThen) => {
  expect(isOpen(open([7], 18, 26), [day], at)).toBe(isOpenThen);
});

it('summarizeHours returns the opening hours of an answer', () => {
  expect(summarizeHours([...open([1, 2, 3], 9, 18), ...open([7], 10, 12)])).toEqual({
    weekday: '09:00-18:00',
    evening: true,
    weekend: true,
  });
});
