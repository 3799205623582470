import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Excess } from '../limits/read-limits.js';
import { stepOf } from './heartbeat.js';
import { residentMemory } from './resident-memory.js';
import type { Message, Outcome, Report, Task } from './task.js';

const PROGRAM = join(import.meta.dirname, `task-process${extname(import.meta.filename)}`);
const SAMPLE_MS = 100;
/** How long a process may take to end its statement in the database after the signal. */
const GRACE_MS = 3_000;
const MEBIBYTE = 2 ** 20;
/** The part of the memory for objects: buffers, the code and the stacks need the rest. */
const HEAP_SHARE = 0.75;

/** How a task is run. */
interface RunOptions {
  /** A folder for temporary files of the process. */
  readonly temporary: string;
  readonly signal: AbortSignal;
  /** Receives lines of progress. */
  readonly onProgress: (line: string) => void;
}

/**
 * Performs a task in a process of its own, which is killed when it takes more memory or time than the limits of the task allow,
 * and stopped by the signal. The process has ended when this returns.
 */
export async function runTask(
  task: Omit<Task, 'parent'>,
  { temporary, signal, onProgress }: RunOptions,
): Promise<Outcome> {
  const { memory, time } = task.limits;
  const heap = Math.floor((HEAP_SHARE * memory) / MEBIBYTE);
  const child = fork(PROGRAM, {
    execArgv: [...process.execArgv, '--semi-space-growth-factor=16', `--max-old-space-size=${heap}`],
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let report: Report | undefined;
  let step = '';
  let exceeded: Excess | undefined;
  const kill = (limit: Excess['limit']) => {
    exceeded ??= { limit, step };
    child.kill('SIGKILL');
  };
  child.on('message', (message: Message) => {
    if (message.kind === 'progress') {
      step = stepOf(message.line);
      onProgress(message.line);
    } else report = message;
  });
  const ended = new AbortController();
  const stop = () => {
    child.kill('SIGTERM');
    void after(GRACE_MS, ended.signal, () => child.kill('SIGKILL'));
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  void after(time, ended.signal, () => kill('time'));
  void watchMemory(child.pid, memory, ended.signal, () => kill('memory'));
  try {
    child.send({ ...task, parent: process.pid } satisfies Task, () => undefined);
    const [code, by] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    // What the signal interrupts fails in one way or another.
    const isDone = report?.kind === 'checked' || report?.kind === 'imported';
    if (report && (isDone || !signal.aborted)) return report;
    if (exceeded) return { kind: 'exceeded', ...exceeded };
    if (signal.aborted) return { kind: 'stopped' };
    // V8 ends the process so when its objects take more than the heap.
    if (by === 'SIGABRT') return { kind: 'exceeded', limit: 'memory', step };
    return { kind: 'lost', how: by ?? `exit code ${code}` };
  } finally {
    ended.abort();
    signal.removeEventListener('abort', stop);
  }
}

async function after(ms: number, ended: AbortSignal, act: () => void): Promise<void> {
  await sleep(ms, undefined, { signal: ended }).then(act, () => undefined);
}

/** Buffers are outside the heap of V8, so only the system knows what a process takes. */
async function watchMemory(
  pid: number | undefined,
  most: number,
  ended: AbortSignal,
  onExceeded: () => void,
): Promise<void> {
  while (pid !== undefined && !ended.aborted) {
    if ((await residentMemory(pid)) > most) return onExceeded();
    await sleep(SAMPLE_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}
