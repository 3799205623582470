import { Command, CommanderError } from 'commander';
import { faultText } from './fault-text.js';
import { runImport } from './import-run.js';
import { summaryText } from './import-summary.js';
import { Progress, type ProgressOutput } from './progress.js';
import type { Source } from './source.js';
import { SOURCES } from './source-table.js';

/** What the command finds around it. */
export interface Surroundings {
  /** DATABASE_URL of the environment; empty when not set. */
  readonly databaseUrl: string;
  readonly clock: () => Date;
  readonly output: { write(text: string): unknown };
  readonly errorOutput: ProgressOutput;
}

/** What the command says to the shell. */
export const EXIT_CODES = {
  done: 0,
  /** The import failed; the directory is as it was. */
  failed: 1,
  /** The command line could not be understood; nothing was tried. */
  usage: 2,
} as const;
type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

interface Options {
  readonly databaseUrl?: string;
  readonly json?: true;
}

/**
 * Runs the command line of the import: the result goes to the output, all else to the error output.
 * @param words the command line without the program
 * @returns the exit code; it does not throw
 */
export async function runCommand(words: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const program = commandLine(surroundings);
  try {
    await program.parseAsync(words, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    // Commander has said what is wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    surroundings.errorOutput.write(`${faultText(error)}\nNothing was imported.\n`);
    return EXIT_CODES.failed;
  }
}

function commandLine(surroundings: Surroundings): Command {
  const { output, errorOutput } = surroundings;
  const program = new Command('npm run sync --')
    .description('Imports a file into the directory: all of it, or nothing when anything is wrong with it.')
    .option(
      '--database-url <URL>',
      'PostgreSQL to import into, such as postgres://user:password@localhost:5432/care_atlas (default: DATABASE_URL)',
    )
    .option('--json', 'print the summary as one JSON object')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => errorOutput.write(text),
    })
    .helpCommand(false)
    .exitOverride()
    .addHelpText('after', MORE_HELP);
  for (const source of SOURCES) addSource(program, source, surroundings);
  return program;
}

function addSource(program: Command, source: Source, surroundings: Surroundings): void {
  const columns = Object.entries(source.columns).map(([name, meaning]) => `  ${name.padEnd(22)}${meaning}`);
  program
    .command(source.name)
    .summary(source.summary)
    .description(`Imports ${source.summary}.`)
    .argument('<FILE>', 'comma-separated values in UTF-8, with a first line of column names')
    .addHelpText('after', `\nColumns, in any order; others are passed over:\n${columns.join('\n')}\n`)
    .addHelpText('after', `Example:\n  npm run sync -- ${source.example}`)
    .action(async (path: string, _options: object, command: Command) => {
      const { databaseUrl = surroundings.databaseUrl, json } = command.optsWithGlobals<Options>();
      refuseDatabase(command, databaseUrl);
      await importFile(source, path, { ...surroundings, databaseUrl, json: json === true });
    });
}

/** Refuses an address that cannot be a database's. It may hold a password, so it is never shown. */
function refuseDatabase(command: Command, databaseUrl: string): void {
  const cure = 'give it by --database-url or in the environment variable DATABASE_URL';
  const example = 'for example postgres://user:password@localhost:5432/care_atlas';
  if (databaseUrl === '')
    command.error(`It is not known which database to import into: ${cure}, ${example}.`);
  if (URL.canParse(databaseUrl) && /^postgres(ql)?:$/.test(new URL(databaseUrl).protocol)) return;
  command.error(`The address of the database is not that of a PostgreSQL: ${cure}, ${example}.`);
}

async function importFile(
  source: Source,
  path: string,
  { databaseUrl, json, clock, output, errorOutput }: Surroundings & { readonly json: boolean },
): Promise<void> {
  const progress = new Progress(errorOutput);
  try {
    const summary = await runImport(source, path, { databaseUrl, now: clock(), progress });
    progress.end();
    output.write(`${json ? JSON.stringify(summary) : summaryText(summary, source.next)}\n`);
  } finally {
    progress.end();
  }
}

const MORE_HELP = `
Examples:
${SOURCES.map((source) => `  npm run sync -- ${source.example}`).join('\n')}
  npm run sync -- odhf --help        the columns of a file

Exit codes:
  0  imported; rows that were left out or rejected are counted in the summary
  1  not imported: the file or the database is at fault, and the directory is as it was
  2  the command line could not be understood

The formats, the sources and their licences are described in docs/imports.md.`;
