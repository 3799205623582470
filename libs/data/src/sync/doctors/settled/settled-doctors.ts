import type { ClientBase } from 'pg';
import { CopyTarget, type StatementQueue } from '../../staging/copy-target.js';
import { propertiesOf } from '../../staging/entity-table.js';
import { columnList } from '../../staging/column-sql.js';
import { createEmptyTable, RepetitionError, repetition } from '../../staging/staging.js';
import type { SyncContext } from '../../run/sync-context.js';
import { DigestTable } from './digest-table.js';
import { SHARED_PROPERTIES, storedWords } from '../doctor-columns.js';
import { STAGED_DOCTOR } from '../doctor-difference.js';

/** The rows that are not staged, because their doctor is stored as they say. */
export const SETTLED_DOCTOR = 'settled_doctor';
const COLUMNS = {
  line: 'integer',
  registrationNumber: 'text',
  primaryKey: 'uuid',
  otherKeys: 'uuid[]',
  active: 'boolean',
} as const;

const COLUMN_NAMES = propertiesOf(COLUMNS);

/** A subquery with all rows of the register, with these columns. */
export const REGISTER_ROWS = `(select ${columnList(COLUMN_NAMES)} from ${STAGED_DOCTOR}
  union all select ${columnList(COLUMN_NAMES)} from ${SETTLED_DOCTOR})`;

const BATCH_ROWS = 2000;
/** A register in which more rows changed gains little by the others, and their numbers take memory. */
const MAX_CHANGED = 20_000;

/** What is kept of a settled row. */
interface SettledRow {
  readonly line: number | null;
  readonly registrationNumber: string;
  readonly primaryKey: string | null;
  readonly otherKeys: readonly string[];
  readonly active: boolean;
}

/**
 * Settles rows of the register whose doctor has their digest: what they say is stored. Such a doctor only gets the times
 * of the run, while further rows are read. Most rows of most registers are settled.
 */
export class SettledDoctors {
  readonly #listed: CopyTarget;
  /** The numbers of doctors whose times are not written yet. */
  #numbers: string[] = [];
  #count = 0;
  #digests: DigestTable;
  #seen: Uint8Array;
  /** The numbers of rows that are not settled: a row that repeats one of them is not either, so that it is rejected. */
  readonly #changed = new Set<string>();

  private constructor(
    private readonly queue: StatementQueue,
    digests: DigestTable,
    private readonly statement: string,
    private readonly extractedAt: Date,
  ) {
    this.#listed = new CopyTarget(queue, SETTLED_DOCTOR, columnList(COLUMN_NAMES));
    this.#digests = digests;
    this.#seen = new Uint8Array(digests.size);
  }

  /**
   * Reads the digests of doctors that nothing has written since.
   * @param times SQL for the assignments of the times of the run to a row `stored`
   * @param described SQL for the time of the extract of that row: one that is newer keeps its times
   */
  static async load(
    client: ClientBase,
    queue: StatementQueue,
    { times, described, extractedAt }: { times: string; described: string; extractedAt: Date },
  ): Promise<SettledDoctors> {
    await createEmptyTable(client, SETTLED_DOCTOR, COLUMNS);
    // In the binary format, bytes are not sent as twice as many digits. It is missing in the types.
    const query: object = {
      text: `select coalesce(string_agg(uuid_send(row_digest), ''), '') as digests
        from doctor where digested_at = synced_at and row_digest is not null`,
      binary: true,
    };
    const { rows } = await client.query<{ digests: Buffer }>(query as { text: string });
    const statement = `update doctor stored set ${times}
      where registration_number = any ($1::text[]) and (${described} > $2::timestamptz) is not true`;
    return new SettledDoctors(queue, new DigestTable(rows[0]!.digests), statement, extractedAt);
  }

  /** The number of settled rows. */
  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#numbers.length >= BATCH_ROWS;
  }

  /**
   * Returns whether a row is settled: then give it to `add`.
   * @param digest its digest, as 32 hexadecimal digits; null when it does not say everything about its doctor
   */
  settles(digest: string | null, registrationNumber: string): boolean {
    if (this.#digests.size === 0) return false;
    const position = digest === null ? -1 : this.#digests.positionOf(digest);
    if (position >= 0 && !this.#seen[position] && !this.#changed.has(registrationNumber)) {
      this.#seen[position] = 1;
      return true;
    }
    this.#changed.add(registrationNumber);
    if (this.#changed.size === MAX_CHANGED) this.#end();
    return false;
  }

  /** Settles no further row, and gives the memory back. */
  #end(): void {
    this.#digests = new DigestTable(Buffer.alloc(0));
    this.#seen = new Uint8Array();
    this.#changed.clear();
  }

  /** Adds a settled row. Call `send` when there are enough. */
  add({ line, registrationNumber, primaryKey, otherKeys, active }: SettledRow): void {
    this.#count++;
    this.#numbers.push(registrationNumber);
    // Nothing of it has to be escaped.
    const keys = `${primaryKey ?? '\\N'}\t{${otherKeys.join(',')}}`;
    this.#listed.add(`${line ?? '\\N'}\t${registrationNumber}\t${keys}\t${active}\n`);
  }

  /** Writes the times of the doctors of added rows, and lists those rows: all, or when there are many. */
  async send(all: boolean): Promise<void> {
    if (all || this.#listed.isFull) await this.#listed.send();
    if (this.#numbers.length === 0) return;
    // As text: the driver looks at each number of an array for what has to be escaped.
    const values = [`{${this.#numbers.join(',')}}`, this.extractedAt];
    this.#numbers = [];
    await this.queue.send((client) => client.query(this.statement, values));
  }
}

/**
 * Rejects the staged rows that repeat a settled one. A settled row is the first about its doctor.
 * @returns the number of rows
 * @throws when such rows carry no line
 */
export async function rejectSettled({ client, rejects }: SyncContext): Promise<number> {
  const { rows } = await client.query<{ line: number | null; first: number | null; number: string }>(
    `with repeated as (
      delete from ${STAGED_DOCTOR} staged using ${SETTLED_DOCTOR} settled
      where staged.registration_number = settled.registration_number
      returning staged.line, settled.line as first, staged.registration_number as number
    ) select * from repeated order by line`,
  );
  for (const { line, first, number } of rows) {
    const key = `registration_number ${number}`;
    if (line === null) throw new RepetitionError(key);
    rejects.add(repetition(line, key, first));
  }
  return rows.length;
}

/**
 * Returns the query for the clinics of the locations after the first, each once and in the order of the register, by
 * registration number.
 * @param rows the name of a table
 */
export function otherClinics(rows: string): string {
  return `select registration_number, array_agg(clinic_id order by position) as ids
    from (
      select registration_number, other.clinic_id, min(item.position) as position
      from ${rows} register_row join location_clinic location on location.key = primary_key,
        unnest(other_keys) with ordinality item (key, position) join location_clinic other on other.key = item.key
      where other_keys <> '{}' and other.clinic_id <> location.clinic_id
      group by registration_number, other.clinic_id
    ) clinic
    group by registration_number`;
}

/**
 * Stages the settled rows whose locations are other clinics now: their doctors move. The rest of such a row is what is
 * stored.
 */
export async function stageMoved({ client }: SyncContext): Promise<void> {
  const { rowCount } = await client.query(
    `with moved as (
      select registration_number from ${SETTLED_DOCTOR} join location_clinic on key = primary_key
        join doctor using (registration_number)
      where primary_clinic_id <> clinic_id
      union
      select registration_number from (${otherClinics(SETTLED_DOCTOR)}) present full join (
        select registration_number, array_agg(clinic_id order by position) as ids from additional_location
        where registration_number in (select registration_number from ${SETTLED_DOCTOR} where other_keys <> '{}')
        group by registration_number
      ) stored_other using (registration_number)
      where present.ids is distinct from stored_other.ids
    ), removed as (
      delete from ${SETTLED_DOCTOR} settled using moved
      where settled.registration_number = moved.registration_number
      returning settled.*
    )
    insert into ${STAGED_DOCTOR} (line, primary_key, other_keys, active, ended_at, specialties, languages,
      registration_status, registration_class, practice_start, row_digest, ${columnList(SHARED_PROPERTIES)})
    select line, primary_key, other_keys, active, expired_at, ${storedWords('specialty')}, ${storedWords('language')},
      registration_status, registration_class, practice_start, row_digest, ${columnList(SHARED_PROPERTIES, 'stored')}
    from removed join doctor stored using (registration_number)`,
  );
  if (rowCount) await client.query(`analyze ${STAGED_DOCTOR} (registration_number, active, other_keys)`);
}
