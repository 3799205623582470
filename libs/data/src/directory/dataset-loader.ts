import { setImmediate } from 'node:timers/promises';
import type {
  ClinicRecord,
  DoctorRecord,
  ReviewRecord,
  SpecialtyServiceRecord,
} from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { connect, disconnect } from '../connection/native-connection.js';
import { CLINICS, CLOSED_CLINICS, DOCTORS, REVIEWS, type RowQuery, SERVICES } from './dataset-row.js';
import { newestVersion } from './dataset-version.js';

/** What a dataset says of itself. */
export interface DatasetAbout {
  readonly version: string;
  /** When the newest successful synchronization ended; for a directory never synchronized, when it was made. */
  readonly syncedAt: Date;
}

/** Takes the records of a dataset, in the order in which the loader promises them. */
export interface DatasetSink {
  addClinic(record: ClinicRecord): void;
  /** A clinic that is not listed any more, but where an expired doctor practised last. */
  addClosedClinic(record: ClinicRecord): void;
  addDoctor(record: DoctorRecord): void;
  addService(record: SpecialtyServiceRecord): void;
  addReview(record: ReviewRecord): void;
}

/** So few that turning them into records holds other work up for a few milliseconds only. */
const BATCH_ROWS = 250;

/** Long enough to sort millions of rows; without a limit, a network that went silent would stop loading for good. */
const QUERY_MS = 60_000;

/**
 * Reads the newest dataset whole, in one snapshot: what a run commits meanwhile is not seen. First the clinics,
 * by folded name and id; then the doctors, expired ones included, by folded name and registration number; then
 * the services; then the reviews, those of one subject together and the newest first. Texts are ordered by code
 * point. Clinics that have closed are left out with their services and reviews, and from the doctors' lists: a listed
 * doctor all of whose clinics have closed comes with none, an expired one with the last, which is handed over as
 * closed.
 * @param newSink called once, before the first record.
 * @returns the sink.
 * @throws when the database cannot be reached; the sink is incomplete then.
 */
export async function loadDataset<Sink extends DatasetSink>(
  databaseUrl: string,
  newSink: (about: DatasetAbout) => Sink,
): Promise<Sink> {
  const client = await connect(databaseUrl, 'care-atlas-load', { query: QUERY_MS });
  try {
    await client.query('begin isolation level repeatable read read only');
    // Every row will be read: plans that are quick to the first row only would be slow to the last. JIT
    // compilation takes longer than it saves.
    await client.query(
      "set local cursor_tuple_fraction = 1; set local jit = off; set local work_mem = '64MB'",
    );
    const sink = newSink(await datasetAbout(client));
    await readAll(client, CLINICS, (clinic) => sink.addClinic(clinic));
    await readAll(client, CLOSED_CLINICS, (clinic) => sink.addClosedClinic(clinic));
    await readAll(client, DOCTORS, (doctor) => sink.addDoctor(doctor));
    await readAll(client, SERVICES, (service) => sink.addService(service));
    await readAll(client, REVIEWS, (review) => sink.addReview(review));
    return sink;
  } finally {
    // The transaction wrote nothing: it ends with its session.
    await disconnect(client);
  }
}

async function datasetAbout(client: ClientBase): Promise<DatasetAbout> {
  const version = await newestVersion(client);
  const { rows } = await client.query<{ synced_at: Date }>(
    `select coalesce(
      (select max(finished_at) from sync_run where status = 'succeeded'),
      (select created_at from dataset_version order by number desc limit 1)
    ) as synced_at`,
  );
  return { version, syncedAt: rows[0]!.synced_at };
}

/** Streams the rows of a query through a server-side cursor, and lets other work run between two batches. */
async function readAll<Row extends unknown[], Record>(
  client: ClientBase,
  { sql, newReader }: RowQuery<Row, Record>,
  add: (record: Record) => void,
): Promise<void> {
  const read = newReader();
  await client.query(`declare dataset_rows no scroll cursor for ${sql}`);
  const fetch = () => {
    const batch = client.query<Row>({ text: `fetch ${BATCH_ROWS} from dataset_rows`, rowMode: 'array' });
    // Should this one fail while the batch before it is still being added, it is awaited a moment later.
    batch.catch(() => undefined);
    return batch;
  };
  // The server works on the next batch while this one is added.
  let next = fetch();
  for (let { rows } = await next; rows.length > 0; { rows } = await next) {
    next = fetch();
    for (const row of rows) add(read(row));
    await setImmediate();
  }
  await client.query('close dataset_rows');
}
