import type { KnownAnswer } from '@care-atlas/domain/records';
import { independenceOf, withoutSince } from '@care-atlas/domain/rules';
import { fold } from '@care-atlas/domain/text';
import type { InputRow } from '../rows/input-row.js';
import { isUnknownWord } from '../rows/unknown-words.js';
import { wordTable } from './word-table.js';

const MEANING = wordTable('restrictions', ['yes', 'no', 'unknown']);
/** The column about all of them, and those of registers that list each kind by itself. */
export const RESTRICTION_COLUMNS = {
  whole: 'restrictions',
  kinds: ['terms', 'conditions', 'limitations'],
} as const;
const ACCEPTED = 'yes, no, None, empty, or the text of terms, conditions or limitations that hold';

/** How many there are. */
const COUNT = /^[1-9]\d{0,2}$/;
/** Words of a duty or a prohibition, which hold although the text may also say no or not. */
const DUTY =
  /\b(?:shall|must|may (?:only|not)|(?:is|are) (?:not permitted|prohibited|restricted|limited|required)|supervis(?:ed|ion|or))\b/;
/** Words about something that does not hold, or not any more. */
const DENIED =
  /\b(?:no|none|not|nil|without|removed|lifted|expired|ended|rescinded|completed|fulfilled|former|formerly|previous|previously|past|until)\b/;
const SUBJECT = /\b(?:restrict|limit|condition|term\b|terms\b|undertaking|suspen|prohibit|chaperon|monitor)/;

const LONGEST_CLASS = 70;
/** Between the entries of a cell, and what a map joins several columns with. */
const PARTS = /\s*\|\s*/;
const SEGMENTS = /\s*[:;|\n]\s*/;

/**
 * Returns a class of registration in the register's words, without the day since when it holds, and without the explanation
 * after a colon: the text of restrictions is not kept. Empty where the register does not say.
 */
export function registrationClassOf(row: InputRow, column: string): string {
  const text = row.text(column);
  const segments = text.split(SEGMENTS).map(withoutSince);
  const known = segments.find((segment) => independenceOf(segment) !== 'unknown');
  const words = known ?? segments[0]!;
  if (known === undefined && (isUnknownWord(words) || MEANING.has(fold(words)))) return '';
  if (words.length <= LONGEST_CLASS) return words;
  row.doubt(column, `the name of a class, at most ${LONGEST_CLASS} characters long`);
  return '';
}

/**
 * Returns whether a registration has terms, conditions or limitations. An empty cell says nothing. It has none only where the
 * column about all of them says so, or each of the columns about one kind.
 */
export function restrictionsIn(row: InputRow): KnownAnswer {
  const { whole, kinds } = RESTRICTION_COLUMNS;
  const answer = answerIn(row, whole);
  const ofKinds = kinds.map((column) => answerIn(row, column));
  if (answer === 'yes' || ofKinds.includes('yes')) return 'yes';
  const filled = kinds.filter((column) => row.has(column));
  const saysNo = (column: (typeof kinds)[number]) => ofKinds[kinds.indexOf(column)] === 'no';
  const isDenied = answer === 'no' || filled.length === kinds.length;
  return isDenied && filled.every(saysNo) ? 'no' : 'unknown';
}

function answerIn(row: InputRow, column: string): KnownAnswer {
  // Not free text: it is not kept, whatever numbers it contains.
  const parts = fold(row.formatted(column)).split(PARTS).map(answerOf);
  if (parts.includes('yes')) return 'yes';
  if (parts.includes(undefined)) row.doubt(column, ACCEPTED);
  return parts.every((answer) => answer === 'no') ? 'no' : 'unknown';
}

/** Returns what one of several entries of a cell says; undefined if that is not understood. */
function answerOf(text: string): KnownAnswer | undefined {
  const words = text.replace(/[\s.]+$/, '');
  const meaning = isUnknownWord(words) ? 'unknown' : (MEANING.get(words) ?? MEANING.get(text));
  if (meaning !== undefined) return meaning;
  return COUNT.test(text) || DUTY.test(text) || (SUBJECT.test(text) && !DENIED.test(text))
    ? 'yes'
    : undefined;
}
