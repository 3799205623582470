import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainWords } from '@care-atlas/domain/text';
import { PROJECT } from '../../tools/src/project.js';
import { LANGUAGE_ROWS, SPECIALTY_ROWS } from '../../libs/domain/src/vocabulary/generated/names.js';
import { wordFiles } from './word-data.js';

// npm run words:other -- LIST...
// Writes libs/domain/data/other_words.csv: the words of lists, each a JSON array, that the reader of questions would take for a
// misspelling. Takes some minutes.
const DATA = join(PROJECT, 'libs/domain/data/other_words.csv');
const LEAST_LETTERS = 4;
/** A word of a name may have two misspellings from so many letters. */
const LONG = 10;
/** Of words that are compared with all names: the others have more edits than any misspelling. */
const MOST_EDITS = 2;
const PROGRESS = 5_000;
const HEADING = 'word\n';

// Without other words, the reader corrects all that it can.
writeFileSync(DATA, HEADING);
for (const [file, text] of wordFiles()) writeFileSync(file, text);
const { KNOWN_WORDS, MisspelledNames, usualSpelling } =
  await import('../../libs/domain/src/question/misspelled.js');
const { readName } = await import('../../libs/domain/src/question/readers/names.js');
const { Words } = await import('../../libs/domain/src/question/words.js');
const { editDistance } = await import('../../libs/domain/src/text/edit-distance.js');

const lists = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as string[]);
const words = new Set(
  lists
    .flat()
    .map(plainWords)
    .filter((word) => !KNOWN_WORDS.has(word)),
);
const byLetter = Map.groupBy(KNOWN_WORDS, ([letter]) => letter);
const context = { now: new Date() };
/** The words of names of several words. */
const parts = new Set(
  [...SPECIALTY_ROWS, ...LANGUAGE_ROWS]
    .flatMap(([name, otherName]) => [plainWords(name), plainWords(otherName)])
    .filter((name) => name.includes(' '))
    .flatMap((name) => name.split(' ')),
);

function isCorrected(word: string): boolean {
  const near = (byLetter.get(word[0]) ?? []).filter(
    (name) => editDistance(word, name, MOST_EDITS) <= MOST_EDITS,
  );
  if (near.length === 0) return false;
  if (usualSpelling(word, context) !== word) return true;
  // "Heading doctor" would be "hearing doctor".
  const most = word.length < LONG ? 1 : MOST_EDITS;
  if (near.some((name) => parts.has(name) && editDistance(word, name, most) <= most)) return true;
  return (['specialty-or-any', 'specialty-or-language', 'near'] as const).some(
    (where) => new MisspelledNames(new Words(word)).read(0, 0, 1, where) !== undefined,
  );
}

const corrected: string[] = [];
let compared = 0;
for (const word of words) {
  if (++compared % PROGRESS === 0) console.log(`${compared} of ${words.size} words: ${corrected.length}`);
  // The plural of a name is read as the name.
  const isForm = readName(new Words(word), 0, context) !== undefined;
  if (word.length >= LEAST_LETTERS && /^[a-z]+$/.test(word) && !isForm && isCorrected(word))
    corrected.push(word);
}
writeFileSync(
  DATA,
  HEADING +
    corrected
      .toSorted()
      .map((word) => `${word}\n`)
      .join(''),
);
for (const [file, text] of wordFiles()) writeFileSync(file, text);
