import { SPAN_READINGS } from './clock.js';
import { rulesOf } from './rules.js';
import type { Token } from './tokens.js';
import { osmText } from './week-rules.js';

/** The days of hours that name none. */
const DAYS = ['Mo-Fr', 'Mo-Su'];
const SPAN = /(\d{2}):(\d{2})-(\d{2}):(\d{2})/g;
/** What most places are open: of several readings, the one that is nearest to it is the likeliest. */
const USUAL_MINUTES = 8 * 60;

/**
 * Returns what doubtful hours may have been meant to say, in the format of OpenStreetMap, the likeliest first. A text with words
 * besides its hours has none, because they would be lost.
 */
export function otherReadings(tokens: readonly Token[]): readonly string[] {
  const texts = SPAN_READINGS.flatMap((span) =>
    DAYS.flatMap((days) => {
      const read = rulesOf(tokens, { span, days });
      if (!read || 'doubt' in read || read.fallback !== undefined) return [];
      return read.rules.some(({ comments }) => comments.length > 0) ? [] : [osmText(read.rules)];
    }),
  );
  return [...new Set(texts)].toSorted((a, b) => strangeness(a) - strangeness(b));
}

/** Returns how far the spans of a text are from usual ones, in minutes. */
function strangeness(text: string): number {
  const spans = [...text.matchAll(SPAN)].map((match) => match.slice(1).map(Number));
  return spans.reduce((sum, [hour = 0, minute = 0, endHour = 0, endMinute = 0]) => {
    const minutes = (endHour - hour) * 60 + endMinute - minute;
    return sum + Math.abs(minutes - USUAL_MINUTES);
  }, 0);
}
