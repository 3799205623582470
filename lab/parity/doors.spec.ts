import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { DirectorySource } from '@care-atlas/data/directory';
import { LocalExportStore, publishExport } from '@care-atlas/data/exports';
import { runSync, type SyncWriter } from '@care-atlas/data/sync';
import type {
  ClinicItem,
  ExportedAcceptance,
  ExportedClinic,
  ExportedService,
  KnownAcceptance,
  SpecialistItem,
} from '@care-atlas/domain/contract';
import { ACCEPTANCE_CODES } from '@care-atlas/domain/records';
import { acceptsNewPatients, AsOf, EVIDENCE_DAYS } from '@care-atlas/domain/rules';
import { SILENT_LOG } from '@care-atlas/server/observability';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { DAY_MS, NOW, uuid } from '../../libs/domain/test/builders.js';
import { aClinic } from '../../libs/data/test/test-directory.js';
import { TestApi } from '../../apps/api/test/test-api.js';
import { TestMcp } from '../../apps/mcp/test/test-mcp.js';
import { ACCEPTANCE_TEXT, connectorText, portalSays, portalText } from './acceptance-words.js';
import { resultReader, type Resource, type Said } from './fhir-acceptance.js';

/** The number of random histories: RUNS=10000 takes most of an hour. */
const RUNS = Number(process.env['RUNS'] ?? 50);
const TIMEOUT_MS = 600_000 + RUNS * 1_000;
const SEED = Number(process.env['SEED'] ?? 20_261_129);
/** When sources speak, in days after the first time. */
const DAYS = [0, 200, 300, 341, 371, 397];
const PUBLISHED = 400;
/** Days after the publication on which all doors are compared. */
const LATER = [0, 29, 45, 100, 300];
const SPECIALTY = 'Cardiology';

const at = (day: number) => new Date(NOW.getTime() + day * DAY_MS);

/** What is said of a clinic: by a list with or without a date, or by somebody who observed it. */
const aStatement = fc.record({
  day: fc.constantFrom(...DAYS),
  source: fc.constantFrom('clinics', 'places'),
  by: fc.constantFrom('list', 'dated list', 'phone', 'web', 'patient', 'clinic', 'open data'),
  code: fc.constantFrom(...ACCEPTANCE_CODES, null),
  accepting: fc.boolean(),
});
const aHistory = fc.record({
  said: fc.array(aStatement, { maxLength: 4 }),
  ofService: fc.option(fc.record({ day: fc.constantFrom(...DAYS), accepting: fc.boolean() })),
});
const HISTORIES = fc.sample(aHistory, { numRuns: RUNS, seed: SEED });
const idOf = (n: number) => uuid(100_000 + n);
const OWN = new Set(HISTORIES.map((_, n) => idOf(n)));

let folder: string;
let api: TestApi;
let mcp: TestMcp;
let source: DirectorySource;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'care-atlas-doors-'));
  api = await TestApi.start({ env: { EXPORT_DIR: folder } });
  for (const day of DAYS)
    for (const name of ['clinics', 'places'])
      await runSync(api.databaseUrl, { source: name }, at(day), (writer) => say(writer, day, name), ANY);
  source = await DirectorySource.open(api.databaseUrl, SILENT_LOG);
  const testDatabase = { url: api.databaseUrl, drop: async () => undefined };
  mcp = await TestMcp.start({ testDatabase: testDatabase as never, currentModel: source.currentModel });
  api.wait(PUBLISHED * DAY_MS);
  while (api.version !== source.dataset.version) await new Promise((resolve) => setTimeout(resolve, 20));
}, TIMEOUT_MS);
afterAll(async () => {
  await mcp?.stop();
  await source?.close();
  await api?.stop();
  rmSync(folder, { recursive: true, force: true });
});
const ANY = { maxExpired: 1, maxRejected: 1 };

/** Writes what a source says on a day. */
async function say(writer: SyncWriter, day: number, name: string): Promise<void> {
  const time = at(day);
  const spoken = HISTORIES.flatMap(({ said }, n) =>
    said.filter((each) => each.day === day && each.source === name).map((each) => ({ ...each, n })),
  );
  const codeOf = ({ code, accepting }: (typeof spoken)[number]) =>
    code !== null && acceptsNewPatients(code) === accepting ? code : null;
  // Every clinic is listed once, without a word on acceptance.
  const first = day === 0 && name === 'clinics' ? HISTORIES.map((_, n) => clinicAt(n)) : [];
  const lists = spoken.filter(({ by }) => by.endsWith('list'));
  await writer.clinics([
    ...first.filter((_, n) => !lists.some((each) => each.n === n)),
    ...Array.from(Map.groupBy(lists, ({ n }) => n).values(), ([each]) => {
      const observed = { observedAt: time, method: '', code: codeOf(each!) };
      const isDated = each!.by === 'dated list';
      return {
        ...clinicAt(each!.n),
        accepting: each!.accepting,
        acceptingObserved: isDated ? observed : null,
      };
    }),
  ]);
  await writer.availability(
    spoken
      .filter(({ by }) => !by.endsWith('list'))
      .map((each) => ({
        subject: { clinicId: idOf(each.n) },
        accepting: each.accepting,
        method: each.by,
        observedAt: time,
        code: codeOf(each),
      })),
  );
  if (name === 'clinics')
    await writer.services(
      HISTORIES.flatMap(({ ofService }, n) =>
        ofService?.day === day
          ? [{ clinicId: idOf(n), specialty: SPECIALTY, waitWeeks: 3, accepting: ofService.accepting }]
          : [],
      ),
    );
}

function clinicAt(n: number) {
  return aClinic({
    id: idOf(n),
    name: `Clinic ${n}`,
    address: `${n + 1} Kingston Road, Toronto, ON M1N 1S9`,
    postalCode: 'M1N 1S9',
    phone: '',
    type: 'family-practice',
    accepting: null,
  });
}

it(
  `REST, copies, FHIR, the connector and the portal say the same of ${RUNS} histories, also when they age`,
  async () => {
    const copies = await publishedCopies();
    for (const days of LATER) {
      if (days > 0) api.wait(at(PUBLISHED + days).getTime() - api.now.getTime());
      mcp.now = api.now;
      const asOf = new AsOf(api.now);
      const { clinics, services } = await listed();
      expect(services.size).toBe(HISTORIES.filter(({ ofService }) => ofService !== null).length);
      const [ofClinics, ofServices] = [
        await spokenOf('search_clinics', {}),
        await spokenOf('list_specialists', { specialty: SPECIALTY }),
      ];
      expect(clinics.size).toBe(RUNS);
      for (const [id, known] of clinics) {
        const said = saidOf(known);
        const page = await api.askBeside(`/clinics/${id}`);
        expect({
          id,
          days,
          ...Object.fromEntries(
            Object.entries(copies.clinics).map(([name, of]) => [name, aged(of.get(id)!, asOf)]),
          ),
          fhir: copies.fhir(`Location/${id}`, asOf),
          connector: ofClinics.get(id),
          portal: portalSays(page.body),
        }).toEqual({
          id,
          days,
          ...Object.fromEntries(Object.keys(copies.clinics).map((name) => [name, said])),
          fhir: expect.arrayContaining([said]) as unknown,
          connector: connectorText(known, api.now),
          portal: portalText(known),
        });
      }
      for (const [id, known] of services) {
        const said = saidOf(known);
        const isSilent = known.state === 'never' && known.answer === 'unknown';
        expect({
          id,
          days,
          ...Object.fromEntries(
            Object.entries(copies.services).map(([name, of]) => [name, aged(of.get(id)!, asOf)]),
          ),
          fhir: copies.fhir(copies.serviceResources.get(id)!, asOf),
          connector: ofServices.get(id),
        }).toEqual({
          id,
          days,
          ...Object.fromEntries(Object.keys(copies.services).map((name) => [name, said])),
          fhir: expect.arrayContaining([said]) as unknown,
          connector: isSilent ? undefined : connectorText(known, api.now),
        });
      }
    }
  },
  TIMEOUT_MS,
);

function saidOf({ answer, code, method, observedAt, dated = true }: KnownAcceptance): Said {
  return { answer, code, method, observedAt, dated };
}

/** Returns what a copy says, by the rule of the guide on mirrors. */
function aged(known: ExportedAcceptance, asOf: AsOf): Said {
  const isExpired = known.expiresAt !== null && asOf.time > Date.parse(known.expiresAt);
  return { ...saidOf(known), ...(isExpired && ({ answer: 'unknown', code: 'unknown' } as const)) };
}

/** Returns what the lists have, by the id of the clinic. */
async function listed() {
  const all = async <Item extends ClinicItem | SpecialistItem>(path: string) => {
    const items: Item[] = [];
    for (let total = 1; items.length < total;) {
      const page = (await api.ask(`${path}&include=availability&limit=100&offset=${items.length}`)).json<{
        clinics: Item[];
        total: number;
      }>();
      items.push(...page.clinics);
      ({ total } = page);
    }
    return items.filter(({ id }) => OWN.has(id));
  };
  const clinics = await all<ClinicItem>('/clinics?sort=name');
  const services = await all<SpecialistItem>(`/specialists?specialty=${SPECIALTY}`);
  return {
    clinics: new Map(clinics.map((each) => [each.id, each.availability!.accepting])),
    services: new Map(services.map((each) => [each.id, each.serviceAvailability!.accepting])),
  };
}

/** Publishes an export, and returns what each of its forms says. */
async function publishedCopies() {
  const store = new LocalExportStore(folder);
  const { export: published } = await publishExport(api.databaseUrl, store, { now: api.now });
  const textOf = async (name: string) => {
    const file = await store.open(published.datasetVersion, name);
    return gunzipSync(await buffer(file!.read())).toString();
  };
  const lines = async <Line>(name: string) =>
    (await textOf(name))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  const rows = async (name: string) => parse(await textOf(name), { columns: true }) as Flat[];
  const { features } = JSON.parse(await textOf('clinics.geojson.gz')) as {
    features: { properties: ExportedClinic }[];
  };
  const resources = (
    await Promise.all(
      ['Location', 'HealthcareService', 'VerificationResult'].map((type) =>
        lines<Resource>(`fhir-${type}.ndjson.gz`),
      ),
    )
  ).flat();
  const services = resources.filter(({ specialty }) => specialty?.[0]?.text === SPECIALTY);
  return {
    clinics: {
      ndjson: new Map(
        (await lines<ExportedClinic>('clinics.ndjson.gz')).map((each) => [
          each.id,
          each.availability.accepting,
        ]),
      ),
      csv: new Map(
        (await rows('clinics.csv.gz')).map((row) => [row['id']!, flatAcceptance(row, 'availability')]),
      ),
      geojson: new Map(features.map(({ properties: { id, availability } }) => [id, availability.accepting])),
    },
    services: {
      ndjson: new Map(
        (await lines<ExportedService>('services.ndjson.gz')).map((each) => [
          each.id,
          each.serviceAvailability.accepting,
        ]),
      ),
      csv: new Map(
        (await rows('services.csv.gz')).map((row) => [
          row['id']!,
          flatAcceptance(row, 'serviceAvailability'),
        ]),
      ),
    },
    serviceResources: new Map(services.map(({ id }) => [id.split('.')[0]!, `HealthcareService/${id}`])),
    fhir: resultReader(resources, EVIDENCE_DAYS),
  };
}

type Flat = Readonly<Record<string, string>>;

/** Returns acceptance in columns. */
function flatAcceptance(row: Flat, of: string): ExportedAcceptance {
  const value = (name: string) => row[`${of}Accepting${name}`] || null;
  return {
    answer: value('Answer'),
    code: value('Code'),
    method: value('Method') ?? '',
    observedAt: value('ObservedAt'),
    expiresAt: value('ExpiresAt'),
    dated: String(value('Dated')) !== 'false',
  } as unknown as ExportedAcceptance;
}

/** Returns what a tool writes of acceptance, by the id of the clinic. */
async function spokenOf(name: string, query: object): Promise<ReadonlyMap<string, string>> {
  const client = await mcp.connect();
  const lines = new Map<string, string>();
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const answer = await client.callTool({ name, arguments: { ...query, limit: 25, offset } });
    const [{ text }] = answer.content as unknown as [{ text: string }];
    for (const [, id, facts] of text.matchAll(/^- .*\(clinic ([\da-f-]{36})\): (.*)$/gm)) {
      const said = ACCEPTANCE_TEXT[name]!.exec(facts!)?.[1];
      if (said !== undefined) lines.set(id!, said);
    }
    offset = (answer.structuredContent as { nextOffset?: number }).nextOffset;
  }
  await client.close();
  return lines;
}
