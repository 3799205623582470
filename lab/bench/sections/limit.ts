import { join } from 'node:path';
import { torontoMoment } from '@care-atlas/domain/rules';
import { BenchDirectory } from '../bench-directory.js';
import { capacityBlocks } from '../figures/capacity.js';
import { type LoadResults, loadTable, ratioColumn, ratiosOf } from '../figures/load-table.js';
import { paragraph } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import type { LoadResult } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { averageSize, type HttpRequest, send } from '../requests/http-request.js';
import { REQUEST_COUNT, REQUEST_NAMES, requestPaths, vocabularyOf } from '../requests/request-paths.js';
import { toolTarget } from '../requests/tool-request.js';
import { inRounds } from '../rounds.js';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';

const CONSTANT = 'node:http, constant';
const DOCTORS = 'GET /doctors';
const NOT_MODIFIED = 'GET /doctors, 304';
/** Servers that do less than the product does, by their file. */
const SERVERS = {
  [CONSTANT]: 'node-http',
  'node:http, Directory alone': 'directory',
};
const SIZE_SAMPLE = 500;
const TAGGED = 2_000;

export const LIMIT: Section = {
  name: 'limit',
  title: 'Reads against the fastest possible server',
  run: BenchDirectory.section(measure),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const api = await directory.service();
  const words = await vocabularyOf(directory.url());
  const paths = new Map(REQUEST_NAMES.map((name): [string, string[]] => [name, requestPaths(name, words)]));
  paths.set(
    'GET /doctors/{cpso}',
    words.registrationNumbers.map((number) => `/api/v1/doctors/${number}`),
  );
  paths.set('GET /doctors/summary', ['/api/v1/doctors/summary']);
  const doctors = directory.requests(paths.get(DOCTORS)!);
  const size = await averageSize(api.port, doctors.slice(0, SIZE_SAMPLE));
  const targets = new Map<string, () => Promise<LoadResult>>();
  for (const [name, file] of Object.entries(SERVERS)) {
    const plan = { args: [String(size)], env: { DATABASE_URL: directory.url() } };
    const server = await directory.start(join(import.meta.dirname, `../servers/${file}.ts`), plan);
    targets.set(name, directory.target(server, doctors));
  }
  for (const [name, list] of paths) targets.set(name, directory.target(api, directory.requests(list)));
  targets.set(NOT_MODIFIED, notModified(directory, api, doctors.slice(0, TAGGED)));
  const connector = await directory.service({}, 'apps/mcp/dist/main.js');
  targets.set('MCP search_doctors', await toolTarget(directory, connector, 'modern', 'search_doctors'));
  const results = await inRounds(targets, run);
  const own = new Map([...results].filter(([name]) => !(name in SERVERS)));
  return {
    aims: aims(results),
    blocks: [
      paragraph(`The limit is \`node:http\`, which answers the same requests with ${size} constant bytes, the average
        body of GET /doctors. "Directory alone" reads the query
        and answers it, without anything else. All others are the API and the connector as they ship, as separate
        processes: with the key check, validation, all headers, and limits that are counted but never reached. Lists are
        requested with ${REQUEST_COUNT} different queries over ${directory.doctors} doctors. "304" are clients that
        already have the answer.`),
      loadTable('server', results, [
        ratioColumn('of the limit', results, CONSTANT),
        ratioColumn('of GET /doctors', results, DOCTORS),
      ]),
      `After the load the API held ${Math.round(api.memory)} MB of resident memory.`,
      ...capacityBlocks(own, DOCTORS, api.memory),
    ],
  };
}

function aims(results: LoadResults): Aim[] {
  const ratio = (...compared: [string, string, ((a: LoadResult, b: LoadResult) => number)?]) =>
    median(ratiosOf(results, ...compared));
  return [
    { what: 'GET /doctors: throughput, of the limit', bound: 0.35, measured: ratio(DOCTORS, CONSTANT) },
    {
      what: 'GET /doctors: p99, times that of the limit',
      bound: 3,
      atMost: true,
      measured: ratio(DOCTORS, CONSTANT, (a, b) => a.p99 / b.p99),
    },
    ...['GET /doctors/search', 'GET /clinics by distance'].map((name) => ({
      what: `${name}: server CPU, times that of GET /doctors`,
      bound: 1.5,
      atMost: true as const,
      measured: ratio(name, DOCTORS, (a, b) => a.cpu / b.cpu),
    })),
    { what: '304: throughput, times that of 200', bound: 1.3, measured: ratio(NOT_MODIFIED, DOCTORS) },
  ];
}

/** Sends requests with the current entity tags, which change every day. */
function notModified(
  directory: BenchDirectory,
  api: MeasuredProcess,
  requests: readonly HttpRequest[],
): () => Promise<LoadResult> {
  return async () => {
    const { date } = torontoMoment(new Date());
    const tagged: HttpRequest[] = [];
    for (const request of requests) {
      const tag = (await send(api.port, request)).headers.get('etag');
      tagged.push({ ...request, headers: { ...request.headers, 'If-None-Match': String(tag) } });
    }
    const { status } = await send(api.port, tagged[0]!);
    if (status !== 304) throw new Error(`A request with the current entity tag was answered with ${status}.`);
    const result = await directory.target(api, tagged)();
    // `inRounds` tries once more.
    if (torontoMoment(new Date()).date !== date) throw new Error('The entity tags changed at midnight.');
    return result;
  };
}
