import { settle, withClient } from '../bench-directory.js';

const id = (column: string) => `md5(${column}::text || n)::uuid`;
const NUMBER = `(registration_number::bigint + n::bigint * 10000000)::text`;

type Differences = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The tables that are multiplied, with the columns that differ in copy `n` of a row. */
const TABLES: Differences = {
  clinic: { id: id('id') },
  opening_interval: { clinic_id: id('clinic_id') },
  doctor: { registration_number: NUMBER, id: id('id'), primary_clinic_id: id('primary_clinic_id') },
  additional_location: { registration_number: NUMBER, clinic_id: id('clinic_id') },
  doctor_specialty: { registration_number: NUMBER },
  doctor_language: { registration_number: NUMBER },
  specialty_service: { clinic_id: id('clinic_id') },
};

/** About five per doctor. */
const REVIEWS: Differences = {
  review: { id: id('id'), registration_number: NUMBER, clinic_id: id('clinic_id') },
};

/**
 * Multiplies a directory: copies every doctor and clinic under other numbers, which is much faster than an import.
 * @param options `withReviews` copies their reviews too, whose cost is otherwise separate from that of doctors
 */
export async function multiplyDirectory(
  databaseUrl: string,
  times: number,
  { withReviews }: { readonly withReviews: boolean },
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    // The copies refer to copies: checking every foreign key would take longer than the copying.
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    for (const [table, differences] of Object.entries({ ...TABLES, ...(withReviews && REVIEWS) })) {
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
  });
  await settle(databaseUrl);
}
