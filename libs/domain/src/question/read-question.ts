import { MAX_QUESTION_LENGTH } from '../contract/queries/query.js';
import { emergencyIn } from './readers/emergency.js';
import { IN, NEAR, SPEAKS } from './phrases.js';
import { MisspelledNames, type NameContext, usualSpelling, withoutElisions } from './misspelled.js';
import { isNoFiller, partsOf } from './parts.js';
import type { Part } from './readers/phrase-parts.js';
import type { QuestionContext, QuestionReading, UnusedWords } from './question.js';
import { usedParts } from './used-parts.js';
import { Words } from './words.js';

/** Maximum number of words of a preposition. */
const MOST_BEFORE = 4;
/** Of the words that are not read. */
const MOST_SHOWN = 40;
const JOINTS = new Set(['and', 'or', 'et', 'ou', 'at']);

/**
 * Reads a question in plain words, English or French, as the filters of a list of doctors: by the vocabulary, the gazetteer
 * and a table of phrases, without a model. Says which words were read, and which were not used and why: `stopsList` tells
 * whether a list without them would answer another question. Reads the first `MAX_QUESTION_LENGTH` characters, and says so
 * of a longer question; only an emergency is looked for in all of it.
 */
export function readQuestion(question: string, context: QuestionContext): QuestionReading {
  const typed = question.trim();
  const first = firstCharacters(typed);
  const words = wordsOf(question, context);
  const used = usedParts(words, spelledParts(words, partsOf(words, context)), context.now);
  const rest = typed.slice(first.length).trim();
  const reading = rest === '' ? used : { ...used, unused: [...used.unused, unread(rest)] };
  const emergency =
    emergencyIn(words.line) ??
    (rest === '' ? undefined : emergencyIn(new Words(withoutElisions(question)).line));
  return emergency === undefined ? reading : { ...reading, emergency };
}

/** Returns the words of a question that are read, in their usual spelling. */
export function wordsOf(question: string, context: QuestionContext): Words {
  const first = firstCharacters(question.trim());
  return new Words(withoutElisions(first), (word) => usualSpelling(word, context));
}

/** Returns the part of a question that is read: whole words, unless the first one is too long. */
function firstCharacters(question: string): string {
  const characters = Array.from(question);
  if (characters.length <= MAX_QUESTION_LENGTH) return question;
  const first = characters.slice(0, MAX_QUESTION_LENGTH).join('');
  const isWhole = characters[MAX_QUESTION_LENGTH] === ' ';
  const end = isWhole ? -1 : first.lastIndexOf(' ');
  return end > 0 ? first.slice(0, end) : first;
}

function unread(rest: string): UnusedWords {
  const shown = Array.from(rest).slice(0, MOST_SHOWN).join('');
  return { text: shown === rest ? rest : `${shown}…`, why: 'too-long' };
}

/** Reads the words that mean nothing as misspelled names. */
function spelledParts(words: Words, parts: readonly Part[]): readonly Part[] {
  const names = new MisspelledNames(words);
  const spelled: Part[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    const found = isUnknown(words, part) ? spelledPart(words, names, part, spelled, parts.slice(at)) : part;
    if (found.from < part.from) spelled.pop();
    spelled.push(found);
    while (parts[at + 1] && parts[at + 1]!.from < found.to) at++;
  }
  return spelled;
}

function isUnknown(words: Words, { from, meaning }: Part): boolean {
  return !meaning && isNoFiller(words, from);
}

/** @param earlier the parts before it @param following the part, and those after it */
function spelledPart(
  words: Words,
  names: MisspelledNames,
  part: Part,
  earlier: readonly Part[],
  following: readonly Part[],
): Part {
  const before = earlier.at(-1);
  // Both words of "orthopedic surgen" are one name.
  const isFieldBefore = before?.meaning && 'values' in before.meaning && before.meaning.values.specialties;
  const starts = isFieldBefore ? [before.from, part.from] : [part.from];
  const end = following.find(({ meaning }) => meaning)?.from ?? words.length;
  for (const from of starts) {
    const found = names.read(from, part.from, end, contextOf(words, from, part.to, earlier));
    if (found) return { from, to: found.to, meaning: { values: found.values }, misspelled: true };
  }
  return part;
}

/** Returns what kind of name the words around it say that a word is. */
function contextOf(words: Words, from: number, to: number, earlier: readonly Part[]): NameContext {
  for (let start = Math.max(0, from - MOST_BEFORE); start < from; start++) {
    // "A" is no French "à" in English.
    if (words.plain(start, from) === 'a' && words.list[start]!.typed.toLowerCase() === 'a') continue;
    if (words.match(start, NEAR)?.to === from) return 'near';
    if (words.match(start, IN)?.to === from) return 'in';
    if (words.match(start, SPEAKS)?.to === from) return 'language';
  }
  const isJoined = from > 0 && JOINTS.has(words.plain(from - 1));
  const before = earlier.findLast(({ meaning }) => meaning)?.meaning;
  if (isJoined && before && 'values' in before && before.values.languages !== undefined) return 'language';
  if (to < words.length && words.match(to, SPEAKS)) return 'specialty-or-language';
  return isJoined ? 'specialty' : 'specialty-or-any';
}
