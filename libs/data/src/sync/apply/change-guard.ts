import type { LoggedChange } from './record-difference.js';
import type { Values } from './record-store.js';
import { ADDRESS, MOVED_DEGREES, POSITION, refuseChanges } from '../run/change-limit.js';
import { NAMED, refuseRemovals } from '../run/removal-limit.js';
import type { SyncContext } from '../run/sync-context.js';

/** The records that a guard watches. */
export interface GuardedRecords {
  /** In the plural, for messages about changes, e.g. "clinics", and about records that end, e.g. "open clinics". */
  readonly noun: string;
  readonly listed: string;
  readonly verb: 'expire' | 'close';
  /** The number of stored and of listed records before the run. */
  readonly stored: number;
  readonly total: number;
  /** The fields that any number of records may change: words about other fields. */
  readonly unlimited: readonly string[];
  /** Returns the name of a record that ends, and the text by which the first are chosen. */
  readonly nameOf: (change: LoggedChange, after: Values) => { readonly name: string; readonly order: string };
  /** The field that says where a record is; records that move to one value of it are counted. */
  readonly place: string;
}

/** Protects the directory against a file that was cut off, or of which a column was misread. */
export class ChangeGuard {
  readonly #changed = new Map<string, { count: number; emptied: number }>();
  readonly #arrived = new Map<string, number>();
  #moved = 0;
  #ended = 0;
  #first: { readonly name: string; readonly order: string }[] = [];

  constructor(private readonly guarded: GuardedRecords) {}

  /** Counts a change. */
  add(change: LoggedChange, after: Values): void {
    if (change.change === 'created') return;
    if (change.change === 'closed' || change.change === 'expired') {
      this.#ended++;
      this.#first = [...this.#first, this.guarded.nameOf(change, after)]
        .toSorted((a, b) => (a.order < b.order ? -1 : 1))
        .slice(0, NAMED);
      // Records that end have a limit of their own.
      return;
    }
    for (const [name, [, value]] of Object.entries(change.fields ?? {})) {
      const counted = this.#changed.get(name) ?? { count: 0, emptied: 0 };
      this.#changed.set(name, counted);
      counted.count++;
      if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) counted.emptied++;
    }
    if (['lat', 'lng'].some((name) => hasMoved(change.fields?.[name]))) this.#moved++;
    const place = change.fields?.[this.guarded.place]?.[1];
    if (place !== undefined) {
      const key = JSON.stringify(place);
      this.#arrived.set(key, (this.#arrived.get(key) ?? 0) + 1);
    }
  }

  /**
   * @throws RemovalLimitError when more records would end than one run may end
   * @throws ChangeLimitError when a field of more records would change, or more records move, than the limit allows
   */
  require({ limit }: Pick<SyncContext, 'limit'>): void {
    const { noun, listed, verb, stored, total, unlimited } = this.guarded;
    const first = this.#first.map(({ name }) => name);
    refuseRemovals({ noun: listed, verb, count: this.#ended, total, first }, limit);
    const found = [
      ...Array.from(this.#changed, ([name, counts]) => ({ name, ...counts })),
      { name: POSITION, count: this.#moved, emptied: 0 },
      { name: ADDRESS, count: Math.max(0, ...this.#arrived.values()), emptied: 0 },
    ].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    refuseChanges(found, { noun, total: stored, unlimited }, limit);
  }
}

function hasMoved(values: readonly [unknown, unknown] | undefined): boolean {
  return values !== undefined && Math.abs(Number(values[0]) - Number(values[1])) > MOVED_DEGREES;
}
