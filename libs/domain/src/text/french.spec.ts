import { afterDe } from './french.js';

test.each([
  ['Oakville', 'd’Oakville'],
  ['Ajax', 'd’Ajax'],
  ['ajax', 'd’ajax'],
  ['Étobicoke', 'd’Étobicoke'],
  ['Œuvre', 'd’Œuvre'],
  ['Union', 'd’Union'],
  ['Burlington', 'de Burlington'],
  ['York', 'de York'],
  ['Halton Hills', 'de Halton Hills'],
  ['M5V 2T6', 'de M5V 2T6'],
  ['43.65,-79.38', 'de 43.65,-79.38'],
  ['', 'de '],
])('%s: %s', (name, text) => {
  expect(afterDe(name)).toBe(text);
});
