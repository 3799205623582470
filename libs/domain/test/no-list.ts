import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aClinic, aDirectory, aDoctor } from './builders.js';
import { LANGUAGES, SPECIALTIES } from '@care-atlas/domain/vocabulary';

const questions = readFileSync(join(import.meta.dirname, 'no-list.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Every specialty and language is listed, so that none is refused because nobody has it. */
const directory = aDirectory({
  clinics: [aClinic()],
  doctors: [
    ...SPECIALTIES.names.map((name) => ({ specialties: [name] })),
    ...LANGUAGES.names.map((name) => ({ languages: [name] })),
    ...['Amara Singh', 'Mark Young', 'Grace Park', 'Paul Green', 'Rose Friend', 'Victor Hand'].map(
      (name) => ({
        name: `Dr. ${name}`,
      }),
    ),
  ].map((facts, at) => aDoctor({ registrationNumber: String(900_001 + at), ...facts })),
});

/** Returns how many questions a list must not answer, and those that one does, with what they are read as. */
export function listsOfUnanswerable(): { readonly asked: number; readonly lists: readonly string[] } {
  const lists = questions.flatMap((q) => {
    const { verdict, values } = directory.readQuestion({ q }).value;
    return verdict === 'list' ? [`${q}: ${JSON.stringify(values)}`] : [];
  });
  return { asked: questions.length, lists };
}
