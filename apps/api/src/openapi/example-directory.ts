import {
  type Answer,
  type ChangePage,
  type Export,
  type ExportedDoctor,
  type Operation,
  OPERATION_NAMES,
  OPERATIONS,
} from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { buildReadModel, type Records } from '@care-atlas/domain/read-model';
import { REVIEW_DIMENSIONS, type SourceRecord, UNKNOWN_DOCTOR } from '@care-atlas/domain/records';
import { readAsset } from '../assets.js';
import { bulkManifest } from '../bulk-manifest.js';
import { INTERFACE_VERSION, type Readiness } from '../readiness.js';

const SYNCED_AT = new Date('2026-11-20T04:10:00Z');
// The doctor and the clinic of `assets/example-records.json`.
const DOCTOR = '900001';
const CLINIC = 'b94bb043-f527-42bf-9c0b-68ebace5405b';
const REVIEWS = 12;
const EXAMPLE_VERSION = '2-9f8e7d6c';
const EXAMPLE_CURSOR = 'NDEuMi05ZjhlN2Q2Yw';
const SOURCE: SourceRecord = {
  name: 'odhf',
  publisher: 'Statistics Canada',
  licence: 'Open Government Licence – Canada',
  attribution: 'Contains information licensed under the Open Government Licence – Canada.',
  retrievedAt: new Date('2026-11-19T00:00:00Z'),
};

/** Returns variant `i` of a review. */
function review(i: number) {
  return {
    id: `00000000-0000-4000-8000-0000000000${String(i).padStart(2, '0')}`,
    author: 'Priya S. (sample)',
    rating: 3 + (i % 3),
    text: 'Listened well, and explained the next steps. The wait was short.',
    date: `2026-09-${String(i + 1).padStart(2, '0')}`,
    dimensions: Object.fromEntries(REVIEW_DIMENSIONS.slice(0, 2).map((name, d) => [name, 3 + ((i + d) % 3)])),
  };
}

/** Returns a directory of one invented doctor and clinic, whose answers are the examples in the OpenAPI document. */
export function exampleDirectory(apiUrl: string): Directory {
  const records = JSON.parse(readAsset('example-records.json'), (name, value: unknown) =>
    (name.endsWith('At') || name === 'asOf') && typeof value === 'string' ? new Date(value) : value,
  ) as Records;
  const reviews = Array.from({ length: REVIEWS }, (_, i) => [
    { ...review(i), subject: { doctor: DOCTOR } },
    { ...review(i + 50), date: review(i).date, subject: { clinic: CLINIC } },
  ]).flat();
  const model = buildReadModel(
    { version: '1-example', syncedAt: SYNCED_AT, sources: [SOURCE] },
    {
      ...records,
      doctors: Array.from(records.doctors, (doctor) => ({ ...UNKNOWN_DOCTOR, ...doctor })),
      reviews,
    },
  );
  return new Directory(
    () => model,
    () => SYNCED_AT,
    { apiUrl },
  );
}

/** An answer of each operation, by operationId. */
export type ExampleAnswers = Readonly<Record<string, unknown>>;

export function exampleAnswers(apiUrl: string): ExampleAnswers {
  const directory = exampleDirectory(apiUrl);
  const reads = OPERATION_NAMES.map((name) => {
    const { subject, example = {} }: Operation = OPERATIONS[name];
    const request = subject ? [subject.schema.examples![0], example] : [example];
    const read = directory[name].bind(directory) as (...request: unknown[]) => Answer<unknown>;
    return [name, read(...request).value];
  });
  return {
    ...Object.fromEntries(reads),
    ...exampleFeed(directory, apiUrl),
    // The checksum is wrong, so that no secret scanner reports a key.
    rotateKey: { key: 'care_live_4rTxExampleExampleExampleExample000000', key_prefix: 'care_live_4rTx' },
    getReadiness: exampleReadiness(apiUrl),
  };
}

/** Returns the answers about what changed. */
function exampleFeed(directory: Directory, apiUrl: string): ExampleAnswers {
  const {
    id,
    cpsoNumber,
    name,
    gender,
    specialties,
    languages,
    clinic,
    syncedAt,
    referralRequired,
    bookingMethod,
    registration,
  } = directory.getDoctor(DOCTOR, { include: ['registration'] }).value.doctor;
  const { url: _url, ...registered } = registration!;
  const doctor: ExportedDoctor = {
    id,
    cpsoNumber,
    name,
    gender,
    specialties,
    languages,
    clinic,
    referralRequired,
    bookingMethod,
    clinicIds: [CLINIC],
    practisingSince: '2009-07-01',
    confirmedAt: syncedAt,
    syncedAt,
    registration: registered,
  };
  const change = {
    seq: 41,
    type: 'doctor',
    id: DOCTOR,
    op: 'updated',
    fields: ['languages'],
    doctor,
  } as const;
  const page: ChangePage = {
    changes: [{ ...change, at: SYNCED_AT.toISOString(), datasetVersion: EXAMPLE_VERSION }],
    next: EXAMPLE_CURSOR,
    more: false,
  };
  const file = 'doctors.ndjson.gz';
  const exported: Export = {
    datasetVersion: EXAMPLE_VERSION,
    createdAt: SYNCED_AT.toISOString(),
    cursor: EXAMPLE_CURSOR,
    files: [
      {
        name: file,
        url: `exports/${EXAMPLE_VERSION}/${file}`,
        format: 'ndjson',
        records: 25_000,
        bytes: 3_400_112,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    ],
  };
  const practitioners = Object.assign({}, exported.files[0], { name: 'fhir-Practitioner.ndjson.gz' });
  return {
    listChanges: page,
    listExports: { exports: [exported] },
    getExportFile: exported,
    getBulkManifest: bulkManifest(Object.assign({}, exported, { files: [practitioners] }), apiUrl),
  };
}

function exampleReadiness(apiUrl: string): Readiness {
  return {
    status: 'ok',
    name: 'Care Atlas',
    version: INTERFACE_VERSION,
    database: 'up',
    dataset: {
      version: '1-example',
      syncedAt: SYNCED_AT.toISOString(),
      doctors: 1,
      clinics: 1,
      exported: '1-example',
    },
    links: {
      docs: new URL('/docs', apiUrl).href,
      openapi: `${apiUrl}/openapi.json`,
      mcp: 'https://mcp.example/mcp',
    },
  };
}
