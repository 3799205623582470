import { daysAfter, dayOf } from './toronto-time.js';
import { DAY_NAMES, type DayName } from '../../records/clinic.js';
import { type Holiday, HOLIDAYS, type NamedDay } from '../../records/special-days.js';

export { type Holiday, HOLIDAYS };

const DATES: Readonly<Record<NamedDay, (year: number) => string>> = {
  "New Year's Day": (year) => dateOf(year, 1, 1),
  'Family Day': (year) => nth(3, 'mon', dateOf(year, 2, 1)),
  'Good Friday': (year) => daysAfter(easterSunday(year), -2),
  'Easter Sunday': easterSunday,
  'Easter Monday': (year) => daysAfter(easterSunday(year), 1),
  // The Monday before May 25.
  'Victoria Day': (year) => nth(1, 'mon', dateOf(year, 5, 18)),
  'Canada Day': (year) => dateOf(year, 7, 1),
  'Civic Holiday': (year) => nth(1, 'mon', dateOf(year, 8, 1)),
  'Labour Day': (year) => nth(1, 'mon', dateOf(year, 9, 1)),
  Thanksgiving: (year) => nth(2, 'mon', dateOf(year, 10, 1)),
  'Christmas Day': (year) => dateOf(year, 12, 25),
  'Boxing Day': (year) => dateOf(year, 12, 26),
};

/** Returns the date of a holiday, or of another day with a name, in a year, YYYY-MM-DD. */
export function dateOfHoliday(day: NamedDay, year: number): string {
  return DATES[day](year);
}

/**
 * Returns whether a date, YYYY-MM-DD, is one of the nine public holidays of the Employment Standards Act, 2000, which a source
 * means by "public holidays". The civic holiday is none of them: some of the clinics that close on public holidays open then.
 */
export function isPublicHoliday(date: string): boolean {
  const holiday = holidayOn(date);
  return holiday !== undefined && holiday !== 'Civic Holiday';
}

/** Returns the holiday on a date, YYYY-MM-DD; undefined on other days. The weekly hours do not count on a holiday. */
export function holidayOn(date: string): Holiday | undefined {
  const year = Number(date.slice(0, 4));
  return HOLIDAYS.find((holiday) => DATES[holiday](year) === date);
}

/** Returns the next date of a holiday, or of another day with a name, from a date on. */
export function nextHoliday(day: NamedDay, from: string): string {
  const year = Number(from.slice(0, 4));
  const date = DATES[day](year);
  return date >= from ? date : DATES[day](year + 1);
}

function dateOf(year: number, month: number, day: number): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

/** Returns the nth such day of the week from a date on. */
function nth(n: number, day: DayName, from: string): string {
  const ahead = (DAY_NAMES.indexOf(day) - DAY_NAMES.indexOf(dayOf(from)) + 7) % 7;
  return daysAfter(from, ahead + 7 * (n - 1));
}

/** Returns Easter Sunday of the Gregorian calendar (anonymous algorithm, Meeus). */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const total = epact + weekday - 7 * late + 114;
  return dateOf(year, Math.floor(total / 31), (total % 31) + 1);
}
