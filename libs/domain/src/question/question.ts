import type {
  Emergency,
  PartVerdict,
  QuestionValues,
  UnusedWhy,
} from '../contract/answers/question-answer.js';
import type { Holiday } from '../rules/time/holidays.js';

export {
  EMERGENCIES,
  type Emergency,
  QUESTION_PARAMETERS,
  type QuestionParameter,
  type QuestionValues,
  type UnusedWhy,
} from '../contract/answers/question-answer.js';

/** Words of a question, and what they were read as. */
export interface ReadWords {
  /** As they were typed. */
  readonly text: string;
  readonly values: QuestionValues;
  /** Whether the words were taken for a misspelling of a known name. */
  readonly misspelled?: boolean;
}

/** Read words, from one to another. */
export type ReadPart = ReadWords & { readonly from: number; readonly to: number };

/** Why words became no filter. */
export type UnusedReason =
  /** No word or place of the directory. */
  | { readonly why: 'unknown' }
  /** A list has what is asked for, not what is not. The values say what is not wanted. */
  | { readonly why: 'negated'; readonly not?: QuestionValues }
  /** Earlier words of the question say something else. */
  | { readonly why: 'contradicted' }
  /** A distance without a place. */
  | { readonly why: 'place-needed' }
  /** "Near me": the question does not say where that is. */
  | { readonly why: 'here' }
  /** What is known, and the directory does not have: a field, a language or a kind of care, with what may help instead. */
  | { readonly why: 'not-listed'; readonly instead?: QuestionValues }
  /** Several languages at once: a list finds doctors who speak any of them. */
  | { readonly why: 'any-only'; readonly languages: readonly string[] }
  /** A profession that is not in the directory, with its public register and the specialty that may help instead. */
  | { readonly why: 'profession'; readonly register: string; readonly specialties: readonly string[] }
  /** A place outside the area, with the nearest municipality inside where the distance is known. */
  | { readonly why: 'outside'; readonly nearest?: string; readonly kilometers?: number }
  /** A street, which does not say where, with some of its crossings; or an address that no listed clinic has. */
  | { readonly why: 'street'; readonly places?: readonly string[] }
  /** Words that may mean one of several places, of several clinics or, as values, of several dates. */
  | {
      readonly why: 'ambiguous';
      readonly places?: readonly string[];
      readonly clinics?: readonly string[];
      readonly instead?: readonly QuestionValues[];
    }
  /** A day on which the weekly hours do not count. Without a name for "holidays". */
  | { readonly why: 'holiday'; readonly holiday?: Holiday; readonly date?: string }
  /** From one time to another: a list finds who is open at one time, such as its ends. */
  | { readonly why: 'span'; readonly instead: readonly QuestionValues[] }
  /** The question ended before: the reader reads its first characters only. */
  | { readonly why: 'too-long' }
  /** No listed doctor has the name. `alike`: others have one that is spelled or sounds alike. */
  | { readonly why: 'no-such-name'; readonly alike: boolean }
  /** The directory's area or more, such as "Ontario": the list leaves nobody out for it. */
  | { readonly why: 'whole-area' }
  /** Praise, price or a detail of a record: no core word. */
  | { readonly why: 'no-filter' }
  /** A reason for a visit, with the specialties that see people for it. */
  | { readonly why: 'visit'; readonly specialties: readonly string[] }
  /** Which doctor somebody needs, or advice on health, which Health811 gives. */
  | { readonly why: 'advice' };
export type UnusedWords = UnusedReason & { readonly text: string };

/** A question in plain words, read as filters. */
export interface QuestionReading {
  readonly values: QuestionValues;
  /** In the order of the question. */
  readonly read: readonly ReadWords[];
  readonly unused: readonly UnusedWords[];
  /** The date of tomorrow, where a clock time without a day means today, and is past. */
  readonly nextDay?: string;
  readonly emergency?: Emergency;
  /** Whether words ask for all doctors of the area. */
  readonly asksForAll?: boolean;
  /** The ids of the listed clinics that words name, by name, address or telephone number. */
  readonly clinics?: readonly string[];
}

const VERDICTS: Readonly<Record<UnusedWhy, PartVerdict>> = {
  unknown: 'unknown',
  negated: 'unknown',
  contradicted: 'ambiguous',
  'place-needed': 'unknown',
  here: 'unknown',
  'not-listed': 'outside',
  'any-only': 'ambiguous',
  profession: 'outside',
  outside: 'outside',
  street: 'unknown',
  ambiguous: 'ambiguous',
  holiday: 'ambiguous',
  span: 'ambiguous',
  'too-long': 'unknown',
  'no-such-name': 'unknown',
  visit: 'ambiguous',
  advice: 'outside',
  'whole-area': 'understood',
  'no-filter': 'understood',
};

/** Returns what is known of unused words. A street is one of its crossings. */
export function verdictOfWords(words: UnusedWords): PartVerdict {
  return words.why === 'street' && words.places ? 'ambiguous' : VERDICTS[words.why];
}

/** The field that "surgery" alone means: with a reason such as "cataract", another one is meant. */
const SURGERY = 'General Surgery';

/** Returns whether unused words stop a list: leaving them out would change who is meant. */
export function stopsList(words: UnusedWords, { values }: Pick<QuestionReading, 'values'>): boolean {
  if (words.why !== 'visit') return VERDICTS[words.why] !== 'understood';
  if (values.specialties === SURGERY) return !words.specialties.includes(SURGERY);
  return values.specialties === undefined && values.q === undefined;
}

/** What the directory lists, in the words of questions. */
export interface ListedWords {
  /** Whether a word is one of the name of a listed doctor. */
  hasName(word: string): boolean;
  hasSpecialty(name: string): boolean;
  hasLanguage(name: string): boolean;
  readonly clinics?: ListedClinicWords;
}

/** The listed clinics by what people call them. */
export interface ListedClinicWords {
  /** Returns the clinics with the longest name that begins with a word, and how many words it has. */
  namedAt(
    words: readonly string[],
    from: number,
  ): { readonly length: number; readonly ids: readonly string[] } | undefined;
  atAddress(address: string): readonly string[];
  withPhone(digits: string): readonly string[];
  /** Returns a text that `near` reads as where a clinic is. */
  placeOf(id: string): string;
}

/** What is known beside the words. */
export interface QuestionContext {
  /** For "now", "today" and "tomorrow". */
  readonly now: Date;
  /** Without it, every name may be listed, and none is known. */
  readonly listed?: ListedWords;
}
