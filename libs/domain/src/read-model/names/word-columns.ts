import { wordsOfName } from '../../text/name-match.js';
import { soundsOf } from '../../text/sound.js';
import { packedLists, type PackedLists } from '../memory/packed-lists.js';
import type { TextArena } from '../memory/text-arena.js';
import { textTable } from '../memory/text-table.js';
import { deletionKeys } from './deletion-keys.js';
import { nameColumns } from './name-index.js';

/** Letters less than which a word is found by one misspelling at most: the terms that may have two are long. */
const LONG_WORD = 6;
/** Average number of words that share a bucket of deletions. */
const BUCKET = 4;

/** The distinct words of names, as plain data, for `ForgivingNameIndex`. */
export type WordColumns = ReturnType<typeof wordColumns>;

/** @param names folded names in their order */
export function wordColumns(names: readonly string[], arena: TextArena) {
  const namesOf = new Map<string, number[]>();
  names.forEach((name, ordinal) => {
    for (const word of wordsOfName(name)) addTo(namesOf, word, ordinal);
  });
  const words = [...namesOf.keys()];
  const bySound = new Map<string, number[]>();
  words.forEach((word, i) => {
    for (const sound of soundsOf(word)) addTo(bySound, sound, i);
  });
  return {
    size: names.length,
    /** The words, and which of them contain a text. */
    words: nameColumns(words, arena),
    /** The names with each word. */
    namesOf: packedLists([...namesOf.values()]),
    sounds: textTable(arena.columnOf([...bySound.keys()], (sound) => sound)),
    /** The words with each sound. */
    bySound: packedLists([...bySound.values()]),
    /** The words in each bucket of deletions. */
    byDeletion: deletionBuckets(words),
  };
}

/** Returns the words by their deletion keys, modulo the number of buckets, which is a power of two. */
function deletionBuckets(words: readonly string[]): PackedLists {
  const keys = words.map((word) => deletionKeys(word, word.length < LONG_WORD ? 1 : 2));
  const total = keys.reduce((sum, { length }) => sum + length, 0);
  const size = 2 ** Math.ceil(Math.log2(total / BUCKET + 1));
  const buckets = Array.from({ length: size }, (): number[] => []);
  keys.forEach((ofWord, word) => {
    for (const bucket of new Set(ofWord.map((key) => key & (size - 1)))) buckets[bucket]!.push(word);
  });
  return packedLists(buckets);
}

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
