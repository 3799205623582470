import { isMethodWord, METHOD_WORD_LIST, methodWord } from '@care-atlas/domain/rules';
import type { InputRow } from '../rows/input-row.js';

/** What a column of methods accepts. */
export const METHOD_MEANING = `how it was observed: ${METHOD_WORD_LIST.join(', ')}; if empty, by the method of the source`;

/** Returns the word for how something was observed. An unknown one says nothing of how long it holds: it is a fault. */
export function methodIn(row: InputRow, column: string): string {
  const word = row.text(column);
  if (word === '' || isMethodWord(word)) return methodWord(word);
  return row.reject(column, `one of: ${METHOD_WORD_LIST.join(', ')}; or empty`);
}
