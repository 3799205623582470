import { fromUtf8, utf8 } from '../../text/utf8.js';
import { AnswerBytes } from './answer-bytes.js';

const LARGE = 'x'.repeat(100_000);

it('puts bytes and text together', () => {
  const answer = new AnswerBytes().bytes(utf8('{"name":"')).text('Zoë, 慧').bytes(utf8('"}')).finish();
  expect(fromUtf8(answer)).toBe('{"name":"Zoë, 慧"}');
});

it('takes back the last byte', () => {
  expect(fromUtf8(new AnswerBytes().text('[1,2,').dropLast().text(']').finish())).toBe('[1,2]');
});

it('an answer stays as it is while others are made, small ones and such as are larger than the memory they share', () => {
  const texts = Array.from({ length: 300 }, (_, i) =>
    i % 50 === 7 ? `${i}${LARGE}` : `${i} of many`.repeat(i),
  );
  const answers = texts.map((text) =>
    new AnswerBytes()
      .text(text.slice(0, 9))
      .bytes(utf8(text.slice(9)))
      .finish(),
  );
  expect(answers.map(fromUtf8)).toEqual(texts);
});

it('an answer that is read as text leaves its memory to the next', () => {
  const first = new AnswerBytes().text('first').finish();
  expect(new AnswerBytes().text('in between').finishText()).toBe('in between');
  const second = new AnswerBytes().text('second').finish();
  expect([fromUtf8(first), fromUtf8(second)]).toEqual(['first', 'second']);
  expect(second.buffer).toBe(first.buffer);
  expect(second.byteOffset).toBe(first.byteOffset + first.length);
});
