import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { registerRows } from './register-rows.js';

const CHUNK_CHARACTERS = 65_536;

/**
 * How many rows a second PostgreSQL itself copies: the same registrations as text, made beforehand, into one table
 * with a primary key and nothing else.
 */
export async function copyRate(databaseUrl: string, doctors: number): Promise<number> {
  const chunks = [...textChunks(doctors)];
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`create table bench_copy (registration_number text primary key, name text, gender text,
      practising_since date, specialties text, languages text, referral_required boolean, booking_phone text,
      booking_online text, booking_referral_only boolean, status text, class text, practice_start text, locations text)`);
    const begun = performance.now();
    await pipeline(Readable.from(chunks), client.query(from('copy bench_copy from stdin')));
    const seconds = (performance.now() - begun) / 1000;
    await client.query('drop table bench_copy');
    return doctors / seconds;
  } finally {
    await client.end();
  }
}

const TABLES = ['doctor', 'doctor_specialty', 'doctor_language', 'additional_location'];

/**
 * How many doctors a second PostgreSQL copies into tables with the keys, indexes and foreign keys of the directory's
 * own: what an import can not go below when all is new.
 * @param folder for the rows, which are written down before
 */
export async function keyedCopyRate(databaseUrl: string, doctors: number, folder: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    let seconds = 0;
    for (const table of TABLES) {
      const file = join(folder, `${table}.copy`);
      await pipeline(client.query(to(`copy ${table} to stdout`)), createWriteStream(file));
      await client.query(`create table bench_${table} (like ${table} including all)`);
      for (const definition of await foreignKeys(client, table)) {
        await client.query(`alter table bench_${table} add ${definition}`);
      }
      const begun = performance.now();
      await pipeline(createReadStream(file), client.query(from(`copy bench_${table} from stdin`)));
      seconds += (performance.now() - begun) / 1000;
      rmSync(file);
    }
    await client.query('rollback');
    return doctors / seconds;
  } finally {
    await client.end();
  }
}

async function foreignKeys(client: Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and conrelid = $1::regclass`,
    [table],
  );
  return rows.map(({ definition }) => definition.replace('REFERENCES doctor(', 'REFERENCES bench_doctor('));
}

function* textChunks(doctors: number): Generator<Buffer> {
  let chunk = '';
  for (const row of registerRows(doctors, 'first')) {
    const { phone, online, referralOnly } = row.booking;
    const places = row.locations.map((place) => `${place.address}|${place.postalCode}|${place.phone}`);
    const values = [
      row.registrationNumber,
      row.name,
      row.gender,
      row.practisingSince,
      row.specialties.join('|'),
    ];
    values.push(row.languages.join('|'), String(row.referralRequired), phone, online, String(referralOnly));
    values.push(row.status, row.registrationClass, row.practiceStart, places.join('|'));
    chunk += `${values.join('\t')}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}
