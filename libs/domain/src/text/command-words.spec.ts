import { faultInWords } from './command-words.js';

it('accepts every text that can be stored', () => {
  expect(faultInWords([])).toBeUndefined();
  expect(faultInWords(['create', '--label', 'Clinique Éloïse 𝒜', '--json'])).toBeUndefined();
});

it.each([
  [['create', '--label', 'a\0b'], '--label contains a character that cannot be stored. '],
  [['create', '--label=a\ud800'], '--label contains a character that cannot be stored. '],
  [['correct', 'doctor', '900001', 'phone=\0'], 'Argument 4 contains a character that cannot be stored. '],
  [
    ['create', '--label', 'caf\ufffd'],
    '--label is not UTF-8: type it in a terminal whose encoding is UTF-8.',
  ],
])('names what is at fault in %j', (words, message) => {
  expect(faultInWords(words)).toMatch(new RegExp(`^${message}`));
});
