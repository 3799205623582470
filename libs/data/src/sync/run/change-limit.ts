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

/** How many records change in one field, or move: POSITION and ADDRESS. */
export interface FoundChange {
  readonly name: string;
  readonly count: number;
  /** Of how many nothing is left. */
  readonly emptied: number;
}

/**
 * Protects the directory against a file whose column was misread.
 * @throws ChangeLimitError when more records change in a field, or move, than the limit allows
 */
export function refuseChanges(
  found: readonly FoundChange[],
  {
    noun,
    total,
    unlimited,
  }: { readonly noun: string; readonly total: number; readonly unlimited: readonly string[] },
  { maxChanged, confirmChange }: SyncContext['limit'],
): void {
  if (maxChanged === undefined) return;
  const refused = found.filter(({ name, count }) => {
    const isMove = name === POSITION || name === ADDRESS;
    const free = name === POSITION ? MOVES_ALLOWED : ALWAYS_ALLOWED;
    const share = isMove ? Math.min(maxChanged, MAX_MOVED) : maxChanged;
    return count > free && count > share * total && ![...confirmChange, ...unlimited].includes(name);
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
