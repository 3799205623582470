import { isSaid } from './bench-options.js';
import { readEngineSizes } from './engine-options.js';

const ignored = () => undefined;

it('the sizes are what is named, or one that was chosen', () => {
  expect(readEngineSizes([], ignored)).toEqual([25_000]);
  expect(readEngineSizes(['1000', '4000'], ignored)).toEqual([1000, 4000]);
});

it.each([
  ['many', '"many" is no whole number from 1 on.'],
  ['0', '"0" is no whole number from 1 on.'],
  ['--sizes', "unknown option '--sizes'"],
])('%s is refused', (word, complaint) => {
  let written = '';
  let refusal: unknown;
  try {
    readEngineSizes([word], (text) => (written += text));
  } catch (error) {
    refusal = error;
  }
  expect(isSaid(refusal)).toBe(true);
  expect(written).toContain(complaint);
});
