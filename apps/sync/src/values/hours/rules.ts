import { type DoubtfulSpan, showsTwelveHours, type SpanReading } from './clock.js';
import {
  breakAt,
  type HoursSpan,
  isPlain,
  lunchIn,
  spanAt,
  spansOf,
  WHOLE_DAY,
  type WrittenSpan,
} from './spans.js';
import { withJoinedNights } from './split-nights.js';
import type { Token } from './tokens.js';

/** What a text says about some days. */
export interface HoursRule {
  /** Months, days of the year or weeks, in the format of OpenStreetMap. */
  readonly dates: readonly string[];
  readonly holidays: readonly string[];
  readonly days: readonly string[];
  readonly spans: readonly HoursSpan[];
  readonly state: 'open' | 'off' | 'unknown';
  readonly comments: readonly string[];
  /** Whether it adds to the rule before it instead of replacing it. */
  readonly isAdditional: boolean;
}

/** The rules of a text, as people mean them. */
export interface HoursRules {
  readonly rules: readonly HoursRule[];
  /** What holds whenever no rule does; it is never opening. */
  readonly fallback: string | undefined;
  /** Whether the text leaves open what it means, so that the reading is an inference. */
  readonly isInferred: boolean;
  /** Whether hours without days were read as those of every day. */
  readonly isEveryDay: boolean;
}

/** Parts of hours that make no rules. */
const UNKNOWN_FORM: DoubtfulSpan = { doubt: 'its form is not known' };

/** How what a text leaves in doubt is read. */
export interface OtherReading {
  readonly span: SpanReading;
  /** The days of hours that name none. */
  readonly days: string;
}

interface Draft {
  dates: string[];
  holidays: string[];
  days: string[];
  spans: WrittenSpan[];
  state: HoursRule['state'];
  comments: string[];
  isAdditional: boolean;
  hasLunch: boolean;
  /** Whether the days follow the hours: "9-5 Mon-Fri". */
  isReversed: boolean;
  /** Whether the days follow the state: "closed weekends and holidays". */
  isStateFirst: boolean;
}

/**
 * Returns the rules of a text.
 * @param other reads what is in doubt
 * @returns undefined when a part of it is no hours, and the doubt when a span is not plausible, or it is not known what the parts mean
 */
export function rulesOf(
  tokens: readonly Token[],
  other?: OtherReading,
): HoursRules | DoubtfulSpan | undefined {
  const at = tokens.findIndex(({ kind }) => kind === 'fallback');
  const drafts = draftsOf(at === -1 ? tokens : tokens.slice(0, at));
  if (!drafts || 'doubt' in drafts) return drafts;
  const joined = withJoinedNights(withoutRepetitions(drafts));
  const isTwelveHour = joined.some(({ spans }) =>
    spans.some((span) => 'to' in span && span.to && showsTwelveHours(span.from, span.to)),
  );
  const isLunchOfAll = joined.some(({ hasLunch, spans }) => hasLunch && spans.length === 0);
  const rules: HoursRule[] = [];
  let isInferred = false;
  let isEveryDay = false;
  for (const { isReversed: _reversed, isStateFirst: _first, hasLunch, ...draft } of joined) {
    const spans = spansOf(draft.spans, isTwelveHour, other?.span);
    if ('doubt' in spans) return spans;
    isInferred ||= spans.isInferred;
    const lacksDays = draft.state === 'open' && !hasSelector(draft);
    const isDoubtful = lacksDays && (spans.isInferred || !draft.spans.every(isPlain));
    if (isDoubtful && !other) return { doubt: 'it does not say on which days' };
    isEveryDay ||= lacksDays && !isDoubtful && draft.spans.length > 0;
    const rule = { ...draft, ...(isDoubtful && other && { days: [other.days] }), spans: spans.read };
    rules.push(rule);
    // Special days have no times that are not known.
    const lunch = (hasLunch || isLunchOfAll) && draft.dates.length + draft.holidays.length === 0;
    const times = lunch && draft.state === 'open' ? spans.read.flatMap(lunchIn) : [];
    if (times.length > 0)
      rules.push({ ...rule, state: 'unknown', spans: times, comments: [], isAdditional: false });
  }
  return {
    rules,
    isInferred,
    isEveryDay,
    fallback: at === -1 ? undefined : fallbackOf(tokens.slice(at + 1)),
  };
}

/** Returns the words of what holds at other times; without any, it is not known what does. */
function fallbackOf(tokens: readonly Token[]): string {
  const words = tokens.flatMap((token) => (token.kind === 'comment' ? token.text : []));
  if (words.length > 0) return words.join(', ');
  return tokens.every(({ kind }) => kind === 'off') ? 'closed' : 'not known';
}

function draftsOf(tokens: readonly Token[]): Draft[] | DoubtfulSpan | undefined {
  const drafts: Draft[] = [];
  let current = newDraft(false);
  const isEmpty = () =>
    !hasSelector(current) &&
    current.spans.length === 0 &&
    current.state === 'open' &&
    current.comments.length === 0;
  const begin = (isAdditional: boolean) => {
    if (!isEmpty()) drafts.push(current);
    current = newDraft(isAdditional && drafts.length > 0);
  };
  const select = (add: () => void) => {
    const isDescribed = current.state !== 'open' && hasSelector(current) && !current.isStateFirst;
    const isFull = current.spans.length > 0 || isDescribed;
    // "9-5 Mon-Fri": the first days after hours without any are theirs.
    const isReversed = current.spans.length > 0 && (!hasSelector(current) || current.isReversed);
    if (isFull && !isReversed) begin(true);
    current.isReversed = isReversed;
    add();
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const next = tokens[i + 1];
    switch (token.kind) {
      case 'end':
        begin(false);
        break;
      case 'dates':
        select(() => current.dates.push(token.text));
        break;
      case 'holidays':
        select(() => current.holidays.push(token.text));
        break;
      case 'days': {
        const last = tokens[i + 2];
        const isRange = next?.kind === 'to' && last?.kind === 'days';
        // "Sa 10-14 first Saturday of the month" is about that Saturday only.
        if (isPlaceOf(token.text, current) && (next === undefined || next.kind === 'end')) {
          current.days = [token.text];
          break;
        }
        select(() => {
          // "SH Mo-Fr" are those school holidays; "SH,Mo-Fr" are both.
          if (tokens[i - 1]?.kind === 'holidays') current.dates.push(...current.holidays.splice(-1));
          current.days.push(isRange ? `${token.text}-${last.text}` : token.text);
        });
        if (isRange) i += 2;
        break;
      }
      case 'all-day':
        if (current.isReversed) begin(true);
        current.spans.push(WHOLE_DAY);
        break;
      case 'time':
      case 'sun': {
        if (current.isReversed) begin(true);
        // "closed Sunday Monday 9-5" could close either day.
        if (current.state !== 'open' && hasSelector(current)) return UNKNOWN_FORM;
        const end = next?.kind === 'to' ? tokens[i + 2] : undefined;
        const span = spanAt(
          token,
          end,
          tokens[i + (end ? 3 : 1)]?.kind === 'plus',
          tokens[i - 1]?.kind === 'from',
        );
        if (!span) return undefined;
        if (end) i += 2;
        current.spans.push(span);
        break;
      }
      case 'off':
        if (
          current.spans.length > 0 &&
          (next?.kind === 'days' || next?.kind === 'dates' || next?.kind === 'holidays')
        )
          begin(true);
        else if (current.spans.length > 0 && next?.kind === 'time') {
          // "9-5, closed 12-1" is about the same days.
          const { dates, holidays, days } = current;
          begin(false);
          Object.assign(current, {
            dates: [...dates],
            holidays: [...holidays],
            days: [...days],
            state: 'off',
          });
          current.spans.push(...breakAt(tokens, i + 1));
          if (current.spans.length === 0) return undefined;
          i += 3;
          break;
        }
        if (current.state !== 'open') begin(true);
        current.state = 'off';
        current.isStateFirst = !hasSelector(current);
        break;
      case 'unknown':
        current.state = 'unknown';
        break;
      case 'lunch':
      case 'comment':
        if (token.text !== '') current.comments.push(token.text);
        current.hasLunch ||= token.kind === 'lunch';
        break;
      case 'plus':
        if (tokens[i - 1]?.kind !== 'time') return undefined;
        break;
      case 'to':
        // "Jul-Aug 9-5" may be from July to August 9.
        return next?.kind === 'time' ? UNKNOWN_FORM : undefined;
      case 'fallback':
        return undefined;
      case 'comma':
      case 'from':
        break;
    }
  }
  begin(true);
  if (drafts.length === 0) return undefined;
  return drafts.every(isComplete) ? drafts : UNKNOWN_FORM;
}

function newDraft(isAdditional: boolean): Draft {
  return {
    dates: [],
    holidays: [],
    days: [],
    spans: [],
    state: 'open',
    comments: [],
    isAdditional,
    hasLunch: false,
    isReversed: false,
    isStateFirst: false,
  };
}

/** Returns whether a rule says which days it is about. */
export function hasSelector({
  dates,
  holidays,
  days,
}: Pick<HoursRule, 'dates' | 'holidays' | 'days'>): boolean {
  return dates.length + holidays.length + days.length > 0;
}

/** Whether a text such as `Sa[1]` says which of the only day of a rule that has its hours. */
function isPlaceOf(text: string, { dates, holidays, days, spans }: Draft): boolean {
  return (
    spans.length > 0 &&
    dates.length + holidays.length === 0 &&
    days.length === 1 &&
    text.startsWith(`${days[0]}[`)
  );
}

/** Days alone say nothing. */
function isComplete({ spans, state, comments }: Draft): boolean {
  return spans.length > 0 || state !== 'open' || comments.length > 0;
}

/**
 * Joins rules for the same days: the later one would replace the earlier one completely, which nobody writes down. Those for
 * walk-in patients and for patients with an appointment stay apart.
 */
function withoutRepetitions(drafts: readonly Draft[]): readonly Draft[] {
  const joined: Draft[] = [];
  const areApart = drafts.some(isWalkIn) && drafts.some(isByAppointment);
  const keyOf = (draft: Draft) => {
    const { dates, holidays, days } = draft;
    return JSON.stringify([dates, holidays, days, areApart && [isWalkIn(draft), isByAppointment(draft)]]);
  };
  for (const draft of drafts) {
    const same = joined.find(
      (other) =>
        keyOf(other) === keyOf(draft) &&
        [other, draft].every(({ spans, state }) => spans.length > 0 && state === 'open'),
    );
    if (!same) {
      joined.push(areApart && joined.length > 0 ? { ...draft, isAdditional: true } : draft);
      continue;
    }
    same.spans.push(...draft.spans);
    same.comments.push(...draft.comments);
    same.hasLunch ||= draft.hasLunch;
  }
  return joined;
}

type Commented = Pick<HoursRule, 'comments'>;

function isWalkIn({ comments }: Commented): boolean {
  return comments.some((text) => /\bwalk-?\s?ins?\b/i.test(text));
}

function isByAppointment({ comments }: Commented): boolean {
  return comments.some((text) => /\bappointments?\b|\brdv\b|\brendez-?\s?vous\b/i.test(text));
}

/** Returns the rules for patients with an appointment, where other rules are for walk-in patients. */
export function appointmentRules({ rules }: HoursRules): readonly HoursRule[] {
  return rules.some(isWalkIn) ? rules.filter((rule) => isByAppointment(rule) && !isWalkIn(rule)) : [];
}
