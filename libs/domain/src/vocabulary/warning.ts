import type { Message } from '../messages/index.js';
import type { Reading } from './vocabulary.js';
import { specialtiesForReason } from './reasons.js';

const SHOWN_CHARACTERS = 40;
const CODES = { specialty: 'unmatched_specialty', language: 'unmatched_language' } as const;

/** Returns the warning about a requested value that matches no listed doctor; undefined if it matches one. */
export function unmatchedWarning(kind: keyof typeof CODES, reading: Reading): Message | undefined {
  const { [kind]: code } = CODES;
  if (reading.by !== 'unknown') {
    if (reading.listed) return undefined;
    // The answer says what another name was read as: the warning is about that.
    const names = reading.by === 'name' ? [reading.value] : reading.as;
    return { code, params: { names: names.map(shown) } };
  }
  const value = shown(reading.value);
  const specialties = kind === 'specialty' ? specialtiesForReason(reading.value) : [];
  if (specialties.length > 0) return { code: 'reason_for_specialty', params: { reason: value, specialties } };
  return { code, params: { names: [value], suggestion: reading.suggestion } };
}

function shown(value: string): string {
  return Array.from(value).slice(0, SHOWN_CHARACTERS).join('');
}
