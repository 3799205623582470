import type { SyncChange, SyncResult } from '@care-atlas/data/sync';
import { changedValueText, changeWord, fieldWords } from '@care-atlas/domain/records';
import { shortened } from '../rows/clean-text.js';

const SHOWN_CHARACTERS = 80;
const WORDS: Readonly<Record<string, string>> = { unlisted: 'no longer listed', relisted: 'listed again' };

/**
 * Returns a change as text: a line for the record, and one for every field that differs.
 * @param source that of the run
 */
export function changeLines(
  { record, key, change, fields, name }: SyncChange & { readonly name?: string | null },
  source: string,
): string[] {
  const differences = Object.entries(fields ?? {}).map(
    ([field, [before, after]]) =>
      `    ${fieldWords(field)}: ${valueText(field, before)} -> ${valueText(field, after)}`,
  );
  const line = `${record} ${key}${name ? ` (${name})` : ''}`;
  if (change === 'merged')
    return [`  merged ${line} into ${valueText('survivor', fields?.['survivor']?.[1])}`];
  const word = changeWord(change, source);
  return [`  ${word in WORDS ? `${WORDS[word]}:` : word} ${line}`, ...differences];
}

/** Returns the first changes of a run as text, and the number of the others. */
export function firstChangeLines(
  { differences, changed }: Pick<SyncResult, 'differences' | 'changed'>,
  source: string,
): string[] {
  const more = changed - differences.length;
  const lines = differences.flatMap((change) => changeLines(change, source));
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

interface MadeVersion {
  readonly version?: string | null;
  readonly runId?: string | null;
}

/** Returns which dataset version a run made, and how to see its changes. */
export function versionLines({ version, runId }: MadeVersion): string[] {
  return [
    `The dataset version is now ${version}; running services load it automatically.`,
    `To see every change: npm run sync -- diff ${runId?.slice(0, 8)}`,
  ];
}

function valueText(field: string, value: unknown): string {
  return shortened(changedValueText(field, value) || '(nothing)', SHOWN_CHARACTERS);
}
