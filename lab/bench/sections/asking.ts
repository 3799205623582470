import { BenchDirectory } from '../bench-directory.js';
import { type LoadResults, loadTable, ratioColumn, ratiosOf } from '../figures/load-table.js';
import { paragraph } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import type { LoadResult } from '../load.js';
import { bodyOf } from '../requests/http-request.js';
import { vocabularyOf } from '../requests/request-paths.js';
import { type Parameters, RandomQueries, seeded } from '../../../tools/src/queries/random-query.js';
import { inRounds } from '../rounds.js';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';

/** Number of different requests of each kind. */
const COUNT = 4_000;
const DOCTORS = 'GET /doctors';
const NEAR = 'GET /doctors?near=';
const SEARCH = 'GET /doctors/search';
const FORGIVING = 'GET /doctors/search?match=forgiving';
const SUMMARY = 'GET /doctors/summary';
const FACETS = 'GET /doctors/facets, three groups';

export const ASKING: Section = {
  name: 'asking',
  title: 'Places, alike names and counts against plain lists',
  run: BenchDirectory.section(measure),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const api = await directory.service();
  const queries = new RandomQueries(seeded(1), await vocabularyOf(directory.url()));
  const [placesRequest] = directory.requests(['/api/v1/places?limit=100']);
  const { places } = JSON.parse(await bodyOf(api.port, placesRequest!)) as { places: { name: string }[] };
  const doctors = Array.from({ length: COUNT }, () => queries.doctors());
  const searches = Array.from({ length: COUNT }, () => queries.search());
  const requests: Readonly<Record<string, readonly [path: string, parameters: readonly Parameters[]]>> = {
    [DOCTORS]: ['/doctors', doctors],
    [NEAR]: ['/doctors', doctors.map((query, i) => ({ ...query, near: places[i % places.length]!.name }))],
    [SEARCH]: ['/doctors/search', searches],
    [FORGIVING]: ['/doctors/search', searches.map((query) => ({ ...query, match: 'forgiving' }))],
    [SUMMARY]: ['/doctors/summary', [{}]],
    [FACETS]: ['/doctors/facets', [{ by: 'specialty,language,area' }]],
  };
  const targets = new Map(
    Object.entries(requests).map(([name, [path, parameters]]): [string, () => Promise<LoadResult>] => {
      const paths = parameters.map((query) => `/api/v1${path}?${new URLSearchParams(query).toString()}`);
      return [name, directory.target(api, directory.requests(paths))];
    }),
  );
  const results = await inRounds(targets, run);
  const cpu = (a: LoadResult, b: LoadResult) => a.cpu / b.cpu;
  return {
    aims: aims(results, directory.doctors),
    blocks: [
      paragraph(`The same ${COUNT} random filters over ${directory.doctors} doctors are requested with and without a place
        of the gazetteer, and the same searches exactly and forgivingly. Facets count all doctors by specialty, language
        and area.`),
      loadTable('request', results, [
        ratioColumn('CPU, of GET /doctors', results, DOCTORS, cpu),
        ratioColumn('CPU, of the exact search', results, SEARCH, cpu),
      ]),
    ],
  };
}

function aims(results: LoadResults, doctors: number): Aim[] {
  const cpu = (target: string, reference: string, of: (a: number, b: number) => number) =>
    median(ratiosOf(results, target, reference, (a, b) => of(a.cpu, b.cpu)));
  const ratio = (a: number, b: number) => a / b;
  const atMost = true as const;
  return [
    {
      what: `${NEAR}: server CPU, times that of GET /doctors`,
      bound: 1.5,
      atMost,
      measured: cpu(NEAR, DOCTORS, ratio),
    },
    {
      what: `${FORGIVING}: server CPU, times that of the exact search`,
      bound: 3,
      atMost,
      measured: cpu(FORGIVING, SEARCH, ratio),
    },
    {
      what: `${FACETS} of ${doctors} doctors: server CPU beyond GET /doctors/summary, µs`,
      bound: 300,
      atMost,
      measured: cpu(FACETS, SUMMARY, (a, b) => a - b),
    },
  ];
}
