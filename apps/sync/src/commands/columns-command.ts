import { type Command, InvalidArgumentError } from 'commander';
import { writeNewFile } from '../formats/file-fault.js';
import { SourceFile } from '../conversions/source-file.js';
import { withPackage } from '../packages/with-package.js';
import { DEFAULT_LIMITS } from '../limits/read-limits.js';
import type { ColumnMap } from '../mapping/column-map.js';
import { columnsOf, type FileColumn, type FileColumns } from '../columns/file-columns.js';
import { parseMap, profileNames, readMap } from '../mapping/read-map.js';
import { shortReason } from '../run/import-summary.js';
import { writeMapCommand } from '../run/mending.js';
import { SOURCES } from '../sources/source-table.js';
import type { Source } from '../sources/source.js';
import { shortened } from '../rows/clean-text.js';
import { type CommandDependencies, encodingOption, reply } from './dependencies.js';
import { tableLines } from './table.js';

const SHOWN_CHARACTERS = 24;

interface ColumnsOptions {
  readonly map?: string;
  readonly encoding?: string;
  readonly write?: string;
}

/** Adds the command that shows how an import reads the columns of a file. */
export function addColumnsCommand(program: Command, dependencies: CommandDependencies): void {
  const { clock, limits = DEFAULT_LIMITS } = dependencies;
  program
    .command('columns')
    .summary('show how an import reads the columns of a file')
    .description(
      'Shows each column of a file: the field it is read as, its first values, and the number of invalid values.',
    )
    .argument('<SOURCE>', SOURCES.map(({ name }) => name).join(', '), sourceOf)
    .argument('<FILE>', 'the file, as for an import')
    .option('--map <MAP>', 'map of the columns: a YAML file, or the name of a profile')
    .option('--encoding <NAME>', 'encoding of a text that is not in UTF-8', encodingOption)
    .option(
      '--write <FILE>',
      'write a map to start from, and show how it reads the file; an existing file is never replaced',
    )
    .action(async (source: Source, path: string, options: ColumnsOptions, command: Command) => {
      const map = options.map === undefined ? undefined : await readMap(options.map, source);
      const now = clock();
      const found = await withPackage(path, source, { now, map, limits }, async (readable) => {
        const file = await SourceFile.open(readable.path, readable.name, options.encoding, limits);
        const columns = await columnsOf(file, source, readable.map, now);
        if (options.write === undefined) return columns;
        // With what its guesses do not understand.
        return columnsOf(file, source, await writeMap(options.write, columns, source, map), now);
      });
      const result = { ...found, columns: found.columns.map(shownColumn) };
      reply(command, dependencies, result, textOf(found, path, options).join('\n'));
    });
}

/** Returns a column without the members that only a new map needs. */
function shownColumn({ name: _name, samples: _samples, ...shown }: FileColumn) {
  return shown;
}

function sourceOf(name: string): Source {
  const source = SOURCES.find((each) => each.name === name);
  if (source) return source;
  throw new InvalidArgumentError(`The sources are ${SOURCES.map((each) => each.name).join(', ')}.`);
}

/** Writes a map to start from, and returns it. */
async function writeMap(
  path: string,
  found: FileColumns,
  source: Source,
  map: ColumnMap | undefined,
): Promise<ColumnMap> {
  const profiles = await Promise.all(
    (await profileNames()).map((name) => readMap(name, source).catch(() => undefined)),
  );
  const known = profiles.filter((profile) => profile !== undefined);
  // Imported on demand, with the library that writes it.
  const { startingMap } = await import('../columns/starting-map.js');
  const text = startingMap(found, source, map, known);
  await writeNewFile(path, text, `The map ${path}`);
  return parseMap(path, text, source);
}

function textOf(
  { source, file, map, rows, columns, fault }: FileColumns,
  path: string,
  { write: written, encoding }: ColumnsOptions,
): string[] {
  const cells = columns.map(({ column, readAs, nearest, values, badRows }) => [
    column || '(row)',
    readAs ?? (nearest === null ? '-' : `- (${nearest}?)`),
    values.map((value) => shortened(value.replaceAll(/\s+/g, ' '), SHOWN_CHARACTERS)).join(' | '),
    badRows === 0 ? '' : String(badRows),
  ]);
  const reasons = columns.flatMap(({ badValues }) =>
    badValues.map(({ reason }) => `  ${shortReason(reason)}`),
  );
  return [
    `${file} as ${source}${map === null ? '' : ` with the map ${map}`}, ${rows} rows:`,
    ...tableLines(['COLUMN', 'READ AS', 'FIRST VALUES', 'NOT UNDERSTOOD'], cells, new Set([3])),
    ...(reasons.length > 0 ? ['Not understood:', ...reasons] : []),
    ...(fault === null ? [] : [`An import would refuse this file. ${fault}`]),
    ...(fault !== null && map === null && written === undefined
      ? [`To write a map of its columns: ${writeMapCommand(source, path, encoding)}`]
      : []),
    ...(written === undefined ? [] : [`A map to start from is in ${written}.`]),
  ];
}
