import type { Reading } from './vocabulary.js';
import { specialtiesForReason } from './reasons.js';

const SHOWN_CHARACTERS = 40;
const LISTS = new Intl.ListFormat('en-CA', { type: 'conjunction' });
const CHOICES = new Intl.ListFormat('en-CA', { type: 'disjunction' });
const NOBODY = {
  specialty: (value: string) => `No listed doctor has the specialty ${value}.`,
  language: (value: string) => `No listed doctor speaks ${value}.`,
} as const;

/** Returns the warning about a requested value that matches no listed doctor; undefined if it matches one. */
export function unmatchedWarning(kind: keyof typeof NOBODY, reading: Reading): string | undefined {
  if (reading.by !== 'unknown') {
    if (reading.listed) return undefined;
    // The answer says what another name was read as: the warning is about that.
    const names = reading.by === 'name' ? [reading.value] : reading.as;
    return NOBODY[kind](CHOICES.format(names.map(quoted)));
  }
  const nobody = NOBODY[kind](quoted(reading.value));
  const reasons = kind === 'specialty' ? specialtiesForReason(reading.value) : [];
  if (reasons.length > 0) {
    const see = reasons.length === 1 ? 'sees' : 'see';
    return `${quoted(reading.value)} is not a specialty: ${LISTS.format(reasons)} ${see} people for it.`;
  }
  return reading.suggestion === undefined ? nobody : `${nobody} Did you mean '${reading.suggestion}'?`;
}

function quoted(value: string): string {
  return `'${Array.from(value).slice(0, SHOWN_CHARACTERS).join('')}'`;
}
