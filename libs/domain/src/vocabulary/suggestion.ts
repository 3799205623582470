import { editDistance } from '../text/edit-distance.js';
import { soundsLike } from '../text/sound.js';
import { fold, plainWords } from '../text/text.js';
import type { ListedNames, Spelling } from './spelling.js';

/** Words that say nothing about a field or language: what remains of a value without them is looked up. */
const NEUTRAL = new Set(
  (
    'a an and appointment at best care center centre certified clinic clinics consultant department dept doc doctor ' +
    'doctors dr for good hospital in language languages local me medical my near nearby need of office physician ' +
    'physicians practice practitioner services speaker speakers speaking spoken specialist specialists the toronto unit'
  ).split(' '),
);
const PLURAL = /s\b/g;
const LEAST_PREFIX = 5;
const LONG = 8;
const MOST_LETTERS = 60;

/**
 * Returns the value that was probably meant by an unknown one: a listed name, or another name that stands for several.
 * Containment comes before misspelling. When what was meant may be something else, there is none.
 */
export function suggestionFor(
  value: string,
  spellings: ReadonlyMap<string, Spelling>,
  listed: ListedNames,
): string | undefined {
  const typed = plainWords(value);
  if (typed.length > MOST_LETTERS || spellings.has(typed)) return undefined;
  const bare = typed
    .split(' ')
    .filter((word) => !NEUTRAL.has(word))
    .join(' ');
  const contained = spellings.get(bare) ?? spellings.get(bare.replaceAll(PLURAL, ''));
  if (contained) return only([contained], listed);
  const all = [...spellings];
  if (typed.length >= LEAST_PREFIX) {
    const longer = all.filter(([key]) => key.startsWith(typed));
    // "Cardiologie pédiatrique" is no other beginning than that of "cardiologie".
    const shortest = longer.filter(([key]) => !longer.some(([other]) => key.startsWith(`${other} `)));
    if (shortest.length > 0)
      return only(
        shortest.map(([, spelling]) => spelling),
        listed,
      );
  }
  return nearestName(typed, spellings, listed, editsAllowed);
}

/** Returns the listed name that a text is a misspelling of; undefined if it is none, or one of another meaning. */
export function misspellingOf(
  value: string,
  spellings: ReadonlyMap<string, Spelling>,
  listed: ListedNames,
  inContext: boolean,
): string | undefined {
  const typed = plainWords(value);
  if (typed.length > MOST_LETTERS || spellings.has(typed)) return undefined;
  return nearestName(typed, spellings, listed, inContext ? editsAllowedInContext : editsAllowed);
}

function nearestName(
  typed: string,
  spellings: ReadonlyMap<string, Spelling>,
  listed: ListedNames,
  allowed: (word: string) => number,
): string | undefined {
  const near = [...spellings].flatMap(([key, spelling]) => {
    const edits = editsBetween(typed, key, allowed);
    return edits === undefined ? [] : [{ key: key.replaceAll(' ', ''), spelling, edits }];
  });
  const sound = typed.replaceAll(' ', '');
  const alike = near.filter(({ key }) => soundsLike(sound, key));
  return only(nearest(alike), listed) ?? only(nearest(near), listed);
}

interface Near {
  readonly spelling: Spelling;
  readonly edits: number;
}

function nearest(near: readonly Near[]): readonly Spelling[] {
  const fewest = Math.min(...near.map(({ edits }) => edits));
  return near.filter(({ edits }) => edits === fewest).map(({ spelling }) => spelling);
}

/** Returns what all spellings stand for: its name, or the first spelling if it is several; undefined if they differ. */
function only(spellings: readonly Spelling[], listed: ListedNames): string | undefined {
  const meanings = new Set(spellings.map(({ names }) => names.toSorted().join('|')));
  const [first] = spellings;
  if (!first || meanings.size > 1 || !first.names.some((name) => listed.has(fold(name)))) return undefined;
  return first.names.length === 1 ? first.names[0] : first.text;
}

/**
 * Returns the number of misspellings if each word may be one of the other's; otherwise undefined. Words that begin with
 * another letter mostly name another field.
 */
function editsBetween(typed: string, known: string, allowed: (word: string) => number): number | undefined {
  if (typed[0] !== known[0]) return undefined;
  const words = typed.split(' ');
  const knownWords = known.split(' ');
  if (words.length !== knownWords.length) return undefined;
  let total = 0;
  for (const [i, word] of words.entries()) {
    const other = knownWords[i]!;
    if (word[0] !== other[0]) return undefined;
    const most = allowed(word);
    const edits = editDistance(word, other, most + 1);
    // One more in a long word that sounds the same: "nefrology".
    const mostAlike = word.length >= LONG && soundsLike(word, other) ? most + 1 : most;
    if (edits > mostAlike) return undefined;
    total += edits;
  }
  return total;
}

/** Fewer than for names of people: names of fields are alike. */
function editsAllowed({ length }: string): number {
  if (length < 5) return 0;
  return length < 10 ? 1 : 2;
}

/** Where the words around a word say what kind of name it is, short ones may be misspelled, too. */
function editsAllowedInContext({ length }: string): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}
