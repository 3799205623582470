import type { StoredKey } from '@care-atlas/data/keys';

const COLUMNS: readonly (readonly [title: string, format: (key: StoredKey) => string])[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['prefix', ({ prefix }) => prefix],
  ['created', ({ createdAt }) => formatMinute(createdAt)],
  ['last used', ({ lastUsedAt }) => (lastUsedAt ? formatMinute(lastUsedAt) : 'never')],
  ['state', formatState],
  ['limit', ({ rateLimit }) => String(rateLimit ?? '')],
  ['label', ({ label }) => label],
  ['note', ({ note }) => note],
];

/** Formats keys as a table for people. Times are in UTC. */
export function keyTable(keys: readonly StoredKey[]): string {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...keys.map((key) => COLUMNS.map(([, format]) => format(key))),
  ];
  const widths = COLUMNS.map((_column, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** Returns the properties of a key for JSON output. */
export function keyRecord(key: StoredKey): object {
  const { id, kind, prefix, label, createdAt, lastUsedAt, revokedAt, revokedReason, replaces } = key;
  const { expiresAt, rateLimit, note } = key;
  const past = { revokedAt, revokedReason, replaces };
  return { id, kind, prefix, label, createdAt, lastUsedAt, ...past, expiresAt, rateLimit, note };
}

function formatState({ revokedAt, revokedReason, expiresAt }: StoredKey): string {
  if (!revokedAt && !expiresAt) return 'active';
  if (!revokedAt)
    return `${expiresAt! > new Date() ? 'active until' : 'expired'} ${formatMinute(expiresAt!)}`;
  return `revoked ${formatMinute(revokedAt)}${revokedReason && ` (${revokedReason})`}`;
}

/** Formats a time in UTC, such as "2026-11-20 15:42". */
export function formatMinute(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
