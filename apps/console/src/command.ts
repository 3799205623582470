import { isDatabaseUnreachable } from '@care-atlas/data/connection';
import { faultInWords } from '@care-atlas/domain/text';
import { type Command, CommanderError, type OutputConfiguration } from 'commander';
import { adminCommand } from './admin.js';
import { databaseCommand } from './database.js';
import type { Dependencies } from './dependencies.js';
import { keysCommand } from './keys.js';

const EXIT_CODES = {
  success: 0,
  /** The command failed. */
  failure: 1,
  /** The command line is invalid. */
  usage: 2,
} as const;
type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** The command groups, by the npm script that runs them. */
const GROUPS = new Map([
  ['keys', keysCommand],
  ['admin', adminCommand],
  ['database', databaseCommand],
]);

/**
 * Runs an operator's command line. Results go to the output, everything else to the error output.
 * @param words the name of the command group, then the arguments
 * @returns the exit code; it does not throw
 */
export async function runCommand(words: readonly string[], dependencies: Dependencies): Promise<ExitCode> {
  const { output, errorOutput } = dependencies;
  const [name = '', ...rest] = words;
  const createGroup = GROUPS.get(name);
  if (!createGroup) {
    errorOutput.write(`Unknown command group: use one of ${[...GROUPS.keys()].join(', ')}.\n`);
    return EXIT_CODES.usage;
  }
  const group = createGroup(dependencies);
  redirect(group, {
    writeOut: (text) => void output.write(text),
    writeErr: (text) => void errorOutput.write(text),
  });
  const fault = faultInWords(rest);
  if (fault !== undefined) {
    errorOutput.write(`error: ${fault}\n`);
    return EXIT_CODES.usage;
  }
  try {
    await group.parseAsync(rest, { from: 'user' });
    return EXIT_CODES.success;
  } catch (error) {
    // Commander has already written the help or the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.success : EXIT_CODES.usage;
    errorOutput.write(`${describeError(error)}\n`);
    return EXIT_CODES.failure;
  }
}

/** Makes a command and its subcommands write to `output`, and throw instead of ending the process. */
function redirect(command: Command, output: OutputConfiguration): void {
  command.exitOverride().configureOutput(output);
  for (const child of command.commands) redirect(child, output);
}

function describeError(error: unknown): string {
  const { message, code } = error as Partial<NodeJS.ErrnoException>;
  const reason = message || code || String(error);
  if (!isDatabaseUnreachable(error)) return reason;
  return (
    `The database does not answer (${reason}): check that it is running, and that --database-url or ` +
    'DATABASE_URL is its address.'
  );
}
