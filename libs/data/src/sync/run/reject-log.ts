import type { ClientBase } from 'pg';
import type { SyncReject } from './reject.js';

/** So many are kept with a run; all are counted, and told to whoever runs it. */
const KEPT = 10_000;
const LONGEST_VALUE = 1000;

/** The rows of one run that could not be used. */
export class RejectLog {
  #count = 0;
  readonly #kept: SyncReject[] = [];
  /** What the rejected rows were about, where that could be read: a record with a bad row is not a missing one. */
  readonly #keys = new Set<string>();

  constructor(private readonly onReject: (reject: SyncReject) => void) {}

  get count(): number {
    return this.#count;
  }

  get keys(): readonly string[] {
    return [...this.#keys];
  }

  add(reject: SyncReject, key?: string): void {
    this.#count++;
    if (key !== undefined) this.#keys.add(key);
    if (this.#kept.length < KEPT) this.#kept.push({ ...reject, value: storable(reject.value) });
    this.onReject(reject);
  }

  /** Stores the first of them with their run. */
  async store(client: ClientBase, runId: string): Promise<void> {
    await client.query(
      `insert into sync_reject (run_id, position, line, column_name, value, reason)
      select $1, reject.position, reject.line, reject.column_name, reject.value, reject.reason
      from unnest($2::integer[], $3::text[], $4::text[], $5::text[]) with ordinality
        reject (line, column_name, value, reason, position)`,
      [
        runId,
        this.#kept.map(({ line }) => line),
        this.#kept.map(({ column }) => column),
        this.#kept.map(({ value }) => value),
        this.#kept.map(({ reason }) => storable(reason)),
      ],
    );
  }
}

/** PostgreSQL cannot store NUL, and a broken file may hold all of itself in one field. */
function storable(text: string): string {
  return text.slice(0, LONGEST_VALUE).replaceAll('\0', '\uFFFD').toWellFormed();
}
