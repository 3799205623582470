import fc from 'fast-check';
import { aDirectory } from '../../../test/builders.js';
import { Chance, randomRecords } from '../../../test/random-directory.js';
import {
  randomClinicQuery,
  randomDoctorQuery,
  randomSearchQuery,
  randomSpecialistQuery,
} from '../../../test/random-query.js';
import { FULL_SIZES } from '../../access/tier.js';
import { EXPLAINED_LISTS, type ExplainedList, type ListParameters } from '../../contract/explanation.js';
import type { DoctorSearchQuery, SpecialistQuery } from '../../contract/queries/query.js';
import type { ClinicRecord, DayName } from '../../records/clinic.js';
import type { DoctorRecord } from '../../records/doctor.js';
import { isListed } from '../../rules/criteria.js';
import { minutesOf, weekdayOf } from '../../rules/time/opening-hours.js';
import { HAS } from './explained-record.js';
import { fieldsOf } from '../../schema/schema.js';

const records = randomRecords(new Chance(20261123));
const directory = aDirectory(records);
const WHOLE = { ...FULL_SIZES, pageDefault: 1_000, pageMaximum: 1_000 };
const CLINIC_IDS = records.clinics.map(({ id }) => id);
const NUMBERS = records.doctors.map(({ registrationNumber }) => registrationNumber);

/** The ids of a whole list. Without `q` a search is the list of doctors; without a specialty, services are clinics. */
function wholeList(list: ExplainedList, { limit: _limit, offset: _offset, ...query }: ListParameters) {
  const ofClinics = ({ sort, ...rest }: ListParameters) =>
    directory.listClinics(
      { ...(rest as object), ...(sort === 'name' || sort === 'distance' ? { sort } : {}) },
      WHOLE,
    );
  switch (list) {
    case 'doctors':
      return directory.listDoctors(query as object, WHOLE).value.doctors.map((doctor) => doctor.cpsoNumber);
    case 'search': {
      const read =
        query.q === undefined
          ? directory.listDoctors.bind(directory)
          : directory.searchDoctors.bind(directory);
      return read(query as DoctorSearchQuery, WHOLE).value.doctors.map((doctor) => doctor.cpsoNumber);
    }
    case 'clinics':
      return ofClinics(query).value.clinics.map(({ id }) => id);
    case 'specialists':
      return query.specialty === undefined
        ? ofClinics(query).value.clinics.map(({ id }) => id)
        : directory.listSpecialists(query as SpecialistQuery, WHOLE).value.clinics.map(({ id }) => id);
  }
}

function totalOf(list: ExplainedList, query: ListParameters): number {
  return wholeList(list, query).length;
}

const NO_FILTERS = ['limit', 'offset', 'sort', 'group', 'include', 'near', 'lat', 'lng', 'match'];

/** The filters of a query, in the order of the contract. */
function filtersOf(list: ExplainedList, query: ListParameters): string[] {
  const names = fieldsOf(EXPLAINED_LISTS[list]).map(({ name }) => name);
  return names.filter(
    (name) => !NO_FILTERS.includes(name) && query[name as keyof ListParameters] !== undefined,
  );
}

function without(query: ListParameters, names: readonly string[]): ListParameters {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

function* combinations(names: readonly string[], size: number, from = 0): Generator<string[]> {
  if (size === 0) return yield [];
  for (let i = from; i < names.length; i++)
    for (const rest of combinations(names, size - 1, i + 1)) yield [names[i]!, ...rest];
}

/** The first of the smallest sets of filters without which a list has a record, found by trying every set. */
function smallestSet(list: ExplainedList, id: string, query: ListParameters): string[] {
  const names = filtersOf(list, query);
  for (let size = 0; size <= names.length; size++)
    for (const dropped of combinations(names, size))
      if (wholeList(list, without(query, dropped)).includes(id)) return dropped;
  throw new Error(`${id} is in no list.`);
}

interface Case {
  readonly list: ExplainedList;
  readonly id: string;
  readonly query: ListParameters;
}

const QUERIES: Readonly<Record<ExplainedList, (chance: Chance) => ListParameters>> = {
  doctors: (chance) => ({
    ...randomDoctorQuery(chance),
    ids: chance.is(15) ? chance.some(NUMBERS, 1, 40) : undefined,
  }),
  search: (chance) => ({
    ...longEnough(randomSearchQuery(chance)),
    ids: chance.is(15) ? chance.some(NUMBERS, 1, 40) : undefined,
  }),
  clinics: (chance) => ({
    ...randomClinicQuery(chance),
    ids: chance.is(15) ? chance.some(CLINIC_IDS, 1, 20) : undefined,
  }),
  specialists: (chance) => ({
    ...randomSpecialistQuery(chance),
    q: chance.is(20) ? chance.oneOf(['heal', 'yonge clinic', 'yung', 'elan']) : undefined,
  }),
};

/** A text that is too short is an error. */
function longEnough({ q, ...query }: ListParameters): ListParameters {
  return { ...query, q: q!.length > 1 ? q : 'el' };
}

function aCase(list: ExplainedList): fc.Arbitrary<Case> {
  return fc.nat().map((seed) => {
    const chance = new Chance(seed);
    const { sort, ...drawn } = QUERIES[list](chance);
    const hasPlace = drawn.near !== undefined || drawn.lat !== undefined;
    const query = sort === 'distance' && !hasPlace ? drawn : { ...drawn, sort };
    const ofList = wholeList(list, query);
    const all = list === 'clinics' || list === 'specialists' ? CLINIC_IDS : NUMBERS;
    const id = chance.oneOf(chance.is(30) && ofList.length > 0 ? ofList : all);
    return {
      list,
      id,
      query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
    };
  });
}

const LISTS = Object.keys(EXPLAINED_LISTS) as ExplainedList[];
const explain = (list: ExplainedList, id: string, query: ListParameters) =>
  directory.explainAbsence({ ...query, list, id }).value;

describe.each(LISTS)('explanations of %s', (list) => {
  it('include a record, and say where, exactly if the whole list has it', () => {
    fc.assert(
      fc.property(aCase(list), ({ id, query }) => {
        const found = wholeList(list, query).indexOf(id);
        const { included, position, note } = explain(list, id, query);
        const { limit = 25, offset = 0 } = {
          ...query,
          ...(query.ids && { limit: query.limit ?? query.ids.length }),
        };
        expect([included, position]).toEqual(found === -1 ? [false, null] : [true, found]);
        const isBeyond = found !== -1 && (found < offset || found >= offset + Math.min(limit, 100));
        expect(note).toBe(isBeyond ? 'beyond_page' : undefined);
      }),
      { numRuns: 150 },
    );
  });

  it('name the first of the smallest sets of filters to leave out, and the matches without each', () => {
    const sizes = new Set<number>();
    fc.assert(
      fc.property(aCase(list), ({ id, query }) => {
        const { record, included, failed, relax } = explain(list, id, query);
        const dropped = failed.map(({ param }) => param);
        const smallest = record === 'expired' ? ['id'] : smallestSet(list, id, query);
        expect(dropped).toEqual(smallest);
        expect(included).toBe(dropped.length === 0);
        const filters = record === 'expired' ? [] : dropped;
        expect(relax).toEqual(
          filters.map((drop) => ({ drop, total: totalOf(list, without(query, [drop])) })),
        );
        sizes.add(dropped.length);
      }),
      { numRuns: 40 },
    );
    expect(sizes.size).toBeGreaterThan(2);
  });
});

/** Whether the hours of any of the days are not known, or whether a clinic that opened by a time is still open then. */
function leavesDaysOpen(
  { openingHours, specialDays = [] }: ClinicRecord,
  days: readonly DayName[],
  time?: string,
): boolean {
  const weekdays = days.map(weekdayOf);
  const unknown = specialDays.filter(({ on }) => on === 'every-week').flatMap((day) => day.weekdays ?? []);
  const endless = openingHours.filter(
    ({ opens, closes }) => closes === null && time !== undefined && opens <= minutesOf(time),
  );
  const open = [...unknown, ...endless.map(({ weekday }) => weekday)];
  return openingHours.length === 0 || weekdays.some((weekday) => open.includes(weekday));
}

/** Whether a record leaves open what a filter asks for, by its plain records. */
const LEAVES_OPEN: Readonly<
  Record<string, (clinic: ClinicRecord, doctors: readonly DoctorRecord[], query: ListParameters) => boolean>
> = {
  accepting: ({ accepting }) => accepting === null,
  wheelchair: ({ wheelchair }) => wheelchair === null,
  virtualVisits: ({ virtualVisits }) => virtualVisits === null,
  weekend: (clinic) => leavesDaysOpen(clinic, ['sat', 'sun']),
  days: (clinic, _, { days, openAt }) => leavesDaysOpen(clinic, days!, openAt),
  hasWebsite: ({ website }) => website === '',
  area: ({ postalCode }) => postalCode === '',
  gender: (_, doctors) => doctors.every(({ gender }) => gender === ''),
};

describe.each(['doctors', 'clinics'] as const)('reasons of %s', (list) => {
  it('follow from the plain records', () => {
    const reasons = new Set<string>();
    fc.assert(
      fc.property(aCase(list), ({ id, query }) => {
        const listed = records.doctors.filter(isListed);
        const own = listed.filter(
          ({ registrationNumber, clinicIds }) => registrationNumber === id || clinicIds.includes(id),
        );
        const clinicId = list === 'clinics' ? id : own[0]?.clinicIds[0];
        const clinic = records.clinics.find((each) => each.id === clinicId);
        const { failed } = explain(list, id, query);
        for (const { reason } of failed) reasons.add(reason);
        const others = failed.filter(({ reason }) => reason === 'not_the_same_doctor');
        for (const { param } of others)
          expect(wholeList(list, { [param]: query[param as keyof ListParameters] })).toContain(id);
        const plain = failed.filter((failure) => LEAVES_OPEN[failure.param] && !others.includes(failure));
        expect(plain.map(({ param, reason }) => [param, reason])).toEqual(
          plain.map(({ param }) => [
            param,
            LEAVES_OPEN[param]!(clinic!, own, query) ? 'value_unknown' : 'value_differs',
          ]),
        );
      }),
      { numRuns: 300 },
    );
    const more = list === 'clinics' ? 'not_the_same_doctor' : 'registration_expired';
    expect([...reasons].toSorted()).toEqual([more, 'too_far', 'value_differs', 'value_unknown'].toSorted());
  });
});

it('every parameter of a list is a filter that is explained, or none', () => {
  const named = [...Object.keys(HAS), ...NO_FILTERS];
  for (const query of Object.values(EXPLAINED_LISTS))
    expect(named).toEqual(expect.arrayContaining(fieldsOf(query).map(({ name }) => name)));
});
