import { fold } from '@care-atlas/domain/text';
import { wordTable } from './word-table.js';

const MEANING = wordTable('status', ['active', 'not active']);
export const STATUS_WORDS: readonly string[] = [...MEANING.keys()];

/**
 * Returns whether a status permits practice; undefined when it is unknown. Text after a colon is an explanation, as in
 * "Expired: Resignation from membership".
 */
export function isActiveStatus(status: string): boolean | undefined {
  const meaning = MEANING.get(fold(status)) ?? MEANING.get(fold(status.split(':', 1)[0]!));
  return meaning && meaning === 'active';
}
