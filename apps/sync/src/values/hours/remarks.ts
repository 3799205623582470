import { MONTH_NAMES } from './tokens.js';
import type { HoursRule, HoursRules } from './rules.js';
import { isDated, isOpening, isRemark, osmText, selectorText } from './week-rules.js';

const LONG_MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
]; // prettier-ignore
const HOLIDAYS = { PH: 'public holidays', SH: 'school holidays' } as const;
const DAYS: Readonly<Record<string, string>> = {
  Mo: 'Mon', Tu: 'Tue', We: 'Wed', Th: 'Thu', Fr: 'Fri', Sa: 'Sat', Su: 'Sun',
}; // prettier-ignore
const AFTER_MIDNIGHT = /-(2[5-9]|30|24(?!:00)):(\d{2})/g;
/** The end of a span that may go on. */
const LEAST_END = /-(\d{2}:\d{2})\+$/;
/** Control characters, lone surrogates, and marks that turn the text around them. */
const INVISIBLE = /\p{C}/gu;
const SHOWN_CHARACTERS = 120;

/** Returns the sentences about what one week of hours cannot hold. */
export function remarksOf({ rules, fallback }: HoursRules): readonly string[] {
  const remarks: string[] = [];
  for (const rule of rules) {
    const { state, spans, comments } = rule;
    const subject = subjectOf(rule);
    const words = comments.join(', ');
    if (isRemark(rule)) remarks.push(`The source adds: ${words}.`);
    else if (state === 'unknown' || (state === 'open' && spans.length === 0)) {
      const when = [subject, spans.map(clockText).join(', ')].filter(Boolean).join(' ') || 'at any time';
      remarks.push(`Whether it is open is not known: ${when}${words && ` (${words})`}.`);
    } else if (isDated(rule) || rule.holidays.length > 0) {
      const what = [spans.map(clockText).join(', '), state === 'off' ? 'closed' : '']
        .filter(Boolean)
        .join(' ');
      const special = isDated(rule) ? subject : subjectOf({ ...rule, days: [] });
      remarks.push(`Hours on ${special}: ${what}${words && ` (${words})`}.`);
    } else if (words) remarks.push(`The source adds${subject && ` for ${subject}`}: ${words}.`);
    if (isOpening(rule) && !isDated(rule)) remarks.push(...afterMidnight(rule), ...openUntilAtLeast(rule));
  }
  if (fallback !== undefined && fallback !== 'closed') remarks.push(`At other times: ${fallback}.`);
  return [...new Set(remarks)].map((remark) => shortened(remark, 2 * SHOWN_CHARACTERS));
}

/** Returns times as a clock shows them: 02:00 for 26:00. */
function clockText(text: string): string {
  return text.replaceAll(AFTER_MIDNIGHT, (_, hour: string, minute: string) => {
    return `-${String(Number(hour) - 24).padStart(2, '0')}:${minute}`;
  });
}

/** Returns when a clinic is open, for people. */
export function openingText(rules: readonly HoursRule[]): string {
  return withDays(
    clockText(osmText(rules.filter(({ spans, state }) => spans.length > 0 && state !== 'unknown'))),
  );
}

/** Returns a value of a source, good or bad, for a sentence. */
export function quoted(text: string): string {
  const line = text.replaceAll(INVISIBLE, ' ').replaceAll(/\s+/g, ' ').trim().replaceAll('"', "'");
  return `"${shortened(line, SHOWN_CHARACTERS)}"`;
}

function shortened(text: string, length: number): string {
  // A cut must not leave half of a character.
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}

function afterMidnight(rule: HoursRule): readonly string[] {
  const late = rule.spans.filter((span) => clockText(span) !== span);
  return late.map((span) => {
    const end = clockText(span).split('-')[1]!;
    return `Hours past midnight: ${[subjectOf(rule), clockText(span)].filter(Boolean).join(' ')}, until ${end} of the next day.`;
  });
}

function withDays(text: string): string {
  return text.replaceAll(/\b(?:Mo|Tu|We|Th|Fr|Sa|Su)\b/g, (day) => DAYS[day]!);
}

function openUntilAtLeast(rule: HoursRule): readonly string[] {
  const ends = rule.spans.flatMap((span) => LEAST_END.exec(span)?.[1] ?? []);
  return ends.map((end) => {
    const when = [subjectOf(rule), 'until', end].filter(Boolean).join(' ');
    return `Open at least ${when}: when it closes is not known.`;
  });
}

function subjectOf(rule: HoursRule): string {
  return withDays(selectorText(rule))
    .replaceAll(',', ', ')
    .replaceAll(/\b[A-Z][a-z]{2}\b/g, (name) => LONG_MONTHS[MONTH_NAMES.indexOf(name)] ?? name)
    .replaceAll(/\b(PH|SH)\b/g, (_, kind: keyof typeof HOLIDAYS) => HOLIDAYS[kind]);
}
