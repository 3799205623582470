import { ALWAYS_ALLOWED, percent } from './removal-limit.js';
import type { SyncContext } from './sync-context.js';

/** A clinic or station that moves by more than about 100 m. */
export const POSITION = 'position';
/** Records that move to the same address. */
export const ADDRESS = 'one-address';
const MAX_MOVED = 0.02;
/** Up to this many may always move. */
const MOVES_ALLOWED = 2;
export const MOVED_DEGREES = 0.001;

/** What a run is about to change. */
export interface Changes {
  /** The noun, in the plural. */
  readonly noun: string;
  /** A temporary table with the column `fields`, which is null for a new record. */
  readonly changed: string;
  /** SQL, to follow "from": the records before the run. */
  readonly stored: string;
  /** SQL, to follow "from changed": a condition on the changes that count. */
  readonly where?: string;
  /** The fields that any number of records may change: words about other fields. */
  readonly unlimited?: readonly string[];
  /** A query for the address of every record that moves to another. */
  readonly addresses?: string;
}

/** A run would change more records than one run may change. */
export class ChangeLimitError extends Error {
  override readonly name = 'ChangeLimitError';

  constructor(
    message: string,
    /** The names to confirm. */
    readonly changes: readonly string[],
  ) {
    super(message);
  }
}

/**
 * Protects the directory against a file whose column was misread.
 * @throws ChangeLimitError when a field of more records would change, or more records move, than the limit allows
 */
export async function requireChangeLimit(
  { client, limit: { maxChanged, confirmedChanges } }: SyncContext,
  { noun, changed, stored, where = 'true', addresses = 'select null where false', unlimited = [] }: Changes,
): Promise<void> {
  if (maxChanged === undefined) return;
  const { rows } = await client.query<{ name: string; count: number; emptied: number; total: number }>(
    `with difference as (select fields from ${changed} changed where fields is not null and ${where})
    select name, count, emptied, (select count(*) from ${stored})::integer as total from (
      select name, count(*)::integer as count,
        (count(*) filter (where value ->> 1 is null or value ->> 1 in ('', '[]')))::integer as emptied
      from difference, jsonb_each(fields) field (name, value) group by name
      union all
      select '${POSITION}', count(*)::integer, 0 from difference
      where ${movedBy('lat')} or ${movedBy('lng')}
      union all
      select '${ADDRESS}', coalesce(max(moved), 0)::integer, 0
      from (select count(*) as moved from (${addresses}) address (key) group by key) one_address
    ) found order by count desc, name`,
  );
  refuseChanges(rows, { noun, total: rows[0]!.total, unlimited }, { maxChanged, confirmedChanges });
}

/** How many records change in one field, or move: POSITION and ADDRESS. */
export interface FoundChange {
  readonly name: string;
  readonly count: number;
  /** Of how many nothing is left. */
  readonly emptied: number;
}

/** @throws ChangeLimitError when more records change in a field, or move, than the limit allows */
export function refuseChanges(
  found: readonly FoundChange[],
  {
    noun,
    total,
    unlimited,
  }: { readonly noun: string; readonly total: number; readonly unlimited: readonly string[] },
  {
    maxChanged,
    confirmedChanges,
  }: { readonly maxChanged: number; readonly confirmedChanges: readonly string[] },
): void {
  const refused = found.filter(({ name, count }) => {
    const isMove = name === POSITION || name === ADDRESS;
    const free = name === POSITION ? MOVES_ALLOWED : ALWAYS_ALLOWED;
    const share = isMove ? Math.min(maxChanged, MAX_MOVED) : maxChanged;
    return count > free && count > share * total && ![...confirmedChanges, ...unlimited].includes(name);
  });
  if (refused.length === 0) return;
  const what = refused.map(({ name, count, emptied }) => {
    if (name === POSITION) return `move ${count} of ${total} ${noun} (${percent(count / total)})`;
    if (name === ADDRESS) return `move ${count} of ${total} ${noun} to one address`;
    const empties = emptied > 0 ? `, ${emptied} to nothing` : '';
    return `change ${name} of ${count} of ${total} ${noun} (${percent(count / total)}${empties})`;
  });
  const names = refused.map(({ name }) => name);
  throw new ChangeLimitError(
    `This run would ${what.join('; ')}, more than the ${percent(maxChanged)} of records that one run may change ` +
      `or the ${percent(Math.min(maxChanged, MAX_MOVED))} that it may move. If that is right, confirm ${names.join(', ')}.`,
    names,
  );
}

function movedBy(member: 'lat' | 'lng'): string {
  return `abs((fields -> '${member}' ->> 0)::float - (fields -> '${member}' ->> 1)::float) > ${MOVED_DEGREES}`;
}
