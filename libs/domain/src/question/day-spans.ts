import { AND, BETWEEN, FROM_DAY, UNTIL_DAY } from './phrases.js';
import type { QuestionValues } from './question.js';
import type { Part } from './readers/phrase-parts.js';
import type { Words } from './words.js';

/** Maximum number of words before the first day: "à partir du". */
const MOST_BEFORE = 3;

/**
 * Joins the words of a span of days to one part: "from Monday", "Monday morning to Wednesday", "between Christmas and New Year".
 * No list has it; its ends are offered.
 */
export function withDaySpans(words: Words, parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    const first = dayIn(part);
    const from = first && startBefore(words, part, FROM_DAY);
    const between = first && startBefore(words, part, BETWEEN);
    const last = first && lastPart(words, parts, at, between === undefined ? UNTIL_DAY : AND);
    if (!first || (from === undefined && !last)) {
      joined.push(part);
      continue;
    }
    const start = from ?? between ?? part.from;
    while (joined.length > 0 && joined.at(-1)!.from >= start) joined.pop();
    const instead = last ? [first, dayIn(last)!] : [first];
    const { to } = last ?? part;
    joined.push({ from: start, to, meaning: { values: {} }, uncounted: { why: 'span', instead } });
    if (last) at = parts.indexOf(last);
  }
  return joined;
}

/** Returns the one day that a part names, and nothing else. */
function dayIn({ meaning }: Part): QuestionValues | undefined {
  if (!meaning || !('values' in meaning)) return undefined;
  const { date, days, ...others } = meaning.values;
  if (Object.keys(others).length > 0) return undefined;
  if (date !== undefined) return { date };
  return days === undefined || days.includes(',') ? undefined : { days };
}

function startBefore(words: Words, part: Part, before: RegExp): number | undefined {
  for (let start = Math.max(0, part.from - MOST_BEFORE); start < part.from; start++)
    // "Des lundis" is no "dès lundi".
    if (words.match(start, before)?.to === part.from && !/^des$/i.test(words.typed(start, part.from)))
      return start;
  return undefined;
}

/** Returns the day that ends a span; a part of the first day may stand before "to". */
function lastPart(words: Words, parts: readonly Part[], at: number, joint: RegExp): Part | undefined {
  const first = parts[at + 1]?.partOfDay === undefined ? parts[at]! : parts[at + 1]!;
  const to = first.to < words.length ? words.match(first.to, joint)?.to : undefined;
  // "Dec 24-Jan 2" has no word between its ends.
  const isDashed = words.list[first.to - 1]!.part === words.list[first.to]?.part;
  const start = to ?? (isDashed ? first.to : undefined);
  return parts.find((part) => part.from === start && dayIn(part) !== undefined);
}
