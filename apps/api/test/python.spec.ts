import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { runSync, SyncHistory, type SyncWriter } from '@care-atlas/data/sync';
import { DECISION } from '../../../libs/domain/test/builders.js';
import { CLINICS, DOCTORS, SERVICES } from '../../../libs/domain/test/invented-directory.js';
import { records } from '../../../libs/data/test/test-directory.js';
import { blocksOf } from './guide-example.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

const PROJECT = join(import.meta.dirname, '../../..');
const DAY_MS = 86_400_000;
/** The program of the guide. */
const PROGRAM = blocksOf('mirror.md').find(({ language }) => language === 'python')!.text;

/** What a copy answers to acceptance=yes, no and unknown: the records by kind, from the file of the guide's program. */
const QUESTIONS = `
import json, sys
from datetime import datetime
from care_atlas import acceptance
at = datetime.fromisoformat(sys.argv[1].replace("Z", "+00:00"))
records = json.load(open("copy.json"))["records"]
found = {answer: {"doctors": [], "clinics": [], "specialists": []} for answer in ("yes", "no", "unknown")}
for key, record in records.items():
    kind, id = key.split(" ", 1)
    if kind == "doctor":
        found[acceptance(records["clinic " + record["clinic"]["id"]], at=at)]["doctors"].append(id)
    elif kind == "clinic":
        found[acceptance(record, at=at)]["clinics"].append(id)
    else:
        found[acceptance(records["clinic " + record["id"]], record, at)]["specialists"].append(id)
print(json.dumps(found))
`;

let folder: string;
let api: TestApi;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-python-'));
  api = await TestApi.start({ env: { EXPORT_DIR: join(folder, 'exports') } });
  url = `http://127.0.0.1:${await api.listen()}`;
  const module = await api.askBeside('/downloads/care_atlas.py');
  await writeFile(join(folder, 'care_atlas.py'), module.body);
});
afterAll(async () => {
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program beside the module. */
async function python(code: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, CARE_ATLAS_KEY: api.keys.live };
  const program = code.replaceAll('http://localhost:3000', url);
  return (await promisify(execFile)('python3', ['-c', program, ...words], { cwd: folder, env })).stdout;
}

interface Copy {
  readonly records: Readonly<Record<string, object>>;
}

/** Brings the copy of `care mirror` up to date, and compares it with that of the guide's program. */
async function followWithCare(): Promise<void> {
  const file = join(folder, 'copy.sqlite');
  const loader = join(PROJECT, 'tools/dev-register.mjs');
  const care = join(PROJECT, 'libs/client/src/command/care.ts');
  const words = ['--conditions=@care-atlas/source', '--import', loader, care, 'mirror', file];
  const env = { CARE_ATLAS_URL: `${url}/api/v1`, CARE_ATLAS_KEY: api.keys.live };
  await promisify(execFile)(process.execPath, words, { env });
  const copy = new DatabaseSync(file);
  const rows = copy.prepare('select type, id, record from record').all() as Record<string, string>[];
  copy.close();
  const records = rows.map(({ type, id, record }) => [`${type} ${id}`, JSON.parse(record!) as object]);
  const ofGuide = JSON.parse(await readFile(join(folder, 'copy.json'), 'utf8')) as Copy;
  expect(Object.fromEntries(records)).toEqual(ofGuide.records);
}

type Lists = Readonly<Record<'doctors' | 'clinics' | 'specialists', readonly string[]>>;

/** Returns what the API answers to the same questions. */
async function asked(): Promise<object> {
  const answered = async (answer: string): Promise<Lists> => {
    const list = async (path: string) => {
      const { doctors, clinics } = (await api.ask(`${path}acceptance=${answer}&limit=100`)).json<
        Readonly<Record<string, readonly Readonly<Record<string, string>>[] | undefined>>
      >();
      return { doctors: doctors ?? [], clinics: clinics ?? [] };
    };
    const services = SPECIALTIES.map((name) => list(`/specialists?specialty=${encodeURIComponent(name)}&`));
    return {
      doctors: (await list('/doctors?')).doctors.map(({ cpsoNumber }) => cpsoNumber!).toSorted(),
      clinics: (await list('/clinics?')).clinics.map(({ id }) => id!).toSorted(),
      specialists: (await Promise.all(services))
        .flatMap(({ clinics }) => clinics.map(({ id, specialty }) => `${id} ${specialty}`))
        .toSorted(),
    };
  };
  const [yes, no, unknown] = await Promise.all(['yes', 'no', 'unknown'].map(answered));
  return { yes, no, unknown };
}
const SPECIALTIES = [...new Set(SERVICES.map(({ specialty }) => specialty))];

/** Runs the program of the guide, and compares what its copy answers. */
async function follow(): Promise<void> {
  await python(PROGRAM);
  const found = JSON.parse(await python(QUESTIONS, api.now.toISOString())) as Readonly<Record<string, Lists>>;
  const sorted = Object.entries(found).map(([answer, lists]) => [
    answer,
    Object.fromEntries(Object.entries(lists).map(([list, ids]) => [list, ids.toSorted()])),
  ]);
  expect(Object.fromEntries(sorted)).toEqual(await asked());
}

it("a stranger's copy answers every question about acceptance as the API does", async () => {
  const [annex, birchmount, cedarvale] = CLINICS;
  const sync = async (work: (writer: SyncWriter) => Promise<void>) =>
    (await runSync(api.databaseUrl, { source: 'test' }, api.now, work)).version!;
  const observed = (accepting: boolean, daysAgo: number) =>
    sync((writer) =>
      writer.availability([
        {
          subject: { clinicId: cedarvale!.id },
          accepting,
          method: 'phone',
          observedAt: new Date(api.now.getTime() - daysAgo * DAY_MS),
        },
      ]),
    );
  const served = async (version: Promise<string>) => {
    const wanted = await version;
    await until(() => api.version === wanted);
  };
  await served(observed(true, 80));
  await api.publish(join(folder, 'exports'));
  await follow();
  await followWithCare();
  // An import, and the clock: the observation lapses.
  await served(observed(false, 70));
  await follow();
  api.wait(21 * DAY_MS);
  await follow();
  // A new observation of the same.
  await served(observed(false, 22));
  await follow();
  // A hide, and a merge.
  await served(
    sync((writer) =>
      writer.correct({ ...DECISION, kind: 'hide', record: 'doctor', key: DOCTORS[0]!.registrationNumber }),
    ),
  );
  await follow();
  const into = { into: annex.id };
  await served(
    sync((writer) =>
      writer.correct({
        ...DECISION,
        kind: 'merge',
        record: 'clinic',
        key: birchmount!.id,
        given: into,
        fields: into,
      }),
    ),
  );
  await follow();
  await followWithCare();
  // Changes that are no longer kept.
  await served(observed(true, 10));
  await api.publish(join(folder, 'exports'));
  await api.onDatabase((database) => new SyncHistory(database).prune(new Date('2100-01-01')));
  await follow();
  // Real data in the place of a sample.
  await api.rows(
    `update clinic set origin = 'sample'; update source_record set fields = fields || '{"origin":"sample"}' where kind = 'clinic'`,
  );
  const real = { clinics: [{ ...cedarvale!, origin: 'clinic', accepting: true }], doctors: [] } as const;
  const { version } = await runSync(api.databaseUrl, { source: 'clinics' }, api.now, records(real), {
    replaceSample: true,
  });
  await api.publish(join(folder, 'exports'));
  await served(Promise.resolve(version!));
  await follow();
  await followWithCare();
  expect(JSON.parse(await python(QUESTIONS, api.now.toISOString()))).toMatchObject({
    yes: { doctors: [], clinics: [cedarvale!.id] },
  });
});

it('reads and watches lists', async () => {
  const program = `
import json, sys
from care_atlas import CareAtlas, CareAtlasError
directory = CareAtlas("${url}/api/v1", "${api.keys.live}")
state = sys.argv[1] if len(sys.argv) > 1 else None
told = []
for begins, items, changes, state in directory.watch("clinics", state, acceptance="yes"):
    told += [["begins", *items]] if begins else [[each["op"], each["id"]] for each in changes]
listed = [each["id"] for each in directory.list("clinics", acceptance=["yes"], limit=1)]
try:
    directory.get("doctors/1")
except CareAtlasError as error:
    print(json.dumps({"state": state, "told": told, "listed": listed, "error": [error.status, error.code]}))
`;
  interface Said {
    readonly state: string;
    readonly told: readonly (readonly string[])[];
    readonly listed: readonly string[];
    readonly error: readonly unknown[];
  }
  const { id } = CLINICS[2]!;
  const say = async (accepting: boolean) => {
    const said = records({ clinics: [{ ...CLINICS[2]!, accepting }], doctors: [] });
    const { version } = await runSync(api.databaseUrl, { source: 'clinics' }, api.now, said);
    await until(() => api.version === version);
  };
  await say(true);
  const first = JSON.parse(await python(program)) as Said;
  expect(first).toMatchObject({ told: [['begins', ...first.listed]], error: [404, 'not_found'] });
  expect(first.listed).toContain(id);
  await say(false);
  expect(JSON.parse(await python(program, first.state))).toMatchObject({ told: [['left', id]] });
});

it('goes on with a download that breaks off, and says when nothing more comes', async () => {
  let most = 100;
  const ranges: unknown[] = [];
  // Cuts each connection after `most` bytes of the file of doctors.
  const proxy = createServer((request, response) => {
    const { authorization, range } = request.headers;
    const headers = { authorization: authorization!, ...(range && { range }) };
    get(`${url}${request.url}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      if (!request.url!.endsWith('/clinics.ndjson.gz')) {
        answer.pipe(response);
        return;
      }
      ranges.push(range);
      void buffer(answer).then((content) =>
        content.length > most
          ? response.write(content.subarray(0, most), () => response.destroy())
          : response.end(content),
      );
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const code = `
import care_atlas, os
care_atlas.PAUSE_S = 0
try:
    kinds = [kind for batch in care_atlas.CareAtlas("http://127.0.0.1:${port}/api/v1", os.environ["CARE_ATLAS_KEY"]).mirror() for kind, _, _ in batch.records]
    print(kinds.count("clinic"))
except care_atlas.CareAtlasError as error:
    print(error.code, error)
`;
  const { files } = await api.publish(join(folder, 'exports'));
  expect(await python(code)).toBe(`${files.find(({ name }) => name === 'clinics.ndjson.gz')!.records}\n`);
  expect(ranges.slice(0, 2)).toEqual(['bytes=0-', 'bytes=100-']);
  most = 0;
  expect(await python(code)).toBe('unreachable The download of clinics.ndjson.gz broke off.\n');
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

it('refuses a path that is no list before it asks', async () => {
  const code = `
from care_atlas import CareAtlas
try:
    next(CareAtlas("http://127.0.0.1:9", "key").list("places"))
except ValueError as error:
    print(error)
`;
  expect(await python(code)).toBe(
    "There is no list 'places': use one of doctors, doctors/search, clinics, specialists, or get() for other paths.\n",
  );
});

it.each(['', '1.1.1'])(
  'a copy from a wrong address ends with the error, from the state “%s”',
  async (state) => {
    const code = `
from care_atlas import CareAtlas, CareAtlasError
import os
try:
    list(CareAtlas("http://localhost:3000/api/v1/nowhere", os.environ["CARE_ATLAS_KEY"]).mirror("${state}" or None))
except CareAtlasError as error:
    print(error.code)
`;
    expect(await python(code)).toBe('not_found\n');
  },
);
