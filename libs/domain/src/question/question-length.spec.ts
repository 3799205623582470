import { MAX_QUESTION_LENGTH, QuestionQuery } from '../contract/queries/query.js';
import { QueryReader } from '../contract/queries/query-reader.js';
import { partsOf } from './parts.js';
import { stopsList } from './question.js';
import { readQuestion } from './read-question.js';
import { Words } from './words.js';

const NOW = new Date('2026-11-25T18:00:00Z');
const read = (question: string) => readQuestion(question, { now: NOW });

describe('a question of many words', () => {
  /** Counts how often phrases are looked for. */
  class CountedWords extends Words {
    steps = 0;

    override match(from: number, phrase: RegExp) {
      this.steps++;
      return super.match(from, phrase);
    }
  }

  function stepsOf(question: string): number {
    const words = new CountedWords(question);
    partsOf(words, { now: NOW });
    return words.steps;
  }

  test.each([
    'downtown',
    'downtown toronto',
    'near downtown',
    'centre ville de',
    'heart of',
    'named',
    'dr Khan',
    'Bathurst and',
    'not',
    'Fairview,',
    '5 km away from',
    'asdf',
  ])('takes steps that grow with their number only: %s', (phrase) => {
    const of = (times: number) => stepsOf(`${phrase} `.repeat(times));
    expect(of(200)).toBeLessThanOrEqual(2.1 * of(100));
  });

  test('still reads the city that follows downtown', () => {
    expect(read('downtown Mississauga').values).toEqual({ area: 'downtown Mississauga' });
    expect(read('downtown Toronto').values).toEqual({ area: 'downtown Toronto' });
  });
});

describe('a question longer than the maximum', () => {
  const long = `cardiologist in Ajax ${'please '.repeat(40)}who speaks Tamil`;

  test('is refused as a parameter, with what is accepted', () => {
    const reader = new QueryReader(QuestionQuery);
    expect(reader.read({ q: 'é'.repeat(MAX_QUESTION_LENGTH) }).q).toHaveLength(MAX_QUESTION_LENGTH);
    expect(() => reader.read({ q: 'é'.repeat(MAX_QUESTION_LENGTH + 1) })).toThrow(
      'q is required and must be sent once, with at least 1 character and at most 200.',
    );
  });

  test('is read up to a word before it, and says that the rest was not', () => {
    const reading = read(long);
    expect(reading.values).toEqual({ specialties: 'Cardiology', area: 'Ajax' });
    expect(reading.unused).toEqual([{ text: expect.stringMatching(/^please .*…$/u), why: 'too-long' }]);
    expect(stopsList(reading.unused[0]!, reading)).toBe(true);
  });

  test('says so too where it is one word', () => {
    expect(read('x'.repeat(8_000)).unused.at(-1)).toEqual({ text: `${'x'.repeat(40)}…`, why: 'too-long' });
  });

  test('of exactly the maximum is read in full', () => {
    const full = `${'please '.repeat(27)}speak Tamil`;
    expect(full).toHaveLength(MAX_QUESTION_LENGTH);
    expect(read(`  ${full}  `)).toMatchObject({ values: { languages: 'Tamil' }, unused: [] });
  });

  test('still says what to call in an emergency', () => {
    expect(read(`${'please '.repeat(40)}he has chest pain`).emergency).toBe('911');
  });
});
