/** A process that performs one task, which its parent sends, and ends. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { performTask } from './perform-task.js';
import type { Message, Task } from './task.js';

/** Ends the process with its parent, also while it computes and cannot notice: nobody would enforce its limits. */
const WATCH = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => process.ppid === workerData || process.kill(process.pid, 'SIGKILL'), 250);`;

const interruption = new AbortController();
const interrupt = () => interruption.abort();
process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('disconnect', interrupt);

const send = (message: Message) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send!(message, undefined, {}, () => resolve());
    else resolve();
  });

const [task] = (await once(process, 'message')) as [Task];
new Worker(WATCH, { eval: true, execArgv: [], workerData: task.parent }).unref();
const report = await performTask(task, {
  clock: () => new Date(),
  signal: interruption.signal,
  onProgress: (line) => void send({ kind: 'progress', line }),
});
await send(report);
process.exit();
