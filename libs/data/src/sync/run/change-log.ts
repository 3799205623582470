import type { SyncRecordKind } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import type { SyncChangeEntity } from '../../entities/imports/sync-change.entity.js';

/** What a run did to one record. */
export type SyncChange = Readonly<Pick<SyncChangeEntity, 'record' | 'key' | 'change' | 'fields'>>;

/** A change with the name of its record; null of a service, a review, an observation or a station. */
export type NamedChange = SyncChange & { readonly name: string | null };

/** Stores what a run changed, record by record, in the transaction of the run. */
export class ChangeLog {
  #position = 0;

  constructor(
    private readonly client: ClientBase,
    private readonly runId: string,
    private readonly onProgress: (line: string) => void,
  ) {}

  /**
   * @param changes a query with the columns key, change and fields
   * @returns the number of changes
   */
  async add(record: SyncRecordKind, changes: string, values: readonly unknown[] = []): Promise<number> {
    const at = values.length;
    const { rowCount } = await this.client.query(
      `insert into sync_change (run_id, position, record, key, change, fields)
      select $${at + 1}::uuid, $${at + 2}::integer + row_number() over (), $${at + 3}::text, key, change, fields
      from (${changes}) change`,
      [...values, this.runId, this.#position, record],
    );
    this.#position += rowCount ?? 0;
    if (rowCount) this.onProgress(`${record}s: ${rowCount} changed`);
    return rowCount ?? 0;
  }

  /** Adds changes of records of one kind. */
  async addAll(changes: readonly SyncChange[]): Promise<void> {
    const [first] = changes;
    if (!first) return;
    await this.add(
      first.record,
      'select key, change, fields from jsonb_to_recordset($1) logged (key text, change text, fields jsonb)',
      [JSON.stringify(changes)],
    );
  }

  /** The number of changes so far. */
  get count(): number {
    return this.#position;
  }

  /** Returns the first changes, with the names of doctors and clinics as they are by then. */
  async first(count: number): Promise<readonly NamedChange[]> {
    const { rows } = await this.client.query<NamedChange>(
      `select record, key, change, fields, case record
          when 'clinic' then (select name from clinic where id = key::uuid)
          when 'doctor' then (select name from doctor where registration_number = key) end as name
      from sync_change where run_id = $1 order by position limit $2`,
      [this.runId, count],
    );
    return rows;
  }
}
