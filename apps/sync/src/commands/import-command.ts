import {
  IMPORT_SOURCES,
  type ImportSourceName,
  LIST_NAME,
  LIST_NAME_FAULT,
} from '@care-atlas/domain/records';
import { SOURCE_METHODS } from '@care-atlas/domain/rules';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { STANDARD_INPUT, STANDARD_INPUT_NAME, withStandardInput } from '../formats/standard-input.js';
import { DEFAULT_LIMITS } from '../limits/read-limits.js';
import { MissingColumns } from '../rows/columns.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { readMap } from '../mapping/read-map.js';
import { CONFIRMS_PARTIALLY, confirmsPartially, type ImportOptions } from '../run/import-options.js';
import { runImport } from '../run/import-run.js';
import { summaryText } from '../run/import-summary.js';
import { mendingCommand, writeMapCommand } from '../run/mending.js';
import { Progress } from '../run/progress.js';
import type { RejectLimit } from '../run/reject-limit.js';
import type { Source } from '../sources/source.js';
import { publishAfterRun } from './publish-command.js';
import {
  type CommandDependencies,
  type CommonOptions,
  count,
  databaseUrlOf,
  encodingOption,
  isJson,
  timeOption,
} from './dependencies.js';

const MAX_FACT = 500;

/** The options of an import on the command line. */
type ImportCommandOptions = CommonOptions &
  Omit<ImportOptions, 'databaseUrl' | 'now' | 'progress' | 'name' | 'map'> & {
    readonly map?: string;
    readonly notRedistributable?: true;
  };

/** Adds the command that imports one source. */
export function addImportCommand(program: Command, source: Source, dependencies: CommandDependencies): void {
  const columns = Object.entries(source.columns).map(([name, meaning]) => `  ${name.padEnd(23)} ${meaning}`);
  const needs = source.needs.map((group) => group.join(' or ')).join(', ');
  const command = program
    .command(source.name)
    .summary(source.summary)
    .description(`Imports ${source.summary}.`)
    .argument(
      '<FILE>',
      `${source.formats.join(' or ')}; text in UTF-8, optionally compressed with gzip; - is standard input`,
    )
    .option(
      '--encoding <NAME>',
      'encoding of a text that is not in UTF-8, such as windows-1252',
      encodingOption,
    )
    .option('--dry-run', 'roll the import back, and show its counts and first changes')
    .option('--changes <N>', 'with --dry-run, the maximum number of changes to show (default: 20)', count)
    .option(
      '--rejects <FILE>',
      'file for rejected rows (default: beside the file, as NAME.rejects.EXTENSION)',
    )
    .option(
      '--max-rejects <N>',
      'maximum number of rejected rows, such as 50 or 2% (default: 1%)',
      rejectLimit,
    )
    .option(
      '--max-notes <N>',
      'maximum number of rows whose bad values are left out, such as 50 or 2% (default: 5%), and, where more than half, of rows whose hours or lists are read in part',
      rejectLimit,
    )
    .option(
      '--map <MAP>',
      'map of the columns: a YAML file, or the name of a profile; `columns` writes one to start from',
    );
  command
    .option(
      '--max-same-days <N>',
      'fail when the same file was first imported more than this number of days ago',
      count,
    )
    .option(
      '--max-changed <PERCENT>',
      'maximum share of records of which the same field may change (default: 5); at most 2 may move',
      percentage,
    )
    .option(
      '--confirm-change <FIELDS>',
      'let these fields, separated by commas, change for any number of records; the refused run names them',
      (text: string) => text.split(','),
    );
  command.option('--replace-sample', 'remove the sample data of npm start, in the same transaction');
  if (IMPORT_SOURCES[source.name as ImportSourceName].hasLists)
    command.option(
      '--list <NAME>',
      `name of the list, where you import several: its records are those of the source ${source.name}:NAME`,
      listName,
    );
  if (source.agency) command.option('--agency <NAME>', source.agency);
  if (source.identifierSystem) command.option('--id-system <URI>', source.identifierSystem);
  addFactOptions(command);
  if (source.confirms) command.option('--confirms', source.confirms).option('--no-confirms', 'end this');
  if (source.complete) command.option('--complete', source.complete);
  if (source.removesRecords || source.endsRecords) addRemovalOptions(command);
  if (source.complete) addExtractedAt(command);
  command
    .addHelpText('after', `\nColumns, in any order; others are ignored and named:\n${columns.join('\n')}\n`)
    .addHelpText('after', `A file must have: ${needs}.\n`)
    .addHelpText('after', `Example:\n  npm run sync -- ${source.example}`)
    .action(async (path: string, options: ImportCommandOptions) => {
      if (confirmsPartially(source, options)) command.error(`error: ${CONFIRMS_PARTIALLY}`);
      requirePast(command, options.extractedAt, dependencies.clock());
      const databaseUrl = databaseUrlOf(command, dependencies);
      const map = options.map === undefined ? undefined : await readMap(options.map, source);
      const redistributable = options.notRedistributable ? false : options.redistributable;
      const settings = {
        ...options,
        map,
        databaseUrl,
        ...(redistributable !== undefined && { redistributable }),
      };
      await importFile(source, path, settings, dependencies, isJson(command));
    });
}

/** What is stated is stored, and holds for later imports of the source. */
function addFactOptions(command: Command): void {
  command
    .option('--publisher <NAME>', 'who publishes the source, for GET /sources', fact)
    .option('--licence <NAME>', 'license of the source', fact)
    .option('--attribution <TEXT>', 'text to show wherever its data is shown', fact)
    .addOption(
      new Option(
        '--method <METHOD>',
        'how the source observes what its data does not say the method of',
      ).choices(SOURCE_METHODS),
    )
    .addOption(
      new Option(
        '--not-redistributable',
        'mark the source as one that may not be served: it is not imported',
      ).conflicts('redistributable'),
    )
    .option('--redistributable', 'remove this mark');
}

function fact(text: string): string {
  if (text.length <= MAX_FACT && /^\P{Cc}*$/u.test(text)) return text.trim();
  throw new InvalidArgumentError(`Give one line of at most ${MAX_FACT} characters.`);
}

function addRemovalOptions(command: Command): void {
  command
    .option(
      '--max-expired <PERCENT>',
      'maximum share that may expire or close in one run (default: 2); up to 9 records always may',
      percentage,
    )
    .option(
      '--confirm-expiry <COUNT>',
      'let exactly this number expire or close, whatever --max-expired is; the refused run names the number',
      count,
    );
}

function addExtractedAt(command: Command): void {
  command.option(
    '--extracted-at <TIME>',
    'when the file was extracted from its source, 2026-10-03 or 2026-10-03T02:00:00-04:00: it confirms doctors as of this time, and leaves alone what a newer extract described (default: now, or for the same file again its first import)',
    timeOption,
  );
}

/**
 * Imports a file, and prints what was done.
 * @param path the file, or the name of the standard input
 * @throws when it cannot be imported; then the directory is unchanged
 */
export async function importFile(
  source: Source,
  path: string,
  options: Omit<ImportOptions, 'now' | 'progress'> & {
    /** Whether the text says nothing of removed sample data. */
    readonly hidesSample?: boolean;
  },
  dependencies: CommandDependencies,
  json: boolean,
): Promise<void> {
  const {
    clock,
    actor,
    input,
    output,
    errorOutput,
    signal,
    limits = DEFAULT_LIMITS,
    evidenceDays,
  } = dependencies;
  const progress = new Progress(errorOutput, clock);
  const importOptions = { ...options, now: clock(), progress, signal, actor, limits, evidenceDays };
  try {
    const summary =
      path === STANDARD_INPUT
        ? await withStandardInput(input, (copy) =>
            runImport(source, copy, { ...importOptions, name: STANDARD_INPUT_NAME }),
          )
        : await runImport(source, path, importOptions);
    progress.end();
    const shown = options.hidesSample ? { ...summary, removedSample: null } : summary;
    const mending = mendingCommand(source, options, summary);
    output.write(`${json ? JSON.stringify(summary) : summaryText(shown, { next: source.next, mending })}\n`);
    if (!summary.dryRun) await publishAfterRun(options.databaseUrl, dependencies, 'The import succeeded');
  } catch (error) {
    if (!(error instanceof MissingColumns) || options.map || path === STANDARD_INPUT) throw error;
    throw new UnusableInput(`${error.message} ${columnsHint(source, path, options.encoding)}`, {
      cause: error,
    });
  } finally {
    progress.end();
  }
}

/** Returns how a map of columns is made for a file whose columns have other names. */
function columnsHint({ name }: Source, path: string, encoding?: string): string {
  return `If they have other names, write a map of the columns, and import with --map: ${writeMapCommand(name, path, encoding)}`;
}

function rejectLimit(text: string): RejectLimit {
  if (/^\d{1,9}$/.test(text)) return { count: Number(text) };
  if (!text.endsWith('%'))
    throw new InvalidArgumentError('Give a number of rows such as 50, or a share such as 2%.');
  return { share: percentage(text.slice(0, -1)) };
}

function listName(text: string): string {
  if (LIST_NAME.test(text)) return text;
  throw new InvalidArgumentError(`It ${LIST_NAME_FAULT}.`);
}

/** Parses a percentage as a share, 0 to 1. */
function percentage(text: string): number {
  const percent = /^\d{1,3}(\.\d+)?$/.test(text.replace(/ ?%$/, '')) ? Number.parseFloat(text) : NaN;
  if (percent >= 0 && percent <= 100) return percent / 100;
  throw new InvalidArgumentError('Give a number from 0 to 100, such as 2 or 0.5.');
}

function requirePast(command: Command, extractedAt: Date | undefined, now: Date): void {
  if (extractedAt && extractedAt > now)
    command.error('error: --extracted-at is in the future: give the time at which the file was extracted.');
}
