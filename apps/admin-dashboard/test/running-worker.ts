import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const WORKSPACE = join(import.meta.dirname, '../../..');

const EXEC_ARGV = ['--conditions=@care-atlas/source', '--import', join(WORKSPACE, 'tools/dev-register.mjs')];

/** Runs a real import command, run from source in a separate process. @throws when it fails */
export async function runImportCommand(databaseUrl: string, words: readonly string[]): Promise<void> {
  const command = fork(join(WORKSPACE, 'apps/sync/src/main.ts'), words, {
    cwd: WORKSPACE,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    execArgv: EXEC_ARGV,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code] = (await once(command, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The command ended with ${String(code)}.`);
}

/** Starts the real worker that imports uploads, run from source in a separate process. */
export async function startWorker(
  databaseUrl: string,
  spool: string,
): Promise<{ stop: () => Promise<void> }> {
  const worker = fork(join(WORKSPACE, 'apps/sync/src/main.ts'), ['worker', '--spool', spool], {
    cwd: WORKSPACE,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    execArgv: EXEC_ARGV,
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
