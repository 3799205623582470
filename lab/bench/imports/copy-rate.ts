import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { withClient } from '../bench-directory.js';

const DOCTORS = 'select * from doctor';
/** What an import of a register writes, in the order of the references: the directory's tables, and what the run changed. */
const TABLES: Readonly<Record<string, string>> = {
  clinic: 'select * from clinic',
  doctor: DOCTORS,
  doctor_specialty: 'select * from doctor_specialty',
  doctor_language: 'select * from doctor_language',
  additional_location: 'select * from additional_location',
  sync_change: `select * from sync_change
    where run_id = (select id from sync_run order by started_at desc limit 1)`,
};

/** Doctors per second that PostgreSQL's COPY writes. */
export interface CopyRates {
  /** Into one table of registrations with a primary key and nothing else. */
  readonly plain: number;
  /** All rows of the import, into tables with the keys, indexes, foreign keys and free space of the directory's. */
  readonly keyed: number;
}

/** Measures COPY with the rows that an import has written, and leaves no trace. */
export function copyRates(databaseUrl: string, doctors: number, folder: string): Promise<CopyRates> {
  return withClient(databaseUrl, async (client) => {
    await client.query(
      'create table plain_doctor (like doctor); alter table plain_doctor add primary key (registration_number)',
    );
    const plain = await inTransaction(client, () => copy(client, DOCTORS, 'plain_doctor', folder));
    for (const table of Object.keys(TABLES)) await createLike(client, table);
    const keyed = await inTransaction(client, async () => {
      let seconds = 0;
      for (const [table, rows] of Object.entries(TABLES)) {
        seconds += await copy(client, rows, `bench_${table}`, folder);
      }
      return seconds;
    });
    const made = ['plain_doctor', ...Object.keys(TABLES).map((table) => `bench_${table}`)];
    await client.query(`drop table ${made.join(', ')}`);
    return { plain: doctors / plain, keyed: doctors / keyed };
  });
}

/** Creates an empty table with everything that a table of the directory has. */
async function createLike(client: Client, table: string): Promise<void> {
  const copied = `bench_${table}`;
  await client.query(`create table ${copied} (like ${table} including all)`);
  const { rows: options } = await client.query<{ option: string }>(
    'select unnest(reloptions) as option from pg_class where oid = $1::regclass',
    [table],
  );
  for (const { option } of options) await client.query(`alter table ${copied} set (${option})`);
  const { rows: references } = await client.query<{ definition: string }>(
    `select regexp_replace(pg_get_constraintdef(oid), 'REFERENCES (doctor|clinic)\\(', 'REFERENCES bench_\\1(') as definition
    from pg_constraint where contype = 'f' and conrelid = $1::regclass`,
    [table],
  );
  for (const { definition } of references) await client.query(`alter table ${copied} add ${definition}`);
}

/** Runs work in a transaction. Returns the seconds of the work, as it counts them, and of the commit. */
async function inTransaction(client: Client, work: () => Promise<number>): Promise<number> {
  await client.query('begin');
  const seconds = await work();
  return seconds + (await secondsOf(() => client.query('commit')));
}

/** Copies rows through a file, and returns the seconds of the second half. */
async function copy(client: Client, rows: string, target: string, folder: string): Promise<number> {
  const file = join(folder, `${target}.copy`);
  await pipeline(client.query(to(`copy (${rows}) to stdout`)), createWriteStream(file));
  const seconds = await secondsOf(() =>
    pipeline(createReadStream(file), client.query(from(`copy ${target} from stdin`))),
  );
  rmSync(file);
  return seconds;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
