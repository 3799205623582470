import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { isListening } from '../../../tools/src/processes/is-listening.js';
import { BenchDirectory } from '../bench-directory.js';
import { type LoadResults, loadTable, medianOf, ratioColumn, ratiosOf } from '../figures/load-table.js';
import { digits, paragraph, table } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import { Load, type LoadResult } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { averageSize } from '../requests/http-request.js';
import { requestPaths, vocabularyOf } from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { BenchRun, Section, SectionReport } from '../section.js';

/** Threads of the generator, each of which sends to one process; as many for one process as for two. */
const THREADS = 2;
const PAUSE_MS = 50;
const MICROSECONDS = 1e6;
const ONE = 'one process';
const TWO = 'two processes';
/** Each counts limits by itself: what a second one lacks is not due to the store. */
const ONE_ALONE = 'one process, without Redis';
const TWO_ALONE = 'two processes, without Redis';
/** Servers that share nothing but the machine: what a second one adds at most on it. */
const CONSTANT_ONE = 'node:http, constant, one process';
const CONSTANT_TWO = 'node:http, constant, two processes';
const SIZE_SAMPLE = 500;
/** Those of two processes, of the generator's threads, and of PostgreSQL with Redis. */
const ENOUGH_CORES = 2 + THREADS + 1;

export const PROCESSES: Section = {
  name: 'processes',
  title: 'Two processes that share a Redis against one',
  run: BenchDirectory.section(measure),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const nodes: ChildProcess[] = [];
  try {
    const single = await startRedis(nodes, directory.folder);
    const masters = [1, 2, 3].map(() => startRedis(nodes, directory.folder, ['--cluster-enabled', 'yes']));
    const addresses = (await Promise.all(masters)).map((port) => `127.0.0.1:${port}`);
    execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'ignore' });
    const [one, two, ...clustered] = [
      ...(await startPair(directory, `redis://127.0.0.1:${single}`)),
      ...(await startPair(directory, `redis+cluster://${addresses.join(',')}`)),
    ] as const;
    const alone = [await directory.service(), await directory.service()] as const;
    const paths = requestPaths('GET /doctors', await vocabularyOf(directory.url()));
    const requests = directory.requests(paths);
    const size = await averageSize(one.port, requests.slice(0, SIZE_SAMPLE));
    const file = join(import.meta.dirname, '../servers/node-http.ts');
    const startConstant = () => directory.start(file, { args: [String(size)] });
    const constant = [await startConstant(), await startConstant()] as const;
    const load = new Load(directory.folder, requests);
    const options = { seconds: run.seconds, threads: THREADS, databaseTime: directory.databaseTime };
    const on = (used: readonly MeasuredProcess[]) => () => load.run(used, options);
    const targets = new Map([
      [ONE, on([one])],
      [TWO, on([one, two])],
      ['two processes, Redis cluster', on(clustered)],
      [ONE_ALONE, on([alone[0]])],
      [TWO_ALONE, on(alone)],
      [CONSTANT_ONE, on([constant[0]])],
      [CONSTANT_TWO, on(constant)],
    ]);
    const results = await inRounds(targets, run);
    return report(results);
  } finally {
    for (const node of nodes) if (node.kill()) await once(node, 'exit');
  }
}

async function startPair(directory: BenchDirectory, url: string) {
  const plan = { env: { REDIS_URL: url } };
  return [await directory.service(plan), await directory.service(plan)] as const;
}

/** Starts a Redis without persistence, and returns its port. */
async function startRedis(
  nodes: ChildProcess[],
  folder: string,
  more: readonly string[] = [],
): Promise<number> {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', save: '', dir: folder, 'cluster-config-file': `${port}.conf` };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const redis = spawn('redis-server', [...args, ...more], { stdio: 'ignore' });
  nodes.push(redis);
  // Rejects if redis-server is not installed.
  await once(redis, 'spawn');
  while (!(await isListening(port))) {
    if (redis.exitCode !== null) throw new Error('redis-server ended at its start.');
    await sleep(PAUSE_MS);
  }
  return port;
}

function report(results: LoadResults): SectionReport {
  const cores = availableParallelism();
  const added = (two: string, one: string) =>
    median(
      cores >= ENOUGH_CORES
        ? ratiosOf(results, two, one).map((ratio) => ratio - 1)
        : ratiosOf(results, two, one, (both, single) => (2 * single.cpu) / both.cpu - 1),
    );
  const [byService, byConstant] = [added(TWO, ONE), added(CONSTANT_TWO, CONSTANT_ONE)];
  const used = (name: string, pick: (result: LoadResult) => number) =>
    medianOf(results, name, (result) => (result.rate * pick(result)) / MICROSECONDS);
  const shares = [...results.keys()].map((name) => {
    const [servers, database] = [used(name, ({ cpu }) => cpu), used(name, ({ databaseCpu }) => databaseCpu)];
    return [name, ...[servers, database, cores - servers - database].map(digits)];
  });
  return {
    aims: [
      {
        what: 'throughput that a second process adds, of that of the first',
        bound: 0.9,
        measured: byService,
      },
      {
        what: 'the same, of processes without Redis',
        bound: 0.9,
        measured: added(TWO_ALONE, ONE_ALONE),
      },
      {
        what: 'the first, times what a second node:http adds',
        bound: 0.9,
        measured: byService / byConstant,
      },
    ],
    blocks: [
      paragraph(`GET /doctors. The generator has two threads in all cases, and each sends to one process. The processes
        count limits in one Redis, or in a Redis cluster of three masters. The aim is for ${ENOUGH_CORES} cores: two for the processes, and the others for the
        generator, PostgreSQL and Redis. With fewer cores it is computed from the processor time of the servers per
        answer, as if each process had a core. Two servers of node:http share nothing but the machine, so what a second
        one of them lacks is due to the machine: caches, memory, and the system's own work for each answer. For caches alone, run it with REQUEST_LOG_RATE=0 and
        --sizes 500: nothing is written then, and the directories fit into the caches.`),
      loadTable('served by', results, [ratioColumn('of one process', results, ONE)]),
      `What shares ${cores} cores:`,
      table(
        [
          'served by',
          'servers, cores',
          'PostgreSQL, cores',
          'left for the generator, Redis and others, cores',
        ],
        shares,
      ),
    ],
  };
}
