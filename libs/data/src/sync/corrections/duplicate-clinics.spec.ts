import { DUPLICATE_REASONS, type DuplicateClinic, duplicatesOf } from './duplicate-clinics.js';

const clinic = (id: string, facts: Partial<DuplicateClinic> = {}): DuplicateClinic => ({
  id,
  name: 'Maple Medical Clinic',
  address: '1 St. Clair Ave. W, Toronto, ON M4V 1K6',
  postalCode: 'M4V 1K6',
  lat: 43.688,
  lng: -79.394,
  positionSource: 'postal-area',
  phone: '',
  website: '',
  origin: 'clinic',
  source: 'clinics',
  extractedAt: null,
  ...facts,
});

const reasonsOf = (...clinics: readonly DuplicateClinic[]) =>
  duplicatesOf(clinics).map(({ kept, merged, reasons }) => [
    merged.id,
    kept.id,
    ...reasons.map((reason) => DUPLICATE_REASONS[reason]),
  ]);

const ELSEWHERE = { name: 'Oak', address: '9 Elm St, Markham, ON', postalCode: '', lat: 43.9, lng: -79.2 };

describe('duplicatesOf', () => {
  it.each<[string, Partial<DuplicateClinic>]>([
    ['another spelling', { name: 'The Maple Clinic Inc.', address: '1 Saint Clair Avenue West, Toronto' }],
    ['no postal code', { address: '1 St. Clair W, Toronto, Ontario', postalCode: '' }],
  ])('finds the same address with %s and a similar name', (_, facts) => {
    expect(reasonsOf(clinic('a'), clinic('b', facts))).toEqual([['b', 'a', 'same address, similar name']]);
  });

  it.each<[string, Partial<DuplicateClinic>]>([
    ['another name', { name: 'Oak Medical Clinic' }],
    ['another number', { address: '3 St. Clair Ave. W, Toronto, ON M4V 1K6' }],
    ['another unit', { address: 'Unit 2, 1 St. Clair Ave. W, Toronto, ON M4V 1K6' }],
    ['another direction', { address: '1 St. Clair Ave. E, Toronto, ON M4V 1K6' }],
    [
      'another postal code far away',
      { address: '1 St. Clair Ave. W, Toronto, ON M4V 1K7', postalCode: 'M4V 1K7', lat: 43.75 },
    ],
  ])('does not find %s', (_, facts) => {
    expect(reasonsOf(clinic('a'), clinic('b', facts))).toEqual([]);
  });

  it('finds the same address with another postal code, which may be a mistake', () => {
    const other = clinic('b', { address: '1 St. Clair Ave. W, Toronto, ON M4V 1K7', postalCode: 'M4V 1K7' });
    const [pair] = duplicatesOf([clinic('a'), other]);
    expect(pair).toMatchObject({ reasons: ['codes'], missing: [['address']] });
  });

  it('says what is missing for certainty, and that one source lists both', () => {
    const missing = (facts: Partial<DuplicateClinic>) =>
      duplicatesOf([
        clinic('a', { phone: '+1-416-555-0101', positionSource: 'source' }),
        clinic('b', facts),
      ])[0]!.missing;
    expect(missing({})).toEqual([]);
    expect(duplicatesOf([clinic('a'), clinic('b')])[0]!.listedBy).toBe('clinics');
    const others: Partial<DuplicateClinic>[] = [{ source: 'odhf' }, { source: '' }];
    for (const other of others)
      expect(duplicatesOf([clinic('a'), clinic('b', other)])[0]!.listedBy).toBeNull();
    const place = { source: 'register', origin: 'register' } as const;
    expect(duplicatesOf([clinic('a', place), clinic('b', place)])[0]!.listedBy).toBeNull();
    const near = { address: '3 Elm St, Toronto', positionSource: 'source', lat: 43.6884 } as const;
    expect(missing({ ...near, phone: '+1-416-555-0101', name: 'Oak' })).toEqual([['name']]);
    expect(missing({ ...near, phone: '' })).toEqual([['address'], ['phone']]);
  });

  describe('of the same telephone or website', () => {
    const same = { phone: '+1-416-555-0101', website: 'https://www.maple.example/' };
    const other = { ...ELSEWHERE, phone: '+1-416-555-0101', website: 'http://maple.example' };
    const PLACES: readonly [string, Partial<DuplicateClinic>][] = [
      ['same postal area', { postalCode: 'M4V 2B2' }],
      ['less than 500 m apart', { lat: 43.6884, positionSource: 'source' }],
      ['same street', { address: '30 Saint Clair Avenue West, Toronto' }],
      ['similar name', { name: 'Maple Clinic', lat: 43.688, lng: -79.354 }],
    ];

    it.each(PLACES)('finds a second reason: %s', (reason, facts) => {
      const first = clinic('a', { ...same, positionSource: 'source' });
      expect(reasonsOf(first, clinic('b', { ...other, lng: -79.394, ...facts }))).toEqual([
        ['b', 'a', 'same telephone', reason, 'same website'],
      ]);
    });

    it('needs no second reason beside another that is enough', () => {
      expect(reasonsOf(clinic('a', same), clinic('b', same))).toEqual([
        ['b', 'a', 'same address, similar name', 'same telephone', 'same website'],
      ]);
    });

    it('finds no clinics of a chain with one call center, of one name or not', () => {
      const cities = ['Toronto', 'Markham', 'Oshawa', 'Burlington'].map((city, n) =>
        clinic(`c${n}`, {
          ...same,
          address: `${n + 1} Main Street, ${city}, ON`,
          postalCode: ['M4V 1K6', 'L3P 1A1', 'L1G 4S2', ''][n]!,
          lat: 43.4 + n / 10,
        }),
      );
      expect(reasonsOf(...cities)).toEqual([]);
      const named = cities.map((each, n) => ({ ...each, name: `Maple Medical ${n}` }));
      expect(reasonsOf(...named)).toEqual([]);
    });
  });

  it('finds no telephone of more than ten clinics', () => {
    const same = { phone: '+1-416-555-0101', website: 'https://www.maple.example/' };
    const many = Array.from({ length: 11 }, (_, n) =>
      clinic(`c${n}`, { ...same, name: `${n}`, address: `${n} Elm St` }),
    );
    expect(reasonsOf(...many)).toEqual([]);
  });

  it('finds measured positions less than 50 m apart with a similar name', () => {
    const here = { ...ELSEWHERE, positionSource: 'source' } as const;
    const near = { ...here, address: '11 Elm St, Markham, ON', lat: 43.9004 };
    const far = { ...near, lat: 43.9005 };
    expect(reasonsOf(clinic('a', here), clinic('b', near))).toEqual([
      ['b', 'a', 'less than 50 m apart, similar name'],
    ]);
    expect(reasonsOf(clinic('a', here), clinic('b', far))).toEqual([]);
    expect(reasonsOf(clinic('a', here), clinic('b', { ...near, positionSource: 'postal-area' }))).toEqual([]);
  });

  it('takes an address of only a municipality for no address', () => {
    const branch = { address: 'Toronto, ON', postalCode: '', positionSource: 'source' } as const;
    const branches = [clinic('a', { ...branch, lat: 43.65 }), clinic('b', { ...branch, lat: 43.75 })];
    expect(reasonsOf(...branches)).toEqual([]);
  });

  it('keeps the clinic that is not from the register, or of which more is known', () => {
    expect(reasonsOf(clinic('a', { origin: 'register', phone: '+1-416-555-0101' }), clinic('b'))[0]).toEqual([
      'a',
      'b',
      'same address, similar name',
    ]);
    expect(reasonsOf(clinic('a'), clinic('b', { phone: '+1-416-555-0101' }))[0]![0]).toBe('a');
  });
});
