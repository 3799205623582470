import { SPAN_READINGS } from './clock.js';
import { type HoursRule, rulesOf } from './rules.js';
import { isBySun } from './spans.js';
import type { Token } from './tokens.js';
import { rulesText } from './week-rules.js';

/** The days of hours that name none. */
const DAYS = ['Mo-Fr', 'Mo-Su'];
/** What most places are open: of several readings, the one that is nearest to it is the likeliest. */
const USUAL_MINUTES = 8 * 60;

/**
 * Returns what doubtful hours may have been meant to say, in the format of OpenStreetMap, the likeliest first. A text with words
 * besides its hours has none, because they would be lost.
 */
export function otherReadings(tokens: readonly Token[]): readonly string[] {
  const readings = SPAN_READINGS.flatMap((span) =>
    DAYS.flatMap((days) => {
      const read = rulesOf(tokens, { span, days });
      if (!read || 'doubt' in read || read.fallback !== undefined) return [];
      return read.rules.some(({ comments }) => comments.length > 0) ? [] : [read.rules];
    }),
  );
  return [
    ...new Set(readings.toSorted((a, b) => strangeness(a) - strangeness(b)).map((rules) => rulesText(rules))),
  ];
}

/** Returns how far the spans of rules are from usual ones, in minutes. */
function strangeness(rules: readonly HoursRule[]): number {
  const spans = rules.flatMap((rule) => rule.spans).filter((span) => !isBySun(span));
  return spans.reduce(
    (sum, { opens, closes }) => sum + (closes === null ? 0 : Math.abs(closes - opens - USUAL_MINUTES)),
    0,
  );
}
