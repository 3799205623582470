import { DEFAULT_SIZES, TIERS } from './tier.js';

describe('the sizes of answers', () => {
  it.each(TIERS.filter((tier) => tier !== 'sandbox'))('%s: has full sizes', (tier) => {
    expect(DEFAULT_SIZES[tier]).toEqual({
      pageDefault: 25,
      pageMaximum: 100,
      nestedReviews: 5,
      nestedDoctors: Infinity,
    });
  });

  it('sandbox: has smaller sizes', () => {
    expect(DEFAULT_SIZES.sandbox).toEqual({
      pageDefault: 10,
      pageMaximum: 10,
      nestedReviews: 2,
      nestedDoctors: 3,
    });
  });
});
