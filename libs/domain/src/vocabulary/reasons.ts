import { plainWords } from '../text/text.js';
import { REASON_ROWS } from './generated/names.js';

const REASONS: ReadonlyMap<string, readonly string[]> = new Map(
  REASON_ROWS.map(([reason, specialties]) => [reasonKey(reason), specialties]),
);

/**
 * Returns the specialties that see people for an everyday reason, such as `Pap test`; none for others. Only for the
 * text of warnings: a reason is no filter.
 */
export function specialtiesForReason(reason: string): readonly string[] {
  return REASONS.get(reasonKey(reason)) ?? [];
}

/** Moles are looked up as a mole. */
function reasonKey(reason: string): string {
  return plainWords(reason).replaceAll(/(?<=[^s\W]{2})s\b/g, '');
}
