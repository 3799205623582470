import { sameValue } from '@care-atlas/domain/fusion';
import type { SyncRecordKind } from '@care-atlas/domain/records';
import type { SyncChangeKind } from '../../entities/imports/sync-change.entity.js';
import type { Values } from './record-store.js';

/** A change of a record, as the log has it. */
export interface LoggedChange {
  readonly record: SyncRecordKind;
  readonly key: string;
  readonly change: SyncChangeKind;
  /** Before and after by field; null where the record is new. */
  readonly fields: Readonly<Record<string, readonly [unknown, unknown]>> | null;
}

/** How records of a kind that stay in the directory end and come back. */
const ENDS: Partial<
  Record<
    SyncRecordKind,
    { readonly column: string; readonly ended: SyncChangeKind; readonly again: SyncChangeKind }
  >
> = {
  clinic: { column: 'closedAt', ended: 'closed', again: 'reopened' },
  doctor: { column: 'expiredAt', ended: 'expired', again: 'unexpired' },
};

/**
 * Returns how a computed record differs from the stored one; undefined where only times do.
 * @param names the properties that are compared
 * @param after undefined for a record that leaves the directory
 */
export function differenceOf(
  record: SyncRecordKind,
  key: string,
  names: readonly string[],
  before: Values | undefined,
  after: Values | undefined,
): LoggedChange | undefined {
  if (!before || !after) return { record, key, change: after ? 'created' : 'closed', fields: null };
  const differing = names.filter((name) => !sameValue(before[name] ?? null, after[name] ?? null));
  const fields = Object.fromEntries(
    differing.map((name): [string, [unknown, unknown]] => [
      name,
      [before[name] ?? null, after[name] ?? null],
    ]),
  );
  const ends = ENDS[record];
  if (ends) {
    const [was, is] = [before[ends.column] ?? null, after[ends.column] ?? null];
    if ((was === null) !== (is === null))
      return { record, key, change: is === null ? ends.again : ends.ended, fields };
  }
  return differing.length > 0 ? { record, key, change: 'updated', fields } : undefined;
}
