import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const WORKSPACE = join(import.meta.dirname, '../../..');

/** Starts the real worker that imports uploads, run from source in a separate process. */
export async function startWorker(
  databaseUrl: string,
  spool: string,
): Promise<{ stop: () => Promise<void> }> {
  const worker = fork(join(WORKSPACE, 'apps/sync/src/main.ts'), ['worker', '--spool', spool], {
    cwd: WORKSPACE,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    execArgv: ['--conditions=@care-atlas/source', '--import', join(WORKSPACE, 'tools/dev-register.mjs')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(() => Promise.reject(new Error('The worker ended before it was ready.'))),
  ]);
  return {
    stop: async () => {
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    },
  };
}
