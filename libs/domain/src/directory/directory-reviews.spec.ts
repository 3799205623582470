import { aDirectory, aDoctor, aReview, uuid } from '../../test/builders.js';
import { SANDBOX_SIZES } from '../access/tier.js';

describe('listDoctorReviews', () => {
  const reviews = Array.from({ length: 30 }, (_, i) =>
    aReview({ id: uuid(i), rating: 5, date: i < 2 ? '2026-05-05' : '2026-05-04', text: `Review ${i}` }),
  );
  const directory = aDirectory({ doctors: [aDoctor()], reviews: reviews.toReversed() });

  it('returns reviews newest first, then by id, with the counts of all', () => {
    const { value } = directory.listDoctorReviews('900001', { limit: 2, offset: 1 });
    expect(value).toEqual({
      cpsoNumber: '900001',
      rating: { positive: 30, negative: 0, reviewCount: 30 },
      reviews: [
        { author: 'Priya S.', rating: 5, text: 'Review 1', date: '2026-05-05' },
        { author: 'Priya S.', rating: 5, text: 'Review 2', date: '2026-05-04' },
      ],
      total: 30,
      count: 2,
    });
  });

  it.each([
    [{}, 25],
    [{ limit: 0 }, 0],
    [{ offset: 28 }, 2],
    [{ offset: 30 }, 0],
    [{ offset: Number.MAX_SAFE_INTEGER }, 0],
  ])('%j: %i of 30', (query, count) => {
    const { value } = directory.listDoctorReviews('900001', query);
    expect(value).toMatchObject({ total: 30, count });
    expect(value.reviews).toHaveLength(count);
  });

  it('caps the limit with a warning', () => {
    const { value } = directory.listDoctorReviews('900001', { limit: 25 }, SANDBOX_SIZES);
    expect(value).toMatchObject({ count: 10, warnings: ['The limit 25 was capped at 10.'] });
  });

  it('returns an empty list if there are no reviews', () => {
    expect(aDirectory({ doctors: [aDoctor()] }).listDoctorReviews('900001', {}).value).toEqual({
      cpsoNumber: '900001',
      rating: { positive: 0, negative: 0, reviewCount: 0 },
      reviews: [],
      total: 0,
      count: 0,
    });
  });
});

describe('getDoctorSignals', () => {
  it('returns the dimensions with enough ratings, and the names of the others', () => {
    const reviews = Array.from({ length: 10 }, () => aReview({ dimensions: { staff: 5 } }));
    const { value } = aDirectory({ doctors: [aDoctor()], reviews }).getDoctorSignals('900001', {
      warnings: [{ code: 'match_ignored' }],
    });
    expect(value).toEqual({
      cpsoNumber: '900001',
      minSample: 10,
      signals: [
        {
          dimension: 'staff',
          avgRating: 5,
          low: 5,
          high: 5,
          sampleSize: 10,
          positivePct: 100,
          level: 'early',
          lastReviewDate: '2026-10-01',
        },
      ],
      suppressed: ['wait_time', 'communication', 'thoroughness', 'booking', 'facility'],
      total: 1,
      count: 1,
      warnings: ['match was ignored: it says how q is compared.'],
    });
  });

  it('returns no warnings if there are none', () => {
    const directory = aDirectory({ doctors: [aDoctor()] });
    expect(directory.getDoctorSignals('900001', { warnings: [] }).value).not.toHaveProperty('warnings');
  });
});

describe('listClinicReviews', () => {
  const about = { subject: { clinic: uuid(1) } };

  it('returns the reviews of the clinic, newest first, with the averages of all', () => {
    const reviews = [
      aReview({ ...about, rating: 2, date: '2026-01-01', dimensions: { wait_time: 1 } }),
      aReview({ ...about, rating: 5, date: '2026-02-01', dimensions: { wait_time: 2, staff: 5 } }),
      aReview({ subject: { doctor: '900001' }, rating: 1 }),
      aReview({ subject: { clinic: uuid(77) }, rating: 1 }),
    ];
    const directory = aDirectory({ doctors: [aDoctor()], reviews });
    expect(directory.listClinicReviews(uuid(1), { limit: 1 }).value).toEqual({
      clinicId: uuid(1),
      aggregate: {
        avgRating: 3.5,
        count: 2,
        byDimension: [
          { dimension: 'wait_time', avgRating: 1.5, count: 2 },
          { dimension: 'staff', avgRating: 5, count: 1 },
        ],
      },
      reviews: [{ author: 'Priya S.', rating: 5, text: 'Took the time to explain.', date: '2026-02-01' }],
      total: 2,
      count: 1,
    });
  });

  it('returns no average and zero counts if there are no reviews', () => {
    expect(aDirectory({}).listClinicReviews(uuid(1), {}).value).toEqual({
      clinicId: uuid(1),
      aggregate: { avgRating: null, count: 0, byDimension: [] },
      reviews: [],
      total: 0,
      count: 0,
    });
  });

  it('returns text of any kind unchanged', () => {
    const text = '"quoted" \\ \u2028 </script> é 𝒜 \u0000';
    const { value } = aDirectory({ reviews: [aReview({ ...about, text })] }).listClinicReviews(uuid(1), {});
    expect(value.reviews[0]?.text).toBe(text);
  });
});

describe('getClinicSignals', () => {
  it('returns the signals of the clinic', () => {
    const about = { subject: { clinic: uuid(1) } };
    const reviews = Array.from({ length: 10 }, () => aReview({ ...about, dimensions: { facility: 1 } }));
    const { value } = aDirectory({ reviews }).getClinicSignals(uuid(1));
    expect(value).toMatchObject({ clinicId: uuid(1), minSample: 10, total: 1, count: 1 });
    expect(value.signals[0]).toMatchObject({ dimension: 'facility', avgRating: 1, positivePct: 0 });
    expect(value.suppressed).toEqual(['wait_time', 'staff', 'communication', 'thoroughness', 'booking']);
  });
});
