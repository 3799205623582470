import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { loadSample } from '../src/sample/load-sample.js';
import { PROJECT } from '../src/project.js';
import { runCommand } from './run-command.js';
import { callTool } from './stage/call-tool.js';
import { RunningService } from './stage/programs/running-service.js';
import { sourceArguments } from './stage/programs/services.js';
import { until } from './stage/until.js';

const DOCTORS = 40;
/** After so many steps more, a process is killed each time: STRIDE=1 kills it between all of them. */
const { STRIDE } = process.env;
const PUBLISHER_STRIDE = Number(STRIDE ?? 9);
const SERVICE_STRIDE = Number(STRIDE ?? 15);
/** On a busy machine, all steps take more than the time that a test usually has. */
const PATIENCE_MS = STRIDE ? 7_200_000 : undefined;
const KILLED = `--import=${join(PROJECT, 'tools/test/stage/programs/kill-at-step.mjs')}`;
const API = '/api/v1';
const key = makeKey('live', randomBytes);
const KEY = { authorization: `Bearer ${key}` };

/** Where the exports of a test are: the variables that say so. */
export interface Place {
  readonly env: Readonly<Record<string, string>>;
  /** Returns all that is stored, served or not, by name. */
  stored(): Promise<ReadonlyMap<string, Buffer>>;
  remove(): Promise<void>;
}

let database: TestDatabase;
let place: Place;
let env: Readonly<Record<string, string>>;
let services: RunningService[] = [];
/** The first and the second instance of the API, and the connector. */
let [one, two, mcp]: RunningService[] = [];

/**
 * Tests that a hidden record is shown nowhere, with the exports in a place.
 * @param more further tests of this place
 */
export function describeWithdrawal(
  where: string,
  newPlace: () => Promise<Place>,
  more: () => void = () => {},
): void {
  describe(`exports in ${where}`, () => {
    beforeAll(async () => {
      database = await createTestDatabase();
      await loadSample(database.url, DOCTORS, new Date());
      const opened = await openDatabase(database.url, { applicationName: 'test', poolSize: 2 });
      await new KeyRepository(opened).create({ kind: 'live', label: 'test' }, key);
      await opened.close();
      place = await newPlace();
      await sync(['publish'], place.env);
      env = {
        DATABASE_URL: database.url,
        RATE_LIMIT_LIVE: '1000000',
        RATE_LIMIT_SANDBOX: '1000000',
        ...place.env,
      };
      services = [];
      for (const name of ['api', 'api', 'mcp'] as const) {
        const service = await RunningService.launch(name, env);
        services.push(service);
        await service.ready();
      }
      [one, two, mcp] = services;
    });
    afterAll(async () => {
      for (const service of services) await service.stop();
      await place?.remove();
      await database?.drop();
    });

    it(
      'shows a hidden doctor nowhere, on no instance, wherever the publisher is killed',
      async () => {
        const cursor = (await json<{ next: string }>(one!, '/changes')).next;
        const [{ cpsoNumber: number, name, clinic }] = await doctors(one!);
        const before = await servedTexts(one!, { number, name, clinic: clinic.id, cursor });
        // The search finds what there is, and no request of it is wrong.
        for (const [path, text] of before)
          if (!path.includes('llms'))
            expect([path, text]).toEqual([path, expect.not.stringContaining('missing_param')]);
        for (const path of [
          '/doctors?limit=100&offset=0',
          `/doctors/${number}`,
          `/clinics/${clinic.id}`,
          'connector',
          `portal /doctors/${number}`,
          `portal /clinics/${clinic.id}`,
        ])
          expect([path, before.get(path)]).toEqual([path, expect.stringContaining(name)]);
        const [{ datasetVersion, files }] = (await json<ExportsAnswer>(one!, '/exports')).exports;
        const etags = new Map<string, string>();
        for (const { url } of files) etags.set(url, (await ask(one!, `/${url}`)).headers.get('etag')!);
        const withPerson = [...before].filter(
          ([path, text]) => path.startsWith('/exports/') && text.includes(name),
        );
        expect(withPerson.length).toBeGreaterThanOrEqual(4);

        // Nothing publishes yet.
        await sync(['hide', 'doctor', number, '--why', 'test'], {});
        for (const instance of [one!, two!]) {
          for (const [path] of withPerson) {
            const etag = etags.get(path.slice(1))!;
            for (const headers of [
              {},
              { 'if-none-match': etag },
              { range: 'bytes=0-9', 'if-range': etag },
            ] as Record<string, string>[]) {
              const answer = await ask(instance, path, headers);
              expect([path, headers, answer.status]).toEqual([path, headers, 410]);
              expect(await answer.json()).toMatchObject({ error: 'gone' });
            }
            expect((await ask(instance, path, {}, 'HEAD')).status).toBe(410);
          }
        }
        const version = await newestVersion();
        await until('both instances and the connector serve the new version', async () => {
          const served = await Promise.all(
            [one!, two!].map(async (api) =>
              (await ask(api, '/doctors?limit=1')).headers.get('x-dataset-version'),
            ),
          );
          return (
            served.every((each) => each === version) && mcp!.lines.some((line) => line.includes(version))
          );
        });
        await expectNowhere({ number, name, clinic: clinic.id, cursor });
        expect((await json<ExportsAnswer>(two!, '/exports')).exports[0]!.datasetVersion).toBe(datasetVersion);
        // Nothing that an instance remembered is needed.
        await one!.end();
        one = services[0] = await RunningService.start('api', { ...env, PORT: new URL(one!.url).port });
        await expectNowhere({ number, name, clinic: clinic.id, cursor });

        let kills = 0;
        while (await publishKilledAt((kills + 1) * PUBLISHER_STRIDE)) {
          kills++;
          for (const service of [one!, two!])
            for (const [path, text] of await exportTexts(service))
              expect([kills, path, text.includes(name)]).toEqual([kills, path, false]);
        }
        expect(kills).toBeGreaterThan(2);
        await expectNowhere({ number, name, clinic: clinic.id, cursor });
        const stored = [...(await place.stored())].filter(
          ([file]) => !file.endsWith('fhir-deleted.ndjson.gz'),
        );
        expect(stored.length).toBeGreaterThan(15);
        for (const [file, content] of stored) {
          const text = unpacked(content);
          expect([file, text.includes(name), text.includes(number)]).toEqual([file, false, false]);
        }
        const [newest] = (await json<ExportsAnswer>(two!, '/exports')).exports;
        expect(newest!.datasetVersion).toBe(version);
        for (const { url } of newest!.files)
          expect([url, (await ask(two!, `/${url}`)).status]).toEqual([url, 200]);
        // An import that has the doctor does not bring the record back.
        await loadSample(database.url, DOCTORS, new Date());
        await sync(['publish'], place.env);
        await expectNowhere({ number, name, clinic: clinic.id, cursor });
      },
      PATIENCE_MS,
    );

    more();
  });
}

/** Tests the same while services are killed. They write nothing where the exports are, so that one place shows it. */
export function testKilledServices(): void {
  it(
    'shows a hidden doctor nowhere once services run again that were killed meanwhile',
    async () => {
      const [{ cpsoNumber: number, name, clinic }] = await doctors(two!);
      const { exports } = await json<ExportsAnswer>(two!, '/exports');
      const file = exports[0].files.find((each) => each.name === 'doctors.ndjson.gz')!.url;
      await restart();
      let kills = 0;
      for (let step = SERVICE_STRIDE, wereKilled = true; wereKilled; step += SERVICE_STRIDE) {
        // Nothing publishes: the files have the doctor.
        expect((await ask(one!, `/${file}`)).status).toBe(200);
        const cursor = (await json<{ next: string }>(two!, '/changes')).next;
        for (const { child } of [one!, mcp!]) child.send({ killAtStep: step });
        await sync(['hide', 'doctor', number, '--why', 'test'], {});
        const version = await newestVersion();
        const serves = ({ lines }: RunningService) => lines.some((line) => line.includes(version));
        await until('the API and the connector were killed, or serve the new version', () =>
          [one!, mcp!].every((service) => service.child.signalCode !== null || serves(service)),
        );
        const killed = [one!, mcp!].filter(({ child }) => child.signalCode !== null);
        kills += killed.length;
        wereKilled = killed.length > 0;
        await restart();
        await until('the other instance serves it', () => serves(two!));
        await expectNowhere({ number, name, clinic: clinic.id, cursor });
        expect((await ask(one!, `/${file}`)).status).toBe(410);
        await sync(['withdraw', String(await newestCorrection()), '--why', 'test'], {});
      }
      expect(kills).toBeGreaterThan(1);
    },
    PATIENCE_MS,
  );
}

/** Starts the first instance and the connector again, at their addresses, so that they can be killed at a step. */
async function restart(): Promise<void> {
  const again = async (index: number, name: 'api' | 'mcp', variable: string) => {
    const { url } = services[index]!;
    await services[index]!.end();
    const variables = { ...env, KILL_AT_STEP: 'told', [variable]: new URL(url).port };
    return (services[index] = await RunningService.start(name, variables, [KILLED]));
  };
  [one, mcp] = await Promise.all([again(0, 'api', 'PORT'), again(2, 'mcp', 'MCP_PORT')]);
}

interface Person {
  readonly number: string;
  readonly name: string;
  readonly clinic: string;
  /** From before the hide. */
  readonly cursor: string;
}
interface DoctorAnswer {
  readonly cpsoNumber: string;
  readonly name: string;
  readonly clinic: { readonly id: string };
}
interface ExportsAnswer {
  readonly exports: [{ datasetVersion: string; files: readonly { name: string; url: string }[] }];
}
interface ChangesAnswer {
  readonly changes: readonly { readonly id: string; readonly op: string }[];
}

/** Runs a command of the imports. */
async function sync(words: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const { code, errors } = await runCommand('sync', words, { DATABASE_URL: database.url, ...env });
  expect([words, code, errors]).toEqual([words, 0, expect.any(String)]);
}

/** Publishes in a process that is killed at one of its steps. @returns whether it had so many */
function publishKilledAt(step: number): Promise<boolean> {
  const words = [...sourceArguments('apps/sync/src/main.ts', [KILLED]), 'publish'];
  const { PATH = '' } = process.env;
  const variables = { PATH, DATABASE_URL: database.url, KILL_AT_STEP: String(step), ...place.env };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, words, { env: variables }, (error) => {
      if (error && error.signal !== 'SIGKILL') reject(error);
      else resolve(error !== null);
    });
  });
}

function ask(
  service: RunningService,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Response> {
  return fetch(`${service.url}${API}${path}`, { method, headers: { ...KEY, ...headers } });
}

async function json<T>(service: RunningService, path: string): Promise<T> {
  return (await (await ask(service, path)).json()) as T;
}

async function doctors(service: RunningService): Promise<[DoctorAnswer, ...DoctorAnswer[]]> {
  return (await json<{ doctors: [DoctorAnswer] }>(service, '/doctors?limit=100&offset=0')).doctors;
}

function newestVersion(): Promise<string> {
  return newest(`number || '-' || left(tag, 8) as value from dataset_version order by number`);
}

function newestCorrection(): Promise<string> {
  return newest('id as value from correction order by id');
}

async function newest(select: string): Promise<string> {
  const opened = await openDatabase(database.url, { applicationName: 'test', poolSize: 2 });
  const { rows } = await opened.pool.query<{ value: string }>(`select ${select} desc limit 1`);
  await opened.close();
  return rows[0]!.value;
}

/** Returns all that an instance and the connector serve around a person, by path: files are decompressed. */
async function servedTexts(
  service: RunningService,
  { number, name, clinic, cursor }: Person,
): Promise<ReadonlyMap<string, string>> {
  const last = encodeURIComponent(name.split(' ').at(-1)!);
  const paths = [
    '/doctors?limit=100&offset=0',
    '/doctors?limit=100&include=availability,contact,hours,location',
    '/doctors?limit=100&format=csv',
    '/doctors?limit=100&format=geojson',
    `/doctors?ids=${number}`,
    `/doctors/search?q=${last}`,
    `/doctors/search?q=${last}&match=forgiving`,
    `/doctors/search?q=${number}`,
    `/questions?q=${last}`,
    `/doctors/${number}`,
    `/doctors/${number}/reviews`,
    `/doctors/${number}/signals`,
    `/doctors/${number}/evidence`,
    '/doctors/facets?by=specialty,language,area',
    '/doctors/summary',
    `/explain?list=doctors&id=${number}`,
    '/clinics?limit=100&include=notes,links,hours,contact',
    `/clinics/${clinic}`,
    `/clinics/${clinic}/reviews`,
    `/clinics/${clinic}/evidence`,
    '/metadata/specialties',
    '/sources',
    '/changes',
    '/fhir/$bulk-publish',
  ];
  const texts = await exportTexts(service);
  for (const path of paths) texts.set(path, await (await ask(service, path)).text());
  for (const encoding of ['identity', 'gzip', 'br', 'zstd']) {
    const answer = await ask(service, paths[0]!, { 'accept-encoding': encoding });
    texts.set(`${encoding} ${paths[0]}`, await answer.text());
  }
  texts.set('changes', await (await ask(service, `/changes?after=${cursor}&limit=1000`)).text());
  texts.set('connector', await callTools({ number, name, clinic, cursor }));
  texts.set(
    'openings',
    await (await ask(service, `/changes?list=doctors&minYears=0&after=${cursor}&limit=1000`)).text(),
  );
  for (const path of [
    '/',
    `/?q=${last}`,
    `/fr?ask=${last}`,
    `/doctors/${number}`,
    `/fr/doctors/${number}`,
    `/clinics/${clinic}`,
    '/openings.atom',
    '/fr/openings.atom',
    `/openings.atom?q=${last}`,
    '/embed/v1/care-atlas-search.js',
    '/coverage',
    '/coverage.csv',
    '/sitemap.xml',
    '/llms-full.txt',
  ])
    texts.set(`portal ${path}`, await (await fetch(service.url + path)).text());
  return texts;
}

/** Returns the list of exports, and the text of each file in it, by path. */
async function exportTexts(service: RunningService): Promise<Map<string, string>> {
  const { exports } = await json<ExportsAnswer>(service, '/exports');
  const texts = new Map([['/exports', JSON.stringify(exports)]]);
  for (const { datasetVersion, files } of exports)
    for (const path of [...files.map(({ url }) => `/${url}`), `/exports/${datasetVersion}/manifest.json`])
      texts.set(path, unpacked(Buffer.from(await (await ask(service, path)).arrayBuffer())));
  return texts;
}

/** Returns a text that may be compressed: a client decompresses only what HTTP says is compressed. */
function unpacked(content: Buffer): string {
  return (content[0] === 0x1f && content[1] === 0x8b ? gunzipSync(content) : content).toString();
}

async function callTools({ number, name, clinic, cursor }: Person): Promise<string> {
  const calls = [
    ['search_doctors', { q: name.split(' ').at(-1) }],
    ['get_doctor', { cpso: number }],
    ['get_clinic', { id: clinic }],
    ['whats_new', { list: 'doctors', after: cursor }],
    ['search_clinics', { limit: 25 }],
    ['search', { query: name.split(' ').at(-1) }],
    ['fetch', { id: `doctor/${number}` }],
    ['count_doctors', { by: ['specialty'] }],
  ] as const;
  const answers = calls.map(async ([tool, args]) => {
    // Hosts that know only these two have an address of their own.
    const path = tool === 'search' || tool === 'fetch' ? '/mcp/search' : '/mcp';
    return (await callTool(`${mcp!.url}${path}`, tool, args, KEY)).text();
  });
  // What was asked for is quoted in an answer that finds nothing.
  return (await Promise.all(answers)).join('\n');
}

/** Checks that no instance shows a person. Only the ids remain by which copies delete the record. */
async function expectNowhere(person: Person): Promise<void> {
  for (const service of [one!, two!]) {
    const texts = await servedTexts(service, person);
    for (const [path, text] of texts) expect([path, text.includes(person.name)]).toEqual([path, false]);
    const showsIds = (path: string) =>
      path.includes(person.number) ||
      ['changes', 'openings', 'connector'].includes(path) ||
      path.endsWith('fhir-deleted.ndjson.gz');
    const others = [...texts].filter(([path]) => !showsIds(path));
    for (const [path, text] of others) expect([path, text.includes(person.number)]).toEqual([path, false]);
    expect(texts.get(`/doctors/${person.number}`)).toContain('not_found');
    const { changes } = JSON.parse(texts.get('changes')!) as ChangesAnswer;
    const own = changes.filter(({ id }) => id === person.number);
    expect(own).toEqual([expect.objectContaining({ op: 'removed', fields: [] })]);
    expect(own[0]).not.toHaveProperty('doctor');
  }
}
