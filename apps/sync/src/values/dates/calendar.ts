import { torontoDate } from '@care-atlas/domain/rules';
import type { InputRow } from '../../rows/input-row.js';
import { dateReader, isDay, onlyDateFormat, serialDay, withPlainDay } from './date-pattern.js';

const MONTH = /^(\d{4})-(\d{2})$/;
const YEAR = /^\d{4}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/** A day, month, year, decade or century of OpenStreetMap; a time counts as its day. */
const END = /^(?:(\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:[T ][\d:.Z+-]*)?|(\d{3})0s|C(\d{2}))$/i;
const APPROXIMATE = /^(?:~|(?:before|early|mid|late)\s+)/i;
const EARLIEST = '1900-01-01';
const FULL_DAY = EARLIEST.length;

/** In the first hour of the day in Toronto, in winter and in summer; it is the same day in UTC. */
const START_OF_DAY = 'T05:00:00.000Z';

/** Reads days and times, none of which may be in the future. */
export class Calendar {
  readonly #today: string;

  /** @param now when the import runs */
  constructor(private readonly now: Date) {
    this.#today = torontoDate(now);
  }

  /**
   * Returns a day up to today, YYYY-MM-DD; empty where there is none.
   * @throws RowFault when the value is not such a day
   */
  day(row: InputRow, column: string): string {
    const value = withPlainDay(row.formatted(column));
    if (value === '') return '';
    if (this.#isPast(value)) return value;
    requireReadable(row, column, value);
    return row.reject(column, `a day from ${EARLIEST} to today, such as 2026-10-03`);
  }

  /**
   * Returns the same, where a month alone means its first day, and a year alone its middle, July 1.
   * @throws RowFault when the value is not such a day
   */
  approximateDay(row: InputRow, column: string): string {
    const value = withPlainDay(row.formatted(column));
    if (value === '') return '';
    const full = YEAR.test(value) ? `${value}-07-01` : value;
    const day = MONTH.test(full) ? `${full}-01` : full;
    // The middle of the current year may be in the future; the year is not.
    const past =
      YEAR.test(value) && day > this.#today && value === this.#today.slice(0, 4) ? this.#today : day;
    if (this.#isPast(past)) return past;
    requireReadable(row, column, past);
    return row.reject(column, `a day from ${EARLIEST} to today, such as 2009-07-01, or a year such as 2009`);
  }

  /**
   * Returns a time, where a day means its beginning in Toronto; undefined where there is none.
   * @throws RowFault when the value is not a time, or is in the future
   */
  time(row: InputRow, column: string): Date | undefined {
    const value = withPlainDay(row.formatted(column));
    if (value === '') return undefined;
    const time = parseTime(value);
    const passed = time && (time <= this.now || (isDay(value) && value <= this.#today));
    if (!passed && !time) requireReadable(row, column, value);
    if (!passed)
      row.reject(
        column,
        'a time up to now, not before 1900: a day such as 2026-10-03, or 2026-10-03T14:30:00Z',
      );
    return time < this.now ? time : this.now;
  }

  /**
   * Returns whether what ends at a time has ended; undefined when the text is no time. A month, a year and a decade, such as
   * 2019-03, 2019 and 2010s, end with their last day; of a period, the end counts.
   */
  hasEnded(text: string): boolean | undefined {
    const value = withPlainDay(text.split('..').at(-1)!.trim().replace(APPROXIMATE, ''));
    const [, day, decade, century] = END.exec(value) ?? [];
    if (century) return `${Number(century)}00-12-31` < this.#today;
    if (decade) return `${decade}9-12-31` < this.#today;
    // Of the parts that are missing, the last ones come: "2019-99-99" is after every day of 2019.
    if (!day || (day.length === FULL_DAY && !isDay(day))) return undefined;
    return day + '-99-99'.slice(day.length - 4) < this.#today;
  }

  #isPast(value: string): boolean {
    return isDay(value) && value >= EARLIEST && value <= this.#today;
  }
}

/** Parses a time from 1900 on, as ISO 8601 with a time zone or as a day; undefined when the text is neither. */
export function parseTime(text: string): Date | undefined {
  if (text >= EARLIEST && isDay(text)) return new Date(`${text}${START_OF_DAY}`);
  if (!TIME.test(text) || text < EARLIEST || !isDay(text.slice(0, 10))) return undefined;
  const time = new Date(text.replace(' ', 'T'));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Rejects a value that is no date in a known form, with its only reading if there is one. A date too early or in the future has one. */
function requireReadable(row: InputRow, column: string, value: string): void {
  if (isDay(value.slice(0, FULL_DAY))) return;
  const format = onlyDateFormat([value]);
  const suggestion = format === undefined ? serialDay(value) : dateReader(format)!(value);
  row.reject(
    column,
    'a day in a form that can be read in one way only, such as 2026-10-03 or Oct 3 2026; a map of the columns reads others by their `dates`',
    undefined,
    suggestion === undefined ? [] : [suggestion],
  );
}
