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
    await client.query(
      'begin; create table plain_doctor (like doctor); alter table plain_doctor add primary key (registration_number)',
    );
    const plain = await copy(client, 'doctor', 'plain_doctor', folder);
    let keyed = 0;
    for (const table of TABLES) {
      await client.query(`create table bench_${table} (like ${table} including all)`);
      const { rows } = await client.query<{ definition: string }>(
        `select replace(pg_get_constraintdef(oid), 'REFERENCES doctor(', 'REFERENCES bench_doctor(') as definition
        from pg_constraint where contype = 'f' and conrelid = $1::regclass`,
        [table],
      );
      for (const { definition } of rows) await client.query(`alter table bench_${table} add ${definition}`);
      keyed += await copy(client, table, `bench_${table}`, folder);
    }
    await client.query('rollback');
    return { plain: doctors / plain, keyed: doctors / keyed };
  });
}

/** Copies a table through a file, and returns the seconds of the second half. */
async function copy(client: Client, source: string, target: string, folder: string): Promise<number> {
  const file = join(folder, `${target}.copy`);
  await pipeline(client.query(to(`copy ${source} to stdout`)), createWriteStream(file));
  const begun = performance.now();
  await pipeline(createReadStream(file), client.query(from(`copy ${target} from stdin`)));
  const seconds = (performance.now() - begun) / 1000;
  rmSync(file);
  return seconds;
}
