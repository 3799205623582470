import { aClinic, aDirectory, aDoctor, aService, open, uuid } from '../../test/builders.js';
import type { ClinicQuery, SpecialistQuery } from '../contract/queries/query.js';
import { FULL_SIZES, SANDBOX_SIZES } from '../access/tier.js';

const EXPIRED = { expiredAt: new Date('2026-11-01T06:00:00Z') };
const EAST = aClinic({ id: uuid(1), name: 'East Clinic', lat: 43.7, lng: -79.2 });
const WEST = aClinic({ id: uuid(2), name: 'west clinic', lat: 43.6, lng: -79.6, accepting: true });
const NORTH = aClinic({ id: uuid(3), name: 'Nórth Clinic', lat: 43.9, lng: -79.4 });
const staff = [
  aDoctor({
    registrationNumber: '1',
    name: 'Dr. B',
    gender: 'female',
    languages: ['Tamil'],
    specialties: ['Pediatrics'],
  }),
  aDoctor({ registrationNumber: '2', name: 'Dr. A', gender: 'male', languages: ['French', 'English'] }),
  aDoctor({
    registrationNumber: '3',
    name: 'Dr. C',
    languages: ['Urdu'],
    specialties: ['Cardiology'],
    ...EXPIRED,
  }),
];

describe('listClinics', () => {
  const directory = aDirectory({
    clinics: [WEST, NORTH, EAST],
    doctors: staff,
  });
  const ids = (query: ClinicQuery) => directory.listClinics(query).value.clinics.map(({ id }) => id);

  it('returns items, total and count, and nothing else', () => {
    expect(directory.listClinics({ limit: 1 }).value).toEqual({
      clinics: [
        {
          id: uuid(1),
          name: 'East Clinic',
          address: '1 Birchmount Rd, Toronto M1N 3J5',
          accepting: false,
          languages: ['English', 'French', 'Tamil'],
          specialties: ['Family Medicine', 'Pediatrics'],
        },
      ],
      total: 3,
      count: 1,
    });
  });

  it('orders by name without accents and case, or nearest first with a place', () => {
    expect(ids({})).toEqual([uuid(1), uuid(3), uuid(2)]);
    expect(ids({ lat: 43.6, lng: -79.5 })).toEqual([uuid(2), uuid(1), uuid(3)]);
    expect(ids({ lat: 43.6, lng: -79.5, limit: 1, offset: 1 })).toEqual([uuid(1)]);
    expect(directory.listClinics({ lat: 0, lng: 0, offset: Number.MAX_SAFE_INTEGER }).value).toEqual({
      clinics: [],
      total: 3,
      count: 0,
      warnings: [
        'The point 0,0 is more than 100 km outside the Greater Toronto Area: are latitude and longitude swapped?',
      ],
    });
    expect(directory.listClinics({ lat: 0, lng: 0, limit: 0 }).value).toMatchObject({ total: 3, count: 0 });
  });

  it('orders clinics with equal names and places by id', () => {
    const twins = [uuid(9), uuid(7), uuid(8)].map((id) => aClinic({ id }));
    const found = (query: ClinicQuery) =>
      aDirectory({ clinics: twins })
        .listClinics(query)
        .value.clinics.map(({ id }) => id);
    expect(found({})).toEqual([uuid(7), uuid(8), uuid(9)]);
    expect(found({ lat: 43, lng: -79 })).toEqual([uuid(7), uuid(8), uuid(9)]);
  });

  it.each([
    [{ gender: 'female' as const, languages: ['tamil'], specialties: ['pediatrics'] }, [uuid(1)]],
    [{ gender: 'male' as const, languages: ['Tamil'] }, []],
    [{ specialties: ['Pediatrics'], languages: ['French'] }, []],
    [{ specialties: ['Pediatrics', 'Family Medicine'], language: ['French'] }, [uuid(1)]],
    [{ gender: 'male' as const, minYears: 16 }, [uuid(1)]],
    [{ gender: 'male' as const, minYears: 17 }, []],
    [{ minYears: 2, maxYears: 1 }, []],
    [{ languages: ['Urdu'] }, []],
    [{ specialties: ['Cardiology'] }, []],
    [{ minYears: 0 }, [uuid(1)]],
    [{ accepting: true }, [uuid(2)]],
    [{ accepting: true, gender: 'male' as const }, []],
    [{ accepting: false }, [uuid(1), uuid(3), uuid(2)]],
  ])('requires a single listed doctor who meets all of %j', (query, found) => {
    expect(ids(query)).toEqual(found);
  });

  it.each([
    ['evening', { openingHours: open([5], 12, 18) }],
    ['weekend', { openingHours: open([7], 9, 12) }],
    ['wheelchair', { wheelchair: true }],
    ['virtualVisits', { virtualVisits: true }],
    ['nearTTC', { nearSubway: true }],
    ['hasWebsite', { website: 'https://clinic.example' }],
    ['accepting', { accepting: true }],
  ])('%s=true', (flag, facts) => {
    const some = aDirectory({ clinics: [aClinic(), aClinic({ id: uuid(2), ...facts })] });
    expect(some.listClinics({ [flag]: true }).value.clinics.map(({ id }) => id)).toEqual([uuid(2)]);
    expect(some.listClinics({ [flag]: false }).value.total).toBe(2);
  });

  it('counts a doctor at each clinic, primary or not', () => {
    const two = aDirectory({ clinics: [EAST, WEST], doctors: [aDoctor({ clinicIds: [uuid(1), uuid(2)] })] });
    expect(two.listClinics({ specialties: ['Family Medicine'] }).value.total).toBe(2);
    expect(two.listClinics({ specialties: ['Family Medicine'], accepting: true }).value.total).toBe(1);
  });

  it('adds only the notes and links that include requests', () => {
    const clinic = aClinic({ website: 'https://clinic.example/?a="b"', origin: 'sample' });
    const included = aDirectory({ clinics: [clinic] }, { apiUrl: 'https://api.example/api/v1' });
    const [both] = included.listClinics({ include: ['links', 'notes'] }).value.clinics;
    expect(both?.notes).toContain('Sample record: invented for demonstration.');
    expect(both?.links).toEqual({
      self: `https://api.example/api/v1/clinics/${uuid(1)}`,
      website: 'https://clinic.example/?a="b"',
      map: 'https://www.openstreetmap.org/?mlat=43.6953&mlon=-79.2617#map=17/43.6953/-79.2617',
      page: `https://api.example/clinics/${uuid(1)}`,
    });
    const [notes] = included.listClinics({ include: ['notes'] }).value.clinics;
    expect(notes).toHaveProperty('notes');
    expect(notes).not.toHaveProperty('links');
    const [none] = included.listClinics({ include: [] }).value.clinics;
    expect(none).not.toHaveProperty('notes');
  });

  it('caps the limit with a warning, in the sandbox at 10', () => {
    const many = aDirectory({ clinics: Array.from({ length: 12 }, (_, i) => aClinic({ id: uuid(i) })) });
    const { value } = many.listClinics({ limit: 50, lat: 43, lng: -79 }, SANDBOX_SIZES);
    expect(value).toMatchObject({ total: 12, count: 10, warnings: ['The limit 50 was capped at 10.'] });
  });
});

describe('getClinic', () => {
  const clinic = aClinic({
    phone: '416-555-0199',
    website: 'https://clinic.example',
    type: 'walk-in',
    openingHours: [...open([1, 2, 3], 9, 18), ...open([6], 9, 12)],
    wheelchair: true,
    nearSubway: true,
    accepting: false,
  });
  const directory = aDirectory({ clinics: [clinic], doctors: staff });
  const member = { yearsOfPractice: 16 };

  it('returns the summary with the members of the detail, without expired doctors', () => {
    expect(directory.getClinic(uuid(1)).value).toEqual({
      clinic: {
        id: uuid(1),
        name: 'Birchmount Family Health',
        address: '1 Birchmount Rd, Toronto M1N 3J5',
        lat: 43.6953,
        lng: -79.2617,
        phone: '416-555-0199',
        acceptingNewPatients: false,
        website: 'https://clinic.example',
        type: 'walk-in',
        hours: { weekday: '09:00-18:00', evening: true, weekend: true },
        accessibility: { wheelchair: true, virtualVisits: false, nearTTC: true },
        doctorCount: 2,
        doctors: [
          {
            cpsoNumber: '2',
            name: 'Dr. A',
            gender: 'male',
            languages: ['French', 'English'],
            specialties: ['Family Medicine'],
            ...member,
          },
          {
            cpsoNumber: '1',
            name: 'Dr. B',
            gender: 'female',
            languages: ['Tamil'],
            specialties: ['Pediatrics'],
            ...member,
          },
        ],
      },
    });
  });

  it('returns the first 3 doctors in the sandbox, otherwise all', () => {
    const doctors = Array.from({ length: 40 }, (_, i) => aDoctor({ registrationNumber: String(i) }));
    const crowded = aDirectory({ doctors });
    for (const [sizes, shown] of [
      [SANDBOX_SIZES, 3],
      [FULL_SIZES, 40],
    ] as const) {
      const { clinic: detail } = crowded.getClinic(uuid(1), {}, sizes).value;
      expect([detail.doctors.length, detail.doctorCount]).toEqual([shown, 40]);
    }
  });

  it.each([
    { specialties: ['],"languages":["', '],'], languages: [] },
    { specialties: [], languages: ['","syncedAt":"'], gender: 'non-binary' as const },
    { name: 'Dr. "A", {B}', specialties: ['é]', 'Zoë'], languages: ['普通话', 'l'] },
  ])('returns the doctor of %j as its own detail does', (facts) => {
    const one = aDirectory({ doctors: [aDoctor(facts)] });
    const { name, cpsoNumber, gender, yearsOfPractice, languages, specialties } =
      one.getDoctor('900001').value.doctor;
    expect(one.getClinic(uuid(1)).value.clinic.doctors).toEqual([
      { cpsoNumber, name, gender, yearsOfPractice, languages, specialties },
    ]);
  });

  it('returns a clinic without doctors', () => {
    expect(aDirectory({}).getClinic(uuid(1)).value.clinic).toMatchObject({
      doctors: [],
      hours: { weekday: '', evening: false, weekend: false },
    });
  });

  it('accepts an id in either case', () => {
    const id = 'abcdefab-0000-4000-8000-00000000000f';
    expect(aDirectory({ clinics: [aClinic({ id })] }).getClinic(id.toUpperCase()).value.clinic.id).toBe(id);
    const upper = aDirectory({ clinics: [aClinic({ id: id.toUpperCase() })] });
    expect(upper.getClinic(id.toUpperCase()).value.clinic.id).toBe(id.toUpperCase());
  });

  it.each([uuid(2), '', 'toString', '900001'])('%j: not_found', (id) => {
    const reads = [
      () => directory.getClinic(id),
      () => directory.listClinicReviews(id, {}),
      () => directory.getClinicSignals(id),
    ];
    for (const read of reads) expect(read).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});

describe('listSpecialists', () => {
  const services = [
    aService({ clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 8, accepting: true }),
    aService({ clinicId: uuid(2), specialty: 'Cardiology', waitWeeks: 3, accepting: null }),
    aService({ clinicId: uuid(3), specialty: 'Cardiology', waitWeeks: 0, accepting: null }),
    aService({ clinicId: uuid(2), specialty: 'Dermatology', accepting: false }),
    aService({ clinicId: uuid(99) }),
  ];
  const directory = aDirectory({ clinics: [WEST, NORTH, EAST], doctors: staff, services });
  const ids = (query: Partial<SpecialistQuery>) =>
    directory.listSpecialists({ specialty: 'cardiology', ...query }).value.clinics.map(({ id }) => id);

  it('returns one item per clinic and specialty, and nothing else', () => {
    expect(directory.listSpecialists({ specialty: 'CARDIOLOGY', limit: 1 }).value).toEqual({
      clinics: [
        {
          id: uuid(1),
          name: 'East Clinic',
          specialty: 'Cardiology',
          languages: ['English', 'French', 'Tamil'],
          accepting: true,
          wait_weeks: 8,
        },
      ],
      total: 3,
      count: 1,
    });
  });

  it("returns the acceptance of the service, or the clinic's if it has none", () => {
    const { clinics } = directory.listSpecialists({ specialty: 'Cardiology' }).value;
    expect(clinics.map(({ id, accepting }) => [id, accepting])).toEqual([
      [uuid(1), true],
      [uuid(3), false],
      [uuid(2), true],
    ]);
    expect(ids({ accepting: true })).toEqual([uuid(1), uuid(2)]);
    expect(ids({ specialty: 'Dermatology', accepting: true })).toEqual([]);
  });

  it('orders nearest first with a place', () => {
    expect(ids({ lat: 43.6, lng: -79.5 })).toEqual([uuid(2), uuid(1), uuid(3)]);
    expect(ids({ lat: 43.6, lng: -79.5, offset: 2 })).toEqual([uuid(3)]);
  });

  it.each([
    [{ gender: 'female' as const, languages: ['Tamil'] }, [uuid(1)]],
    [{ gender: 'male' as const, languages: ['Tamil'] }, []],
    [{ specialty: 'Neurology' }, []],
    [{ hasWebsite: true }, []],
  ])('%j', (query, found) => {
    expect(ids(query)).toEqual(found);
  });

  it('adds the notes and links of the clinic', () => {
    const { clinics } = directory.listSpecialists({
      specialty: 'Cardiology',
      include: ['notes', 'links'],
    }).value;
    expect(clinics[0]?.links?.self).toBe(`/clinics/${uuid(1)}`);
    expect(clinics[0]?.notes).toContain('Confirm by phone: availability is best effort.');
  });
});
