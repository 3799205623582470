import type { SyncChange } from '@care-atlas/data/sync';

const SHOWN_CHARACTERS = 80;

/** Returns a change as text: a line for the record, and one for every field that differs. */
export function changeLines({ record, key, change, fields }: SyncChange): string[] {
  const differences = Object.entries(fields ?? {}).map(
    ([field, [before, after]]) => `    ${field}: ${valueText(before)} -> ${valueText(after)}`,
  );
  return [`  ${change} ${record} ${key}`, ...differences];
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(nothing)';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
