import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { isListening } from '../../processes/is-listening.js';
import { BenchDirectory } from '../bench-directory.js';
import { loadTable, ratioColumn } from '../figures/load-table.js';
import { paragraph } from '../figures/markdown.js';
import { Load } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { requestPaths, vocabularyOf } from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { BenchRun, Section, SectionReport } from '../section.js';

/** Threads of the generator, each of which sends to one process; as many for one process as for two. */
const THREADS = 2;
const PAUSE_MS = 50;
const ONE = 'one process';

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
    const paths = requestPaths('GET /doctors', await vocabularyOf(directory.url()));
    const load = new Load(directory.folder, directory.requests(paths));
    const options = { seconds: run.seconds, threads: THREADS, databaseTime: directory.databaseTime };
    const on = (used: readonly MeasuredProcess[]) => () => load.run(used, options);
    const targets = new Map([
      [ONE, on([one])],
      ['two processes', on([one, two])],
      ['two processes, Redis cluster', on(clustered)],
    ]);
    const results = await inRounds(targets, run);
    return {
      blocks: [
        paragraph(`GET /doctors. The generator has two threads in all cases, and each sends to one process. The
          processes count limits in one Redis, or in a Redis cluster of three masters. The generator, PostgreSQL and Redis
          use cores too, which bounds the result of two processes.`),
        loadTable('served by', results, [ratioColumn('of one process', results, ONE)]),
      ],
    };
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
