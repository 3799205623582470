import { english } from '../messages/index.js';
import { aClinic, aDirectory, aDoctor, aReview, open, uuid } from '../../test/builders.js';
import { DirectoryError } from '../contract/error.js';
import type { DoctorQuery } from '../contract/queries/query.js';
import { SANDBOX_SIZES } from '../access/tier.js';

const EXPIRED = { expiredAt: new Date('2026-11-01T06:00:00Z') };
const doctors = (count: number) =>
  Array.from({ length: count }, (_, i) => aDoctor({ registrationNumber: String(900_000 + i) }));
const numbers = (directory: ReturnType<typeof aDirectory>, query: DoctorQuery) =>
  directory.listDoctors(query).value.doctors.map((doctor) => doctor.cpsoNumber);

const amara = aDoctor({
  gender: 'female',
  specialties: ['Family Medicine', 'Pediatrics'],
  languages: ['English', 'Igbo'],
  clinicIds: [uuid(1), uuid(2)],
  referralRequired: true,
  booking: { phone: '416-555-0100', online: 'https://book.example/amara', referralOnly: true },
});
const amaraItem = {
  id: amara.id,
  cpsoNumber: '900001',
  name: 'Dr. Amara Okafor',
  gender: 'female',
  yearsOfPractice: 16,
  specialties: ['Family Medicine', 'Pediatrics'],
  languages: ['English', 'Igbo'],
  clinic: {
    id: uuid(1),
    name: 'Birchmount Family Health',
    address: '1 Birchmount Rd, Toronto M1N 3J5',
    lat: 43.6953,
    lng: -79.2617,
    phone: '416-555-0199',
    acceptingNewPatients: true,
  },
  dataFreshness: 'fresh',
  syncedAt: '2026-11-20T06:00:00.000Z',
};
const clinics = [
  aClinic({ phone: '416-555-0199', accepting: true }),
  aClinic({ id: uuid(2), openingHours: open([1], 9, 20) }),
];

describe('listDoctors', () => {
  it('returns items, total and count, and nothing else', () => {
    const answer = aDirectory({ clinics, doctors: [amara] }).listDoctors({});
    expect(answer.value).toEqual({ doctors: [amaraItem], total: 1, count: 1 });
    expect(answer.page).toEqual({ total: 1, count: 1, limit: 25, offset: 0 });
  });

  it('answers for an empty directory', () => {
    expect(aDirectory({ clinics: [] }).listDoctors({}).value).toEqual({ doctors: [], total: 0, count: 0 });
  });

  it('returns unknown facts as empty strings, and unknown acceptance as false', () => {
    const [item] = aDirectory({ doctors: [aDoctor()] }).listDoctors({}).value.doctors;
    expect(item).toMatchObject({ gender: '', clinic: { phone: '', acceptingNewPatients: false } });
  });

  it('orders by name without accents and case, then by registration number', () => {
    const named = ['Dr. Zoe', 'Dr. Éva', 'dr. eva', 'Dr. Eve', 'Dr. Adam'].map((name, i) =>
      aDoctor({ name, registrationNumber: String(900_009 - i) }),
    );
    expect(numbers(aDirectory({ doctors: named }), {})).toEqual([
      '900005',
      '900007',
      '900008',
      '900006',
      '900009',
    ]);
  });

  it.each([
    [{}, 25],
    [{ limit: 0 }, 0],
    [{ limit: 3 }, 3],
    [{ limit: 100 }, 100],
    [{ limit: 100, offset: 90 }, 30],
    [{ offset: 120 }, 0],
    [{ offset: Number.MAX_SAFE_INTEGER }, 0],
  ])('%j of 120: returns %i items, the full total and no warning', (query, count) => {
    const { value } = aDirectory({ doctors: doctors(120) }).listDoctors(query);
    expect(Object.keys(value)).toEqual(['doctors', 'total', 'count']);
    expect(value).toMatchObject({ total: 120, count });
    expect(value.doctors).toHaveLength(count);
  });

  it('caps a larger limit with a warning', () => {
    const answer = aDirectory({ doctors: doctors(120) }).listDoctors({ limit: 101 });
    expect(answer.value).toMatchObject({
      total: 120,
      count: 100,
      warnings: ['The limit 101 was capped at 100.'],
    });
    expect(answer.page?.limit).toBe(100);
  });

  it('returns at most 10 items in the sandbox, also by default', () => {
    const directory = aDirectory({ doctors: doctors(30) });
    expect(directory.listDoctors({}, SANDBOX_SIZES).value).toMatchObject({ total: 30, count: 10 });
    const first = { code: 'unmatched_values', params: { more: 1 } } as const;
    const { value } = directory.listDoctors({ limit: 11, warnings: [first] }, SANDBOX_SIZES);
    expect(value.count).toBe(10);
    expect(value.warnings).toEqual([english(first), 'The limit 11 was capped at 10.']);
  });

  it('omits expired doctors', () => {
    const directory = aDirectory({ doctors: [aDoctor(), aDoctor({ registrationNumber: '9', ...EXPIRED })] });
    expect(numbers(directory, {})).toEqual(['900001']);
  });

  it('applies clinic filters to the primary clinic only', () => {
    const directory = aDirectory({ clinics, doctors: [amara] });
    expect(numbers(directory, { accepting: true })).toEqual(['900001']);
    expect(numbers(directory, { evening: true })).toEqual([]);
  });

  it.each([
    [{ specialties: ['pediatrics'], specialty: 'Cardiology' }, true],
    [{ specialties: ['Cardiology'], specialty: 'Pediatrics' }, false],
    [{ specialty: 'PÉDIATRICS' }, true],
    [{ specialty: 'Pediatric' }, false],
    [{ specialties: ['Cardiology', 'Pediatrics'] }, true],
    [{ specialties: ['Igbo'] }, false],
    [{ language: ['igbo'] }, true],
    [{ languages: ['Tamil'], language: ['Igbo'] }, false],
    [{ languages: ['Igbo'], language: ['Tamil'] }, true],
    [{ languages: ['Igbo'], specialties: ['Cardiology'] }, false],
    [{ languages: ['Klingon'] }, false],
    [{ gender: 'female' as const }, true],
    [{ gender: 'male' as const }, false],
    [{ minYears: 16, maxYears: 16 }, true],
    [{ minYears: 17 }, false],
    [{ maxYears: 15 }, false],
    [{ minYears: 20, maxYears: 10 }, false],
    [{ accepting: false, wheelchair: false }, true],
    [{ wheelchair: true }, false],
  ])('%j: %s', (query, found) => {
    const directory = aDirectory({ clinics, doctors: [amara] });
    expect(directory.listDoctors(query).value.total).toBe(found ? 1 : 0);
  });

  it('matches no gender filter if the gender is not disclosed', () => {
    const directory = aDirectory({ doctors: [aDoctor({ gender: '' })] });
    for (const gender of ['male', 'female', 'non-binary'] as const)
      expect(numbers(directory, { gender })).toEqual([]);
  });

  it('counts years beyond a human life, as placeholder dates cause them', () => {
    const directory = aDirectory({ doctors: [aDoctor({ practisingSince: '1900-01-01' })] });
    expect(directory.listDoctors({}).value.doctors[0]?.yearsOfPractice).toBe(126);
    expect(numbers(directory, { minYears: 5 })).toEqual(['900001']);
    expect(numbers(directory, { maxYears: 126 })).toEqual(['900001']);
    expect(numbers(directory, { minYears: 127 })).toEqual([]);
    expect(numbers(directory, { minYears: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });
});

describe('searchDoctors', () => {
  const directory = aDirectory({
    doctors: [
      aDoctor({ registrationNumber: '70001', name: 'Dr. Zoë Chen-Lévesque' }),
      aDoctor({ registrationNumber: '70002', name: 'Dr. Wei Chen', gender: 'male' }),
      aDoctor({ registrationNumber: '70003', name: 'Dr. Chen Okafor', ...EXPIRED }),
    ],
  });
  const search = (q: string, more: { gender?: 'male' | 'female' } = {}) =>
    directory.searchDoctors({ q, ...more }).value.doctors.map((doctor) => doctor.cpsoNumber);

  it.each([
    ['chen', ['70002', '70001']],
    ['CHEN  zoe', ['70001']],
    ['lévesque', ['70001']],
    ['levesque chen', ['70001']],
    ['n-l', ['70001']],
    ['hen', ['70002', '70001']],
    ['chen okafor', []],
    ['70002', ['70002']],
    [' 70002 ', ['70002']],
    ['7000', []],
    ['70003', []],
    ['70002 chen', []],
    ['\u0301\u0301', []],
  ])('%j finds %j', (q, found) => {
    expect(search(q)).toEqual(found);
  });

  it('combines with filters, also for a registration number', () => {
    expect(search('chen', { gender: 'male' })).toEqual(['70002']);
    expect(search('70002', { gender: 'female' })).toEqual([]);
  });
});

describe('getDoctor', () => {
  const reviews = [3, 1, 5, 5, 4, 2, 3].map((rating, i) =>
    aReview({ id: uuid(50 - i), rating, date: `2026-0${i + 1}-01`, text: `Review ${i}` }),
  );
  const detail = (i: number) => ({
    author: 'Priya S.',
    rating: reviews[i]!.rating,
    text: `Review ${i}`,
    date: `2026-0${i + 1}-01`,
  });
  const directory = aDirectory({
    clinics,
    doctors: [amara, aDoctor({ registrationNumber: '900002', clinicIds: [uuid(2)] })],
    reviews,
  });

  it('returns the list item with the members of the detail', () => {
    expect(directory.getDoctor('900001').value).toEqual({
      doctor: {
        ...amaraItem,
        referralRequired: true,
        bookingMethod: { phone: '416-555-0100', online: 'https://book.example/amara', referralOnly: true },
        rating: { positive: 3, negative: 2, reviewCount: 7 },
        reviews: [6, 5, 4, 3, 2].map(detail),
        expiredAt: null,
        clinics: [amaraItem.clinic, directory.getDoctor('900002').value.doctor.clinic],
      },
    });
  });

  it('returns 2 reviews in the sandbox, with the counts of all', () => {
    const { doctor } = directory.getDoctor('900001', {}, SANDBOX_SIZES).value;
    expect(doctor.reviews).toEqual([6, 5].map(detail));
    expect(doctor.rating.reviewCount).toBe(7);
  });

  it('returns an expired doctor as stale, with the time of expiry', () => {
    const expired = aDirectory({ doctors: [aDoctor(EXPIRED)], reviews: [aReview()] });
    expect(expired.getDoctor('900001').value.doctor).toMatchObject({
      dataFreshness: 'stale',
      expiredAt: '2026-11-01T06:00:00.000Z',
      rating: { reviewCount: 1 },
    });
    expect(expired.getDoctor('900001').value.doctor.clinics.map(({ id }) => id)).toEqual([uuid(1)]);
    expect(expired.listDoctorReviews('900001', {}).value.total).toBe(1);
    expect(expired.getDoctorSignals('900001').value.total).toBe(0);
  });

  it.each(['900003', '', '0900001', ' 900001', '900001.0', '__proto__', uuid(1)])(
    '%j: not_found',
    (number) => {
      const reads = [
        () => directory.getDoctor(number),
        () => directory.listDoctorReviews(number, {}),
        () => directory.getDoctorSignals(number),
      ];
      for (const read of reads) {
        expect(read).toThrow(DirectoryError);
        expect(read).toThrow(expect.objectContaining({ code: 'not_found' }));
      }
    },
  );
});

describe('listDoctors by clinic', () => {
  const AT = [1, 2, 1, 1, 3, 1, 2];
  const some = AT.map((clinic, i) =>
    aDoctor({
      registrationNumber: String(900_000 + i),
      name: `Dr. ${'ABCDEFG'[i]!}`,
      clinicIds: [uuid(clinic), uuid(4)],
      languages: i === 1 ? ['Tamil'] : ['English'],
    }),
  );
  const places = [1, 2, 3, 4].map((n) => aClinic({ id: uuid(n), name: `Clinic ${n}`, lat: 43.6 + n / 100 }));
  const directory = aDirectory({ clinics: places, doctors: some });
  const groupsOf = (query: DoctorQuery) =>
    directory
      .listDoctors({ ...query, group: 'clinic' })
      .value.doctors.map(
        ({ atClinic }) =>
          `${atClinic!.count}: ${atClinic!.doctors.map(({ name }) => name.slice(4)).join(' ')}`,
      );

  it('has the first matching doctor of each primary clinic, names three and counts all', () => {
    const { doctors: items, ...envelope } = directory.listDoctors({ group: 'clinic', limit: 2 }).value;
    expect(envelope).toEqual({ total: 3, count: 2, doctorTotal: 7 });
    expect(items.map(({ name, clinic }) => [name, clinic.name])).toEqual([
      ['Dr. A', 'Clinic 1'],
      ['Dr. B', 'Clinic 2'],
    ]);
    expect(items[0]!.atClinic).toEqual({
      count: 4,
      doctors: ['A', 'C', 'D'].map((letter) => ({
        cpsoNumber: String(900_000 + 'ABCDEFG'.indexOf(letter)),
        name: `Dr. ${letter}`,
        specialties: ['Family Medicine'],
      })),
    });
    expect(directory.listDoctors({}).value.doctors[0]).not.toHaveProperty('atClinic');
  });

  it.each<[string, DoctorQuery, string[]]>([
    ['pages', { limit: 1, offset: 2 }, ['1: E']],
    ['places, nearest first', { near: '43.7,-79.26' }, ['1: E', '2: B G', '4: A C D']],
    ['filters', { languages: ['English'] }, ['4: A C D', '1: E', '1: G']],
    ['ids, in their order', { ids: ['900006', '900000', '900001'] }, ['2: G B', '1: A']],
    ['pages beyond the last', { offset: 3 }, []],
    ['pages without items', { limit: 0 }, []],
    ['filters that nobody meets', { languages: ['Klingon'] }, []],
  ])('works with %s', (_, query, expected) => {
    expect(groupsOf(query)).toEqual(expected);
  });

  it('says how each doctor of a forgiving search matches', () => {
    const query = { q: 'Dr', match: 'forgiving' as const, group: 'clinic' as const, limit: 2, offset: 1 };
    const { doctors: items, matches } = directory.searchDoctors(query).value;
    expect(matches!.map(({ cpsoNumber }) => cpsoNumber)).toEqual(items.map(({ cpsoNumber }) => cpsoNumber));
  });
});
