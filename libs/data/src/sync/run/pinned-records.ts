import { type CorrectedRecordKind } from '@care-atlas/domain/records';
import type { SyncContext } from './sync-context.js';

const LEAVING = {
  doctor: { key: 'registration_number', column: 'expired_at' },
  clinic: { key: 'id', column: 'closed_at' },
} as const;

/**
 * Removes the pinned records from a temporary table of those that a complete source lacks. Only what the sources say
 * of them changes, as it does of those that leave: the pin lists them again at the end of the run.
 * @param extractedAt the time of the extract, if the leaving records get it
 * @returns the number of pinned records
 */
export async function keepPinned(
  { client, now }: SyncContext,
  record: CorrectedRecordKind,
  leaving: string,
  extractedAt?: Date,
): Promise<number> {
  const { key, column } = LEAVING[record];
  const pinned = `select ${key} from ${leaving} where ${key}::text in (
    select key from correction where kind = 'pin' and record = '${record}' and ended_at is null)`;
  const { rowCount } = await client.query(
    `update ${record} set ${column} = $1, synced_at = $1, extracted_at = coalesce($2, extracted_at)
    where ${key} in (${pinned})`,
    [now, extractedAt],
  );
  if (rowCount) await client.query(`delete from ${leaving} where ${key} in (${pinned})`);
  return rowCount ?? 0;
}
