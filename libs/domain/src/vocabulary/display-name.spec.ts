import { displayName } from './display-name.js';
import { LANGUAGES, listedNames, SPECIALTIES } from './index.js';

const KINDS = [
  ['specialty', SPECIALTIES],
  ['language', LANGUAGES],
] as const;

describe.each(KINDS)('the French name of each %s', (kind, vocabulary) => {
  const french = vocabulary.names.map((name) => displayName(kind, name, 'fr'));
  const listed = listedNames(vocabulary.names);

  test('exists, as within a sentence', () => {
    // Some are spelled as in English, such as "tamil": none of them has its capital letter.
    expect(french.filter((name) => /^\p{Lu}/u.test(name))).toEqual([]);
  });

  test('belongs to no other', () => {
    expect(french.filter((name, at) => french.indexOf(name) !== at)).toEqual([]);
  });

  test('is read as the name that it stands for', () => {
    for (const name of vocabulary.names) {
      const reading = vocabulary.resolve(displayName(kind, name, 'fr'), listed);
      // "chinois" also stands for the languages that it is short for.
      expect('as' in reading && reading.as[0]).toBe(name);
    }
  });
});

describe('a display name', () => {
  test('is the normalized name in English', () => {
    expect(displayName('specialty', 'Family Medicine', 'en')).toBe('Family Medicine');
  });

  test('is the name itself outside the vocabulary', () => {
    expect(displayName('language', 'Klingon', 'fr')).toBe('Klingon');
  });
});
