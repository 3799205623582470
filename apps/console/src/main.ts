import { randomBytes } from 'node:crypto';
import { shellActor } from '@care-atlas/data/administration';
import { runCommand } from './command.js';

// The reader of a pipe, such as `head`, may close it early: the command completes anyway.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), {
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  randomBytes,
  clock: () => new Date(),
  actor: shellActor(),
  input: process.stdin,
  output: process.stdout,
  errorOutput: process.stderr,
});
