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

/** How records of a kind end and come back. */
const ENDS = {
  clinic: { column: 'closedAt', ended: 'closed', again: 'reopened' },
  doctor: { column: 'expiredAt', ended: 'expired', again: 'unexpired' },
} as const;

/**
 * Returns how a computed record differs from the stored one; undefined where only times do.
 * @param names the properties that are compared
 */
export function differenceOf(
  record: keyof typeof ENDS,
  key: string,
  names: readonly string[],
  before: Values | undefined,
  after: Values,
): LoggedChange | undefined {
  if (!before) return { record, key, change: 'created', fields: null };
  const differing = names.filter((name) => !sameValue(before[name] ?? null, after[name] ?? null));
  const fields = Object.fromEntries(
    differing.map((name): [string, [unknown, unknown]] => [
      name,
      [before[name] ?? null, after[name] ?? null],
    ]),
  );
  const { column, ended, again } = ENDS[record];
  const [was, is] = [before[column] ?? null, after[column] ?? null];
  if ((was === null) !== (is === null)) return { record, key, change: is === null ? again : ended, fields };
  return differing.length > 0 ? { record, key, change: 'updated', fields } : undefined;
}
