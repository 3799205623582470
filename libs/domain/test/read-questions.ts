import { stopsList } from '../src/question/question.js';
import { readQuestion } from '../src/question/read-question.js';

/** A Wednesday at 13:00 in Toronto. */
export const NOW = new Date('2026-11-25T18:00:00Z');
const LISTED = new Set([
  'singh',
  'russo',
  'khan',
  'erin',
  'young',
  'walker',
  'dos',
  'santos',
  'long',
  'may',
  'lucia',
  'karen',
  'hamilton',
  'he',
]);
const listed = {
  hasName: (word: string) => LISTED.has(word),
  hasSpecialty: (name: string) => name !== 'Urology' && name !== 'Pediatric Cardiology',
  hasLanguage: (name: string) => name !== 'Icelandic' && name !== 'Welsh',
};
/** Reads a question; a few names are listed, and all specialties and languages but a few. */
export const read = (question: string, now = NOW) => readQuestion(question, { now, listed });
/** The words that stop a list, with the reason. */
export const stops = (question: string) => {
  const reading = read(question);
  return reading.unused
    .filter((words) => stopsList(words, reading))
    .map(({ text, why }) => `${text}: ${why}`)
    .join('; ');
};
/** Values as one line. */
export const valuesOf = (question: string, now = NOW) =>
  Object.entries(read(question, now).values)
    .map((entry) => entry.join('='))
    .toSorted()
    .join(' ');
