import { Command, CommanderError } from 'commander';
import { EXIT_CODES, exitCodeOf, type ExitCode } from './exit-code.js';
import { faultText } from '../formats/fault-text.js';
import { addHistoryCommands } from './history-command.js';
import { addImportCommand } from './import-command.js';
import { addPruneCommand } from './prune-command.js';
import { SOURCES } from '../sources/source-table.js';
import type { Surroundings } from './dependencies.js';

/**
 * Runs the command line of the import: the result goes to the output, all else to the error output.
 * @param words the command line without the program
 * @returns the exit code; it does not throw
 */
export async function runCommand(words: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const program = commandLine(surroundings);
  const isImport = SOURCES.some(({ name }) => words.includes(name));
  try {
    await program.parseAsync(words, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    // Commander has said what is wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    const code = surroundings.signal?.aborted ? EXIT_CODES.interrupted : exitCodeOf(error);
    const says = code === EXIT_CODES.interrupted ? 'Interrupted: everything was undone.' : faultText(error);
    surroundings.errorOutput.write(`${says}\n${isImport ? 'Nothing was imported.\n' : ''}`);
    return code;
  }
}

function commandLine(surroundings: Surroundings): Command {
  const { output, errorOutput } = surroundings;
  const program = new Command('npm run sync --')
    .description(
      'Brings data into the directory: each import all of it, or nothing when anything is wrong with it.',
    )
    .option(
      '--database-url <URL>',
      'PostgreSQL to use, such as postgres://user:password@localhost:5432/care_atlas (default: DATABASE_URL)',
    )
    .option(
      '--json',
      'print the result as JSON: an import or a run as one object, lists as one object a line',
    )
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => errorOutput.write(text),
    })
    .helpCommand(false)
    .showHelpAfterError('With --help it is explained.')
    .exitOverride()
    .addHelpText('after', MORE_HELP);
  program.commandsGroup('Imports:');
  for (const source of SOURCES) addImportCommand(program, source, surroundings);
  program.commandsGroup('Looking back:');
  addHistoryCommands(program, surroundings);
  addPruneCommand(program, surroundings);
  return program;
}

const MORE_HELP = `
Examples:
${SOURCES.map((source) => `  npm run sync -- ${source.example}`).join('\n')}
  npm run sync -- register register.csv --complete --dry-run    what an import would change
  npm run sync -- register --help                               the columns of a file
  npm run sync -- runs                                          the latest imports
  npm run sync -- prune --before 2026-01-01                     forgets what old imports changed

Exit codes:
  0    done; rows that were left out or rejected are counted in the summary
  1    not imported: the file or the database is at fault, and the directory is as it was
  2    the command line could not be understood; nothing was tried
  3    not imported: more doctors would expire, or clinics close, than one run may take away
  4    not imported: more rows were rejected than --max-rejects allows
  130  interrupted by Ctrl-C or SIGTERM; everything was undone

The formats, the sources and their licences are described in docs/operate/imports.md.`;
