import { aClinic, aDirectory, aDoctor, aService, open, uuid } from '../../test/builders.js';
import type { DayName, OpeningInterval } from '../records/clinic.js';
import type { TimeQuery } from '../contract/queries/time-query.js';
import { openingHours } from '../rules/time/opening-hours.js';

const unknownEnd: OpeningInterval = { weekday: 2, opens: 540, closes: null };
const HOURS: Readonly<Record<string, readonly OpeningInterval[]>> = {
  office: open([1, 2, 3, 4, 5], 9, 17),
  sunday: open([7], 12, 18),
  night: open([5], 18, 24),
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
    ['not after midnight', { openAt: '00:00', days: ['sat'] }, []],
    ['an unknown end only as it opens', { openAt: '09:00', days: ['tue'] }, ['office', 'openEnd']],
    ['nothing is known of an unknown end', { openAt: '09:01', days: ['tue'] }, ['office']],
  ])('%s', (_what, query, expected) => expect(found(query)).toEqual(expected));

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

it('clinicType finds clinics of any of the types', () => {
  expect(found({ clinicType: ['specialist'] })).toEqual(['openEnd', 'unknown']);
  expect(found({ clinicType: ['specialist', 'walk-in'] })).toHaveLength(5);
  expect(directory.listDoctors({ clinicType: ['specialist'] }).value.total).toBe(2);
});

it('openingHours shows the intervals in the order of the week', () => {
  expect(openingHours([...HOURS['night']!, unknownEnd])).toEqual([
    { day: 'tue', opens: '09:00', closes: null },
    { day: 'fri', opens: '18:00', closes: '24:00' },
  ]);
  expect(openingHours([])).toBeNull();
});
