import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { runSync } from '@care-atlas/data/sync';
import { PROJECT } from '../../../tools/src/project.js';
import { NODE_FLAGS } from '../../../tools/src/start/service-process.js';
import { sampleDirectory } from '../../../tools/src/sample/sample-directory.js';
import { BenchDirectory } from '../bench-directory.js';
import { digits, paragraph, table } from '../figures/markdown.js';
import type { MeasuredProcess } from '../measured-process.js';
import { type HttpRequest, send } from '../requests/http-request.js';
import { toolRequest } from '../requests/tool-request.js';
import type { BenchRun, Section, SectionReport } from '../section.js';

const SYNC = 'apps/sync/dist/main.js';
const API = '/api/v1';
const LIST = 'list=clinics&acceptance=yes';
/** A name that no clinic has. */
const MARK = 'Quillfeather';
const POLL_MS = 200;
const MAX_S = 60;
const FILES = ['clinics.ndjson', 'clinics.csv', 'clinics.geojson', 'fhir-Organization.ndjson'];

const execute = promisify(execFile);

/** Where a record is served: returns the text, undefined while there is none yet. */
type Door = () => Promise<string | undefined>;
/** Seconds from a commit until each door says what it changed. */
type Times = ReadonlyMap<string, number>;

export const DOORS: Section = {
  name: 'doors',
  title: 'From the commit of a change until every door says it',
  run: BenchDirectory.section(measure),
};

async function measure(directory: BenchDirectory, { log }: BenchRun): Promise<SectionReport> {
  // The portal counts requests of an address as those of a sandbox key.
  const env = { EXPORT_DIR: join(directory.folder, 'exports'), RATE_LIMIT_SANDBOX: '1000000000' };
  const api = await directory.service({ env });
  const connector = await directory.service({}, 'apps/mcp/dist/main.js');
  const args = ['worker', '--spool', join(directory.folder, 'spool')];
  await directory.service({ env, args }, SYNC);
  const now = new Date();
  // Like one that there is, but without doctors: the only clinic of a doctor cannot be hidden.
  const clinic = {
    ...sampleDirectory({ doctors: 1, now }).clinics[0]!,
    id: randomUUID(),
    name: `${MARK} Clinic`,
    address: '7 Quillfeather Lane, Toronto, ON M5V 2T6',
    accepting: true,
  };
  const door = new Doors(directory.key, api, connector, clinic.id);
  log('waiting for the first export');
  while (!(await door.newestExport())) await sleep(POLL_MS);
  const all = door.all(await door.cursor());
  log('an import');
  await runSync(directory.url(), { source: 'sample' }, now, (writer) => writer.clinics([clinic]));
  const imported = await timesUntil(all, (text) => text.includes(MARK));
  all.set('earlier export', door.file((await door.newestExport())!, FILES[0]!));
  log('a hide');
  const words = [...NODE_FLAGS, join(PROJECT, SYNC), 'hide', 'clinic', clinic.id, '--why', 'benchmark'];
  await execute(process.execPath, words, { env: { ...process.env, DATABASE_URL: directory.url() } });
  const hidden = await timesUntil(all, (text) => !text.includes(MARK));
  return {
    aims: [
      {
        what: 'seconds until the last door says it',
        bound: MAX_S,
        atMost: true,
        measured: Math.max(...imported.values(), ...hidden.values()),
      },
    ],
    blocks: [
      paragraph(`A directory of ${directory.doctors} doctors, with the API, the connector and the worker as they ship. An
        import adds a clinic that accepts patients; then the clinic is hidden. Neither command publishes: the
        worker waits ten seconds for those who do. From the end of the command on, every door is asked again and again, until
        it shows the name, or no longer. A file that has a hidden record answers 410, and the newest export is asked for until
        it is served without the record. Other work on the machine makes the times longer.`),
      table(
        ['door', 'import, s', 'hide, s'],
        Array.from(hidden, ([name, seconds]) => [name, digits(imported.get(name) ?? NaN), digits(seconds)]),
      ),
    ],
  };
}

/** What serves a clinic. */
class Doors {
  readonly #authorized: Pick<HttpRequest, 'headers'>;

  constructor(
    private readonly key: string,
    private readonly api: MeasuredProcess,
    private readonly connector: MeasuredProcess,
    private readonly id: string,
  ) {
    this.#authorized = { headers: { authorization: `Bearer ${key}` } };
  }

  /** Returns the ways to the clinic, by name. @param cursor from before the changes */
  all(cursor: string): Map<string, Door> {
    const call = toolRequest(this.key, 'modern', 'get_clinic', { id: this.id });
    return new Map<string, Door>([
      ['detail', () => this.#text(`${API}/clinics/${this.id}`)],
      ['changes', () => this.#text(`${API}/changes?after=${cursor}&limit=1000`)],
      ['openings', () => this.#text(`${API}/changes?${LIST}&after=${cursor}&limit=1000`)],
      ['openings.atom', () => this.#text(`/openings.atom?${LIST}`)],
      ['page of the portal', () => this.#text(`/clinics/${this.id}`)],
      ['connector', async () => (await send(this.connector.port, call)).text()],
      ...FILES.map((name): [string, Door] => [
        `newest export, ${name}`,
        async () => {
          const version = await this.newestExport();
          const answer = await this.#ask(`${API}/exports/${version}/${name}.gz`);
          return answer.ok ? textOf(answer) : undefined;
        },
      ]),
    ]);
  }

  /** Returns the way to a file of an export. */
  file(version: string, name: string): Door {
    return async () => textOf(await this.#ask(`${API}/exports/${version}/${name}.gz`));
  }

  async newestExport(): Promise<string | undefined> {
    const { exports } = (await (await this.#ask(`${API}/exports`)).json()) as {
      exports: { datasetVersion: string }[];
    };
    return exports[0]?.datasetVersion;
  }

  async cursor(): Promise<string> {
    return ((await (await this.#ask(`${API}/changes`)).json()) as { next: string }).next;
  }

  async #text(path: string): Promise<string | undefined> {
    const answer = await this.#ask(path);
    const text = await answer.text();
    // That there is no such record is an answer, and that it cannot be told is none.
    return answer.ok || answer.status === 404 ? text : undefined;
  }

  #ask(path: string): Promise<Response> {
    return send(this.api.port, { path, ...this.#authorized });
  }
}

/** Returns the text of a file, which HTTP may have decompressed. */
async function textOf(answer: Response): Promise<string> {
  const content = Buffer.from(await answer.arrayBuffer());
  return (content[0] === 0x1f ? gunzipSync(content) : content).toString();
}

/** Returns the seconds from now until each door answers as it should. */
async function timesUntil(
  doors: ReadonlyMap<string, Door>,
  isSaid: (text: string) => boolean,
): Promise<Times> {
  const begun = performance.now();
  const times = Array.from(doors, async ([name, door]): Promise<[string, number]> => {
    for (;;) {
      const text = await door();
      const seconds = (performance.now() - begun) / 1000;
      if (text !== undefined && isSaid(text)) return [name, seconds];
      await sleep(POLL_MS);
    }
  });
  return new Map(await Promise.all(times));
}
