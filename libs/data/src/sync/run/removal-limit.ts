import type { SyncContext } from './sync-context.js';

/** Up to this many may always go: two percent of a small directory would be none. */
export const ALWAYS_ALLOWED = 9;
/** The number of records that a refusal names. */
export const NAMED = 10;

/** What a run is about to remove. */
export interface Removal {
  /** SQL, to follow "from": the records that go, and the records before the run. */
  readonly leaving: string;
  readonly stored: string;
  readonly values?: readonly unknown[];
  /** SQL for the name of a leaving record, and for the order in which the first are named. */
  readonly name: string;
  readonly order: string;
  /** The records, in the plural, e.g. "active registrations". */
  readonly noun: string;
  readonly verb: 'expire' | 'close';
}

/** More records would expire or close than one run may remove. */
export class RemovalLimitError extends Error {
  override readonly name = 'RemovalLimitError';

  constructor(
    message: string,
    /** The number to confirm. */
    readonly count: number,
  ) {
    super(message);
  }
}

/**
 * Protects the directory against a file that was cut off.
 * @throws RemovalLimitError when more records would go than the limit allows
 */
export async function requireRemovalLimit(
  { client, limit }: SyncContext,
  { leaving, stored, values = [], name, order, noun, verb }: Removal,
): Promise<void> {
  // Most runs remove few records: all others need not be counted then.
  const { rows } = await client.query<{ count: number; total: number; first: string[] }>(
    `select count, case when count > ${ALWAYS_ALLOWED} then (select count(*) from ${stored})::integer else 0 end as total,
      array(select ${name} from ${leaving} order by ${order} limit ${NAMED}) as first
    from (select count(*)::integer as count from ${leaving}) leaving_count`,
    [...values],
  );
  refuseRemovals(rows[0]!, { noun, verb }, limit);
}

/** @throws RemovalLimitError when more records go than the limit allows. @param first the names of the first of them */
export function refuseRemovals(
  {
    count,
    total,
    first,
  }: { readonly count: number; readonly total: number; readonly first: readonly string[] },
  { noun, verb }: Pick<Removal, 'noun' | 'verb'>,
  { maxExpired, confirmedExpiry }: SyncContext['limit'],
): void {
  if (count <= ALWAYS_ALLOWED || count <= maxExpired * total || count === confirmedExpiry) return;
  const others = count > NAMED ? ` and ${count - NAMED} more` : '';
  throw new RemovalLimitError(
    `This run would ${verb} ${count} of ${total} ${noun} (${percent(count / total)}), more than the ` +
      `${percent(maxExpired)} that one run may: ${first.join(', ')}${others}. ` +
      `If that is right, confirm the number ${count}.`,
    count,
  );
}

/** Returns a share, 0 to 1, as a percentage with one decimal. */
export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
