import { isSaid, PARTS, readBenchOptions } from './bench-options.js';

const read = (...words: string[]) => {
  let written = '';
  try {
    return { options: readBenchOptions(words, (text) => (written += text)), written };
  } catch (error) {
    expect(isSaid(error)).toBe(true);
    return { options: undefined, written };
  }
};

describe('the command line', () => {
  it('measures everything when nothing is said', () => {
    const { options } = read();
    expect([...options!.only]).toEqual([...PARTS]);
    expect(options!.sizes).toEqual([25_000, 250_000, 1_000_000]);
    expect(options!.output).toMatch(/[/\\]docs[/\\]benchmarks\.md$/);
  });

  it('chooses parts, rounds and sizes', () => {
    const { options } = read('--only', 'limit,growth', '--rounds', '3', '--sizes', '1000,4000');
    expect([...options!.only]).toEqual(['limit', 'growth']);
    expect(options).toMatchObject({ rounds: 3, sizes: [1000, 4000] });
  });

  it.each([
    [['--only', 'limit,pears'], '"pears" is no part: there are limit, ours, peers, scale, growth.'],
    [['--rounds', '0'], '"0" is no whole number from 1 on.'],
    [['--rounds', '2.5'], '"2.5" is no whole number from 1 on.'],
    [['--sizes', '1000,2500'], '2500 is no larger multiple of the first size, 1000.'],
    [['--sizes', '1000,1000'], '1000 is no larger multiple of the first size, 1000.'],
    [['--round', '3'], 'unknown option'],
    [['everything'], 'too many arguments'],
  ])('%p is refused', (words, complaint) => {
    const { options, written } = read(...words);
    expect(options).toBeUndefined();
    expect(written).toContain(complaint);
  });
});
