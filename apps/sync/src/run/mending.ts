import type { Source } from '../sources/source.js';
import type { ImportSummary } from './import-summary.js';

const PLAIN_WORD = /^[\w./:@%+-]+$/;

/** The options of an import that its rejects file needs too. */
interface MendingOptions {
  readonly list?: string;
  readonly map?: { readonly name: string } | undefined;
}

/**
 * Returns the command that imports a corrected rejects file as a part of the extract that it is from, so that it replaces
 * nothing newer; undefined where there is none. A file of stations is the whole list of its agencies.
 */
export function mendingCommand(
  source: Source,
  { list, map }: MendingOptions,
  { rejectsFile, extractedAt, dryRun }: Pick<ImportSummary, 'rejectsFile' | 'extractedAt' | 'dryRun'>,
): string | undefined {
  const isWhole = source.removesRecords && source.complete === undefined;
  if (rejectsFile === null || dryRun || isWhole) return undefined;
  const words = [
    'npm run sync --',
    source.name,
    shellWord(rejectsFile),
    ...(map ? ['--map', shellWord(map.name)] : []),
    ...(list === undefined ? [] : ['--list', list]),
    ...(source.complete ? ['--extracted-at', extractedAt] : []),
  ];
  return words.join(' ');
}

/** Returns the command that writes a map of the columns of a file. */
export function writeMapCommand(source: string, path: string, encoding?: string): string {
  const words = encoding === undefined ? [] : ['--encoding', encoding];
  return ['npm run sync -- columns', source, shellWord(path), ...words, '--write map.yaml'].join(' ');
}

/** Returns a word as a shell takes it. */
export function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
