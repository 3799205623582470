import { lostWords } from '../../libs/domain/test/lost-words.js';
import { readQuestions } from './question.js';

describe('every word of a question is read, named as unused, or a filler', () => {
  test('of the evaluation', async () => {
    const questions = (await readQuestions()).map(({ question }) => question);
    expect(questions.length).toBeGreaterThan(50);
    expect(lostWords(questions)).toEqual([]);
  });
});
