import type { Decision } from '@care-atlas/data/sync';
import { maskText } from '../rows/identity-number.js';

/** Returns a decision as it may be kept after it was refused: without numbers that identify a person. */
export function maskedDecision(decision: Decision): Decision {
  const why = maskText(decision.why);
  if ('withdraws' in decision) return { ...decision, why };
  const given = Object.entries(decision.given).map(([column, value]) => [column, maskText(value, column)]);
  return { ...decision, why, given: Object.fromEntries(given) as Record<string, string> };
}
