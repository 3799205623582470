import type {
  DirectorySummary,
  DoctorAnswer,
  DoctorList,
  DoctorReviews,
  DoctorSignals,
} from '@care-atlas/domain/contract';
import { BAD_FILTERS, BAD_PAGES, itAnswersAsEveryRead, itRefusesBadValues } from './common-answers.js';
import { DAY_MS, NOW } from '../../../libs/domain/test/builders.js';
import { CLINICS, DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';

let api: TestApi;
const theApi = () => api;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

async function get<T>(path: string): Promise<T> {
  const answer = await api.ask(path);
  expect(answer.status).toBe(200);
  return answer.json<T>();
}

describe('GET /doctors', () => {
  it('200: the listed doctors by name, with the full total', async () => {
    const { doctors, total, count, warnings } = await get<DoctorList>('/doctors');
    expect([total, count, doctors.length, warnings]).toEqual([40, 25, 25, undefined]);
    const names = doctors.map(({ name }) => name.normalize('NFD').replace(/\p{M}/gu, ''));
    expect(names).toEqual(names.toSorted());
  });

  it('200: a doctor has every declared field', async () => {
    const { doctors } = await get<DoctorList>('/doctors?specialties=family%20medicine&minYears=41');
    const [doctor] = doctors;
    expect(doctors).toHaveLength(1);
    expect(doctor).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      cpsoNumber: '900001',
      name: 'Dr. Amara Okafor',
      gender: 'female',
      yearsOfPractice: 41,
      specialties: ['Family Medicine'],
      languages: ['English'],
      clinic: {
        id: CLINICS[0].id,
        name: 'Annex Family Practice',
        address: '1 Example Street, Toronto, ON M5S 1A1',
        lat: 43.6663,
        lng: -79.405,
        phone: '+1-416-555-0101',
        acceptingNewPatients: true,
      },
      dataFreshness: 'fresh',
      syncedAt: NOW.toISOString(),
    });
  });

  it('200: no doctor with an expired registration', async () => {
    const { doctors } = await get<DoctorList>('/doctors?limit=100');
    expect(doctors).toHaveLength(40);
    expect(doctors.map(({ cpsoNumber }) => cpsoNumber)).not.toContain('900099');
  });

  itAnswersAsEveryRead(theApi, '/doctors');
  itRefusesBadValues(theApi, '/doctors', [
    ...BAD_PAGES,
    ...BAD_FILTERS,
    ['specialty', ' '],
    ['specialty', ' '],
  ]);
});

describe('GET /doctors/search', () => {
  it.each([
    ['chen', DOCTORS.filter(({ name }) => name.endsWith('Chen')).length],
    ['CHEN%20wei', 1],
    ['elise', DOCTORS.filter(({ name }) => name.includes('Élise')).length],
    ['%C3%89LISE', DOCTORS.filter(({ name }) => name.includes('Élise')).length],
    ['900017', 1],
    ['90001', 0],
    ['900099', 0],
    ['gone', 0],
    ['chen%20okafor', 0],
    ['%25%25', 0],
    ['__', 0],
    ['%5C%5C', 0],
  ])('200: q=%s finds %d', async (q, found) => {
    const { total, doctors } = await get<DoctorList>(`/doctors/search?q=${q}`);
    expect([total, doctors.length]).toEqual([found, found]);
  });

  it('200: combines with filters', async () => {
    const { doctors } = await get<DoctorList>('/doctors/search?q=chen&gender=female');
    const expected = DOCTORS.filter(({ name, gender }) => name.endsWith('Chen') && gender === 'female');
    expect(doctors.map(({ name }) => name).toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
    expect(expected.length).toBeGreaterThan(0);
  });

  it('400 without q', async () => {
    const refused = await api.ask('/doctors/search?gender=female');
    expect([refused.status, refused.refusal.error, refused.refusal.param]).toEqual([
      400,
      'missing_param',
      'q',
    ]);
  });

  itAnswersAsEveryRead(theApi, '/doctors/search?q=chen');
  itRefusesBadValues(theApi, '/doctors/search', [
    ['q', ''],
    ['q', 'c'],
    ['q', '  c  '],
  ]);
  itRefusesBadValues(theApi, '/doctors/search?q=chen', [...BAD_PAGES, ...BAD_FILTERS]);
});

describe('GET /doctors/summary', () => {
  it('200: totals of the listed doctors', async () => {
    const summary = await get<DirectorySummary>('/doctors/summary');
    const accepting = new Set(CLINICS.filter((clinic) => clinic.accepting).map(({ id }) => id));
    const counts = new Map<string, number>();
    for (const specialty of DOCTORS.flatMap(({ specialties }) => specialties)) {
      counts.set(specialty, (counts.get(specialty) ?? 0) + 1);
    }
    expect(summary).toEqual({
      totalDoctors: 40,
      acceptingNewPatients: DOCTORS.filter(({ clinicIds }) => accepting.has(clinicIds[0]!)).length,
      bySpecialty: [...counts]
        .map(([specialty, count]) => ({ specialty, count }))
        .toSorted((a, b) => b.count - a.count || (a.specialty < b.specialty ? -1 : 1)),
      dataFreshness: { fresh: 14, stale: 13, unknown: 13, coveragePct: 67.5 },
    });
  });

  it('200: a record becomes stale as time passes', async () => {
    const started = await TestApi.start();
    try {
      started.wait(26 * DAY_MS);
      const later = (await started.ask('/doctors/summary')).json<DirectorySummary>();
      expect(later.dataFreshness).toEqual({ fresh: 0, stale: 27, unknown: 13, coveragePct: 67.5 });
    } finally {
      await started.stop();
    }
  });

  itAnswersAsEveryRead(theApi, '/doctors/summary');
});

describe('GET /doctors/{cpso}', () => {
  it('200: the detail, with the newest five reviews', async () => {
    const { doctor } = await get<DoctorAnswer>('/doctors/900001');
    expect(doctor).toMatchObject({
      cpsoNumber: '900001',
      referralRequired: false,
      bookingMethod: { phone: '+1-416-555-0199', online: 'https://book.example', referralOnly: false },
      rating: { positive: 14, negative: 14, reviewCount: 35 },
      expiredAt: null,
      dataFreshness: 'fresh',
      clinics: [doctor.clinic],
    });
    const dates = doctor.reviews.map(({ date }) => date);
    expect(dates).toHaveLength(5);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('200: an expired doctor stays readable, and is stale', async () => {
    const { doctor } = await get<DoctorAnswer>('/doctors/900099');
    expect(doctor).toMatchObject({ expiredAt: '2026-11-01T00:00:00.000Z', dataFreshness: 'stale' });
  });

  it.each(['1', '900001x', ' 900001', '%20', '0'.repeat(3000), 'Searching'])('404: %.12s', async (number) => {
    const missing = await api.ask(`/doctors/${encodeURIComponent(number)}`);
    expect([missing.status, missing.refusal.error]).toEqual([404, 'not_found']);
  });

  itAnswersAsEveryRead(theApi, '/doctors/900001');
});

describe('GET /doctors/{cpso}/reviews', () => {
  it('200: a page of reviews, newest first, with the counts of all', async () => {
    const { reviews, ...envelope } = await get<DoctorReviews>('/doctors/900001/reviews?limit=30&offset=10');
    expect(envelope).toEqual({
      cpsoNumber: '900001',
      rating: { positive: 14, negative: 14, reviewCount: 35 },
      total: 35,
      count: 25,
    });
    const dates = reviews.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('200: an empty list for a doctor without reviews', async () => {
    const answer = await get<DoctorReviews>('/doctors/900002/reviews');
    expect(answer).toEqual({
      cpsoNumber: '900002',
      rating: { positive: 0, negative: 0, reviewCount: 0 },
      reviews: [],
      total: 0,
      count: 0,
    });
  });

  it('404: an unknown number', async () => {
    expect((await api.ask('/doctors/1/reviews')).refusal.error).toBe('not_found');
  });

  itAnswersAsEveryRead(theApi, '/doctors/900001/reviews');
  itRefusesBadValues(theApi, '/doctors/900001/reviews', BAD_PAGES);
});

describe('GET /doctors/{cpso}/signals', () => {
  it('200: the signals of the last 24 months, and the dimensions with too few ratings', async () => {
    const answer = await get<DoctorSignals>('/doctors/900001/signals');
    expect(answer).toMatchObject({
      cpsoNumber: '900001',
      minSample: 10,
      signals: [
        { dimension: 'wait_time', avgRating: 3, sampleSize: 35, positivePct: 40, level: 'established' },
        { dimension: 'staff', avgRating: 4, sampleSize: 12, positivePct: 100, level: 'early' },
      ],
      total: 2,
      count: 2,
      suppressed: ['communication', 'thoroughness', 'booking', 'facility'],
    });
  });

  it('404: an unknown number', async () => {
    expect((await api.ask('/doctors/1/signals')).refusal.error).toBe('not_found');
  });

  itAnswersAsEveryRead(theApi, '/doctors/900001/signals');
});
