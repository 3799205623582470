import { Client } from 'pg';
import { settle } from '../bench-directory.js';

/** What differs in a copy of a row: SQL by column, in which `n` is the number of the copy. */
type Differences = Readonly<Record<string, string>>;

const id = (column: string) => `md5(${column}::text || n)::uuid`;
const NUMBER = `(registration_number::bigint + n * 10000000)::text`;

/** The tables of a directory but for reviews, and what makes a copy of a row another row. */
const TABLES: Readonly<Record<string, Differences>> = {
  clinic: { id: id('id') },
  opening_interval: { clinic_id: id('clinic_id') },
  doctor: { registration_number: NUMBER, id: id('id'), primary_clinic_id: id('primary_clinic_id') },
  additional_location: { registration_number: NUMBER, clinic_id: id('clinic_id') },
  doctor_specialty: { registration_number: NUMBER },
  doctor_language: { registration_number: NUMBER },
  specialty_service: { clinic_id: id('clinic_id') },
};

/**
 * Makes a directory several times as large: every doctor and clinic once more under another number, and so on. An import
 * of so many would take many minutes, and is measured elsewhere. Reviews stay as they are, so that what doctors cost is
 * not mixed with what reviews cost.
 * @param times how many times as large it becomes
 */
export async function multiplyDirectory(databaseUrl: string, times: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // What the copies refer to are copies too: checking every one would take longer than making them.
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    for (const [table, differences] of Object.entries(TABLES))
      await multiply(client, table, differences, times);
  } finally {
    await client.end();
  }
  await settle(databaseUrl);
}

async function multiply(
  client: Client,
  table: string,
  differences: Differences,
  times: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position',
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => differences[name] ?? name);
  await client.query(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
    from ${table}, generate_series(1, $1::integer) as n`,
    [times - 1],
  );
}
