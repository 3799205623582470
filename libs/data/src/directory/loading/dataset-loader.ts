import type {
  ClinicRecord,
  DoctorRecord,
  MeasuredSample,
  ReviewRecord,
  SourceRecord,
  SpecialtyServiceRecord,
} from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { withSession } from '../../connection/native-connection.js';
import { CORRECTIONS } from '@care-atlas/domain/records';
import {
  CLINICS,
  CLOSED_CLINICS,
  CLOSURES,
  DOCTORS,
  MERGES,
  REVIEWS,
  type RowQuery,
  SERVICES,
} from './dataset-row.js';
import { dataSources } from './data-sources.js';
import { measuredSample } from './measured-sample.js';
import { newestVersion } from './dataset-version.js';
import { rowBatches } from './row-batches.js';

/** The version of a dataset, its time, its sources and its accuracy. */
export interface DatasetAbout {
  readonly version: string;
  /** When the newest successful import ended, a correction is none, or without any, when the directory was created. */
  readonly syncedAt: Date;
  readonly sources: readonly SourceRecord[];
  /** Undefined where no audit has ended, and where data is invented. */
  readonly accuracy: MeasuredSample | undefined;
}

/** Receives the records of a dataset, in the order that `loadDataset` documents. */
export interface DatasetSink {
  addClinic(record: ClinicRecord): void;
  /** A clinic that is no longer listed, at which an expired doctor practiced last. */
  addClosedClinic(record: ClinicRecord): void;
  /** A clinic that another answers for. */
  addMergedClinic(id: string, survivor: string): void;
  /** The id of any clinic that is no longer listed. */
  addClosure?(id: string, closedAt: Date): void;
  addDoctor(record: DoctorRecord): void;
  addService(record: SpecialtyServiceRecord): void;
  addReview(record: ReviewRecord): void;
}

/** Long enough to sort tens of millions of rows. Without a limit, a silent network would stop loading forever. */
const QUERY_MS = 600_000;

/**
 * Reads the newest dataset in one snapshot: what a run commits meanwhile is not included. Records come in this order:
 * clinics by folded name and id; closed clinics; merged clinics; closures; doctors, including expired ones, by folded name and
 * registration number; services; reviews, those of one subject together and the newest first. Texts are ordered by code point.
 *
 * Closed clinics are omitted with their services and reviews, and from the doctors' lists. A listed doctor whose
 * clinics have all closed has none. An expired one keeps the last, which is added as a closed clinic. Hidden doctors are
 * omitted with their reviews, as are expired ones whose last clinic is hidden: nothing is left to show of their practice. What
 * refers to a merged clinic refers to its survivor.
 * @param newSink called once, before the first record
 * @returns the sink
 * @throws when the database cannot be reached; the sink is incomplete then
 */
export async function loadDataset<Sink extends DatasetSink>(
  databaseUrl: string,
  newSink: (about: DatasetAbout) => Sink,
): Promise<Sink> {
  // The transaction writes nothing, and ends with its session.
  const read = async (client: ClientBase): Promise<Sink> => {
    await client.query('begin isolation level repeatable read read only');
    // Every row is read: a plan that returns the first row soon may return the last one late. JIT compilation takes
    // longer than it saves.
    await client.query(
      "set local cursor_tuple_fraction = 1; set local jit = off; set local work_mem = '64MB'",
    );
    const sink = newSink(await datasetAbout(client));
    await readAll(client, CLINICS, (clinic) => sink.addClinic(clinic));
    await readAll(client, CLOSED_CLINICS, (clinic) => sink.addClosedClinic(clinic));
    await readAll(client, MERGES, ({ id, survivor }) => sink.addMergedClinic(id, survivor));
    if (sink.addClosure)
      await readAll(client, CLOSURES, ({ id, closedAt }) => sink.addClosure!(id, closedAt));
    await readAll(client, DOCTORS, (doctor) => sink.addDoctor(doctor));
    await readAll(client, SERVICES, (service) => sink.addService(service));
    await readAll(client, REVIEWS, (review) => sink.addReview(review));
    return sink;
  };
  return withSession(databaseUrl, 'care-atlas-load', read, { queryTimeout: QUERY_MS });
}

async function datasetAbout(client: ClientBase): Promise<DatasetAbout> {
  const version = await newestVersion(client);
  const { rows } = await client.query<{ syncedAt: Date }>(
    `select coalesce(
      (select max(finished_at) from sync_run where status = 'succeeded' and source <> '${CORRECTIONS}'),
      (select created_at from dataset_version order by number desc limit 1)
    ) as "syncedAt"`,
  );
  const sources = await dataSources(client);
  return { version, syncedAt: rows[0]!.syncedAt, sources, accuracy: await measuredSample(client) };
}

async function readAll<Row, Record>(
  client: ClientBase,
  { sql, newReader }: RowQuery<Row, Record>,
  add: (record: Record) => void,
): Promise<void> {
  const read = newReader();
  for await (const rows of rowBatches<Row>(client, 'dataset_rows', sql))
    for (const row of rows) add(read(row));
}
