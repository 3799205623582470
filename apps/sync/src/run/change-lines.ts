import type { SyncChange } from '@care-atlas/data/sync';
import { changedValueText, fieldWords } from '@care-atlas/domain/records';
import { shortened } from '../rows/clean-text.js';

const SHOWN_CHARACTERS = 80;
/** A correction ends and begins no registration: it lists a record, or not. */
const CORRECTION_WORDS: Readonly<Record<string, string>> = {
  expired: 'no longer listed:',
  closed: 'no longer listed:',
  unexpired: 'listed again:',
  reopened: 'listed again:',
};

/**
 * Returns a change as text: a line for the record, and one for every field that differs.
 * @param isDecision whether a correction made the change
 */
export function changeLines(
  { record, key, change, fields, name }: SyncChange & { readonly name?: string | null },
  isDecision = false,
): string[] {
  const differences = Object.entries(fields ?? {}).map(
    ([field, [before, after]]) =>
      `    ${fieldWords(field)}: ${valueText(field, before)} -> ${valueText(field, after)}`,
  );
  const line = `${record} ${key}${name ? ` (${name})` : ''}`;
  if (change === 'merged')
    return [`  merged ${line} into ${valueText('survivor', fields?.['survivor']?.[1])}`];
  const verb = (isDecision && CORRECTION_WORDS[change]) || change;
  return [`  ${verb} ${line}`, ...differences];
}

function valueText(field: string, value: unknown): string {
  return shortened(changedValueText(field, value) || '(nothing)', SHOWN_CHARACTERS);
}
