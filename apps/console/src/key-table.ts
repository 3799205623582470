import type { StoredKey } from '@care-atlas/data/keys';

const COLUMNS: readonly (readonly [title: string, of: (key: StoredKey) => string])[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['prefix', ({ prefix }) => prefix],
  ['created', ({ createdAt }) => minute(createdAt)],
  ['last used', ({ lastUsedAt }) => (lastUsedAt ? minute(lastUsedAt) : 'never')],
  ['state', stateOf],
  ['label', ({ label }) => label],
];

/** Keys as lines for a person to read. Times are in UTC. */
export function keyTable(keys: readonly StoredKey[]): string {
  const rows = [COLUMNS.map(([title]) => title), ...keys.map((key) => COLUMNS.map(([, of]) => of(key)))];
  const widths = COLUMNS.map((_column, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What is told of a key in a list for programs. */
export function keyRecord(key: StoredKey): object {
  const { id, kind, prefix, label, createdAt, lastUsedAt, revokedAt, revokedReason, replaces } = key;
  return { id, kind, prefix, label, createdAt, lastUsedAt, revokedAt, revokedReason, replaces };
}

function stateOf({ revokedAt, revokedReason }: StoredKey): string {
  if (!revokedAt) return 'active';
  return `ended ${minute(revokedAt)}${revokedReason && ` (${revokedReason})`}`;
}

/** Such as "2026-11-20 15:42". */
export function minute(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
