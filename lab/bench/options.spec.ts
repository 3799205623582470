import { CommanderError } from 'commander';
import { readBenchOptions } from './options.js';
import { SECTIONS } from './sections/sections.js';

const NAMES = SECTIONS.map(({ name }) => name);

const read = (...words: string[]) => {
  let written = '';
  try {
    const { sections, ...options } = readBenchOptions(words, SECTIONS, (text) => (written += text));
    return { names: sections.map(({ name }) => name), options, written };
  } catch (error) {
    expect(error).toBeInstanceOf(CommanderError);
    return { names: [], options: undefined, written };
  }
};

describe('the command line', () => {
  it('runs all sections by default', () => {
    const { names, options } = read();
    expect(names).toEqual(NAMES);
    expect(options).toMatchObject({ rounds: 7, sizes: [25_000, 250_000, 1_000_000] });
    expect(options!.output).toMatch(/[/\\]docs[/\\]measurements$/);
  });

  it('chooses sections, rounds and sizes', () => {
    const { names, options } = read('imports', 'limit', '--rounds', '3', '--sizes', '25000,8000000');
    expect(names).toEqual(['limit', 'imports']);
    expect(options).toMatchObject({ rounds: 3, sizes: [25_000, 8_000_000] });
  });

  it('leaves the documents alone in a quick run', () => {
    const { options } = read('--quick');
    expect(options).toMatchObject({ rounds: 1, sizes: [1_000, 2_000] });
    expect(options!.output).toMatch(/[/\\]\.data[/\\]measurements$/);
  });

  it('lists the sections in its help', () => {
    const { written } = read('--help');
    for (const { name, title } of SECTIONS) expect(written).toMatch(new RegExp(`^  ${name} +${title}`, 'm'));
  });

  it.each([
    [['limit', 'pears'], 'Allowed choices are limit, half-load, tail'],
    [['--rounds', '0'], '"0" is not a whole number of 1 or more.'],
    [['--rounds', '2.5'], '"2.5" is not a whole number of 1 or more.'],
    [['--sizes', '25000,1e6'], '"1e6" is not a whole number of 1 or more.'],
    [['--sizes', '25000,60000'], 'must be a multiple of the first'],
    [['--round', '3'], 'unknown option'],
  ])('rejects %p', (words, complaint) => {
    const { options, written } = read(...words);
    expect(options).toBeUndefined();
    expect(written).toContain(complaint);
  });
});
