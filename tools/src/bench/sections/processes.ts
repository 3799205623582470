import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, isListening } from '../../processes/free-port.js';
import { BenchDirectory } from '../bench-directory.js';
import { keyed } from '../requests/http-request.js';
import { Load } from '../load.js';
import { loadTable, ratioColumn } from '../figures/load-table.js';
import { paragraph } from '../figures/markdown.js';
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
  title: 'Two processes against one',
  summary: 'the throughput of two API processes that share a Redis',
  document: 'reads',
  run: (run) => BenchDirectory.open(run, run.sizes[0], (directory) => measure(directory, run)),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const redis = await startRedis(directory.folder);
  try {
    const plan = { env: { REDIS_URL: `redis://127.0.0.1:${redis.port}` } };
    const servers = [await directory.api(plan), await directory.api(plan)] as const;
    const paths = requestPaths('GET /doctors', await vocabularyOf(directory.url()));
    const load = new Load(directory.folder, keyed(paths, directory.key));
    const options = { seconds: run.seconds, threads: THREADS, databaseTime: directory.databaseTime };
    const on = (used: readonly MeasuredProcess[]) => () => load.run(used, options);
    const targets = new Map([
      [ONE, on([servers[0]])],
      ['two processes', on(servers)],
    ]);
    const results = await inRounds(targets, run);
    return {
      blocks: [
        paragraph(`GET /doctors. The generator has two threads in both cases, and each sends to one process. The
          processes count limits in one Redis. The generator and PostgreSQL use cores too, which bounds the result of two
          processes.`),
        loadTable('served by', results, [ratioColumn('of one process', results, ONE)]),
      ],
    };
  } finally {
    await redis.stop();
  }
}

/** Starts a Redis without persistence. */
async function startRedis(folder: string): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', [...args, '--logfile', join(folder, 'redis.log')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  // Rejects if redis-server is not installed.
  await once(child, 'spawn');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('redis-server ended at its start.');
    await sleep(PAUSE_MS);
  }
  return {
    port,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
