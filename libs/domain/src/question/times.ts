import { DAY_NAMES } from '../records/index.js';
import { BARE_TIME, RELATIVE, TIME } from './phrases.js';
import type { QuestionContext, QuestionValues } from './question.js';
import type { Words } from './words.js';

const DAY_MS = 86_400_000;
const EVENING = '18:00';
const LAST_MINUTE = 24 * 60 - 1;
/** The clinic has to be open just before the time that follows. */
const BEFORE = new Set(['before', 'until', 'till', 'til', 'by', 'avant', 'jusqua', 'jusqu a']);
/** Without "am" or "pm", the time that follows is one of the morning from these hours on. */
const MORNING_FROM: Readonly<Record<string, number>> = {
  after: 12,
  past: 12,
  apres: 12,
  until: 12,
  till: 12,
  til: 12,
};
const USUAL_OPENING = 7;
const CLOCK = new Intl.DateTimeFormat('en-CA', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'America/Toronto',
});

interface TimeMatch {
  readonly to: number;
  readonly values: QuestionValues;
}

/** Reads a time of day, or a time relative to now, that begins with a word; undefined if there is none. */
export function readTime(words: Words, from: number, { now }: QuestionContext): TimeMatch | undefined {
  for (const [ahead, at, phrase] of RELATIVE) {
    const match = words.match(from, phrase);
    if (!match) continue;
    const { day, time } = dayAndTime(new Date(now.getTime() + ahead * DAY_MS));
    const openAt = at === 'now' ? time : EVENING;
    return { to: match.to, values: { days: day, ...(at && { openAt }) } };
  }
  const match = words.match(from, TIME) ?? words.match(from, BARE_TIME);
  if (!match) return undefined;
  const [, before = '', hours = '', french, minutes = '0', unit = french ?? ''] = match.found;
  const openAt = clockTime(Number(hours), Number(minutes), unit, before);
  return openAt === undefined ? undefined : { to: match.to, values: { openAt } };
}

/** Returns a time as `openAt` takes it: without a unit, the one that clinics are open at. */
function clockTime(hours: number, minutes: number, unit: string, before: string): string | undefined {
  const isHalfDay = unit === 'am' || unit === 'pm';
  if (hours > (isHalfDay ? 12 : 23)) return undefined;
  const morningFrom = MORNING_FROM[before] ?? USUAL_OPENING;
  const isAfternoon =
    unit === 'pm' || (!isHalfDay && !unit.startsWith('h') && hours < morningFrom && hours > 0 && hours < 12);
  const total = ((hours % 12) + (isAfternoon || (hours >= 12 && !isHalfDay) ? 12 : 0)) * 60 + minutes;
  return text(BEFORE.has(before) ? (total === 0 ? LAST_MINUTE : total - 1) : total);
}

function text(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function dayAndTime(at: Date): { readonly day: string; readonly time: string } {
  const parts = Object.fromEntries(CLOCK.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = DAY_NAMES.find((name) => parts['weekday']!.toLowerCase().startsWith(name))!;
  return { day, time: `${parts['hour']}:${parts['minute']}` };
}
