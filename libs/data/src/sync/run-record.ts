import { torontoDate } from '@care-atlas/domain/rules';
import type { ClientBase } from 'pg';
import { columnName } from '../entities/column-name.js';
import type { SyncRunEntity } from '../entities/imports/sync-run.entity.js';
import { insertRows } from './staging/column-sql.js';
import type { SourceFacts } from './run/source-facts.js';
import type { ColumnProperty } from './staging/plain-columns.js';

const DAY_MS = 86_400_000;
/** Maximum number of characters of a reason that are stored. */
const REASON_CHARACTERS = 2000;

type RunColumns = Partial<Pick<SyncRunEntity, ColumnProperty<SyncRunEntity> | 'report'>>;

/** The input of a run. */
export interface SyncSource {
  /** A short name that is the same in every run, e.g. "register". */
  readonly source: string;
  readonly fileName?: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly fileHash?: string;
  /** When the file was extracted, if known (default: when a file with its hash was first imported). */
  readonly extractedAt?: Date | undefined;
  /** What the operator states about it, stored by the run. */
  readonly facts?: SourceFacts | undefined;
}

/** Records the start of a run. A run that is still recorded as running belongs to a process that was killed. */
export async function recordStart(
  client: ClientBase,
  id: string,
  { source, fileName, fileHash, extractedAt }: SyncSource,
  startedAt: Date,
): Promise<void> {
  const reason = 'The process ended before the run did.';
  await endRuns(client, null, { status: 'failed', finishedAt: startedAt, reason });
  const run = {
    id,
    source,
    fileName,
    fileHash,
    extractedAt,
    startedAt,
    keepsRecords: true,
    status: 'running',
  } as const;
  await insertRun(client, run);
}

/** Records a run that failed before it started, e.g. because its file is unreadable. */
export async function recordFailure(
  client: ClientBase,
  id: string,
  { source, fileName, fileHash }: SyncSource,
  now: Date,
  reason: string,
): Promise<void> {
  await insertRun(client, {
    id,
    source,
    fileName,
    fileHash,
    startedAt: now,
    finishedAt: now,
    status: 'failed',
    reason: reason.slice(0, REASON_CHARACTERS).toWellFormed(),
  });
}

/** Returns when a file was first imported, and its newest extract made; undefined for one that never was. */
export async function firstImport(
  client: ClientBase,
  { source, fileHash }: SyncSource,
): Promise<{ readonly at: Date; readonly extractedAt: Date } | undefined> {
  const { rows } = await client.query<{ at: Date; extractedAt: Date }>(
    `select min(started_at) as at, coalesce(max(extracted_at), min(started_at)) as "extractedAt"
    from sync_run where source = $1 and file_hash = $2 and status = 'succeeded' having count(*) > 0`,
    [source, fileHash],
  );
  return rows[0];
}

/** @throws when the same file was first imported too long ago: its source no longer makes new ones */
export function requireNewFile(first: Date | undefined, now: Date, maxDays = Infinity): void {
  if (!first || now.getTime() - first.getTime() <= maxDays * DAY_MS) return;
  throw new Error(
    `The file is the same as on ${torontoDate(first)}, more than ${maxDays} days ago: ` +
      'check whether its source still makes new ones.',
  );
}

/**
 * Records the end of a run that is still running.
 * @returns whether it was
 */
export async function recordEnd(
  client: ClientBase,
  id: string,
  columns: RunColumns & { readonly reason: string },
): Promise<boolean> {
  const reason = columns.reason.slice(0, REASON_CHARACTERS);
  return (await endRuns(client, id, { ...columns, reason })) === 1;
}

function insertRun(client: ClientBase, columns: RunColumns): Promise<void> {
  return insertRows(client, 'sync_run', Object.keys(columns), [columns]);
}

/** @param id null for every run that is still recorded as running */
async function endRuns(client: ClientBase, id: string | null, columns: RunColumns): Promise<number | null> {
  const assigned = Object.keys(columns).map((property, index) => `${columnName(property)} = $${index + 2}`);
  const { rowCount } = await client.query(
    `update sync_run set ${assigned.join(', ')}
    where status = 'running' and ($1::uuid is null or id = $1)`,
    [id, ...Object.values(columns)],
  );
  return rowCount;
}
