import { fromUtf8, utf8 } from '../../text/utf8.js';
import { AnswerBytes } from './answer-bytes.js';

const LARGE = 'x'.repeat(100_000);

it('appends bytes and text', () => {
  const answer = new AnswerBytes().bytes(utf8('{"name":"')).text('Zoë, 慧').bytes(utf8('"}')).finish();
  expect(fromUtf8(answer)).toBe('{"name":"Zoë, 慧"}');
});

it('removes the last byte', () => {
  expect(fromUtf8(new AnswerBytes().text('[1,2,').dropLast().text(']').finish())).toBe('[1,2]');
});

it('keeps an answer unchanged while it builds others, including ones larger than the shared memory', () => {
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

it('reuses the memory of an answer that was read as text', () => {
  const first = new AnswerBytes().text('first').finish();
  expect(new AnswerBytes().text('in between').finishText()).toBe('in between');
  const second = new AnswerBytes().text('second').finish();
  expect([fromUtf8(first), fromUtf8(second)]).toEqual(['first', 'second']);
  expect(second.buffer).toBe(first.buffer);
  expect(second.byteOffset).toBe(first.byteOffset + first.length);
});
