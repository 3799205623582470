import {
  ExportedClinic,
  ExportedDoctor,
  ExportedService,
  type Export,
  type ExportFile,
  type ExportedRecords,
} from '@care-atlas/domain/contract';
import { CHANGE_TYPES, type ChangeType } from '@care-atlas/domain/records';
import { AsOf, type EvidenceDays } from '@care-atlas/domain/rules';
import { columnsOf, csvHeader, csvRow, featureOf, type Item } from '@care-atlas/domain/formats';
import type { ClientBase } from 'pg';
import { withSession } from '../connection/native-connection.js';
import { acquireSessionLock } from '../connection/session-lock.js';
import { cursorText } from '../directory/feed/change-cursor.js';
import { rowBatches } from '../directory/loading/row-batches.js';
import { newestVersion } from '../directory/loading/dataset-version.js';
import { EXPORTED, type ExportedKind } from '../directory/feed/exported-record.js';
import { ExportFileWriter } from './export-file-writer.js';
import { type ExportDraft, type ExportStore, numberOf, SANDBOX_FILE } from './export-store.js';
import { ExportedKeys } from './exported-keys.js';
import { writeFhir } from './fhir/write-fhir.js';
import { currentWithdrawals } from './withdrawal.repository.js';

export interface PublishOptions {
  /** When the export is written. */
  readonly now: Date;
  /** The days for which evidence holds, by method. */
  readonly evidenceDays?: EvidenceDays | undefined;
  /** Ends it; nothing is published then. */
  readonly signal?: AbortSignal | undefined;
  /** Called when another publisher is at work: this one waits for its end. */
  readonly onWait?: (() => void) | undefined;
  /** Receives each step, such as "Writing the files of exports (1 of 4: doctors)". */
  readonly onProgress?: ((step: string) => void) | undefined;
}

/** The result: the newest export, and whether it was published just now or before. */
export interface Published {
  readonly export: Export;
  readonly isNew: boolean;
}

/** How many exports are kept. */
const KEPT = 3;
const SANDBOX_RECORDS = 1000;
/** An arbitrary number for the advisory lock of publishers, which never interleave: each continues what the last one published. */
export const PUBLISHING = 4_150_230_177;
const CLASSES = { doctor: ExportedDoctor, clinic: ExportedClinic, service: ExportedService };

/**
 * Waits for another publisher, removes what killed ones left, and writes the directory of the newest dataset version as files, unless
 * they are there. It reads one snapshot, in batches: memory does not grow with the directory. Then it removes all but the three newest
 * exports, and erases files that have a hidden record.
 * @throws when the database or the store fails; nothing is published then
 */
export async function publishExport(
  databaseUrl: string,
  store: ExportStore,
  options: PublishOptions,
): Promise<Published> {
  return withSession(databaseUrl, 'care-atlas-export', async (client) => {
    await acquireSessionLock(client, PUBLISHING, options);
    // Those of killed publishers, which may fill the disk.
    await store.removeDrafts();
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      "set local cursor_tuple_fraction = 1; set local jit = off; set local timezone = 'UTC'",
    );
    const datasetVersion = await newestVersion(client);
    const known = (await store.list()).find((each) => each.datasetVersion === datasetVersion);
    if (known) await client.query('commit');
    const published = known ?? (await write(client, store, datasetVersion, options));
    await removeOld(client, store);
    return { export: published, isNew: !known };
  });
}

/** Writes the files, and ends the transaction. */
async function write(
  client: ClientBase,
  store: ExportStore,
  datasetVersion: string,
  { now, evidenceDays, signal, onProgress }: PublishOptions,
): Promise<Export> {
  const asOf = new AsOf(now, undefined, evidenceDays);
  const { rows } = await client.query<{ last: string }>('select last from change_feed');
  const cursor = cursorText({ seq: Number(rows[0]!.last), version: datasetVersion });
  const draft = await store.begin(datasetVersion);
  try {
    const files: ExportFile[] = [];
    const steps = CHANGE_TYPES.length + 1;
    for (const [i, type] of CHANGE_TYPES.entries()) {
      onProgress?.(`Writing the files of exports (${i + 1} of ${steps}: ${type}s)`);
      files.push(...(await writeKind(client, type, draft, datasetVersion, asOf, signal)));
    }
    onProgress?.(`Writing the files of exports (${steps} of ${steps}: FHIR)`);
    files.push(...(await writeFhir(client, store, draft, { datasetVersion, now, signal })));
    const manifest = { datasetVersion, createdAt: now.toISOString(), cursor, files };
    // Fails when the session was lost, and with it the lock.
    await client.query('commit');
    await draft.publish(manifest);
    return manifest;
  } catch (error) {
    await draft.discard();
    throw error;
  }
}

/** Writes the records of a kind in each of its formats. */
async function writeKind<Type extends ChangeType>(
  client: ClientBase,
  type: Type,
  draft: ExportDraft,
  datasetVersion: string,
  asOf: AsOf,
  signal?: AbortSignal,
): Promise<readonly ExportFile[]> {
  const columns = columnsOf(CLASSES[type]);
  const ndjson = new ExportFileWriter(draft, `${type}s.ndjson.gz`);
  const csv = new ExportFileWriter(draft, `${type}s.csv.gz`);
  const geojson = type === 'clinic' ? new ExportFileWriter(draft, `${type}s.geojson.gz`) : undefined;
  const sandbox = type === 'doctor' ? new ExportFileWriter(draft, SANDBOX_FILE) : undefined;
  const writers = [ndjson, csv, geojson, sandbox].filter((writer) => writer !== undefined);
  try {
    await csv.addText(csvHeader(columns));
    await geojson?.addText('{"type":"FeatureCollection","features":[');
    for await (const record of recordsOf(client, type, asOf, signal)) {
      const line = `${JSON.stringify(record)}\n`;
      await ndjson.add(line);
      await csv.add(csvRow(columns, record as unknown as Item));
      if (sandbox && sandbox.records < SANDBOX_RECORDS) await sandbox.add(line);
      if (geojson)
        await geojson.add(`${geojson.records === 0 ? '\n' : ',\n'}${JSON.stringify(feature(record))}`);
    }
    await geojson?.addText('\n]}\n');
    const files: ExportFile[] = [];
    for (const writer of writers) files.push(await writer.end(datasetVersion));
    return files;
  } catch (error) {
    for (const writer of writers) await writer.abort();
    throw error;
  }
}

function feature(record: ExportedRecords[ChangeType]): object {
  const { lat, lng } = record as ExportedClinic;
  return featureOf(record as unknown as Item, { lat, lng });
}

/** Yields the listed records of a kind, in the order of what identifies them. */
async function* recordsOf<Type extends ChangeType>(
  client: ClientBase,
  type: Type,
  asOf: AsOf,
  signal?: AbortSignal,
): AsyncGenerator<ExportedRecords[Type]> {
  const { sql, read } = EXPORTED[type] as ExportedKind<Type>;
  for await (const rows of rowBatches(client, 'exported_rows', sql(false))) {
    signal?.throwIfAborted();
    for (const row of rows) yield read(row as never, asOf);
  }
}

/**
 * Removes all but the newest exports, those of a sample that real data replaced, and those of versions that the database does
 * not have: it was restored from a backup, or is another one. Erases files of earlier exports that have a hidden record. Such files of
 * the newest export stay, unserved, until the next publication, which reads from them which FHIR resources copies have to delete.
 */
async function removeOld(client: ClientBase, store: ExportStore): Promise<void> {
  const all = await store.list();
  const query = async (sql: string) => (await client.query<object>(sql)).rows;
  const { realFrom, hidden } = await currentWithdrawals(query);
  const versions = await query("select number || '-' || left(tag, 8) as version from dataset_version");
  const known = new Set((versions as { version: string }[]).map(({ version }) => version));
  const kept = all
    .filter(({ datasetVersion: version }) => known.has(version) && numberOf(version) >= realFrom)
    .slice(0, KEPT);
  for (const each of all) if (!kept.includes(each)) await store.remove(each.datasetVersion);
  const keys = new ExportedKeys(store);
  for (const { datasetVersion, files } of kept.slice(1))
    for (const { name } of files)
      if (await keys.hasAny(datasetVersion, name, hidden)) await store.erase(datasetVersion, name);
}
