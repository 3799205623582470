import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isListening, freePort } from '../stage/free-port.js';
import type { BenchDirectory } from './bench-directory.js';
import { keyed } from './http-request.js';
import { Load, type Slice } from './load.js';
import type { MeasuredProcess } from './measured-process.js';
import type { Say } from './progress.js';
import { questionPaths, vocabularyOf } from './question-paths.js';
import { type Contestants, inRounds } from './rounds.js';

const SLICE_SECONDS = 3;
/** The generator's threads, each of which asks one process: the same number for one process as for two. */
const THREADS = 2;
const PAUSE_MS = 50;

/** One process against two. */
export interface Scale {
  /** Slices by round, by what served them. */
  readonly slices: ReadonlyMap<string, readonly Slice[]>;
  /** Whether limits were counted in a shared store. */
  readonly store: boolean;
  readonly rounds: number;
}

export const ONE = 'one process';
export const TWO = 'two processes';

/** Measures GET /doctors on one process and on two, which share a store for limits where redis-server is installed. */
export async function measureScale(directory: BenchDirectory, rounds: number, say: Say): Promise<Scale> {
  const store = await startStore(directory.folder);
  try {
    const plan = store && { env: { REDIS_URL: `redis://127.0.0.1:${store.port}` } };
    const servers = [await directory.api(plan), await directory.api(plan)] as const;
    const [first] = servers;
    const paths = questionPaths('doctors', await vocabularyOf(directory.reader(first)));
    const load = new Load(directory.folder, keyed(paths, directory.key));
    const options = { seconds: SLICE_SECONDS, threads: THREADS, database: directory.databaseTime };
    const on = (asked: readonly MeasuredProcess[]) => () => load.run(asked, options);
    const contestants: Contestants<Slice> = new Map([
      [ONE, on([first])],
      [TWO, on(servers)],
    ]);
    const slices = await inRounds(contestants, rounds, Math.random, (line) => say(`scale: ${line}`));
    await directory.stopAll();
    return { slices, store: store !== undefined, rounds };
  } finally {
    await store?.stop();
  }
}

interface Store {
  readonly port: number;
  stop(): Promise<void>;
}

/** A Redis that keeps nothing on disk; none where redis-server is not installed. */
async function startStore(folder: string): Promise<Store | undefined> {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', [...args, '--logfile', join(folder, 'redis.log')], { stdio: 'ignore' });
  const failed = new Promise<'failed'>((tell) => child.once('error', () => tell('failed')));
  const started = once(child, 'spawn').then(
    () => 'started',
    () => 'failed',
  );
  if ((await Promise.race([failed, started])) === 'failed') return undefined;
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('redis-server ended when it was started.');
    await sleep(PAUSE_MS);
  }
  return {
    port,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
