import type { ChangeType } from '@care-atlas/domain/records';
import type { AsOf } from '@care-atlas/domain/rules';
import type { ClientBase } from 'pg';
import { exportedRecords, type QueryRows } from '../../directory/feed/exported-record.js';
import { addDoctorsOf, addServices, batches, CORRECTED, readerOf } from './affected-keys.js';
import { changeOf, changesServices, changesSummary, type RecordChange } from './record-change.js';

/** Compares records before and after a run, both as of one day: what the clock moves, copies compute themselves. */
export class Comparison {
  readonly #before: QueryRows;
  readonly #after: QueryRows;
  #changes = 0;

  constructor(
    private readonly client: ClientBase,
    private readonly past: ClientBase,
    private readonly asOf: AsOf,
  ) {
    this.#before = readerOf(past);
    this.#after = readerOf(client);
  }

  /** @returns the number of changes */
  async run(): Promise<number> {
    const { rows: corrected } = await this.client.query<{ key: string }>(
      `select key from ${CORRECTED} where record = 'clinic'`,
    );
    // Doctors show a clinic that changed in what they show of it, or that is no longer listed or is again.
    const shown = corrected.map(({ key }) => key);
    for await (const keys of batches(this.client, 'feed_clinic')) {
      const changes = await this.#compare('clinic', keys);
      await addServices(
        this.client,
        changes.filter(changesServices).map(({ key }) => key),
      );
      shown.push(...changes.filter(changesSummary).map(({ key }) => key));
    }
    await addDoctorsOf(this.client, shown);
    for await (const keys of batches(this.client, 'feed_doctor')) await this.#compare('doctor', keys);
    for await (const keys of batches(this.client, 'feed_service')) await this.#compare('service', keys);
    return this.#changes;
  }

  async #compare(type: ChangeType, keys: readonly string[]): Promise<readonly RecordChange[]> {
    const [before, after] = await Promise.all([
      exportedRecords(this.#before, type, keys, this.asOf),
      exportedRecords(this.#after, type, keys, this.asOf),
    ]);
    const wasHidden = await this.#hidden('feed_correction', type, keys);
    const isHidden = await this.#hidden('corrected_record', type, keys);
    const ids = new Set([...before.keys(), ...after.keys()]);
    // Their ids are their keys; of a service, the key is that of its clinic.
    const survivors = type === 'doctor' ? new Map<string, string>() : await this.#newSurvivors(keys);
    if (type !== 'service') for (const key of [...isHidden, ...survivors.keys()]) ids.add(key);
    const isNew = [...ids].some((id) => !before.has(id));
    const known = isNew ? await this.#knownBefore(type, keys) : new Set<string>();
    const changes = [...ids].flatMap((id) => {
      const key = recordKeyOf(type, id);
      const change = changeOf({
        type,
        key: id,
        before: before.get(id),
        after: after.get(id),
        wasKnown: known.has(id),
        survivor: survivors.get(key),
        wasHidden: wasHidden.has(key),
        isHidden: isHidden.has(key),
      });
      return change ?? [];
    });
    if (changes.length > 0)
      await this.client.query(
        `insert into feed_change (type, key, op, fields, survivor)
        select type, key, op, fields, survivor
        from jsonb_to_recordset($1::jsonb) change (type text, key text, op text, fields text[], survivor uuid)`,
        [JSON.stringify(changes)],
      );
    this.#changes += changes.length;
    return changes;
  }

  /** Returns the keys of records that corrections hide, before the run or now. A hidden clinic has no services. */
  async #hidden(
    table: 'feed_correction' | 'corrected_record',
    type: ChangeType,
    keys: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const { rows } = await this.client.query<{ key: string }>(
      `select key from ${table} where hidden and record = $1 and key = any ($2::text[])`,
      [type === 'doctor' ? 'doctor' : 'clinic', keys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Returns which clinics answer for others since this run, unless it follows from the merge of one that answered before. */
  async #newSurvivors(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.client.query<{ key: string; survivor: string }>(
      `select merged.key, merged.survivor from corrected_record merged
      left join feed_correction former on former.record = 'clinic' and former.key = merged.key
      left join corrected_record next on next.record = 'clinic' and next.key = former.survivor::text
      where merged.record = 'clinic' and merged.survivor is not null and merged.key = any ($1::text[])
        and merged.survivor is distinct from former.survivor and merged.survivor is distinct from next.survivor`,
      [keys],
    );
    return new Map(rows.map(({ key, survivor }) => [key, survivor]));
  }

  /** Returns those that the directory had before the run, listed or not. */
  async #knownBefore(type: ChangeType, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.past.query<{ id: string }>(KNOWN[type], [keys]);
    return new Set(rows.map(({ id }) => id));
  }
}

/** Returns the key of the record that a correction would hide: of a service, its clinic. */
function recordKeyOf(type: ChangeType, id: string): string {
  return type === 'service' ? id.slice(0, UUID_CHARACTERS) : id;
}

const UUID_CHARACTERS = 36;

const KNOWN = {
  doctor: 'select registration_number as id from doctor where registration_number = any ($1::text[])',
  clinic: 'select id from clinic where id = any ($1::uuid[])',
  service: `select clinic_id || ' ' || name as id from specialty_service join specialty on id = specialty_id
    where clinic_id = any ($1::uuid[])`,
} as const satisfies Record<ChangeType, string>;
