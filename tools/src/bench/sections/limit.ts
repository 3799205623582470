import { join } from 'node:path';
import type { Vocabulary } from '../../queries/random-query.js';
import { BenchDirectory } from '../bench-directory.js';
import { capacityBlocks } from '../figures/capacity.js';
import { filterOf } from '../requests/doctor-filter.js';
import { bodyOf, type HttpRequest, keyed, send } from '../requests/http-request.js';
import type { LoadResult } from '../load.js';
import { type LoadResults, loadTable, ratioColumn, ratiosOf } from '../figures/load-table.js';
import { paragraph } from '../figures/markdown.js';
import type { MeasuredProcess } from '../measured-process.js';
import {
  REQUEST_COUNT,
  REQUEST_KINDS,
  requestPaths,
  type RequestName,
  vocabularyOf,
} from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';
import { median } from '../figures/statistics.js';
import { isToolResult, toolRequest } from '../requests/tool-request.js';

const CONSTANT = 'node:http, constant';
const DOCTORS = 'GET /doctors';
const NOT_MODIFIED = 'GET /doctors, 304';
/** Servers that do less than the product does, by their file. */
const SERVERS = {
  [CONSTANT]: 'node-http',
  'Fastify, constant': 'fastify',
  'Nest on Fastify, constant': 'nest',
  'node:http, Directory alone': 'directory',
};
const SIZE_SAMPLE = 500;
const TAGGED = 2_000;

export const LIMIT: Section = {
  name: 'limit',
  title: 'Against the limit',
  summary: 'the API and the connector against the fastest possible server; capacity and cost',
  document: 'reads',
  run: (run) => BenchDirectory.open(run, run.sizes[0], (directory) => measure(directory, run)),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const api = await directory.api();
  const get = directory.reader(api);
  const words = await vocabularyOf(directory.url());
  const doctors = keyed(requestPaths(DOCTORS, words), directory.key);
  const size = await averageSize(get, doctors);
  const targets = new Map<string, () => Promise<LoadResult>>();
  for (const [name, file] of Object.entries(SERVERS)) {
    const plan = { args: [String(size)], env: { DATABASE_URL: directory.url() } };
    const server = await directory.start(join(import.meta.dirname, `../servers/${file}.js`), plan);
    targets.set(name, directory.target(server, doctors));
  }
  for (const [name, paths] of Object.entries(operations(words))) {
    const requests = keyed(paths, directory.key);
    await bodyOf(api.port, requests[0]!);
    targets.set(name, directory.target(api, requests));
  }
  targets.set(NOT_MODIFIED, notModified(directory, api, doctors.slice(0, TAGGED)));
  targets.set('MCP search_doctors', await toolTarget(directory, words, doctors));
  const results = await inRounds(targets, run);
  const own = new Map([...results].filter(([name]) => !(name in SERVERS)));
  return {
    aims: aims(results),
    blocks: [
      paragraph(`The limit is \`node:http\`, which answers the same requests with ${size} constant bytes, the average
        body of GET /doctors. Constant Fastify and Nest show the cost of the framework. "Directory alone" reads the query
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

/** The paths requested from the API, by operation. */
function operations(words: Vocabulary): Record<string, readonly string[]> {
  const lists = (Object.keys(REQUEST_KINDS) as RequestName[]).map((name) => [
    name,
    requestPaths(name, words),
  ]);
  return {
    ...(Object.fromEntries(lists) as Record<RequestName, readonly string[]>),
    'GET /doctors/{cpso}': words.registrationNumbers.map((number) => `/api/v1/doctors/${number}`),
    'GET /doctors/summary': ['/api/v1/doctors/summary'],
  };
}

function aims(results: LoadResults): Aim[] {
  const ratio = (name: string, reference: string, of?: (a: LoadResult, b: LoadResult) => number) =>
    median(ratiosOf(results, name, reference, of));
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

async function averageSize(
  get: (path: string) => Promise<string>,
  requests: readonly HttpRequest[],
): Promise<number> {
  let bytes = 0;
  for (const { path } of requests.slice(0, SIZE_SAMPLE)) bytes += Buffer.byteLength(await get(path));
  return Math.round(bytes / SIZE_SAMPLE);
}

/** Sends requests with the current entity tags, which change every hour. */
function notModified(
  directory: BenchDirectory,
  api: MeasuredProcess,
  requests: readonly HttpRequest[],
): () => Promise<LoadResult> {
  return async () => {
    const hour = new Date().getUTCHours();
    const measureOnce = directory.target(api, await tagged(api, requests));
    const result = await measureOnce();
    // `inRounds` tries once more.
    if (new Date().getUTCHours() !== hour) throw new Error('The entity tags changed with the hour.');
    return result;
  };
}

async function tagged(api: MeasuredProcess, requests: readonly HttpRequest[]): Promise<HttpRequest[]> {
  const result: HttpRequest[] = [];
  for (const request of requests) {
    const { headers } = await send(api.port, { ...request, method: 'GET' });
    const tag = headers.get('etag');
    if (tag === null) throw new Error(`The answer to ${request.path} has no entity tag.`);
    result.push({ ...request, headers: { ...request.headers, 'If-None-Match': tag } });
  }
  const { status } = await send(api.port, result[0]!);
  if (status !== 304) throw new Error(`A request with the current entity tag was answered with ${status}.`);
  return result;
}

async function toolTarget(
  directory: BenchDirectory,
  words: Vocabulary,
  doctors: readonly HttpRequest[],
): Promise<() => Promise<LoadResult>> {
  const connector = await directory.connector();
  const requests = doctors.map(({ path }) => {
    const parameters = Object.fromEntries(new URL(path, 'http://api').searchParams);
    const { flags, ...others } = filterOf(parameters, words);
    const args = { ...others, ...Object.fromEntries(flags.map((flag) => [flag, true])) };
    return toolRequest(directory.key, 'modern', 'search_doctors', args);
  });
  const body = await bodyOf(connector.port, requests[0]!);
  if (!isToolResult(body)) throw new Error(`The tool was answered with ${body.slice(0, 200)}`);
  return directory.target(connector, requests);
}
