import { join } from 'node:path';
import { NODE_FLAGS } from '../../start/service-process.js';
import { BenchDirectory } from '../bench-directory.js';
import { keyed } from '../requests/http-request.js';
import { loadTable, ratioColumn } from '../figures/load-table.js';
import { paragraph } from '../figures/markdown.js';
import { requestPaths, vocabularyOf } from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { BenchRun, Section, SectionReport } from '../section.js';

const CACHING = 'caches keys';
const PRELOAD = join(import.meta.dirname, '../servers/cached-keys.js');

export const KEYS: Section = {
  name: 'keys',
  title: 'The check of every key',
  summary: 'the cost of checking the key of every request in the database',
  document: 'keys',
  run: (run) => BenchDirectory.open(run, run.sizes[0], (directory) => measure(directory, run)),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const checking = await directory.api();
  const caching = await directory.api({ flags: [...NODE_FLAGS, '--import', PRELOAD] });
  const paths = requestPaths('GET /doctors', await vocabularyOf(directory.url()));
  const requests = keyed(paths, directory.key);
  const targets = new Map([
    [CACHING, directory.target(caching, requests)],
    ['checks every key', directory.target(checking, requests)],
  ]);
  const results = await inRounds(targets, run);
  return {
    blocks: [
      paragraph(`No process caches keys: a request is answered only after PostgreSQL has confirmed, since the request
        arrived, that its key is active. All requests of one turn of the event loop share one statement. Here the API
        runs beside an API that was changed to cache keys for this measurement, on one database, with random queries of
        GET /doctors over ${directory.doctors} doctors. The throughput includes the time that PostgreSQL takes from the
        cores; the ratio by server CPU is the steadier one.`),
      loadTable('service', results, [
        ratioColumn('by throughput', results, CACHING),
        ratioColumn('by server CPU', results, CACHING, (checked, cached) => cached.cpu / checked.cpu),
      ]),
    ],
  };
}
