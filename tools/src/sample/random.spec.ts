import { Random, STREAM } from './random.js';
import { Weighted } from './weighted.js';

function first(seed: number, stream: keyof typeof STREAM, index: number): number {
  return new Random(seed, STREAM[stream], index).word();
}

describe('Random', () => {
  it('gives the same numbers at the same address and others elsewhere', () => {
    expect(first(1, 'clinic', 7)).toBe(first(1, 'clinic', 7));
    expect(
      new Set([first(1, 'clinic', 7), first(2, 'clinic', 7), first(1, 'person', 7), first(1, 'clinic', 8)])
        .size,
    ).toBe(4);
  });

  it('is uniform over the first numbers of neighboring addresses', () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (let index = 0; index < 10_000; index++) counts[new Random(1, STREAM.person, index).below(10)]!++;
    // Expected are 1,000 each, with a deviation of 30.
    expect(counts.filter((count) => count < 880 || count > 1_120)).toEqual([]);
  });

  it('reaches both ends of a range and nothing beyond', () => {
    const random = new Random(1, STREAM.layout);
    const drawn = new Set(Array.from({ length: 1_000 }, () => random.between(3, 6)));
    expect(drawn).toEqual(new Set([3, 4, 5, 6]));
  });

  it('is standard normal', () => {
    const random = new Random(1, STREAM.layout);
    const drawn = Array.from({ length: 20_000 }, () => random.normal());
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
    const variance = drawn.reduce((sum, value) => sum + value ** 2, 0) / drawn.length;
    expect(mean).toBeCloseTo(0, 1);
    expect(variance).toBeCloseTo(1, 1);
  });
});

describe('Weighted', () => {
  it('picks in proportion to the weights, and never a value of weight 0', () => {
    const random = new Random(1, STREAM.layout);
    const choice = new Weighted([
      ['rare', 1],
      ['never', 0],
      ['usual', 3],
    ]);
    const drawn = Array.from({ length: 10_000 }, () => choice.pick(random));
    expect(drawn.filter((value) => value === 'usual').length / drawn.length).toBeCloseTo(0.75, 1);
    expect(drawn).not.toContain('never');
  });

  it('rejects a choice without positive weights', () => {
    expect(() => new Weighted([['never', 0]])).toThrow(RangeError);
  });
});
