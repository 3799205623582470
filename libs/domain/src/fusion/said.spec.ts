import fc from 'fast-check';
import { say, type Said } from './said.js';

interface Word {
  readonly at: number;
  readonly value: string;
}

/** What a source said, read in the order of the times. */
function inOrder(words: readonly Word[]): Said<string> | undefined {
  let said: Said<string> | undefined;
  for (const { at, value } of words.toSorted((a, b) => a.at - b.at)) {
    if (said?.value === value) said = { ...said, until: at };
    else
      said = {
        value,
        since: at,
        until: at,
        ...(said && { previous: { value: said.value, until: said.until } }),
      };
  }
  return said;
}

const words = fc.uniqueArray(
  fc.record({ at: fc.integer({ min: 1, max: 12 }), value: fc.constantFrom('a', 'b', 'c') }),
  {
    selector: ({ at }) => at,
    minLength: 1,
    maxLength: 8,
  },
);

it('follows the times of extracts, in whatever order they are imported', () => {
  fc.assert(
    fc.property(words, (given) => {
      let said: Said<string> | undefined;
      const times: number[] = [];
      for (const { at, value } of given) {
        said = say(said, value, at, times);
        times.push(at);
        times.sort((a, b) => a - b);
      }
      expect(said).toEqual(inOrder(given));
    }),
    { numRuns: 5000 },
  );
});

it('takes a corrected file of the same time for the file that it corrects', () => {
  const first = say(say(undefined, 'a', 1), 'b', 2);
  expect(say(first, 'c', 2)).toEqual({ value: 'c', since: 2, until: 2, previous: { value: 'a', until: 1 } });
});
