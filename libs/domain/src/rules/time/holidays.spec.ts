import { dateOfHoliday, HOLIDAYS, holidayOn, nextHoliday } from './holidays.js';
import { dayOf, daysAfter, torontoMoment } from './toronto-time.js';

/** As calendars of Ontario print them. */
const PRINTED = {
  2024: ['01-01', '02-19', '03-29', '05-20', '07-01', '08-05', '09-02', '10-14', '12-25', '12-26'],
  2025: ['01-01', '02-17', '04-18', '05-19', '07-01', '08-04', '09-01', '10-13', '12-25', '12-26'],
  2026: ['01-01', '02-16', '04-03', '05-18', '07-01', '08-03', '09-07', '10-12', '12-25', '12-26'],
  2027: ['01-01', '02-15', '03-26', '05-24', '07-01', '08-02', '09-06', '10-11', '12-25', '12-26'],
  2038: ['01-01', '02-15', '04-23', '05-24', '07-01', '08-02', '09-06', '10-11', '12-25', '12-26'],
};

it.each(Object.entries(PRINTED))('the holidays of %s are those of the printed calendar', (year, dates) => {
  expect(HOLIDAYS.map((holiday) => dateOfHoliday(holiday, Number(year)))).toEqual(
    dates.map((date) => `${year}-${date}`),
  );
  const all = Array.from({ length: 365 }, (_, day) => daysAfter(`${year}-01-01`, day));
  expect(all.filter((date) => holidayOn(date) !== undefined).map((date) => date.slice(5))).toEqual(dates);
});

it('finds the next date of a holiday, the day itself included', () => {
  expect(nextHoliday('Christmas Day', '2026-12-25')).toBe('2026-12-25');
  expect(nextHoliday('Christmas Day', '2026-12-26')).toBe('2027-12-25');
  expect(nextHoliday('Family Day', '2026-11-27')).toBe('2027-02-15');
});

it.each([
  ['2026-11-22T22:05:00Z', '2026-11-22', 'sun', '17:05'],
  ['2026-07-01T03:59:00Z', '2026-06-30', 'tue', '23:59'],
  ['2026-07-01T04:00:00Z', '2026-07-01', 'wed', '00:00'],
  ['2026-03-08T07:00:00Z', '2026-03-08', 'sun', '03:00'],
  ['2027-01-01T04:59:00Z', '2026-12-31', 'thu', '23:59'],
])('at %s it is %s, %s %s in Toronto', (now, date, day, time) => {
  expect(torontoMoment(new Date(now))).toEqual({ date, day, time });
});

it('counts days of the calendar across changes of the clock', () => {
  expect(daysAfter('2026-03-07', 1)).toBe('2026-03-08');
  expect(daysAfter('2026-11-01', 1)).toBe('2026-11-02');
  expect(dayOf('2026-11-27')).toBe('fri');
});
