import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import { type Command, CommanderError } from 'commander';
import { adminCommand } from './admin.js';
import { databaseCommand } from './database.js';
import { keysCommand } from './keys.js';
import type { Surroundings } from './surroundings.js';

/** What a command says to the shell. */
export const EXIT_CODES = {
  done: 0,
  /** It could not be done; nothing was changed. */
  failed: 1,
  /** The command line could not be understood; nothing was tried. */
  usage: 2,
} as const;
type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** The groups of commands, by the npm script that runs them. */
const GROUPS = new Map([
  ['keys', keysCommand],
  ['admin', adminCommand],
  ['database', databaseCommand],
]);

/**
 * Runs an operator's command line: the result goes to the output, all else to the error output.
 * @param words the command line without the program: the name of the group, then what the person wrote
 * @returns the exit code; it does not throw
 */
export async function runCommand(words: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { output, errorOutput } = surroundings;
  const [name = '', ...rest] = words;
  const group = GROUPS.get(name);
  if (!group) {
    errorOutput.write(`There are commands for: ${[...GROUPS.keys()].join(', ')}.\n`);
    return EXIT_CODES.usage;
  }
  const program = group(surroundings);
  quietly(program, {
    writeOut: (text) => output.write(text),
    writeErr: (text) => errorOutput.write(text),
  });
  try {
    await program.parseAsync(rest, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    // Commander has said what is wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    errorOutput.write(`${faultText(error)}\n`);
    return EXIT_CODES.failed;
  }
}

/** Lets no command end the process or write past the surroundings. */
function quietly(
  command: Command,
  output: { writeOut: (text: string) => unknown; writeErr: (text: string) => unknown },
): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => void output.writeOut(text),
    writeErr: (text) => void output.writeErr(text),
  });
  for (const child of command.commands) quietly(child, output);
}

function faultText(error: unknown): string {
  const { message, code } = error as Partial<NodeJS.ErrnoException>;
  const reason = message || code || String(error);
  if (!isDatabaseUnavailable(error)) return reason;
  const cure = 'see that it is running, and that --database-url or DATABASE_URL is its address';
  return `The database does not answer (${reason}): ${cure}.`;
}
