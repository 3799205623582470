import fc from 'fast-check';
import { dateNumber, dateNumberOf, dateText, monthsBefore, startOfHour, wholeYears } from './calendar.js';

const aDate = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

describe('startOfHour', () => {
  it.each([
    ['2026-11-20T15:00:00.000Z', '2026-11-20T15:00:00.000Z'],
    ['2026-11-20T15:59:59.999Z', '2026-11-20T15:00:00.000Z'],
    ['1969-12-31T23:30:00.000Z', '1969-12-31T23:00:00.000Z'],
  ])('of %s is %s', (now, hour) => {
    expect(startOfHour(new Date(now)).toISOString()).toBe(hour);
  });
});

describe('dates as numbers', () => {
  it('are yyyymmdd, in UTC', () => {
    expect(dateNumber('2026-01-09')).toBe(20260109);
    expect(dateNumberOf(new Date('2026-01-09T23:59:59.999Z'))).toBe(20260109);
    expect(dateNumberOf(new Date('2026-01-08T23:30:00-05:00'))).toBe(20260109);
  });

  it('convert back to text', () => {
    fc.assert(fc.property(aDate, (date) => expect(dateText(dateNumber(date))).toBe(date)));
    expect(dateText(20101)).toBe('0002-01-01');
  });
});

describe('wholeYears', () => {
  it.each([
    ['2025-11-21', '2026-11-20', 0],
    ['2025-11-20', '2026-11-20', 1],
    ['2025-11-19', '2026-11-20', 1],
    ['2010-12-31', '2026-01-01', 15],
    ['2020-02-29', '2021-02-28', 0],
    ['2020-02-29', '2021-03-01', 1],
    ['2020-02-29', '2024-02-28', 3],
    ['2020-02-29', '2024-02-29', 4],
    ['2027-01-01', '2026-11-20', 0],
    ['2030-11-20', '2026-11-20', 0],
  ])('from %s to %s: %i', (since, today, years) => {
    expect(wholeYears(dateNumber(since), dateNumber(today))).toBe(years);
  });

  it('counts past anniversaries', () => {
    fc.assert(
      fc.property(aDate, aDate, (since, today) => {
        const start = Number(since.slice(0, 4));
        let anniversaries = 0;
        while (`${start + anniversaries + 1}${since.slice(4)}` <= today) anniversaries++;
        expect(wholeYears(dateNumber(since), dateNumber(today))).toBe(anniversaries);
      }),
    );
  });
});

describe('monthsBefore', () => {
  it.each([
    [20261120, 24, 20241120],
    [20261120, 0, 20261120],
    [20260131, 1, 20251231],
    [20260331, 1, 20260228],
    [20240331, 1, 20240229],
    [20240229, 24, 20220228],
    [20240229, 48, 20200229],
    [20260115, 12, 20250115],
    [20260731, 1, 20260630],
  ])('%i less %i months is %i', (today, months, before) => {
    expect(monthsBefore(today, months)).toBe(before);
  });

  it('is a calendar date in the correct month', () => {
    fc.assert(
      fc.property(aDate, fc.nat(60), (date, months) => {
        const before = dateText(monthsBefore(dateNumber(date), months));
        expect(new Date(before).toISOString().slice(0, 10)).toBe(before);
        expect(monthOf(date) - monthOf(before)).toBe(months);
      }),
    );
  });
});
