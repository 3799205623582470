import { REVIEW_DIMENSIONS, type RatedReview } from '../records/review.js';
import { MIN_SAMPLE, signalsOf } from './signal.js';

const TODAY = 20261120;

function staff(ratings: readonly number[], date = 20261001): RatedReview[] {
  return ratings.map((rating) => ({ rating: 3, date, dimensions: { staff: rating } }));
}

/** Yields every way to give n ratings, as counts of the values from 1 to 5. */
function* samples(n: number): Generator<number[]> {
  for (let a = 0; a <= n; a++)
    for (let b = 0; a + b <= n; b++)
      for (let c = 0; a + b + c <= n; c++)
        for (let d = 0; a + b + c + d <= n; d++) {
          const counts = [a, b, c, d, n - a - b - c - d];
          yield counts.flatMap((count, i) => Array.from({ length: count }, () => i + 1));
        }
}

describe('signalsOf', () => {
  it('equals a small sample computed by hand', () => {
    // Mean 4; sum of squares 10, variance 10 / 9, deviation 1.0541; 2.262 · 1.0541 / √10 = 0.754.
    const { signals } = signalsOf(staff([5, 5, 5, 5, 5, 3, 3, 3, 3, 3]), TODAY);
    expect(signals).toEqual([
      {
        dimension: 'staff',
        avgRating: 4,
        low: 3.2,
        high: 4.8,
        sampleSize: 10,
        positivePct: 50,
        level: 'early',
        lastReviewDate: '2026-10-01',
      },
    ]);
  });

  // Student's t, two-sided 95 %, from printed tables (to six places, so that rounding does not matter).
  it.each([
    [10, 2.262157],
    [20, 2.093024],
    [30, 2.04523],
  ])('the interval of every possible sample of %i uses t = %d', (n, t) => {
    const wrong: number[][] = [];
    for (const ratings of samples(n)) {
      const sum = ratings.reduce((total, rating) => total + rating, 0);
      const squares = ratings.reduce((total, rating) => total + rating * rating, 0);
      const average = sum / n;
      const margin = t * Math.sqrt((squares - (sum * sum) / n) / (n - 1) / n);
      const signal = signalsOf(staff(ratings), TODAY).signals[0]!;
      // Both ends have one decimal: half a tenth is rounding, the rest is the tolerance of t.
      const off = Math.max(
        Math.abs(signal.low - Math.max(1, average - margin)),
        Math.abs(signal.high - Math.min(5, average + margin)),
      );
      if (off > 0.05 + 0.001) wrong.push(ratings);
    }
    expect(wrong).toEqual([]);
  });

  it('has an interval of zero width if all ratings are equal', () => {
    const [signal] = signalsOf(staff(Array.from({ length: 10 }, () => 5)), TODAY).signals;
    expect(signal).toMatchObject({ avgRating: 5, low: 5, high: 5, positivePct: 100 });
  });

  it.each([
    [MIN_SAMPLE - 1, undefined],
    [MIN_SAMPLE, 'early'],
    [29, 'early'],
    [30, 'established'],
  ])('%i ratings: %s', (count, level) => {
    const { signals, suppressed } = signalsOf(staff(Array.from({ length: count }, () => 4)), TODAY);
    expect(signals[0]?.level).toBe(level);
    expect(suppressed.includes('staff')).toBe(level === undefined);
  });

  it('lists suppressed dimensions in their order', () => {
    expect(signalsOf([], TODAY)).toEqual({ signals: [], suppressed: [...REVIEW_DIMENSIONS] });
  });

  it('covers 24 months, including the first day', () => {
    const nine = staff(Array.from({ length: 9 }, () => 4));
    expect(signalsOf([...nine, ...staff([4], 20241120)], TODAY).signals).toHaveLength(1);
    expect(signalsOf([...nine, ...staff([4], 20241119)], TODAY).signals).toHaveLength(0);
  });

  it('uses only the reviews that rate the dimension', () => {
    const reviews = [
      ...staff(Array.from({ length: 10 }, () => 2)),
      ...Array.from({ length: 12 }, (_, i) => ({
        rating: 5,
        date: 20260101 + i,
        dimensions: { booking: i < 3 ? 3 : 4 },
      })),
    ];
    const { signals, suppressed } = signalsOf(reviews, TODAY);
    expect(
      signals.map(({ dimension, sampleSize, lastReviewDate, positivePct }) => [
        dimension,
        sampleSize,
        lastReviewDate,
        positivePct,
      ]),
    ).toEqual([
      ['staff', 10, '2026-10-01', 0],
      ['booking', 12, '2026-01-12', 75],
    ]);
    expect(suppressed).toEqual(['wait_time', 'communication', 'thoroughness', 'facility']);
  });
});
