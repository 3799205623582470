import { setFlagsFromString } from 'node:v8';
import { shellActor } from '@care-atlas/data/administration';
import { exportPlace } from '@care-atlas/data/exports';
import { type EvidenceDays, evidenceDays } from '@care-atlas/domain/rules';
import { runCommand } from './commands/command.js';
import type { CommandDependencies } from './commands/dependencies.js';
import { EXIT_CODES } from './commands/exit-code.js';
import { readLimits } from './limits/read-limits.js';

/** How long an interrupted import may take to end; canceling its statement in the database takes a moment. */
const GRACE_MS = 5000;

// The young generation begins with a megabyte and doubles: an import would copy what a batch holds many times until then.
setFlagsFromString('--semi-space-growth-factor=16');

// A reader that closes the pipe, such as `head`, neither undoes an import nor makes it fail.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const interruption = new AbortController();
const end = () => {
  process.stderr.write('Interrupted: the database rolls the import back.\n');
  process.exit(EXIT_CODES.interrupted);
};
const interrupt = () => {
  // On the second signal, or when it takes too long, the process ends, and the database rolls back by itself.
  if (interruption.signal.aborted) end();
  interruption.abort();
  setTimeout(end, GRACE_MS).unref();
};
process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
// A worker ends with the program that started it; the channel to it must not keep a finished command alive.
process.on('disconnect', interrupt);
process.channel?.unref();

/** Ends the process when the variables are wrong, before an import does its work. */
function configuration(): Pick<CommandDependencies, 'exports' | 'limits' | 'evidenceDays'> {
  try {
    return {
      exports: exportPlace(process.env),
      limits: readLimits(process.env),
      evidenceDays: readEvidenceDays(process.env['EVIDENCE_DAYS'] ?? ''),
    };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(EXIT_CODES.usage);
  }
}

function readEvidenceDays(text: string): EvidenceDays {
  try {
    return evidenceDays(text);
  } catch (error) {
    throw new Error(`EVIDENCE_DAYS must be ${(error as Error).message}.`, { cause: error });
  }
}

process.exitCode = await runCommand(process.argv.slice(2), {
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  ...configuration(),
  spool: process.env['IMPORT_SPOOL_DIR'],
  onReady: () => process.send?.('ready'),
  clock: () => new Date(),
  actor: shellActor(),
  input: process.stdin,
  output: process.stdout,
  errorOutput: process.stderr,
  signal: interruption.signal,
});
