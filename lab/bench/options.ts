import { join } from 'node:path';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { PROJECT } from '../../tools/src/project.js';
import type { BenchRun, Section } from './section.js';

const QUICK = { rounds: 1, warmUpRounds: 1, seconds: 1, sizes: [1_000, 2_000] } as const;
const FULL = { rounds: 7, warmUpRounds: 3, seconds: 2, sizes: [25_000, 250_000, 1_000_000] } as const;

export interface BenchOptions extends Omit<BenchRun, 'log'> {
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
  const list = all.map(({ name, title }) => `  ${name.padEnd(12)}  ${title}`).join('\n');
  const names = new Argument('[section...]', 'the sections to run; all by default');
  const command = new Command('npm run bench --')
    .description('Runs the benchmark, or some of its sections, and writes the results to docs/measurements.')
    .addArgument(names.choices(all.map(({ name }) => name)))
    .option('--rounds <N>', `rounds that count (default: ${FULL.rounds})`, wholeNumber)
    .option('--sizes <N,N...>', `numbers of doctors (default: ${FULL.sizes.join(',')})`, sizes)
    .option('--quick', 'a short run that shows whether everything works; writes to .data/measurements')
    .addHelpText('after', `\nSections:\n${list}`)
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride()
    .parse(words, { from: 'user' });
  const { quick, ...given } = command.opts<{ quick?: true; rounds?: number; sizes?: BenchRun['sizes'] }>();
  const chosen = new Set(command.processedArgs[0] as readonly string[]);
  return {
    ...(quick ? QUICK : FULL),
    ...given,
    sections: all.filter(({ name }) => chosen.size === 0 || chosen.has(name)),
    output: join(PROJECT, quick ? '.data/measurements' : 'docs/measurements'),
  };
}

/** The larger sizes contain the first several times. */
function sizes(text: string): BenchRun['sizes'] {
  const [first, ...others] = text.split(',').map(wholeNumber) as [number, ...number[]];
  if (others.every((size) => size % first === 0)) return [first, ...others];
  throw new InvalidArgumentError(`Every size must be a multiple of the first.`);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`"${text}" is not a whole number of 1 or more.`);
}
