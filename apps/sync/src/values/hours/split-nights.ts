import { DAY, minutesOf, NIGHT_END } from './clock.js';
import { dayNumbers } from './day-words.js';
import type { WrittenSpan } from './spans.js';

interface Draft {
  readonly dates: readonly string[];
  readonly holidays: readonly string[];
  readonly days: readonly string[];
  readonly state: string;
  spans: WrittenSpan[];
}

const LAST_MINUTE = DAY - 1;
const DAYS_PER_WEEK = 7;

/**
 * Joins the two halves of a night: "Fr 18:00-24:00; Sa 00:00-02:00" is one on Friday. Halves of other days stay as they are.
 * @returns the drafts that still have spans, or had none
 */
export function withJoinedNights<T extends Draft>(drafts: readonly T[]): readonly T[] {
  for (const draft of drafts.filter(isOfWeek)) {
    const end = draft.spans.find(isAfterMidnight);
    const before = end && drafts.find((other) => isOfWeek(other) && isEve(other, draft) && eveningOf(other));
    if (!end || !before) continue;
    const evening = eveningOf(before)!;
    const minutes = DAY + minutesOf(end.to!);
    before.spans[before.spans.indexOf(evening)] = {
      ...evening,
      to: { hour: Math.floor(minutes / 60), minute: minutes % 60, hasMinutes: true, isOfDay: true },
    };
    draft.spans = draft.spans.filter((span) => span !== end);
    if (draft.spans.length === 0) return withJoinedNights(drafts.filter((other) => other !== draft));
  }
  return drafts;
}

/** Returns whether hours are those of named days of every week. */
function isOfWeek({ dates, holidays, days, state }: Draft): boolean {
  const isNamed = days.length > 0 && days.every((text) => dayNumbers([text]).length > 0);
  return state === 'open' && isNamed && dates.length + holidays.length === 0;
}

/** Returns whether the days of hours are those before the days of others. */
function isEve(before: Draft, after: Draft): boolean {
  const next = dayNumbers(before.days).map((day) => (day + 1) % DAYS_PER_WEEK);
  const days = new Set(dayNumbers(after.days));
  return new Set(next).size === days.size && next.every((day) => days.has(day));
}

function isAfterMidnight(span: WrittenSpan): span is Extract<WrittenSpan, { isOpenEnded: boolean }> {
  return (
    'to' in span && span.to !== undefined && minutesOf(span.from) === 0 && minutesOf(span.to) <= NIGHT_END
  );
}

/** Returns the span that ends at midnight. */
function eveningOf({ spans }: Draft) {
  return spans
    .filter((span) => 'from' in span)
    .find(({ from, to }) => to && minutesOf(from) > 0 && [0, LAST_MINUTE, DAY].includes(minutesOf(to)));
}
