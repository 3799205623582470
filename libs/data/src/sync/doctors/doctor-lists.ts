import type { ClientBase } from 'pg';
import { createTempTable } from '../staging/column-sql.js';
import type { StatementQueue } from '../staging/copy-target.js';
import { MAY_SKIP_CHECKS, withoutRowChecks } from '../staging/row-checks.js';
import type { DoctorColumnReader } from './doctor-columns.js';
import { STAGED_DOCTOR } from './doctor-difference.js';

/** The vocabularies of which a doctor has lists, and the columns of these lists in a staged row. */
const LISTS = [
  ['specialty', 'specialties'],
  ['language', 'languages'],
] as const;
/** Comes before the place of every row. */
const START = '(0,0)';
const BATCH_ROWS = 2000;

/** Writes the lists of all staged doctors. None of them has any. */
export async function writeLists(client: ClientBase): Promise<void> {
  await withoutRowChecks(client, listsAfter(START));
}

/** Returns the statements that write the lists of the staged doctors after a place in their table. */
function listsAfter(place: string): string {
  const staged = `${STAGED_DOCTOR} where ctid > '${place}'`;
  // Many doctors have the same lists: each is taken apart once.
  const statements = LISTS.map(([table, list]) =>
    insertWords(
      table,
      `select registration_number, word.id, word.position
      from (select registration_number, ${list} as words from ${staged}) doctor join (
        select words, ${table}.id, item.position
        from (select distinct ${list} as words from ${staged}) list,
          unnest(string_to_array(words, e'\\t')) with ordinality item (folded_name, position)
          join ${table} using (folded_name)
      ) word using (words)`,
    ),
  );
  return statements.join(';\n');
}

/**
 * Writes what differs in the lists of changed doctors; all other rows stay untouched.
 * @param removes whether any of these doctors was stored
 */
export async function replaceLists(client: ClientBase, removes: boolean): Promise<void> {
  for (const [table, list] of LISTS) {
    if (removes)
      await client.query(
        `delete from doctor_${table} stored using changed_doctor changed, ${table}
        where stored.registration_number = changed.registration_number and ${list}_differ
          and ${table}.id = ${table}_id and folded_name is distinct from (string_to_array(${list}, e'\\t'))[position]`,
      );
    // Many doctors have the same lists, so that each pair of lists is compared once.
    const stored = `coalesce(stored_${list}, '')`;
    await createTempTable(
      client,
      'new_word',
      `select list.words, list.stored, ${table}.id, item.position
      from (select distinct ${list} as words, ${stored} as stored from changed_doctor where ${list}_differ) list,
        unnest(string_to_array(words, e'\\t'), string_to_array(stored, e'\\t'))
          with ordinality item (folded_name, stored_name, position)
        join ${table} using (folded_name)
      where item.stored_name is distinct from folded_name`,
    );
    await client.query('analyze new_word');
    await withoutRowChecks(
      client,
      insertWords(
        table,
        `select registration_number, new_word.id, new_word.position
        from changed_doctor join new_word on words = ${list} and stored = ${stored}
        where ${list}_differ`,
      ),
    );
  }
}

/** @param words the query for the rows to insert */
function insertWords(table: string, words: string): string {
  // Nobody deletes a word before the end of the run, as with the checks of the foreign key.
  return `select from ${table} for key share;
    insert into doctor_${table} (registration_number, ${table}_id, position) ${words}`;
}

/**
 * Writes the lists of doctors while further rows are read, where no doctor is stored: PostgreSQL would wait for those
 * rows. The doctors follow when all rows are known, so that the role must be able to turn off the checks of rows.
 */
export class EarlyLists {
  #isPossible: boolean;
  #hasWritten = false;
  /** The number of rows that were staged since the last statement. */
  #waiting = 0;
  /** The place of the last staged row whose lists are written. */
  #last = START;

  private constructor(
    private readonly queue: StatementQueue,
    private readonly columns: DoctorColumnReader,
    isPossible: boolean,
  ) {
    this.#isPossible = isPossible;
  }

  static async start(
    client: ClientBase,
    queue: StatementQueue,
    columns: DoctorColumnReader,
  ): Promise<EarlyLists> {
    const { rows } = await client.query<{ possible: boolean }>(
      `select ${MAY_SKIP_CHECKS} and not exists (select from doctor) as possible`,
    );
    return new EarlyLists(queue, columns, rows[0]!.possible);
  }

  /** Counts a staged row. Call `send` when there are enough. */
  add(): void {
    this.#waiting++;
  }

  get isFull(): boolean {
    return this.#isPossible && this.#waiting >= BATCH_ROWS;
  }

  /**
   * Writes the lists of the rows that the queue has copied by then. Not every counted row is: call it once more when all
   * are sent.
   * @param isOrdered whether no row so far can repeat another
   */
  async send(isOrdered: boolean): Promise<void> {
    this.#isPossible &&= isOrdered;
    if (!this.#isPossible) return;
    this.#waiting = 0;
    this.#hasWritten = true;
    await this.queue.send(async (client) => {
      await this.columns.storeVocabulary({ client });
      await withoutRowChecks(client, listsAfter(this.#last));
      const { rows } = await client.query<{ last: string | null }>(
        `select max(ctid)::text as last from ${STAGED_DOCTOR} where ctid > '${this.#last}'`,
      );
      this.#last = rows[0]!.last ?? this.#last;
    });
  }

  /**
   * Returns whether the lists of all staged rows are written; otherwise none is.
   * @param isComplete whether all rows that were staged still are
   */
  async end(client: ClientBase, isComplete: boolean): Promise<boolean> {
    if (!this.#hasWritten) return false;
    if (this.#isPossible && isComplete) return true;
    for (const [table] of LISTS) await client.query(`delete from doctor_${table}`);
    return false;
  }
}
