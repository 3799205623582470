import type { OpeningInterval, SpecialDays } from '@care-atlas/domain/records';
import { torontoDate } from '@care-atlas/domain/rules';
import { otherReadings } from './hours/other-readings.js';
import { quoted } from './hours/quotation.js';
import { openingText, remarksOf } from './hours/remarks.js';
import { appointmentRules, type HoursRules, rulesOf } from './hours/rules.js';
import { isBySun } from './hours/spans.js';
import { isKeptWhole, isRecurring, ofEveryWeek, otherSeasons, specialDaysOf } from './hours/special-days.js';
import { tokensOf } from './hours/tokens.js';
import { partlyKnownWeek } from './hours/unknown-times.js';
import { weekInForce } from './hours/week.js';
import { isAlwaysClosed } from './hours/week-rules.js';

/** The opening hours of the week in force, and what the text says besides. */
export interface WeeklyHours {
  /** Empty if they are not known, and where the place is closed. */
  readonly hours: readonly OpeningInterval[];
  /** The days on which other hours count, in the order of the text. */
  readonly specialDays: readonly SpecialDays[];
  /** Sentences for people: what one week cannot show, and what was read as something else. */
  readonly remarks: readonly string[];
  /** Whether the text also describes exceptions and conditions that neither a week nor special days can show. */
  readonly reduced: boolean;
  /** What the text was read as, where it leaves that open; empty otherwise. */
  readonly readAs: string;
  /** Whether it leaves open only on which days. */
  readonly isEveryDay: boolean;
  /** Why the text is not plausible; empty where it is. */
  readonly doubt: string;
  /** Whether the text says that the place is closed, not only when. */
  readonly isClosed: boolean;
}

export const NO_HOURS: WeeklyHours = {
  hours: [],
  specialDays: [],
  remarks: [],
  reduced: false,
  readAs: '',
  isEveryDay: false,
  doubt: '',
  isClosed: false,
};

/** More than any honest value: OpenStreetMap has at most 255. The cost of reading grows faster than the length. */
const MAX_CHARACTERS = 500;
const MOST_SUGGESTIONS = 3;
/** Returns whether a text is not read because of its length. */
export function isTooLong(text: string): boolean {
  return text.length > MAX_CHARACTERS;
}

/** Reads opening hours in everyday words and in the format of OpenStreetMap, and caches each text. */
export class OpeningHoursReader {
  readonly #cache = new Map<string, WeeklyHours | undefined>();
  readonly #suggestions = new Map<string, readonly string[]>();
  readonly #today: string;

  /** @param now the week is the one in force at this time */
  constructor(now: Date) {
    this.#today = torontoDate(now);
  }

  /**
   * Returns the week in force; undefined when the text is not about hours. Hours that are not plausible are not known, with
   * the doubt.
   * @param isWalkIn whether hours for patients with an appointment do not count beside those for walk-in patients
   */
  weekOf(text: string, isWalkIn = false): WeeklyHours | undefined {
    if (isTooLong(text)) return doubtful(text, `it is longer than ${MAX_CHARACTERS} characters`);
    const key = isWalkIn ? `walk-in ${text}` : text;
    if (!this.#cache.has(key)) this.#cache.set(key, this.#weekOf(text, isWalkIn));
    return this.#cache.get(key);
  }

  /** Returns what doubtful hours may have been meant to say, the likeliest first. Each is read without a doubt. */
  suggestionsFor(text: string): readonly string[] {
    if (isTooLong(text)) return [];
    let found = this.#suggestions.get(text);
    if (!found) {
      const isRead = (reading: string) => {
        const week = this.#weekOf(reading, false);
        return week !== undefined && week.doubt === '' && week.readAs === '' && week.hours.length > 0;
      };
      const tokens = tokensOf(text);
      found = tokens ? otherReadings(tokens).filter(isRead).slice(0, MOST_SUGGESTIONS) : [];
      this.#suggestions.set(text, found);
    }
    return found;
  }

  #weekOf(text: string, isWalkIn: boolean): WeeklyHours | undefined {
    const tokens = tokensOf(text);
    const rules = tokens && rulesOf(tokens);
    if (!rules) return undefined;
    if ('doubt' in rules) return doubtful(text, rules.doubt);
    return this.#read(text, rules, isWalkIn);
  }

  #read(text: string, said: HoursRules, isWalkIn: boolean): WeeklyHours {
    const appointments = isWalkIn ? appointmentRules(said) : [];
    const read = said.rules.filter((rule) => !appointments.includes(rule));
    // The sun rises at another time on every day: hours by it are not known.
    const rules = {
      ...said,
      rules: read.map((rule) => (rule.spans.some(isBySun) ? { ...rule, state: 'unknown' as const } : rule)),
    };
    const recurring = rules.rules.filter(isRecurring);
    const everyWeek = rules.rules.map((rule) => (recurring.includes(rule) ? ofEveryWeek(rule) : rule));
    // On the days that recur, or on all others: which is not known of a date.
    const described = [
      rules.rules,
      ...recurring.map((one) => rules.rules.map((rule, index) => (rule === one ? everyWeek[index]! : rule))),
    ];
    const weeks = described.map((each) => weekInForce(each, this.#today));
    const { hours, unknown } = partlyKnownWeek({ ...rules, rules: everyWeek }, weeks);
    const isClosed = isAlwaysClosed(rules.rules) && rules.fallback === undefined;
    const onlyThen = appointments.map((rule) => `By appointment only: ${openingText([rule])}.`);
    const details = [...onlyThen, ...remarksOf(rules)];
    const { isInferred, isEveryDay } = rules;
    const readAs = isInferred || isEveryDay ? openingText(rules.rules) : '';
    const remarks = readAs ? [`The source says ${quoted(text)}, read as ${readAs}.`, ...details] : details;
    const specialDays = withoutRepetitions([
      ...unknown,
      ...otherSeasons(rules.rules, this.#today),
      ...rules.rules.flatMap((rule) => specialDaysOf(rule) ?? []),
    ]);
    const others = remarksOf({ ...rules, rules: rules.rules.filter((rule) => !isKeptWhole(rule)) });
    const reduced = onlyThen.length + others.length > 0;
    return {
      hours,
      specialDays,
      remarks,
      reduced,
      readAs,
      isEveryDay: isEveryDay && !isInferred,
      doubt: '',
      isClosed,
    };
  }
}

function withoutRepetitions(days: readonly SpecialDays[]): readonly SpecialDays[] {
  const texts = days.map((each) => JSON.stringify(each));
  return days.filter((_, index) => texts.lastIndexOf(texts[index]!) === index);
}

function doubtful(text: string, doubt: string): WeeklyHours {
  return {
    ...NO_HOURS,
    doubt,
    remarks: [`The hours of the source are not plausible: ${quoted(text)} (${doubt}).`],
  };
}
