import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type Database,
  isDatabaseUnreachable,
  migrate,
  openDatabase,
  waitForDatabase,
} from '@care-atlas/data/connection';
import type { Command } from 'commander';
import { DEFAULT_LIMITS } from '../limits/read-limits.js';
import { ImportWorker } from '../worker/import-worker.js';
import { type CommandDependencies, databaseUrlOf } from './dependencies.js';
import { publishAfterRun } from './publish-command.js';

/** Adds the command that imports what administrators upload. */
export function addWorkerCommand(program: Command, dependencies: CommandDependencies): void {
  program
    .command('worker')
    .summary('check and import what administrators upload, until it is stopped')
    .description(
      'Checks the files that administrators upload in the dashboard, and imports those that they confirm, each in a process of its own with limits of memory and time. It also writes the files of GET /exports when others changed the directory and did not. It runs until it is stopped; `npm start` runs one.',
    )
    .option(
      '--spool <FOLDER>',
      'folder of the uploaded files, the same as that of the dashboard (default: IMPORT_SPOOL_DIR)',
    )
    .action(async ({ spool = dependencies.spool }: { spool?: string }, command: Command) => {
      const databaseUrl = databaseUrlOf(command, dependencies);
      if (!spool) {
        return command.error(
          'error: no folder is given: set --spool or the environment variable IMPORT_SPOOL_DIR.',
        );
      }
      const { clock, output, limits = DEFAULT_LIMITS, signal = new AbortController().signal } = dependencies;
      await mkdir(resolve(spool), { recursive: true, mode: 0o700 });
      const log = (line: string) => output.write(`${line}\n`);
      const wait = { log, isTemporary: isDatabaseUnreachable, signal };
      const database = await waitForDatabase(() => openMigrated(databaseUrl), wait).catch((error) => {
        if (!signal.aborted) throw error;
      });
      if (!database) return;
      const worker = new ImportWorker({
        databaseUrl,
        database,
        spool: resolve(spool),
        limits,
        clock,
        log,
        evidenceDays: dependencies.evidenceDays,
        publish: () => publishAfterRun(databaseUrl, dependencies, 'The directory has changed'),
        signal,
      });
      dependencies.onReady?.();
      try {
        await worker.run();
      } finally {
        await database.close();
      }
    });
}

async function openMigrated(databaseUrl: string): Promise<Database> {
  await migrate(databaseUrl);
  return openDatabase(databaseUrl, { applicationName: 'care-atlas-worker', poolSize: 1 });
}
