import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { withClient } from '../bench-directory.js';

const TABLES = ['doctor', 'doctor_specialty', 'doctor_language', 'additional_location'];

/** Doctors per second that PostgreSQL's COPY writes. */
export interface CopyRates {
  /** Into one table of registrations with a primary key and nothing else. */
  readonly plain: number;
  /** Into four tables with the keys, indexes and foreign keys of the directory. */
  readonly keyed: number;
}

/** Measures COPY with the rows that an import has written, and leaves no trace. */
export function copyRates(databaseUrl: string, doctors: number, folder: string): Promise<CopyRates> {
  return withClient(databaseUrl, async (client) => {
    await client.query('begin');
    const plain = await copy(client, 'doctor', 'plain_doctor', folder, [
      'create table plain_doctor (like doctor)',
      'alter table plain_doctor add primary key (registration_number)',
    ]);
    let keyed = 0;
    for (const table of TABLES) {
      const foreign = await foreignKeys(client, table);
      keyed += await copy(client, table, `bench_${table}`, folder, [
        `create table bench_${table} (like ${table} including all)`,
        ...foreign.map((definition) => `alter table bench_${table} add ${definition}`),
      ]);
    }
    await client.query('rollback');
    return { plain: doctors / plain, keyed: doctors / keyed };
  });
}

/** Copies a table through a file, and returns the seconds of the second half. */
async function copy(
  client: Client,
  source: string,
  target: string,
  folder: string,
  definitions: readonly string[],
): Promise<number> {
  const file = join(folder, `${target}.copy`);
  await pipeline(client.query(to(`copy ${source} to stdout`)), createWriteStream(file));
  for (const definition of definitions) await client.query(definition);
  const begun = performance.now();
  await pipeline(createReadStream(file), client.query(from(`copy ${target} from stdin`)));
  const seconds = (performance.now() - begun) / 1000;
  rmSync(file);
  return seconds;
}

async function foreignKeys(client: Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and conrelid = $1::regclass`,
    [table],
  );
  return rows.map(({ definition }) => definition.replace('REFERENCES doctor(', 'REFERENCES bench_doctor('));
}
