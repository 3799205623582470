import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, listedNames, SPECIALTIES } from '@care-atlas/domain/vocabulary';

const VOCABULARIES = { specialty: SPECIALTIES, language: LANGUAGES } as const;
/** Misspelled, everyday and foreign words, and what may be suggested for each. */
const rows = readFileSync(join(import.meta.dirname, 'suggestions.csv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',') as [keyof typeof VOCABULARIES, string, string]);

function suggestionOf(vocabulary: keyof typeof VOCABULARIES, value: string): string | undefined {
  const { names } = VOCABULARIES[vocabulary];
  const reading = VOCABULARIES[vocabulary].resolve(value, listedNames(names));
  return reading.by === 'unknown' ? reading.suggestion : reading.as[0];
}

it('no suggestion names another field or language', () => {
  const wrong = rows.filter(([vocabulary, value, may]) => {
    const suggestion = suggestionOf(vocabulary, value);
    return suggestion !== undefined && !may.split('; ').includes(suggestion);
  });
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(300);
});

it('most misspellings are corrected', () => {
  const correctable = rows.filter(([, , may]) => may !== '');
  const corrected = correctable.filter(
    ([vocabulary, value]) => suggestionOf(vocabulary, value) !== undefined,
  );
  expect(corrected.length / correctable.length).toBeGreaterThan(0.95);
});
