import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ImportSetting, runImport } from '../run/import-run.js';
import { summaryText } from '../run/import-summary.js';
import { momentOption } from './time-option.js';
import { Progress } from '../run/progress.js';
import type { RejectLimit } from '../run/reject-limit.js';
import type { Source } from '../sources/source.js';
import { STANDARD_INPUT, STANDARD_INPUT_NAME, withStandardInput } from '../formats/standard-input.js';
import { type CommonOptions, databaseOf, type Surroundings } from './dependencies.js';

interface ImportCommandOptions extends CommonOptions {
  readonly complete?: true;
  readonly extractedAt?: Date;
  readonly dryRun?: true;
  readonly changes?: number;
  readonly rejects?: string;
  readonly maxRejects?: RejectLimit;
  readonly maxExpired?: number;
  readonly confirmExpiry?: number;
}

/** Adds the command that imports one source. */
export function addImportCommand(program: Command, source: Source, surroundings: Surroundings): void {
  const columns = Object.entries(source.columns).map(([name, meaning]) => `  ${name.padEnd(23)} ${meaning}`);
  const needs = source.needs.map((group) => group.join(' or ')).join(', ');
  const command = program
    .command(source.name)
    .summary(source.summary)
    .description(`Imports ${source.summary}.`)
    .argument(
      '<FILE>',
      `${source.formats.join(' or ')} in UTF-8, compressed with gzip or not; - is standard input`,
    )
    .option('--dry-run', 'do everything but keep it: shows the counts and the first changes')
    .option('--changes <N>', 'with --dry-run, how many changes to show (default: 20)', count)
    .option(
      '--rejects <FILE>',
      'where rejected rows go (default: beside the file, as NAME.rejects.EXTENSION)',
    )
    .option(
      '--max-rejects <N>',
      'how many rows may be rejected, such as 50 or 2% (default: 1%)',
      rejectLimit,
    );
  if (source.complete) command.option('--complete', source.complete);
  if (source.takesAway) addDepartureOptions(command);
  if (source.name === 'register') addExtractedAt(command);
  command
    .addHelpText('after', `\nColumns, in any order; others are passed over:\n${columns.join('\n')}\n`)
    .addHelpText('after', `A file must have: ${needs}.\n`)
    .addHelpText('after', `Example:\n  npm run sync -- ${source.example}`)
    .action(async (path: string, options: ImportCommandOptions) => {
      refuseFuture(command, options.extractedAt, surroundings.clock());
      const { confirmExpiry, ...others } = options;
      const databaseUrl = databaseOf(command, surroundings);
      const setting = {
        ...others,
        databaseUrl,
        ...(confirmExpiry !== undefined && { confirmedExpiry: confirmExpiry }),
      };
      await importFile(
        source,
        path,
        setting,
        surroundings,
        command.optsWithGlobals<CommonOptions>().json === true,
      );
    });
}

function addDepartureOptions(command: Command): void {
  command
    .option(
      '--max-expired <PERCENT>',
      'the share that may expire or close in one run (default: 2); up to 9 always may',
      percentage,
    )
    .addOption(
      new Option(
        '--confirm-expiry <COUNT>',
        'let exactly so many expire or close, whatever --max-expired is: the number that the refused run named',
      ).argParser(count),
    );
}

function addExtractedAt(command: Command): void {
  command.option(
    '--extracted-at <TIME>',
    'when the file was drawn from the register, 2026-10-03 or 2026-10-03T02:00:00-04:00: it confirms as of then (default: now)',
    momentOption,
  );
}

async function importFile(
  source: Source,
  path: string,
  options: Omit<ImportSetting, 'now' | 'progress'>,
  { clock, input, output, errorOutput, signal }: Surroundings,
  json: boolean,
): Promise<void> {
  const progress = new Progress(errorOutput, clock);
  const setting = { ...options, now: clock(), progress, ...(signal && { signal }) };
  try {
    const summary =
      path === STANDARD_INPUT
        ? await withStandardInput(input, (kept) =>
            runImport(source, kept, { ...setting, name: STANDARD_INPUT_NAME }),
          )
        : await runImport(source, path, setting);
    progress.end();
    output.write(`${json ? JSON.stringify(summary) : summaryText(summary, source.next)}\n`);
  } finally {
    progress.end();
  }
}

function rejectLimit(text: string): RejectLimit {
  if (/^\d{1,9}$/.test(text)) return { count: Number(text) };
  if (!text.endsWith('%'))
    throw new InvalidArgumentError('It is a number of rows such as 50, or a share such as 2%.');
  return { share: percentage(text.slice(0, -1)) };
}

/** A share, 0 to 1, of a text in per cent. */
function percentage(text: string): number {
  const percent = /^\d{1,3}(\.\d+)?$/.test(text.replace(/ ?%$/, '')) ? Number.parseFloat(text) : NaN;
  if (percent >= 0 && percent <= 100) return percent / 100;
  throw new InvalidArgumentError('It is a number from 0 to 100, such as 2 or 0.5.');
}

function count(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number.');
}

function refuseFuture(command: Command, extractedAt: Date | undefined, now: Date): void {
  if (extractedAt && extractedAt > now) command.error('error: --extracted-at lies in the future.');
}
