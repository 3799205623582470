import type { ClinicInput } from '@care-atlas/data/sync';
import type { InputRow } from '../../rows/input-row.js';
import type { SourceRows } from '../../rows/source-rows.js';
import { quoted } from '../hours/quotation.js';
import { noteOf } from '../hours/remarks.js';
import { isTooLong, NO_HOURS, type OpeningHoursReader, type WeeklyHours } from '../opening-hours.js';

const COLUMN = 'opening_hours';
const ACCEPTED =
  'opening hours in everyday words, such as Mon-Fri 9am-5pm, or in the format of OpenStreetMap, such as Mo-Fr 09:00-17:00';

/** What a clinic has of its hours. */
export type ClinicHours = Pick<ClinicInput, 'openingHours' | 'hoursNote' | 'specialDays'> & {
  /** Whether the hours say that the place is closed, not only when. */
  readonly isClosed: boolean;
};

/** Returns the hours of a row, with what has to be said about them. Bad ones are as `field` of a row leaves them. */
export function clinicHoursOf(
  row: InputRow,
  source: SourceRows,
  reader: OpeningHoursReader,
  isWalkIn: boolean,
): ClinicHours {
  const read = row.field('openingHours', undefined, () => weekOf(row, reader, isWalkIn));
  const week = read ?? {
    ...NO_HOURS,
    remarks: [`The hours of the source cannot be read: ${quoted(row.masked(COLUMN))}.`],
  };
  if (week.doubt) {
    const suggestions = reader.suggestionsFor(row.masked(COLUMN));
    row.doubt(COLUMN, `plausible (${week.doubt}); the hours are stored as not known`, suggestions);
  }
  if (week.reduced)
    source.note('opening hours with exceptions, reduced to the usual week', () => quoted(row.masked(COLUMN)));
  if (week.readAs)
    source.note(
      week.isEveryDay
        ? 'opening hours without days, read as those of every day'
        : 'opening hours in everyday words, read as 24-hour times',
      () => `${quoted(row.masked(COLUMN))} read as ${week.readAs}`,
    );
  const { hours: openingHours, specialDays, isClosed } = week;
  return { openingHours, specialDays, hoursNote: noteOf(week.remarks), isClosed };
}

function weekOf(row: InputRow, reader: OpeningHoursReader, isWalkIn: boolean): WeeklyHours {
  const whole = row.masked(COLUMN);
  const value = isTooLong(whole) ? whole : row.text(COLUMN);
  if (value === '') return NO_HOURS;
  return reader.weekOf(value, isWalkIn) ?? row.reject(COLUMN, ACCEPTED);
}
