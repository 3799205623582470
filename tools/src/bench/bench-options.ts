import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';

/** What can be measured, in the order of the report. */
export const PARTS = ['limit', 'ours', 'peers', 'scale', 'growth'] as const;
export type Part = (typeof PARTS)[number];

const SIZES = [25_000, 250_000, 1_000_000];

/** What a run of the benchmark was told. */
export interface BenchOptions {
  readonly only: ReadonlySet<Part>;
  readonly rounds: number;
  /** Numbers of doctors: the first is what all but growth is measured on, the others are multiples of it. */
  readonly sizes: readonly [number, ...number[]];
  /** Where the report goes. */
  readonly output: string;
}

/**
 * Reads the command line, without the program.
 * @param write shown to the person: help, or what is wrong
 * @throws CommanderError once that has been written
 */
export function readBenchOptions(words: readonly string[], write: (text: string) => void): BenchOptions {
  const command = new Command('npm run bench --')
    .description('Measures the service against the limit, against alternatives, and as it grows.')
    .addOption(
      new Option('--only <PARTS>', `comma-separated parts, of ${PARTS.join(', ')}`)
        .argParser(partsOf)
        .default(new Set(PARTS), 'all'),
    )
    .option('--rounds <N>', 'rounds in which everything is measured once', wholeNumber, 7)
    .addOption(
      new Option('--sizes <N,…>', 'numbers of doctors; each after the first a multiple of it')
        .argParser(sizesOf)
        .default(SIZES, SIZES.join(',')),
    )
    .option('--output <FILE>', 'where the report is written', 'docs/benchmarks.md')
    .allowExcessArguments(false)
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride();
  command.parse(words, { from: 'user' });
  const options = command.opts<BenchOptions>();
  // npm changes to the project's folder; a file name is meant from there, as the default is.
  return { ...options, output: resolve(import.meta.dirname, '../../..', options.output) };
}

/** Whether the command line was at fault, or only help was asked for; what there is to say has been said. */
export function isSaid(error: unknown): error is CommanderError {
  return error instanceof CommanderError;
}

function partsOf(text: string): ReadonlySet<Part> {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!PARTS.includes(name as Part))
      throw new InvalidArgumentError(`"${name}" is no part: there are ${PARTS.join(', ')}.`);
  }
  return new Set(names as Part[]);
}

/** @throws InvalidArgumentError, which tells the person */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`"${text}" is no whole number from 1 on.`);
}

function sizesOf(text: string): readonly number[] {
  const [first = 0, ...others] = text.split(',').map((size) => wholeNumber(size.trim()));
  const odd = others.find((size) => size <= first || size % first !== 0);
  if (odd !== undefined)
    throw new InvalidArgumentError(`${odd} is no larger multiple of the first size, ${first}.`);
  return [first, ...others];
}
