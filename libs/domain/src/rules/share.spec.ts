import { percentage } from './share.js';

it.each([
  [0, 0, 0],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 2000, 0.1],
  [3, 3, 100],
])('%d of %d is %d percent', (part, whole, expected) => {
  expect(percentage(part, whole)).toBe(expected);
});
