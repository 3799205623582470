import type { Database } from '@care-atlas/data/connection';

/**
 * Searches every column of every table of a database, and some texts, for secrets.
 * @param texts by name
 * @returns where secrets were found, but not the secrets
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

/** Returns all rows of each table as text. */
async function tableTexts({ pool }: Database): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: Record<string, string> = {};
  // One after another: a busy machine may take long to open further connections.
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts[`table ${name}`] = rows.map(({ row }) => row).join('\n');
  }
  return texts;
}
