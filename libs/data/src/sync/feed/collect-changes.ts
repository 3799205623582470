import type { ChangeType } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { connect, disconnect } from '../../connection/native-connection.js';
import { exportedRecords, type QueryRows } from '../../directory/feed/exported-record.js';
import type { SyncContext } from '../run/sync-context.js';
import { changeOf, changesServices, changesSummary, type RecordChange } from './record-change.js';

/** Few enough that their records fit into memory several times. */
const BATCH_KEYS = 1000;
/** A run that may have changed more than this share of the directory begins the feed again: an export is smaller then. */
const MAX_SHARE = 0.25;
/** The same of fewer records does not matter. */
const FEW_RECORDS = 5_000;

/** What a run finds before it writes anything. */
export interface FeedStart {
  /** Whether the directory had no record. */
  readonly wasEmpty: boolean;
}

/** Keeps, for the end of the run, which records corrections hide and which clinics answer for others. */
export async function beginFeed({ client }: SyncContext): Promise<FeedStart> {
  await client.query(
    `create temp table feed_correction on commit drop as select record, key, hidden, survivor from corrected_record`,
  );
  const { rows } = await client.query<FeedStart>(
    `select not exists (select from doctor) and not exists (select from clinic) as "wasEmpty"`,
  );
  return rows[0]!;
}

/**
 * Lists what a run changed in the records that lists return, in the table feed_change: also what follows from it, such
 * as the languages of a clinic after a doctor moved. It reads the records that the run may have changed as they were
 * before, over a session that does not see the run, and as they are now. What only confirms a record is no change.
 * @returns the number of changes; null when they are so many that the feed is to begin again
 */
export async function collectChanges(context: SyncContext, databaseUrl: string): Promise<number | null> {
  const { client } = context;
  await client.query(
    `create temp table feed_change (
      position integer generated always as identity, type text, key text, op text, fields text[]
    ) on commit drop`,
  );
  // Most runs of many changes are recognized by their doctors alone, without those of clinics that follow from them.
  if (await isTooMuch(client, await countChangedDoctors(context))) return null;
  const affected = await listAffected(context);
  if (affected === 0) return 0;
  if (await isTooMuch(client, affected)) return null;
  const past = await connect(databaseUrl, 'care-atlas-sync');
  try {
    await past.query('begin isolation level repeatable read read only; set local jit = off');
    await addFormerClinics(client, past);
    const comparison = new Comparison(client, past);
    return await comparison.run();
  } finally {
    await disconnect(past);
  }
}

/** Numbers the changes of a run, whose version is not known yet. @returns the number of the last one */
export async function numberChanges(client: ClientBase, changes: number): Promise<number> {
  const { rows } = await client.query<{ last: string }>(
    'update change_feed set last = last + $1 returning last',
    [changes],
  );
  return Number(rows[0]!.last);
}

/** Stores the numbered changes with the number of their version. */
export async function storeChanges(client: ClientBase, version: string, last: number): Promise<void> {
  await client.query(
    `insert into directory_change (seq, version, type, key, op, fields)
    select $1::bigint - count(*) over () + row_number() over (order by position), $2::bigint, type, key, op, fields
    from feed_change`,
    [last, version],
  );
}

/** Fields of a doctor, in the recorded changes, that no clinic shows. */
const NOT_IN_CLINICS = [
  'name',
  'gender',
  'practisingSince',
  'practiceStart',
  'registrationClass',
  'referralRequired',
  'bookingPhone',
  'bookingOnline',
  'bookingReferralOnly',
  'confirmedAt',
];

/** The rows about corrected records that differ from those before the run. */
const CORRECTED = `(
  (select * from feed_correction except select record, key, hidden, survivor from corrected_record)
  union (select record, key, hidden, survivor from corrected_record except select * from feed_correction)
) corrected`;

/**
 * Lists what the run may have changed: doctors in the table feed_doctor, clinics in feed_clinic, also those of doctors
 * that changed in what clinics show, and in feed_service the clinics whose services changed.
 * @returns their number
 */
async function listAffected({ client, run }: SyncContext): Promise<number> {
  await client.query(
    'create temp table feed_doctor (key text primary key, in_clinics boolean) on commit drop',
  );
  await client.query('create temp table feed_clinic (key uuid primary key) on commit drop');
  await client.query(
    `insert into feed_doctor
    select key, bool_or(in_clinics) from (
      select key, change <> 'updated' or fields - $2::text[] <> '{}' as in_clinics
      from sync_change where run_id = $1 and record = 'doctor'
      union all select key, true from ${CORRECTED} where record = 'doctor'
    ) changed group by key`,
    [run.id, NOT_IN_CLINICS],
  );
  await client.query('analyze feed_doctor');
  await client.query(
    `insert into feed_clinic
    select key::uuid from sync_change where run_id = $1 and record = 'clinic'
    union select key::uuid from ${CORRECTED} where record = 'clinic'
    union select survivor from ${CORRECTED} where survivor is not null
    union select primary_clinic_id from doctor join feed_doctor on key = registration_number where in_clinics
    union select clinic_id from additional_location join feed_doctor on key = registration_number where in_clinics`,
    [run.id],
  );
  await client.query(
    `create temp table feed_service on commit drop as
    select split_part(key, ' ', 1)::uuid as key from sync_change where run_id = $1 and record = 'service'
    union select (fields -> 'clinicId' ->> 1)::uuid from sync_change
      where run_id = $1 and record = 'service' and fields ? 'clinicId'
    union select key::uuid from ${CORRECTED} where record = 'clinic'
    union select survivor from ${CORRECTED} where survivor is not null`,
    [run.id],
  );
  // Services of a merged clinic are those of its survivor.
  await client.query(
    `insert into feed_service select survivor from corrected_record
    where record = 'clinic' and survivor is not null and key::uuid in (select key from feed_service)`,
  );
  const { rows } = await client.query<{ count: number }>(
    `select ((select count(*) from feed_doctor) + (select count(*) from feed_clinic)
      + (select count(*) from feed_service))::integer as count`,
  );
  return rows[0]!.count;
}

async function countChangedDoctors({ client, run }: SyncContext): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct key)::integer as count from sync_change where run_id = $1 and record = 'doctor'`,
    [run.id],
  );
  return rows[0]!.count;
}

async function isTooMuch(client: ClientBase, affected: number): Promise<boolean> {
  return affected > FEW_RECORDS && affected > MAX_SHARE * (await countRecords(client));
}

async function countRecords(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select ((select count(*) from doctor) + (select count(*) from clinic))::integer as count',
  );
  return rows[0]!.count;
}

const PLACES = `
  select registration_number as number, primary_clinic_id as id from doctor where registration_number = any ($1::text[])
  union select registration_number, clinic_id from additional_location where registration_number = any ($1::text[])`;

/**
 * Adds the clinics where changed doctors practiced before, those that a doctor left or joined, and the clinics that
 * answer for any of them. Recorded changes name clinics, so that they miss a move between two of the same name.
 */
async function addFormerClinics(client: ClientBase, past: ClientBase): Promise<void> {
  for await (const keys of batches(client, 'feed_doctor')) {
    const { rows } = await past.query<{ number: string; id: string }>(PLACES, [keys]);
    await client.query(
      `with former as (select * from unnest($2::text[], $3::uuid[]) place (number, id)), present as (${PLACES})
      insert into feed_clinic
      select id from former join feed_doctor on key = number where in_clinics
      union select id from (table former except table present) place
      union select id from (table present except table former) place
      on conflict do nothing`,
      [keys, rows.map(({ number }) => number), rows.map(({ id }) => id)],
    );
  }
  await client.query(
    `insert into feed_clinic select survivor from corrected_record
    where record = 'clinic' and survivor is not null and key::uuid in (select key from feed_clinic)
    on conflict do nothing`,
  );
}

/** Yields the keys of a table in batches, in order. */
async function* batches(client: ClientBase, table: string): AsyncGenerator<readonly string[]> {
  await client.query(
    `declare ${table}_keys no scroll cursor for select distinct key from ${table} order by key`,
  );
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`fetch ${BATCH_KEYS} from ${table}_keys`);
    if (rows.length === 0) break;
    yield rows.map(({ key }) => key);
  }
  await client.query(`close ${table}_keys`);
}

/** Compares records before and after a run. */
class Comparison {
  readonly #before: QueryRows;
  readonly #after: QueryRows;
  #changes = 0;

  constructor(
    private readonly client: ClientBase,
    private readonly past: ClientBase,
  ) {
    this.#before = async (sql, values) => (await past.query(sql, [...values])).rows;
    this.#after = async (sql, values) => (await client.query(sql, [...values])).rows;
  }

  /** @returns the number of changes */
  async run(): Promise<number> {
    await this.client.query(
      `create temp table feed_summary on commit drop as select key::uuid from ${CORRECTED} where record = 'clinic'`,
    );
    for await (const keys of batches(this.client, 'feed_clinic')) {
      const changes = await this.#compare('clinic', keys);
      await this.client.query('insert into feed_service select unnest($1::uuid[])', [
        changes.filter(changesServices).map(({ key }) => key),
      ]);
      await this.client.query('insert into feed_summary select unnest($1::uuid[])', [
        changes.filter(changesSummary).map(({ key }) => key),
      ]);
    }
    await this.#addDoctorsOfClinics();
    for await (const keys of batches(this.client, 'feed_doctor')) await this.#compare('doctor', keys);
    for await (const keys of batches(this.client, 'feed_service')) await this.#compare('service', keys);
    return this.#changes;
  }

  /** Adds the doctors who show a clinic that changed in what they show of it, or that is no longer listed or is again. */
  async #addDoctorsOfClinics(): Promise<void> {
    await this.client.query(
      `insert into feed_summary select key::uuid from corrected_record
      where record = 'clinic' and survivor in (select key from feed_summary)`,
    );
    await this.client.query(
      `insert into feed_doctor
      select registration_number, false from doctor where primary_clinic_id in (select key from feed_summary)
      union select registration_number, false from additional_location
        where clinic_id in (select key from feed_summary)
      on conflict do nothing`,
    );
  }

  async #compare(type: ChangeType, keys: readonly string[]): Promise<readonly RecordChange[]> {
    const [before, after] = await Promise.all([
      exportedRecords(this.#before, type, keys),
      exportedRecords(this.#after, type, keys),
    ]);
    const wasHidden = await this.#hidden('feed_correction', type, keys);
    const isHidden = await this.#hidden('corrected_record', type, keys);
    const ids = new Set([...before.keys(), ...after.keys()]);
    // Their ids are their keys; of a service, the key is that of its clinic.
    if (type !== 'service') for (const key of isHidden) ids.add(key);
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
        wasHidden: wasHidden.has(key),
        isHidden: isHidden.has(key),
      });
      return change ?? [];
    });
    if (changes.length > 0)
      await this.client.query(
        `insert into feed_change (type, key, op, fields)
        select type, key, op, fields
        from jsonb_to_recordset($1::jsonb) change (type text, key text, op text, fields text[])`,
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
