import { Chance } from '../../../test/random-directory.js';
import { hitRate, wilsonInterval } from './wilson-interval.js';

const SHARES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
const SIZES = [30, 60, 100, 200, 400];
const TRIALS = 1000;
const RESOLUTION = 1_000_000;

describe('wilsonInterval', () => {
  // Newcombe 1998, table I: the score method without continuity correction.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is %d to %d, as published', (hits, n, low, high) => {
    const interval = wilsonInterval(hits, n);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('contains the true share in 94 to 96 % of random samples, on average over shares and sizes', () => {
    const chance = new Chance(20_261_123);
    const coverages = SHARES.flatMap((share) =>
      SIZES.map((n) => {
        let covered = 0;
        for (let trial = 0; trial < TRIALS; trial++) {
          let hits = 0;
          for (let i = 0; i < n; i++) if (chance.below(RESOLUTION) < share * RESOLUTION) hits++;
          const { low, high } = wilsonInterval(hits, n);
          if (low <= share && share <= high) covered++;
        }
        return covered / TRIALS;
      }),
    );
    const average = coverages.reduce((sum, coverage) => sum + coverage, 0) / coverages.length;
    expect(average).toBeGreaterThan(0.94);
    expect(average).toBeLessThan(0.96);
    expect(Math.min(...coverages)).toBeGreaterThan(0.92);
  });
});

describe('hitRate', () => {
  it('counts answers, and leaves out whom nobody reached', () => {
    expect(hitRate({ correct: 81, incorrect: 182, unreachable: 40 })).toEqual({
      correct: 81,
      n: 263,
      unreachable: 40,
      pct: 30.8,
      low: 25.5,
      high: 36.6,
    });
  });

  it('knows nothing without an answer', () => {
    const nothing = { correct: 0, n: 0, unreachable: 3, pct: null, low: 0, high: 100 };
    expect(hitRate({ correct: 0, incorrect: 0, unreachable: 3 })).toEqual(nothing);
  });
});
