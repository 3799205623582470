import { FILLERS } from '../src/question/fillers.js';
import { usualSpelling, withoutElisions } from '../src/question/misspelled.js';
import { readQuestion } from '../src/question/read-question.js';
import { Words } from '../src/question/words.js';

const CONTEXT = { now: new Date('2026-11-25T18:00:00Z') };
/** Words of phrases that are understood and change nothing: ages, counts, "I cannot find" and "all of the area". */
const CHANGE_NOTHING =
  /^(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|deux|trois|quatre|cinq|sept|huit|neuf|dix|weeks?|without|dont|cant|cannot|not|ne|pas|couldnt|greater|toronto|gta|tous|toutes|male|female|homme|femme|man|woman|old|nearest|closest|nearby|proches?)$/;

/** Returns the questions with words that are in no part of their reading, each with these words. */
export function lostWords(questions: readonly string[]): readonly (readonly string[])[] {
  return questions.map((question) => [question, ...lost(question)]).filter((each) => each.length > 1);
}

function lost(question: string): readonly string[] {
  const { read, unused } = readQuestion(question, CONTEXT);
  const named = [...read, ...unused].flatMap(({ text }) => plainOf(text));
  return plainOf(question).filter(
    (word) => !FILLERS.has(word) && !named.includes(word) && !CHANGE_NOTHING.test(word),
  );
}

function plainOf(text: string): readonly string[] {
  return new Words(withoutElisions(text), (word) => usualSpelling(word, CONTEXT)).list.map(
    ({ plain }) => plain,
  );
}
