import { clock } from '@care-atlas/domain/records';
import { shortened } from '../../rows/clean-text.js';
import { timeText } from './clock.js';
import { SHOWN_CHARACTERS, wordsOf } from './quotation.js';
import { appointmentRules, type HoursRule, type HoursRules } from './rules.js';
import { selectorWords, withDays } from './selector-words.js';
import { type HoursSpan, isBySun, mayGoOn } from './spans.js';
import { isAlwaysClosed, isDated, isOpening, isRemark, rulesText, withEveryDay } from './week-rules.js';

const BY_THE_SUN = /\(([a-z]+)\s*([+-])\s*(\d{1,2}:\d{2})\)/g;
const SPECIAL_DAYS = 'special days';
const NOT_SHOWN = `The source also gives hours for ${SPECIAL_DAYS}, which are not shown.`;
const MORE = 'The source says more about the hours, which is not shown.';
/** The notes of a clinic are lists: one of them is not longer than a paragraph. */
const NOTE_CHARACTERS = 500;

/** Returns the sentences about what one week of hours cannot hold, the most useful ones first. */
export function remarksOf(all: HoursRules): readonly string[] {
  const { rules, fallback } = all;
  const areApart = appointmentRules(all).length > 0;
  // Where a text has hours, its other days are closed.
  const saysClosed = !rules.some(isOpening) && !isAlwaysClosed(rules);
  const [usual, others, holidays, dated]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const rule of rules) {
    const { state, spans } = rule;
    const subject = subjectOf(rule);
    const words = commentOf(rule);
    const inParentheses = words && ` (${words})`;
    if (isRemark(rule)) usual.push(...addition(words));
    else if (state === 'unknown' || (state === 'open' && spans.length === 0)) {
      const when = [subject, spansText(spans)].filter(Boolean).join(' ') || 'at any time';
      const remarks = isDated(rule) ? dated : usual;
      remarks.push(`Whether it is open is not known: ${when}${inParentheses}.`);
    } else if (isDated(rule) || rule.holidays.length > 0) {
      const what = [spansText(spans), state === 'off' ? 'closed' : ''].filter(Boolean).join(' ');
      const special = selectorWords(isDated(rule) ? rule : { ...rule, days: [] });
      const remarks = rule.dates.length > 0 ? dated : holidays;
      if (special !== undefined) {
        const isWeek = rule.days.length === 0 && rule.dates.some((date) => date.startsWith('week'));
        remarks.push(`Hours ${isWeek ? 'in' : 'on'} ${special}: ${what}${inParentheses}.`);
      } else dated.push(NOT_SHOWN, ...addition(words, SPECIAL_DAYS));
    } else if (state === 'off' && saysClosed && rule.days.length > 0)
      usual.push(`Closed: ${[subject, spansText(spans)].filter(Boolean).join(' ')}${inParentheses}.`);
    else usual.push(...addition(words, areApart ? `${subject} ${spansText(spans)}` : subject));
    if (isOpening(rule) && !isDated(rule)) others.push(...openUntilAtLeast(rule));
  }
  if (fallback !== undefined && fallback !== 'closed')
    usual.push(`At other times: ${sentencePart(fallback) || 'not known'}.`);
  return [...new Set([...usual, ...others, ...holidays, ...dated])].map((remark) =>
    shortened(remark, 2 * SHOWN_CHARACTERS),
  );
}

/** Returns one note of the first remarks that fit, and whether there are more. */
export function noteOf(remarks: readonly string[]): string {
  const all = remarks.join(' ');
  if (all.length <= NOTE_CHARACTERS) return all;
  let note = '';
  for (const remark of remarks)
    if (note.length + remark.length + MORE.length + 2 <= NOTE_CHARACTERS) note += `${remark} `;
  return note + MORE;
}

/** Returns when a clinic is open, for people. */
export function openingText(rules: readonly HoursRule[]): string {
  const shown = rules.filter(({ spans, state }) => spans.length > 0 && state !== 'unknown');
  const usual = withDays(rulesText(shown.filter((rule) => !isDated(rule)).map(withEveryDay), spanText));
  const special = shown.filter(isDated).flatMap((rule) => {
    const words = selectorWords(rule);
    return words === undefined
      ? []
      : [`${words} ${spansText(rule.spans)}${rule.state === 'off' ? ' closed' : ''}`];
  });
  const text = [usual, ...special].filter(Boolean).join('; ');
  return shortened(text || (shown.length > 0 ? `hours for ${SPECIAL_DAYS}` : ''), SHOWN_CHARACTERS);
}

function addition(words: string, subject = ''): readonly string[] {
  return words ? [`The source adds${subject && ` for ${subject}`}: ${words}.`] : [];
}

function commentOf({ comments }: HoursRule): string {
  return sentencePart(comments.join(', '));
}

/** Returns words of the source, to be followed by the end of a sentence. */
function sentencePart(text: string): string {
  return wordsOf(text).replace(/[\s,;.]+$/, '');
}

function spansText(spans: readonly HoursSpan[]): string {
  return spans.map(spanText).join(', ');
}

/** Returns times as people write them: 02:00 for 26:00, "from 09:00" for `09:00+`. */
function spanText(span: HoursSpan): string {
  if (isBySun(span))
    return span.text.replaceAll(BY_THE_SUN, (_, event: string, sign: string, time: string) => {
      return `${time} ${sign === '-' ? 'before' : 'after'} ${event}`;
    });
  const { opens, closes } = span;
  if (closes === null) return `from ${clock(opens)}`;
  return `${clock(opens)}-${clock(closes)}${mayGoOn(span) ? ' or later' : ''}`;
}

function openUntilAtLeast(rule: HoursRule): readonly string[] {
  return rule.spans.filter(mayGoOn).map(({ closes }) => {
    const when = [subjectOf(rule), 'until', timeText(closes!)].filter(Boolean).join(' ');
    return `Open at least ${when}: when it closes is not known.`;
  });
}

function subjectOf(rule: HoursRule): string {
  return selectorWords(rule) ?? SPECIAL_DAYS;
}
