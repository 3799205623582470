import { fold } from '@care-atlas/domain/text';
import { dateReader, withPlainDay } from './dates/date-pattern.js';
import { wordTable } from './word-table.js';

const MEANING = wordTable('status', ['active', 'not active']);
export const STATUS_WORDS: readonly string[] = [...MEANING.keys()];

/** What registers append to a status: "Active as of 01 Jul 2009". */
const SINCE = /^(.{0,200}?)[\s,;(]*\b(?:as of|effective|since)\b:?\s+(\S.{0,40}?)\)?\.?$/i;
/** A day, which may not exist. */
const DAY = dateReader('YYYY-MM-DD')!;

export interface RegistrationStatus {
  /** Whether it permits practice. */
  readonly isActive: boolean;
  /** The day from which it holds, YYYY-MM-DD, which may not exist; empty where the register does not say. */
  readonly since: string;
}

/**
 * Reads a status in the words of a register; undefined when it is unknown, or followed by anything but a day: that may say
 * that it ended since. Text after a colon is an explanation, as in
 * "Expired: Resigned from membership as of 18 May 2021".
 */
export function registrationStatusOf(text: string): RegistrationStatus | undefined {
  const [, words = text, date] = SINCE.exec(text) ?? [];
  const meaning = MEANING.get(fold(words)) ?? MEANING.get(fold(words.split(':', 1)[0]!));
  if (meaning === undefined) return undefined;
  if (date === undefined) return { isActive: meaning === 'active', since: '' };
  const since = DAY(withPlainDay(date));
  return since === undefined ? undefined : { isActive: meaning === 'active', since };
}
