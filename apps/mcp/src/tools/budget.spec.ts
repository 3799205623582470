import { fittingRows, type Row } from './budget.js';

/** Rows with so many characters in each form. */
function rows(count: number, line: number, item: number): Row[] {
  return Array.from({ length: count }, () => ({ line: 'x'.repeat(line), item: { a: 'x'.repeat(item) } }));
}

const jsonOf = (of: readonly Row[]) => JSON.stringify(of.map(({ item }) => item));

it.each([
  ['all, where both forms fit', rows(10, 200, 300), 10],
  ['those whose lines fit', rows(10, 1000, 100), 4],
  ['those whose JSON fits', rows(10, 100, 1000), 4],
  ['the first, however long it is', rows(10, 6000, 6000), 1],
])('fitting are %s, whether or not their length is known', (_, of, fitting) => {
  expect(fittingRows(of, 10, 600)).toHaveLength(fitting);
  expect(fittingRows(of, 10, 600, jsonOf(of).length)).toHaveLength(fitting);
});
