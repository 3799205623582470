import type { InputRow } from '../formats/input-row.js';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH = /^(\d{4})-(\d{2})$/;
const YEAR = /^\d{4}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const EARLIEST = '1900-01-01';

/** The calendar day in Toronto, where the directory is. */
const TORONTO_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', dateStyle: 'short' });

/** In Toronto this is the first hour of a day, in winter and in summer, and in UTC it is the same day. */
const START_OF_DAY = 'T05:00:00.000Z';

/** Reads days and moments that have to have passed. */
export class Calendar {
  readonly #today: string;

  /** @param now when the import runs */
  constructor(private readonly now: Date) {
    this.#today = TORONTO_DAY.format(now);
  }

  /**
   * A day that has come, YYYY-MM-DD; empty where there is none.
   * @throws RowFault when it is none
   */
  day(row: InputRow, column: string): string {
    const value = row.text(column);
    if (value === '') return '';
    if (this.#isPast(value)) return value;
    return row.refuse(column, `a day from ${EARLIEST} to today, such as 2026-10-03`);
  }

  /**
   * The same, where a month alone means its first day and a year alone its middle, 1 July.
   * @throws RowFault when it is none
   */
  roughDay(row: InputRow, column: string): string {
    const value = row.text(column);
    if (value === '') return '';
    const rough = YEAR.test(value) ? `${value}-07-01` : value;
    const day = MONTH.test(rough) ? `${rough}-01` : rough;
    // The middle of the current year may be to come, the year is not.
    const held =
      YEAR.test(value) && day > this.#today && value === this.#today.slice(0, 4) ? this.#today : day;
    if (this.#isPast(held)) return held;
    return row.refuse(column, `a day from ${EARLIEST} to today, such as 2009-07-01, or a year such as 2009`);
  }

  /**
   * A moment, or a day, which stands for its beginning in Toronto; undefined where there is none.
   * @throws RowFault when it is none, or lies in the future
   */
  moment(row: InputRow, column: string): Date | undefined {
    const value = row.text(column);
    if (value === '') return undefined;
    const moment = momentOf(value);
    const passed = moment && (moment <= this.now || (DAY.test(value) && value <= this.#today));
    if (!passed)
      row.refuse(column, 'a moment that has passed: a day such as 2026-10-03, or 2026-10-03T14:30:00Z');
    return moment < this.now ? moment : this.now;
  }

  #isPast(value: string): boolean {
    return isDay(value) && value >= EARLIEST && value <= this.#today;
  }
}

/** The moment that a text names, as ISO 8601 with a time zone or as a day; undefined when it names none. */
export function momentOf(text: string): Date | undefined {
  if (isDay(text)) return new Date(`${text}${START_OF_DAY}`);
  if (!INSTANT.test(text) || !isDay(text.slice(0, 10))) return undefined;
  const moment = new Date(text.replace(' ', 'T'));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (!year) return false;
  // The last day of a month is the day before the first of the next.
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}
