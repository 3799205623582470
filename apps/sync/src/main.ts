import { runCommand } from './command.js';

// Whoever reads may stop reading, as `head` does: that does not undo an import, nor make it a failure.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), {
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  clock: () => new Date(),
  output: process.stdout,
  errorOutput: process.stderr,
});
