import type { LoggedChange } from '../apply/record-difference.js';
import type { Values } from '../apply/record-store.js';
import { ChangeLimitError } from '../run/change-limit.js';
import { ALWAYS_ALLOWED, percent, RemovalLimitError } from '../run/removal-limit.js';
import type { SyncContext } from '../run/sync-context.js';

/** A clinic that moves by more than about 100 m. */
const POSITION = 'position';
/** Records that move to the same address. */
const ADDRESS = 'one-address';
const MAX_MOVED = 0.02;
/** Up to this many may always move. */
const MOVES_ALLOWED = 2;
const MOVED_DEGREES = 0.001;
const NAMED = 10;

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
    this.#requireFewEnds(limit);
    if (limit.maxChanged !== undefined) this.#requireFewChanges(limit.maxChanged, limit.confirmedChanges);
  }

  #requireFewEnds({ maxExpired, confirmedExpiry }: SyncContext['limit']): void {
    const { listed: noun, verb, total } = this.guarded;
    const count = this.#ended;
    if (count <= ALWAYS_ALLOWED || count <= maxExpired * total || count === confirmedExpiry) return;
    const others = count > NAMED ? ` and ${count - NAMED} more` : '';
    throw new RemovalLimitError(
      `This run would ${verb} ${count} of ${total} ${noun} (${percent(count / total)}), more than the ` +
        `${percent(maxExpired)} that one run may: ${this.#first.map(({ name }) => name).join(', ')}${others}. ` +
        `If that is right, confirm the number ${count}.`,
      count,
    );
  }

  #requireFewChanges(maxChanged: number, confirmed: readonly string[]): void {
    const { noun, stored: total, unlimited } = this.guarded;
    const found = [
      ...Array.from(this.#changed, ([name, counts]) => ({ name, ...counts })),
      { name: POSITION, count: this.#moved, emptied: 0 },
      { name: ADDRESS, count: Math.max(0, ...this.#arrived.values()), emptied: 0 },
    ].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    const refused = found.filter(({ name, count }) => {
      const isMove = name === POSITION || name === ADDRESS;
      const free = name === POSITION ? MOVES_ALLOWED : ALWAYS_ALLOWED;
      const share = isMove ? Math.min(maxChanged, MAX_MOVED) : maxChanged;
      return count > free && count > share * total && ![...confirmed, ...unlimited].includes(name);
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
}

function hasMoved(values: readonly [unknown, unknown] | undefined): boolean {
  return values !== undefined && Math.abs(Number(values[0]) - Number(values[1])) > MOVED_DEGREES;
}
