import { aClinic, aDirectory, aDoctor, aService, open, uuid } from '../../test/builders.js';
import type { ClinicRecord, DayName, OpeningInterval } from '../records/clinic.js';
import type { ClinicQuery } from '../contract/queries/query.js';
import type { TimeQuery } from '../contract/queries/time-query.js';
import { openingHours } from '../rules/time/opening-hours.js';
import { knownHours } from '../rules/time/special-days.js';
import type { SpecialDays } from '../records/special-days.js';

const unknownEnd: OpeningInterval = { weekday: 2, opens: 540, closes: null };
const HOURS: Readonly<Record<string, readonly OpeningInterval[]>> = {
  office: open([1, 2, 3, 4, 5], 9, 17),
  sunday: open([7], 12, 18),
  night: open([5], 18, 26),
  openEnd: [unknownEnd],
  unknown: [],
};
const names = Object.keys(HOURS);
const clinics = names.map((name, n) =>
  aClinic({ id: uuid(n), name, openingHours: HOURS[name], type: n < 3 ? 'walk-in' : 'specialist' }),
);
const directory = aDirectory({
  clinics,
  doctors: names.map((_, n) => aDoctor({ registrationNumber: String(n), clinicIds: [uuid(n)] })),
  services: names.map((_, n) => aService({ clinicId: uuid(n) })),
});

function found(query: TimeQuery): string[] {
  return directory
    .listClinics(query)
    .value.clinics.map(({ name }) => name)
    .toSorted();
}

describe('days and openAt', () => {
  it.each<[string, TimeQuery, string[]]>([
    ['any of the days', { days: ['tue', 'sun'] }, ['office', 'openEnd', 'sunday']],
    ['any working day', { openAt: '09:30' }, ['office']],
    ['the minute of opening', { openAt: '12:00', days: ['sun'] }, ['sunday']],
    ['not the minute of closing', { openAt: '17:00' }, []],
    ['until midnight', { openAt: '23:59', days: ['fri'] }, ['night']],
    ['after midnight at the time of the next day', { openAt: '00:00', days: ['sat'] }, ['night']],
    ['until the last minute of a night', { openAt: '01:59', days: ['sat'] }, ['night']],
    ['not the minute at which a night ends', { openAt: '02:00', days: ['sat'] }, []],
    ['not after midnight on the day on which a night began', { openAt: '01:00', days: ['fri'] }, []],
    ['not the day after a night', { days: ['sat'] }, []],
    ['after midnight on a date', { date: '2026-11-28', openAt: '01:00' }, ['night']],
    ['not the date after a night', { date: '2026-11-28' }, []],
    ['an unknown end only as it opens', { openAt: '09:00', days: ['tue'] }, ['office', 'openEnd']],
    ['nothing is known of an unknown end', { openAt: '09:01', days: ['tue'] }, ['office']],
  ])('%s', (_what, query, expected) => expect(found(query)).toEqual(expected));

  it('shows the end of a night as a time of the next day, beside 24:00 as before', () => {
    const { clinic } = directory.getClinic(uuid(names.indexOf('night')), { include: ['hours'] }).value;
    expect(clinic).toMatchObject({
      openingHours: [{ day: 'fri', opens: '18:00', closes: '24:00', closesNextDay: '02:00' }],
      hours: { weekday: '18:00-02:00', evening: true, weekend: false },
    });
    const why = (query: ClinicQuery) =>
      directory.explainAbsence(Object.assign({ list: 'clinics', id: clinic.id } as const, query)).value
        .failed;
    expect(why({ days: ['sat'] })).toMatchObject([{ has: ['fri 18:00-02:00'], reason: 'value_differs' }]);
    expect(why({ date: '2026-11-27', openAt: '01:00' })[0]).toMatchObject({
      has: ['2026-11-27 18:00-02:00'],
    });
    expect(why({ date: '2026-11-28', openAt: '01:00' })).toEqual([]);
  });

  describe('of a clinic of which the hours on Saturdays are not known', () => {
    const openingHours = open([1, 2, 3, 4, 5], 9, 17);
    const saturday: SpecialDays = { on: 'every-week', weekdays: [6], hours: null };
    const some = aDirectory({
      clinics: [
        aClinic({ id: uuid(0), openingHours, specialDays: [saturday] }),
        aClinic({ id: uuid(1), openingHours }),
      ],
    });
    const leftOut = ['1 clinic that would match otherwise was left out: the opening hours are not known.'];

    it.each<[string, ClinicQuery, number, string[] | undefined]>([
      ['the day', { days: ['sat'] }, 0, leftOut],
      ['a time of the day', { days: ['sat', 'sun'], openAt: '10:00' }, 0, leftOut],
      ['a date', { date: '2026-11-28' }, 0, leftOut],
      ['the weekend', { weekend: true }, 0, leftOut],
      ['another day', { days: ['fri', 'sat'] }, 2, undefined],
      ['the next day', { days: ['sun'] }, 0, undefined],
      ['a time of other days', { openAt: '18:00' }, 0, undefined],
      ['the evening', { evening: true }, 0, undefined],
    ])('%s', (_what, query, total, warnings) => {
      const { value } = some.listClinics(query);
      expect([value.total, value.warnings]).toEqual([total, warnings]);
    });

    it.each<[string, ClinicQuery]>([
      ['the day', { days: ['sat'] }],
      ['a time of the day', { days: ['sat'], openAt: '10:00' }],
      ['a date', { date: '2026-11-28', openAt: '10:00' }],
      ['the weekend', { weekend: true }],
    ])('explains that %s is not known', (_what, query) => {
      const reasons = [0, 1].map((n) => {
        const { failed } = some.explainAbsence(
          Object.assign({ list: 'clinics', id: uuid(n) } as const, query),
        ).value;
        return [...new Set(failed.map(({ reason }) => reason))];
      });
      expect(reasons).toEqual([['value_unknown'], ['value_differs']]);
    });

    it('shows the day with the hours', () => {
      const { clinic } = some.getClinic(uuid(0), { include: ['hours'] }).value;
      expect(clinic.specialHours).toEqual([{ days: 'every-week', weekdays: ['sat'], open: 'unknown' }]);
      expect(knownHours(clinic)).toEqual({ openingHours, specialDays: [saturday] });
    });
  });

  it.each<[string, Partial<ClinicQuery>, number, boolean]>([
    ['the known time', { days: ['fri'], openAt: '10:00' }, 1, false],
    ['the unknown time', { days: ['fri'], openAt: '18:30' }, 0, true],
    ['its end', { days: ['fri'], openAt: '20:00' }, 0, false],
    ['the unknown time of a date', { date: '2026-11-27', openAt: '18:30' }, 0, true],
    ['an evening', { evening: true }, 0, true],
    ['a weekend', { weekend: true }, 0, false],
    ['the unknown time of a date with hours of its own', { date: '2026-12-24', openAt: '18:30' }, 0, false],
  ])('where some times of a day are not known: %s', (_what, query, total, isLeftOut) => {
    const times = [{ opens: 1080, closes: 1200 }];
    const specialDays: readonly SpecialDays[] = [
      { on: 'every-week', weekdays: [5], hours: null, times },
      { on: 'every-year', from: '12-24', to: '12-24', hours: [{ opens: 540, closes: 720 }] },
    ];
    const clinic = aClinic({ openingHours: open([1, 2, 3, 4, 5], 9, 17), specialDays });
    const { value } = aDirectory({ clinics: [clinic] }).listClinics({ ...query, include: ['hours'] });
    expect([value.total, value.warnings !== undefined]).toEqual([total, isLeftOut]);
    for (const shown of value.clinics) expect(knownHours(shown).specialDays).toEqual(specialDays);
  });

  it('say how many are left out because their hours are not known', () => {
    const query = { days: ['sun'] as DayName[] };
    const end = 'that would match otherwise was left out: the opening hours';
    expect(directory.listClinics(query).value.warnings).toEqual([`1 clinic ${end} are not known.`]);
    expect(directory.listDoctors(query).value.warnings).toEqual([
      `1 doctor ${end} of the primary clinic are not known.`,
    ]);
    const services = directory.listSpecialists({ ...query, specialty: 'Cardiology' });
    expect(services.value.warnings).toEqual([`1 service ${end} of the clinic are not known.`]);
    expect(directory.listClinics({ ...query, clinicType: ['walk-in'] }).value.warnings).toBeUndefined();
  });
});

describe('date', () => {
  const days: Readonly<Record<string, Partial<ClinicRecord>>> = {
    plain: {},
    closedOnHolidays: { specialDays: [{ on: 'public-holidays', hours: [] }] },
    openOnHolidays: { specialDays: [{ on: 'public-holidays', hours: [{ opens: 600, closes: 840 }] }] },
    onVacation: { specialDays: [{ on: 'every-year', from: '12-24', to: '01-02', hours: [] }] },
    weekUnknown: {
      openingHours: [],
      specialDays: [
        { on: 'dates', from: '2026-12-24', to: '2026-12-24', hours: [{ opens: 540, closes: 720 }] },
      ],
    },
  };
  const dated = aDirectory({
    clinics: Object.entries(days).map(([name, each], n) =>
      aClinic({ id: uuid(n), name, openingHours: open([1, 2, 3, 4, 5], 9, 17), ...each }),
    ),
    doctors: Object.keys(days).map((_, n) =>
      aDoctor({ registrationNumber: String(n), clinicIds: [uuid(n)] }),
    ),
    services: Object.keys(days).map((_, n) => aService({ clinicId: uuid(n) })),
  });
  const list = (query: TimeQuery) => {
    const { clinics: items, warnings } = dated.listClinics(query).value;
    return { names: items.map(({ name }) => name).toSorted(), warnings };
  };

  it.each<[string, TimeQuery, string[], string[] | undefined]>([
    [
      'a working day',
      { date: '2026-12-23' },
      ['closedOnHolidays', 'onVacation', 'openOnHolidays', 'plain'],
      ['1 clinic that would match otherwise was left out: the opening hours are not known.'],
    ],
    [
      'a Sunday',
      { date: '2026-11-29' },
      [],
      ['1 clinic that would match otherwise was left out: the opening hours are not known.'],
    ],
    [
      'a day of a vacation, and of hours without a week',
      { date: '2026-12-24', openAt: '11:00' },
      ['closedOnHolidays', 'openOnHolidays', 'plain', 'weekUnknown'],
      undefined,
    ],
    [
      'a time on that day',
      { date: '2026-12-24', openAt: '12:00' },
      ['closedOnHolidays', 'openOnHolidays', 'plain'],
      undefined,
    ],
    [
      'a public holiday',
      { date: '2026-12-25' },
      ['openOnHolidays'],
      [
        '2026-12-25 is a holiday in Ontario (Christmas Day): only hours that are known of that day count. 2 clinics that would match otherwise were left out: the opening hours are not known.',
      ],
    ],
    [
      'a public holiday before it opens',
      { date: '2026-12-25', openAt: '09:59' },
      [],
      [
        '2026-12-25 is a holiday in Ontario (Christmas Day): only hours that are known of that day count. 2 clinics that would match otherwise were left out: the opening hours are not known.',
      ],
    ],
    [
      'the civic holiday, which is no public holiday',
      { date: '2027-08-02' },
      [],
      [
        '2027-08-02 is a holiday in Ontario (Civic Holiday): only hours that are known of that day count. 5 clinics that would match otherwise were left out: the opening hours are not known.',
      ],
    ],
  ])('%s', (_what, query, expected, warnings) => {
    expect(list(query)).toEqual({ names: expected, warnings });
    expect(dated.listDoctors(query).value.total).toBe(expected.length);
    expect(dated.listSpecialists(Object.assign({ specialty: 'Cardiology' }, query)).value.total).toBe(
      expected.length,
    );
  });

  it('may be open after it opens on that day, if no closing time is given', () => {
    const opening = [{ opens: 600, closes: null }];
    const some = aDirectory({
      clinics: [aClinic({ specialDays: [{ on: 'public-holidays', hours: opening }] })],
    });
    const at = (openAt: string) => {
      const { total, warnings } = some.listClinics({ date: '2026-12-25', openAt }).value;
      return [total, warnings?.[0]?.includes('1 clinic that would match otherwise was left out')];
    };
    expect([at('09:59'), at('10:00'), at('10:01')]).toEqual([
      [0, false],
      [1, false],
      [0, true],
    ]);
  });

  it.each(['2026-11-19', '2027-11-22'])('%s is not in the range from today to 366 days ahead', (date) => {
    expect(() => dated.listClinics({ date })).toThrow(
      'date must be a day from today, 2026-11-20, to 2027-11-21.',
    );
  });

  it.each([{ date: '2026-11-20' }, { date: '2027-11-21' }])('%j is', (query) => {
    expect(() => dated.listClinics(query)).not.toThrow();
  });

  it('is shown with the hours, and only where a source names special days', () => {
    const shown = dated.listClinics({ include: ['hours'] }).value.clinics;
    expect(shown.map(({ name, specialHours: special }) => [name, special])).toEqual([
      ['closedOnHolidays', [{ days: 'public-holidays', open: 'no' }]],
      ['onVacation', [{ days: 'every-year', from: '12-24', to: '01-02', open: 'no' }]],
      [
        'openOnHolidays',
        [{ days: 'public-holidays', open: 'yes', hours: [{ opens: '10:00', closes: '14:00' }] }],
      ],
      ['plain', undefined],
      [
        'weekUnknown',
        [
          {
            days: 'dates',
            from: '2026-12-24',
            to: '2026-12-24',
            open: 'yes',
            hours: [{ opens: '09:00', closes: '12:00' }],
          },
        ],
      ],
    ]);
    expect(dated.getClinic(uuid(0)).value.clinic).not.toHaveProperty('specialHours');
    expect(dated.getClinic(uuid(3), { include: ['hours'] }).value.clinic).toHaveProperty('specialHours');
  });

  it.each<[string, number, unknown, string]>([
    ['closedOnHolidays', 1, 'closed', 'value_differs'],
    ['plain', 0, null, 'value_unknown'],
    ['openOnHolidays', 2, ['2026-12-25 10:00-14:00'], 'value_differs'],
  ])('explains why %s is not open in the morning of Christmas Day', (_name, n, has, reason) => {
    const { failed } = dated.explainAbsence({
      list: 'clinics',
      id: uuid(n),
      date: '2026-12-25',
      openAt: '09:00',
    }).value;
    expect(failed.at(-1)).toMatchObject({ has, reason });
  });
});

it('clinicType finds clinics of any of the types', () => {
  expect(found({ clinicType: ['specialist'] })).toEqual(['openEnd', 'unknown']);
  expect(found({ clinicType: ['specialist', 'walk-in'] })).toHaveLength(5);
  expect(directory.listDoctors({ clinicType: ['specialist'] }).value.total).toBe(2);
});

it('openingHours shows the intervals in the order of the week', () => {
  expect(openingHours([...HOURS['night']!, unknownEnd])).toEqual([
    { day: 'tue', opens: '09:00', closes: null },
    { day: 'fri', opens: '18:00', closes: '24:00', closesNextDay: '02:00' },
  ]);
  expect(openingHours([])).toBeNull();
});
