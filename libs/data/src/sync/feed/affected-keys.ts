import type { ClientBase, QueryResult } from 'pg';

/** A run that may have changed more than this share of the directory begins the feed again: an export is smaller then. */
const MAX_SHARE = 0.25;
/** The same of fewer records does not matter. */
const FEW_RECORDS = 5_000;
/** Few enough that their records fit into memory several times. */
const BATCH = 500;

/** The rows about corrected records that differ from those before the run. */
export const CORRECTED = `(
  (select * from feed_correction except select record, key, hidden, survivor from corrected_record)
  union (select record, key, hidden, survivor from corrected_record except select * from feed_correction)
) corrected`;

/** Yields the keys of a table in batches, in order. */
export async function* batches(client: ClientBase, table: string): AsyncGenerator<readonly string[]> {
  let last: string | null = null;
  do {
    const { rows }: QueryResult<{ key: string }> = await client.query(
      `select distinct key from ${table} where key > $1 or $1 is null order by key limit ${BATCH}`,
      [last],
    );
    if (rows.length > 0) yield rows.map(({ key }) => key);
    last = rows.length === BATCH ? rows.at(-1)!.key : null;
  } while (last !== null);
}

/** Adds clinics to the table feed_service, unless the directory has no services. It lists those whose services went already. */
export async function addServices(client: ClientBase, clinics: readonly string[]): Promise<void> {
  await client.query(
    'insert into feed_service select unnest($1::uuid[]) where exists (select from specialty_service)',
    [clinics],
  );
}

/** Adds the doctors of some clinics, and of those that these answer for, to the table feed_doctor. */
export async function addDoctorsOf(client: ClientBase, clinics: readonly string[]): Promise<void> {
  await client.query(
    `with place as (
      select unnest($1::uuid[]) as place_id
      union select key::uuid from corrected_record where record = 'clinic' and survivor = any ($1::uuid[])
    )
    insert into feed_doctor
    select registration_number, false from doctor join place on place_id = primary_clinic_id
    union select registration_number, false from additional_location join place on place_id = clinic_id
    on conflict do nothing`,
    [clinics],
  );
}

/** Returns whether a run affects so many records that an export is smaller than their changes. */
export async function isTooMuch(client: ClientBase, affected: number): Promise<boolean> {
  if (affected <= FEW_RECORDS) return false;
  const { rows } = await client.query<{ count: number }>(
    'select ((select count(*) from doctor) + (select count(*) from clinic))::integer as count',
  );
  return affected > MAX_SHARE * rows[0]!.count;
}
