import { oneDecimal } from './rating.js';

/** Returns a share as a percentage with one decimal, the form in which every page and answer shows it; 0 of nothing. */
export function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : oneDecimal((part / whole) * 100);
}
