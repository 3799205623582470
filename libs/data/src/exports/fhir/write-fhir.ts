import type { ExportFile } from '@care-atlas/domain/contract';
import type { SpecialtyServiceRecord } from '@care-atlas/domain/records';
import type { Resource } from '@medplum/fhirtypes';
import type { ClientBase } from 'pg';
import { CLINICS, DOCTORS, type RowQuery, SERVICES } from '../../directory/loading/dataset-row.js';
import { rowBatches } from '../../directory/loading/row-batches.js';
import { ExportFileWriter } from '../export-file-writer.js';
import type { ExportDraft, ExportStore } from '../export-store.js';
import { clinicResources } from './clinic-resources.js';
import { doctorResources } from './doctor-resources.js';
import { FHIR_TYPES, type FhirType } from './elements.js';
import { DELETED_FILE, newestFhir } from './files.js';
import { publishedIds } from './published-ids.js';
import { ResourceFile } from './resource-file.js';

interface WriteOptions {
  readonly datasetVersion: string;
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the listed records as FHIR resources, one file for each kind, in the order of their ids, and one with those that
 * earlier exports had. Ids of evidence begin with `clinic-` or `cpso-`: that is their order.
 */
export async function writeFhir(
  client: ClientBase,
  store: ExportStore,
  draft: ExportDraft,
  { datasetVersion, now, signal }: WriteOptions,
): Promise<readonly ExportFile[]> {
  const before = newestFhir(await store.list());
  const deleted = new ExportFileWriter(draft, DELETED_FILE);
  const files = new Map<string, ResourceFile>(
    FHIR_TYPES.map((type: FhirType) => {
      const published = publishedIds(store, before?.datasetVersion ?? '', type);
      return [type, new ResourceFile(draft, type, published, deleted, now)];
    }),
  );
  const add = async (resources: readonly Resource[]) => {
    for (const resource of resources.toSorted((a, b) => (a.id! < b.id! ? -1 : 1)))
      await files.get(resource.resourceType)!.add(resource.id!, JSON.stringify(resource));
  };
  try {
    const services = servicesByClinic(client, signal);
    let next = await services.next();
    for await (const clinic of recordsOf(client, 'clinics', CLINICS, '"id"', signal)) {
      const own = !next.done && next.value[0]!.clinicId === clinic.id ? next.value : [];
      if (own.length > 0) next = await services.next();
      await add(clinicResources(clinic, own));
    }
    const listed = '"registrationNumber" collate "C"';
    for await (const doctor of recordsOf(client, 'doctors', DOCTORS, listed, signal))
      if (doctor.expiredAt === null && doctor.clinicIds.length > 0) await add(doctorResources(doctor));
    const written: ExportFile[] = [];
    for (const file of files.values()) written.push(await file.end(datasetVersion));
    return [...written, await deleted.end(datasetVersion)];
  } catch (error) {
    for (const file of [...files.values(), deleted]) await file.abort();
    throw error;
  }
}

/** Yields the services of open clinics, those of each clinic together, in the order of the clinics. */
async function* servicesByClinic(
  client: ClientBase,
  signal?: AbortSignal,
): AsyncGenerator<readonly SpecialtyServiceRecord[]> {
  let group: SpecialtyServiceRecord[] = [];
  for await (const service of recordsOf(client, 'services', SERVICES, '"clinicId"', signal)) {
    if (group.length > 0 && group[0]!.clinicId !== service.clinicId) {
      yield group;
      group = [];
    }
    group.push(service);
  }
  if (group.length > 0) yield group;
}

async function* recordsOf<Row, Record>(
  client: ClientBase,
  cursor: string,
  { sql, newReader }: RowQuery<Row, Record>,
  order: string,
  signal?: AbortSignal,
): AsyncGenerator<Record> {
  const read = newReader();
  const ordered = `select * from (${sql}) unordered order by ${order}`;
  for await (const rows of rowBatches<Row>(client, `fhir_${cursor}`, ordered)) {
    signal?.throwIfAborted();
    for (const row of rows) yield read(row);
  }
}
