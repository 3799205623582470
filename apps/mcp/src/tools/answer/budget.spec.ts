import { fittingRows, type Row } from './budget.js';

/** Returns rows of the given lengths in both forms. */
function rows(count: number, line: number, item: number): Row[] {
  return Array.from({ length: count }, () => ({ line: 'x'.repeat(line), item: { a: 'x'.repeat(item) } }));
}

const jsonOf = (of: readonly Row[]) => JSON.stringify(of.map(({ item }) => item));

it.each([
  ['all rows if both forms fit', rows(10, 200, 300), 10],
  ['the rows whose lines fit', rows(10, 1000, 100), 4],
  ['the rows whose JSON fits', rows(10, 100, 1000), 4],
  ['the first row, whatever its length', rows(10, 6000, 6000), 1],
])('keeps %s, with and without a known length', (_, of, fitting) => {
  expect(fittingRows(of, 10, 600)).toHaveLength(fitting);
  expect(fittingRows(of, 10, 600, jsonOf(of).length)).toHaveLength(fitting);
});
