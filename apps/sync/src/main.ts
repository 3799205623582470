import { runCommand } from './commands/command.js';
import { EXIT_CODES } from './commands/exit-code.js';

/** How long an import has to end by itself; its statement in the database is cancelled, which takes a moment. */
const GRACE_MS = 5000;

// Whoever reads may stop reading, as `head` does: that does not undo an import, nor make it a failure.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const interruption = new AbortController();
const end = () => {
  process.stderr.write('Interrupted: the database undoes what was begun.\n');
  process.exit(EXIT_CODES.interrupted);
};
const interrupt = () => {
  // The second time, or when it takes too long, the process ends; the database then undoes the rest by itself.
  if (interruption.signal.aborted) end();
  interruption.abort();
  setTimeout(end, GRACE_MS).unref();
};
process.on('SIGINT', interrupt).on('SIGTERM', interrupt);

process.exitCode = await runCommand(process.argv.slice(2), {
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  clock: () => new Date(),
  input: process.stdin,
  output: process.stdout,
  errorOutput: process.stderr,
  signal: interruption.signal,
});
