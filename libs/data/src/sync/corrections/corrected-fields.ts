import type { ClientBase } from 'pg';
import { columnName } from '../../entities/column-name.js';
import { type CorrectedRecordKind } from '@care-atlas/domain/records';

/** Values by property of a record. */
export type Fields = Readonly<Record<string, unknown>>;

/** Some values of a record. */
export interface RecordFields {
  readonly key: string;
  readonly fields: Fields;
}

const LISTS = { specialties: 'specialty', languages: 'language' } as const;

/** The table of each kind of record, and what corrections may change in it. The columns are properties. */
const TABLES = {
  doctor: {
    key: 'registration_number',
    type: 'text',
    columns: [
      'name',
      'searchName',
      'gender',
      'practisingSince',
      'practiceStart',
      'registrationClass',
      'referralRequired',
      'bookingPhone',
      'bookingOnline',
      'bookingReferralOnly',
      'expiredAt',
    ],
    lists: Object.entries(LISTS).map(([property, table]): [string, string] => [
      property,
      `(select coalesce(jsonb_agg(name order by position), '[]') from doctor_${table} join ${table} on id = ${table}_id
        where doctor_${table}.registration_number = stored.registration_number)`,
    ]),
  },
  clinic: {
    key: 'id',
    type: 'uuid',
    columns: [
      'name',
      'searchName',
      'address',
      'postalCode',
      'lat',
      'lng',
      'positionSource',
      'nearSubway',
      'phone',
      'website',
      'type',
      'wheelchair',
      'virtualVisits',
      'hoursNote',
      'closedAt',
    ],
    lists: [
      [
        'openingHours',
        `(select coalesce(jsonb_agg(jsonb_build_array(weekday, opens, closes) order by weekday, opens), '[]')
        from opening_interval where clinic_id = stored.id)`,
      ],
    ],
  },
} as const;

/** Returns what some records hold now, by key. */
export async function readFields(
  client: ClientBase,
  record: CorrectedRecordKind,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Fields>> {
  if (keys.length === 0) return new Map();
  const { key, type, columns, lists } = TABLES[record];
  const members = [...columns.map((property) => [property, `stored.${columnName(property)}`]), ...lists].map(
    ([property, sql]) => `'${property}', ${sql}`,
  );
  const { rows } = await client.query<RecordFields>(
    `select ${key}::text as key, jsonb_build_object(${members.join(', ')}) as fields
    from ${record} stored where ${key} = any ($1::${type}[])`,
    [keys],
  );
  return new Map(rows.map(({ key: id, fields }) => [id, fields]));
}

/** Writes values of some records. */
export async function writeFields(
  client: ClientBase,
  record: CorrectedRecordKind,
  rows: readonly RecordFields[],
): Promise<void> {
  if (rows.length === 0) return;
  const { key, type, columns } = TABLES[record];
  const names = columns.map(columnName).join(', ');
  const changed = rows.map(({ key: id, fields }) => ({
    key: id,
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnName(name), value])),
  }));
  const values = [JSON.stringify(changed)];
  const from = 'jsonb_to_recordset($1::jsonb) change (key text, fields jsonb)';
  await client.query(
    `update ${record} stored set (${names}) = (select ${names} from jsonb_populate_record(stored, change.fields))
    from ${from} where stored.${key} = change.key::${type}`,
    values,
  );
  if (record === 'clinic') await writeHours(client, from, values);
  else await writeWords(client, from, values);
}

async function writeHours(client: ClientBase, from: string, values: readonly string[]): Promise<void> {
  await client.query(
    `delete from opening_interval using ${from} where clinic_id = key::uuid and fields ? 'opening_hours'`,
    [...values],
  );
  await client.query(
    `insert into opening_interval (clinic_id, weekday, opens, closes)
    select key::uuid, (span ->> 0)::smallint, (span ->> 1)::smallint, (span ->> 2)::smallint
    from ${from}, jsonb_array_elements(fields -> 'opening_hours') span`,
    [...values],
  );
}

async function writeWords(client: ClientBase, from: string, values: readonly string[]): Promise<void> {
  for (const [list, table] of Object.entries(LISTS)) {
    await client.query(
      `delete from doctor_${table} using ${from} where registration_number = key and fields ? '${list}'`,
      [...values],
    );
    await client.query(
      `insert into doctor_${table} (registration_number, ${table}_id, position)
      select key, ${table}.id, item.position
      from ${from}, jsonb_array_elements_text(fields -> '${list}') with ordinality item (word, position)
        join ${table} on ${table}.name = item.word`,
      [...values],
    );
  }
  await client.query(
    `update doctor set digested_at = null from ${from} where registration_number = change.key`,
    [...values],
  );
}
