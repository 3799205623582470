import { Argument, Command } from 'commander';
import { wholeNumber } from './bench-options.js';

const SIZES = [25_000];

/**
 * Reads the command line of the benchmark of engines, without the program.
 * @param write shown to the person: help, or what is wrong
 * @returns numbers of doctors, each measured on its own
 * @throws CommanderError once that has been written
 */
export function readEngineSizes(words: readonly string[], write: (text: string) => void): readonly number[] {
  const command = new Command('npm run bench:engines --')
    .description('Measures what an answer costs from memory and by SQL.')
    .addArgument(
      new Argument('[sizes...]', 'numbers of doctors')
        .argParser<number[]>((text, before) => [...(before === SIZES ? [] : before), wholeNumber(text)])
        .default(SIZES, SIZES.join(' ')),
    )
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride();
  command.parse(words, { from: 'user' });
  return command.processedArgs[0] as readonly number[];
}
