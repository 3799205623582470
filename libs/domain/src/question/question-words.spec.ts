import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILLERS } from './fillers.js';
import { usualSpelling, withoutElisions } from './misspelled.js';
import { readQuestion } from './read-question.js';
import { Words } from './words.js';

const EVALUATION = join(import.meta.dirname, '../../../../apps/mcp/evaluation/questions.json');
const CONTEXT = { now: new Date('2026-11-25T18:00:00Z') };
/** Words of phrases that are understood and change nothing: ages, counts, "I cannot find" and "all of the area". */
const CHANGE_NOTHING =
  /^(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|deux|trois|quatre|cinq|sept|huit|neuf|dix|weeks?|without|dont|cant|cannot|not|ne|pas|couldnt|greater|toronto|gta|tous|toutes|male|female|homme|femme|man|woman|old)$/;

/** Returns the words of a question that are in no part of its reading. */
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

describe('every word of a question is read, named as unused, or a filler', () => {
  const questions = (
    JSON.parse(readFileSync(EVALUATION, 'utf8')) as readonly { readonly question: string }[]
  ).map(({ question }) => question);

  test('of the evaluation', () => {
    expect(questions.length).toBeGreaterThan(50);
    expect(
      questions.map((question) => [question, ...lost(question)]).filter((each) => each.length > 1),
    ).toEqual([]);
  });

  const objects = [
    'children',
    'kids',
    'babies',
    'teens',
    'seniors',
    'adults',
    'newcomers',
    'students',
    'refugees',
    'OHIP',
    'cash',
    'enfants',
    'aînés',
    'adultes',
    'walk-ins',
    'pregnant women',
    'veterans',
    'new patients',
    'dogs',
  ];
  const frames = [
    'doctor who accepts X',
    'taking X in Ajax',
    'clinic for X near Finch',
    'médecin qui accepte les X',
    'X and a GP',
    'is accepting new X',
  ];
  test.each(objects)('about %s', (object) => {
    const asked = frames.map((frame) => frame.replace('X', object));
    expect(asked.map((question) => [question, ...lost(question)]).filter((each) => each.length > 1)).toEqual(
      [],
    );
  });
});
