import type { Database } from '@care-atlas/data/connection';

/**
 * Which of some secrets stand in a database, in any column of any table, or in some texts.
 * @param texts by what they are called
 * @returns where they were found; the secrets themselves are not shown
 */
export async function findLeaks(
  secrets: ReadonlySet<string>,
  database: Database,
  texts: Readonly<Record<string, string>>,
): Promise<string[]> {
  const everything = { ...texts, ...(await tableTexts(database)) };
  return Object.entries(everything).flatMap(([place, text]) =>
    Array.from(secrets).some((secret) => text.includes(secret)) ? [place] : [],
  );
}

/** Every table of the database, all its rows as text. */
async function tableTexts({ pool }: Database): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    return [`table ${name}`, rows.map(({ row }) => row).join('\n')];
  });
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
}
