import { resolve } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { PROJECT } from '../project.js';
import type { BenchRun, Section } from './section.js';

const QUICK = { rounds: 1, warmUpRounds: 1, seconds: 1, sizes: [1_000, 2_000] } as const;
const FULL = { rounds: 7, warmUpRounds: 3, seconds: 2, sizes: [25_000, 250_000, 1_000_000] } as const;

export interface BenchOptions extends Omit<BenchRun, 'log'> {
  /** The sections to run, in the order of the report. */
  readonly sections: readonly Section[];
  /** The folder of the documents. */
  readonly output: string;
}

/**
 * Parses the command line, without the program.
 * @param write receives the help, or the error
 * @throws CommanderError after writing either
 */
export function readBenchOptions(
  words: readonly string[],
  all: readonly Section[],
  write: (text: string) => void,
): BenchOptions {
  const names = all.map(({ name }) => name);
  const width = Math.max(...names.map(({ length }) => length));
  const list = all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
  const command = new Command('npm run bench --')
    .description('Runs the benchmark, or some of its sections, and writes the results to docs/measurements.')
    .addArgument(new Argument('[section...]', 'the sections to run; all by default').choices(names))
    .addOption(
      new Option('--rounds <N>', `rounds that count (default: ${FULL.rounds})`).argParser(wholeNumber),
    )
    .addOption(
      new Option(
        '--sizes <N,…>',
        `numbers of doctors; multiples of the first (default: ${FULL.sizes.join(',')})`,
      ).argParser(sizesOf),
    )
    .option('--output <FOLDER>', 'folder of the documents (default: docs/measurements)')
    .option('--quick', 'a short run that shows whether everything works; writes to .data/measurements')
    .addHelpText('after', `\nSections:\n${list}`)
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride();
  command.parse(words, { from: 'user' });
  const { quick, output, ...given } = command.opts<{
    quick?: true;
    output?: string;
    rounds?: number;
    sizes?: readonly [number, ...number[]];
  }>();
  const chosen = new Set(command.processedArgs[0] as readonly string[]);
  return {
    ...(quick ? QUICK : FULL),
    ...given,
    sections: all.filter(({ name }) => chosen.size === 0 || chosen.has(name)),
    output: resolve(PROJECT, output ?? (quick ? '.data/measurements' : 'docs/measurements')),
  };
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`"${text}" is not a whole number of 1 or more.`);
}

function sizesOf(text: string): readonly number[] {
  const [first = 0, ...others] = text.split(',').map((size) => wholeNumber(size.trim()));
  const wrong = others.find((size) => size <= first || size % first !== 0);
  if (wrong !== undefined)
    throw new InvalidArgumentError(`${wrong} is not a larger multiple of the first size, ${first}.`);
  return [first, ...others];
}
