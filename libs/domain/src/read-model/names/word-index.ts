import { listAt, packedLists } from '../memory/packed-lists.js';
import type { TextArena } from '../memory/text-arena.js';
import { findText, textTable } from '../memory/text-table.js';

const MAX_GRAM = 3;
const NONE = new Int32Array(0);

/** Distinct words of names with an inverted index of their n-grams, as plain data. */
export type WordIndex = ReturnType<typeof wordIndex>;

/**
 * Builds an inverted index from the n-grams (1 to 3 consecutive letters) of distinct words to the words. A search for the
 * words that contain a term reads one posting list instead of all words.
 *
 *     text      a n n a l i w e i         grams        postings (numbers of words)
 *     starts    0       4   6     9       an           0
 *     word      0       1   2             i            1 2
 */
export function wordIndex(words: readonly string[], arena: TextArena) {
  const starts = new Int32Array(words.length + 1);
  const lists = new Map<string, number[]>();
  words.forEach((word, i) => {
    starts[i + 1] = starts[i]! + word.length;
    const letters = Array.from(word);
    for (let from = 0; from < letters.length; from++) {
      for (let to = from + 1; to <= Math.min(from + MAX_GRAM, letters.length); to++) {
        const gram = letters.slice(from, to).join('');
        const list = lists.get(gram);
        if (!list) lists.set(gram, [i]);
        else if (list.at(-1) !== i) list.push(i);
      }
    }
  });
  return {
    size: words.length,
    /** All words, one after another. */
    text: words.join(''),
    /** Where each word starts in `text`, then the length of `text`. */
    starts,
    grams: textTable(arena.columnOf([...lists.keys()], (gram) => gram)),
    /** The words that contain each n-gram, ascending. */
    postings: packedLists([...lists.values()]),
  };
}

export function wordAt({ text, starts }: WordIndex, i: number): string {
  return text.slice(starts[i], starts[i + 1]);
}

/**
 * Returns the numbers of the words that contain a term, ascending. For a term of more than three letters, filters the words
 * with its rarest trigram.
 */
export function wordsContaining(index: WordIndex, term: string): Int32Array {
  const letters = Array.from(term);
  if (letters.length <= MAX_GRAM) return postingsOf(index, term);
  let rarest = postingsOf(index, letters.slice(0, MAX_GRAM).join(''));
  for (let at = 1; at + MAX_GRAM <= letters.length; at++) {
    const postings = postingsOf(index, letters.slice(at, at + MAX_GRAM).join(''));
    if (postings.length < rarest.length) rarest = postings;
  }
  return rarest.filter((word) => wordAt(index, word).includes(term));
}

function postingsOf({ grams, postings }: WordIndex, gram: string): Int32Array {
  const i = findText(grams, gram);
  return i === undefined ? NONE : listAt(postings, i);
}
