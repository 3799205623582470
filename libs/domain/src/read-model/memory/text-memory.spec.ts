import fc from 'fast-check';
import { AnswerBytes } from './answer-bytes.js';
import { bytesAt, TextArena, textAt } from './text-arena.js';
import { ITEM_END, TextMemory } from './text-memory.js';
import { utf8 } from '../../text/utf8.js';

/** Returns an arena's texts and the memory that its blocks were moved into. */
function memoryOf(texts: readonly string[]) {
  const arena = new TextArena();
  const column = arena.columnOf(texts, (text) => text);
  const moving = TextMemory.copySteps(arena.blocks);
  let steps = 0;
  for (let step = moving.next(); ; step = moving.next()) {
    if (step.done) return { column, memory: step.value, steps, blocks: arena.blocks };
    steps++;
  }
}

const texts = fc.array(
  fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.constant('x'.repeat(5_000))),
  {
    minLength: 1,
    maxLength: 40,
  },
);

it('appends any texts of a column, and constants between them, in order', () => {
  const constants = [',', '', 'é]'].map(utf8);
  fc.assert(
    fc.property(texts, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 1_500 }), (stored, picked) => {
      const { column, memory } = memoryOf(stored);
      const body = new AnswerBytes().text('[');
      const batch = memory.batch(body);
      for (const [i, j] of picked) batch.add(column, i % stored.length).addConstant(constants[j % 3]!);
      batch.end();
      const expected = picked.map(([i, j]) => stored[i % stored.length]! + [',', '', 'é]'][j % 3]!);
      expect(body.text(']').finishText()).toBe(`[${expected.join('')}]`);
    }),
  );
});

it('moves one block with each step, and columns read from the new memory', () => {
  const stored = Array.from({ length: 3_000 }, (_, i) => `${i} ${'é'.repeat(400)}`);
  const { column, steps, blocks } = memoryOf(stored);
  expect(steps).toBe(blocks.length);
  expect(steps).toBeGreaterThan(3);
  expect(new Set(blocks.map(({ buffer }) => buffer)).size).toBe(1);
  stored.forEach((text, i) => expect(textAt(column, i)).toBe(text));
});

it.each([131_072, 131_073, 400_000])('appends a text of %i bytes', (length) => {
  const { column, memory } = memoryOf(['a', 'b'.repeat(length), 'c']);
  const body = new AnswerBytes();
  const batch = memory.batch(body);
  for (const i of [0, 1, 2, 0]) batch.add(column, i);
  batch.end();
  expect(body.finishText()).toBe(`a${'b'.repeat(length)}ca`);
});

it('appends constants also when their room is used up', () => {
  const { memory } = memoryOf(['a']);
  const many = Array.from({ length: 50 }, (_, i) => utf8(String(i % 10).repeat(1_000)));
  const body = new AnswerBytes();
  const batch = memory.batch(body);
  for (const text of [...many, ...many]) batch.addConstant(text);
  batch.end();
  expect(body.finishText()).toBe([...many, ...many].map((text) => new TextDecoder().decode(text)).join(''));
});

it('appends other texts between those of a column, however many', () => {
  const { column, memory } = memoryOf(['{"a":1', '{"é":2']);
  const others = ['', 'x', ',"long":"' + 'y'.repeat(3_000) + '"', ',"é"', 'z'.repeat(40_000)];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), fc.nat(4)), { maxLength: 900 }), (picked) => {
      const body = new AnswerBytes();
      const batch = memory.batch(body);
      for (const [i, j] of picked) batch.add(column, i).addText(others[j]!).addConstant(ITEM_END);
      batch.end();
      const expected = picked.map(([i, j]) => `${textAt(column, i)}${others[j]}},`);
      expect(body.finishText()).toBe(expected.join(''));
    }),
    { numRuns: 40 },
  );
});

it('extends items', () => {
  const { column, memory } = memoryOf(['{"a":1', '{"b":2']);
  const body = new AnswerBytes();
  memory.addItems(
    [1, 0],
    body,
    (ordinal, batch) => batch.add(column, ordinal),
    (ordinal, batch) => batch.addText(`,"n":${ordinal}`),
  );
  expect(body.finishText()).toBe('{"b":2,"n":1},{"a":1,"n":0},');
});

it('forgets a batch that an error interrupted', () => {
  const { column, memory } = memoryOf(['a', 'b']);
  memory.batch(new AnswerBytes()).add(column, 0);
  const body = new AnswerBytes();
  memory.batch(body).add(column, 1).end();
  expect(body.finishText()).toBe('b');
  expect(bytesAt(column, 0)).toEqual(utf8('a'));
});
