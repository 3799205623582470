import type { OpeningHours, SpecialHours } from '@care-atlas/domain/contract';
import { dayOf, isPublicHoliday } from '@care-atlas/domain/rules';

/** The part of a search that asks for days. */
interface AskedDays {
  readonly days?: readonly string[];
  readonly date?: string;
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

/** Returns a record with only the hours that a search asks about. Those of the week do not count on a public holiday. */
export function withAskedHours<T extends WithHours>(record: T, query: AskedDays): T {
  const { openingHours } = record;
  if (!openingHours || !asksForDays(query)) return record;
  const { date, days = date === undefined ? [] : [dayOf(date)] } = query;
  if (date !== undefined && isPublicHoliday(date)) return withoutWeek(record);
  return { ...record, openingHours: openingHours.filter(({ day }) => days.includes(day)) };
}
