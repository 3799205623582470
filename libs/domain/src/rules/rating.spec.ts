import { aggregateOf, oneDecimal, ratingOf } from './rating.js';

const review = (rating: number, dimensions = {}) => ({ rating, date: 20261001, dimensions });

it.each([
  [4.25, 4.3],
  [4.249, 4.2],
  [3, 3],
  [99.96, 100],
  [200 / 3, 66.7],
])('oneDecimal of %d is %d', (value, rounded) => {
  expect(oneDecimal(value)).toBe(rounded);
});

describe('ratingOf', () => {
  it('counts 4 and 5 as positive, 1 and 2 as negative, 3 as neither', () => {
    expect(ratingOf([1, 2, 2, 3, 3, 3, 4, 5, 5, 5].map((stars) => review(stars)))).toEqual({
      positive: 4,
      negative: 3,
      reviewCount: 10,
    });
  });

  it('is zero without reviews', () => {
    expect(ratingOf([])).toEqual({ positive: 0, negative: 0, reviewCount: 0 });
  });
});

describe('aggregateOf', () => {
  it('averages stars and each dimension over the reviews that rate it', () => {
    const reviews = [
      review(5, { facility: 4, wait_time: 1 }),
      review(4, { wait_time: 2 }),
      review(4, { wait_time: 2 }),
    ];
    expect(aggregateOf(reviews)).toEqual({
      avgRating: 4.3,
      count: 3,
      byDimension: [
        { dimension: 'wait_time', avgRating: 1.7, count: 3 },
        { dimension: 'facility', avgRating: 4, count: 1 },
      ],
    });
  });

  it('has no average without reviews', () => {
    expect(aggregateOf([])).toEqual({ avgRating: null, count: 0, byDimension: [] });
  });
});
