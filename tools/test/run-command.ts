import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { exportPlace } from '@care-atlas/data/exports';
import { runCommand as runConsole } from '../../apps/console/src/command.js';
import { runCommand as runSync } from '../../apps/sync/src/commands/command.js';

const PROGRAMS = { console: runConsole, sync: runSync };

/**
 * Runs a command of the product in this process, and returns its exit code and what it wrote.
 * @param env the variables of the database and of the exports
 */
export async function runCommand(
  program: keyof typeof PROGRAMS,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string; readonly errors: string }> {
  const written = { output: '', errors: '' };
  const code = await PROGRAMS[program](words, {
    databaseUrl: env['DATABASE_URL'] ?? '',
    exports: exportPlace(env),
    randomBytes,
    clock: () => new Date(),
    actor: 'shell:tester',
    input: Readable.from([]),
    output: { write: (text: string) => (written.output += text) },
    errorOutput: { write: (text: string) => (written.errors += text) },
  });
  return { code, ...written };
}
