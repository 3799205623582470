import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { settle } from '../bench-directory.js';

// The directory as others can serve it best: every fact that is filtered by stands in the doctor's own row, years of
// practice are a number already, and the id is the place in the order of lists.

const CLINICS = `select id, name, address, lat, lng, phone, coalesce(accepting, false)
  from clinic where closed_at is null`;
const DOCTORS = `select
    row_number() over (order by d.search_name collate "C", d.registration_number collate "C"),
    d.registration_number, d.name, d.gender,
    extract(year from age((now() at time zone 'UTC')::date, d.practising_since))::integer,
    array(select n.name from doctor_specialty h join specialty n on n.id = h.specialty_id
      where h.registration_number = d.registration_number order by h.position),
    array(select n.name from doctor_language h join language n on n.id = h.language_id
      where h.registration_number = d.registration_number order by h.position),
    coalesce(c.accepting, false),
    exists (select from opening_interval o
      where o.clinic_id = c.id and o.weekday between 1 and 5 and o.closes > 17 * 60),
    exists (select from opening_interval o where o.clinic_id = c.id and o.weekday in (6, 7)),
    coalesce(c.wheelchair, false), coalesce(c.virtual_visits, false), c.near_subway,
    c.id, d.synced_at
  from doctor d join clinic c on c.id = d.primary_clinic_id
  where d.expired_at is null`;

const TABLES = [
  `create table clinics (
    id uuid primary key,
    name text not null,
    address text not null,
    lat double precision not null,
    lng double precision not null,
    phone text not null,
    accepting boolean not null
  )`,
  `create table doctors (
    id integer primary key,
    registration_number text not null unique,
    name text not null,
    gender text not null,
    years integer not null,
    specialties text[] not null,
    languages text[] not null,
    accepting boolean not null,
    evening boolean not null,
    weekend boolean not null,
    wheelchair boolean not null,
    virtual_visits boolean not null,
    near_subway boolean not null,
    clinic_id uuid not null references clinics (id),
    synced_at timestamptz not null
  )`,
];

const INDEXES = [
  'create index on doctors using gin (specialties)',
  'create index on doctors using gin (languages)',
  'create index on doctors (gender)',
  'create index on doctors (years)',
  'create index on doctors (clinic_id)',
  'create index on doctors (id) where accepting',
];

// What a tuned server keeps beside its tables: each item of a list, as it is sent.
const ITEMS = [
  'create table doctor_items (id integer primary key references doctors (id), item text not null)',
  `insert into doctor_items select d.id, json_build_object(
    'registrationNumber', d.registration_number, 'name', d.name, 'gender', d.gender, 'years', d.years,
    'specialties', d.specialties, 'languages', d.languages, 'syncedAt', d.synced_at,
    'clinic', json_build_object('id', c.id, 'name', c.name, 'address', c.address, 'lat', c.lat, 'lng', c.lng,
      'phone', c.phone, 'accepting', c.accepting))::text
  from doctors d join clinics c on c.id = d.clinic_id`,
];

/**
 * Fills an empty database with flat tables from the directory in another.
 * @returns what they consist of, for the report
 */
export async function fillFlatDatabase(directoryUrl: string, flatUrl: string): Promise<string> {
  const source = new Client({ connectionString: directoryUrl });
  const flat = new Client({ connectionString: flatUrl });
  await Promise.all([source.connect(), flat.connect()]);
  try {
    for (const statement of TABLES) await flat.query(statement);
    await copy(source, CLINICS, flat, 'clinics');
    await copy(source, DOCTORS, flat, 'doctors');
    for (const statement of [...INDEXES, ...ITEMS]) await flat.query(statement);
  } finally {
    await Promise.all([source.end(), flat.end()]);
  }
  await settle(flatUrl);
  return [...TABLES, ...INDEXES].map((statement) => `${statement.replace(/\n {2}/g, '\n')};`).join('\n');
}

async function copy(source: Client, query: string, target: Client, table: string): Promise<void> {
  await pipeline(
    source.query(to(`copy (${query}) to stdout`)),
    target.query(from(`copy ${table} from stdin`)),
  );
}
