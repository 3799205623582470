import type { OpeningHours, SpecialHours } from '@care-atlas/domain/contract';
import { DAY_NAMES, type DayName } from '@care-atlas/domain/records';
import { dayOf, daysAfter, isPublicHoliday } from '@care-atlas/domain/rules';

/** The part of a search that asks for days. */
interface AskedDays {
  readonly days?: readonly DayName[];
  readonly date?: string;
  readonly openAt?: string;
  readonly include?: readonly string[];
}

interface WithHours {
  readonly openingHours?: readonly OpeningHours[] | null;
  readonly specialHours?: readonly SpecialHours[];
}

/** Returns whether a search asks for days, and not for all hours. */
function asksForDays({ days, date, include }: AskedDays): boolean {
  return (days !== undefined || date !== undefined) && !include?.includes('hours');
}

/** Returns a query that also asks for the hours, if it asks for days. */
export function withHours<Q extends AskedDays>(query: Q): Q {
  return asksForDays(query) ? { ...query, include: [...(query.include ?? []), 'hours'] } : query;
}

/** An empty week would read as never open. */
function withoutWeek<T extends WithHours>({ ...record }: T): T {
  delete (record as { openingHours?: unknown }).openingHours;
  return record;
}

/**
 * Returns a record with only the hours that a search asks about: the hours of the asked days, and a night before them if it lasts
 * until the asked time. The hours of the week do not count on a public holiday.
 */
export function withAskedHours<T extends WithHours>(record: T, query: AskedDays): T {
  const { openingHours } = record;
  if (!openingHours || !asksForDays(query)) return record;
  const { date, days = date === undefined ? [] : [dayOf(date)], openAt = '24:00' } = query;
  const own = date === undefined || !isPublicHoliday(date) ? days : [];
  const isAfterHoliday = date !== undefined && isPublicHoliday(daysAfter(date, -1));
  const evenings = isAfterHoliday ? [] : days.map((day) => DAY_NAMES.at(DAY_NAMES.indexOf(day) - 1)!);
  const asked = openingHours.filter(
    ({ day, closesNextDay = '' }) => own.includes(day) || (openAt < closesNextDay && evenings.includes(day)),
  );
  return asked.length === 0 && own.length === 0 ? withoutWeek(record) : { ...record, openingHours: asked };
}
