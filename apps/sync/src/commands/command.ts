import { faultInWords } from '@care-atlas/domain/text';
import { Command, CommanderError } from 'commander';
import { SOURCES } from '../sources/source-table.js';
import { addAuditCommand } from './audit-command.js';
import { addColumnsCommand } from './columns-command.js';
import { addCorrectionCommands } from './correction-command.js';
import type { CommandDependencies } from './dependencies.js';
import { errorText } from '../run/error-text.js';
import { EXIT_CODES, exitCodeOf, type ExitCode } from './exit-code.js';
import { addExportCommand } from './export-command.js';
import { addForgetCommand } from './forget-command.js';
import { addHistoryCommands } from './history-command.js';
import { addImportCommand } from './import-command.js';
import { addOpenDataCommand } from './open-data-command.js';
import { addPublishCommand } from './publish-command.js';
import { addReviewCommands } from './review-command.js';
import { addWorkerCommand } from './worker-command.js';

/**
 * Runs a command line. The result goes to the output, everything else to the error output; with `--json` the output has
 * an error too, as an object.
 * @param words the command line without the program
 * @returns the exit code; it never throws
 */
export async function runCommand(
  words: readonly string[],
  dependencies: CommandDependencies,
): Promise<ExitCode> {
  const program = commandLine(dependencies);
  const isOther = words.some((word) => ['columns', 'audit'].includes(word));
  const isImport = !isOther && SOURCES.some(({ name }) => words.includes(name));
  const fail = (error: string, code: ExitCode) => {
    if (words.includes('--json')) dependencies.output.write(`${JSON.stringify({ error, exitCode: code })}\n`);
    return code;
  };
  const fault = faultInWords(words);
  if (fault !== undefined) {
    dependencies.errorOutput.write(`error: ${fault}\n`);
    return fail(fault, EXIT_CODES.usage);
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    // Commander has written what is wrong, or the help.
    if (error instanceof CommanderError)
      return error.exitCode === 0
        ? EXIT_CODES.done
        : fail(error.message.replace(/^error: /, ''), EXIT_CODES.usage);
    const code = dependencies.signal?.aborted ? EXIT_CODES.interrupted : exitCodeOf(error);
    const message =
      code === EXIT_CODES.interrupted ? 'Interrupted: the import was rolled back.' : errorText(error);
    dependencies.errorOutput.write(`${message}\n${isImport ? 'Nothing was imported.\n' : ''}`);
    return fail(message, code);
  }
}

function commandLine(dependencies: CommandDependencies): Command {
  const { output, errorOutput } = dependencies;
  const program = new Command('npm run sync --')
    .description(
      'Imports data into the directory. Each import is written completely, or not at all if anything fails.',
    )
    .option(
      '--database-url <URL>',
      'PostgreSQL database, such as postgres://user:password@localhost:5432/care_atlas (default: DATABASE_URL)',
    )
    .option(
      '--json',
      'print the result as JSON: an import or a run as one object, lists as one object per line',
    )
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => errorOutput.write(text),
    })
    .helpCommand(false)
    .showHelpAfterError('Run it with --help for an explanation.')
    .exitOverride()
    .addHelpText('after', MORE_HELP);
  program.commandsGroup('Imports:');
  for (const source of SOURCES) addImportCommand(program, source, dependencies);
  addOpenDataCommand(program, dependencies);
  addWorkerCommand(program, dependencies);
  program.commandsGroup('Corrections:');
  addCorrectionCommands(program, dependencies);
  addReviewCommands(program, dependencies);
  addForgetCommand(program, dependencies);
  program.commandsGroup('Accuracy:');
  addAuditCommand(program, dependencies);
  program.commandsGroup('Files:');
  addColumnsCommand(program, dependencies);
  addExportCommand(program, dependencies);
  addPublishCommand(program, dependencies);
  program.commandsGroup('History:');
  addHistoryCommands(program, dependencies);
  return program;
}

const MORE_HELP = `
Examples:
  npm run sync -- open-data                                     import the places that are shipped
${SOURCES.map((source) => `  npm run sync -- ${source.example}`).join('\n')}
  npm run sync -- register register.csv --complete --dry-run    show what an import would change
  npm run sync -- register --help                               show the columns of a file
  npm run sync -- correct doctor 900001 gender=Woman --why "Called the practice"
  npm run sync -- forget scrape --why "License ended"           take everything that a source said out
  npm run sync -- columns register register.csv                 show how its columns are read
  npm run audit -- draw --size 400 --seed 2026-11               draw doctors to call, to measure the accuracy
  npm run sync -- runs                                          list the latest imports
  npm run sync -- prune --before 2026-01-01                     delete the details of old imports, once confirmed

Exit codes:
  0    success; the summary counts rows that were left out or rejected
  1    not imported: the file or the database is at fault; the directory has not changed
  2    the command line is invalid; nothing was done
  3    not imported: more doctors would expire, clinics close, or records change, than one run may remove or change
  4    not imported: more rows were rejected than --max-rejects allows
  130  interrupted by Ctrl-C or SIGTERM; the import was rolled back

The formats, the sources and their licenses are described in docs/operate/import-reference.md.`;
