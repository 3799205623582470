import type { Position } from '../../rules/geo.js';
import type { AsOf } from '../../rules/time/as-of.js';
import { areasOf, type ClinicTest, type ConstantTest } from '../../rules/clinic-test.js';
import type { KnownAnswer } from '../../records/evidence.js';
import type { NameQuery } from '../../text/name-match.js';
import { ForgivingNameIndex, type RankedNames } from '../names/forgiving-name-index.js';
import { BitMemory } from '../memory/bit-memory.js';
import { NameIndex } from '../names/name-index.js';
import type { ClinicType, Weekday } from '../../records/clinic.js';
import {
  addBit,
  type Bitset,
  emptyBitset,
  fullBitset,
  hasBit,
  intersect,
  setBit,
  unite,
} from '../memory/bitset.js';
import { listAt } from '../memory/packed-lists.js';
import { holidayOn } from '../../rules/time/holidays.js';
import { dayAfter, weekdayOf } from '../../rules/time/opening-hours.js';
import { isOpenOn, mayBeOpenOn } from '../../rules/time/special-days.js';
import { dayOf, daysAfter } from '../../rules/time/toronto-time.js';
import { DAY_MINUTES } from '../../records/special-days.js';
import { findText } from '../memory/text-table.js';
import { acceptanceAt } from '../evidence/acceptance-columns.js';
import type { ClinicColumns } from './clinic-columns.js';
import { squaredChord, squaredDistance, unitVector } from './nearest.js';

const NO_DOCTORS = new Int32Array(0);

/** The days whose own hours count, and those on which the nights of the days before them do. */
type OpenDays = Omit<Extract<ClinicTest, { readonly by: 'open' }>, 'by'> & {
  readonly nights: readonly Weekday[];
};

/**
 * Returns the clinics of one dataset version that meet a test of their own record, as bitsets. Flags and types have prepared
 * sets, areas have prepared lists of clinics, and names have indexes; acceptance, hours and distances take one pass over
 * columns of numbers.
 */
export class ClinicSets {
  readonly size: number;
  readonly all: Bitset;
  /** The result of a test without a prepared set. The next such test overwrites it. */
  readonly #found: Bitset;
  /** The result of `setOfAll`, which its next call overwrites. */
  readonly #every: Bitset;
  readonly #exact: NameIndex;
  readonly #forgiving: ForgivingNameIndex;

  constructor(
    private readonly columns: Pick<
      ClinicColumns,
      | 'ids'
      | 'byFlag'
      | 'byPossibleFlag'
      | 'acceptance'
      | 'byPostalArea'
      | 'byType'
      | 'refusing'
      | 'hours'
      | 'vectors'
      | 'affiliations'
      | 'exactNames'
      | 'forgivingNames'
    >,
  ) {
    this.size = columns.ids.texts.lengths.length;
    this.#exact = new NameIndex(columns.exactNames, new BitMemory(this.size, NameIndex.SETS));
    this.#forgiving = new ForgivingNameIndex(columns.forgivingNames);
    this.all = fullBitset(this.size);
    this.#found = emptyBitset(this.size);
    this.#every = emptyBitset(this.size);
  }

  /** Returns the clinics that meet a test. Do not change the set; the next call may overwrite it. */
  setOf(test: ClinicTest, asOf: AsOf): Bitset {
    return test.by === 'acceptance' ? this.#withAcceptance(test.anyOf, asOf) : this.constantSetOf(test);
  }

  /**
   * Returns the clinics that meet a test whose result is the same every day. Do not change the set; the next call may
   * overwrite it.
   */
  constantSetOf(test: ConstantTest): Bitset {
    switch (test.by) {
      case 'flag':
        return (test.orUnknown ? this.columns.byPossibleFlag : this.columns.byFlag)[test.has];
      case 'area':
        return this.#inAreas(areasOf(test));
      case 'name':
        return this.#exact.search(test.terms);
      case 'alike':
        return this.alike(test.names)[test.worst]!;
      case 'within':
        return this.#within(test.from, test.metres);
      case 'id':
        return this.#withIds(test.anyOf);
      case 'type':
        return this.#ofTypes(test.anyOf);
      case 'open':
        return this.#openOn({ ...test, nights: test.days });
      case 'open-on':
        return this.#openOnDate(test);
      case 'refusing':
        return this.columns.refusing;
      default:
        return test satisfies never;
    }
  }

  /** Returns the clinics that meet all tests. The next call overwrites the set. */
  setOfAll(tests: readonly ClinicTest[], asOf: AsOf): Bitset {
    this.#every.set(this.all);
    for (const test of tests) intersect(this.#every, this.setOf(test, asOf));
    return this.#every;
  }

  /** Returns the clinics with matching names, by rank. */
  alike(names: NameQuery): RankedNames {
    return this.#forgiving.search(names);
  }

  /** Returns whether a clinic accepted new patients when last observed; null if it is not known. */
  accepts(clinic: number): boolean | null {
    if (hasBit(this.columns.byFlag.accepting, clinic)) return true;
    return hasBit(this.columns.refusing, clinic) ? false : null;
  }

  /** Returns the listed doctors of a clinic; none if it is not listed. */
  doctorsAt(id: string): Int32Array {
    const clinic = findText(this.columns.ids, id);
    if (clinic === undefined) return NO_DOCTORS;
    return listAt(this.columns.affiliations.doctorsOf, clinic);
  }

  /** Returns the first three characters of a clinic's postal code; empty if it is not known. */
  postalAreaOf(clinic: number): string {
    for (const [area, clinics] of this.columns.byPostalArea) if (clinics.includes(clinic)) return area;
    return '';
  }

  #withIds(ids: readonly string[]): Bitset {
    const found = this.#found.fill(0);
    for (const id of ids) {
      const clinic = findText(this.columns.ids, id);
      if (clinic !== undefined) addBit(found, clinic);
    }
    return found;
  }

  #withAcceptance(anyOf: readonly KnownAnswer[], asOf: AsOf): Bitset {
    const found = this.#found.fill(0);
    const answerOf = acceptanceAt(this.columns.acceptance, asOf);
    for (let clinic = 0; clinic < this.size; clinic++)
      if (anyOf.includes(answerOf(clinic))) addBit(found, clinic);
    return found;
  }

  #ofTypes(types: readonly ClinicType[]): Bitset {
    const found = this.#found.fill(0);
    for (const type of types) unite(found, this.columns.byType[type]);
    return found;
  }

  #openOn({ days, nights, at, orUnknown }: OpenDays): Bitset {
    const found = this.#found.fill(0);
    const { unknown, clinics, weekdays, opens, closes, mayClose } = this.columns.hours;
    const ends = orUnknown ? mayClose : closes;
    for (let i = 0; i < clinics.length; i++) {
      const weekday = weekdays[i] as Weekday;
      const end = ends[i]!;
      const meets = at === undefined ? opens[i]! < end : opens[i]! <= at && at < end;
      const isAfter = at !== undefined && at + DAY_MINUTES < end;
      if ((meets && days.includes(weekday)) || (isAfter && nights.includes(dayAfter(weekday))))
        addBit(found, clinics[i]!);
    }
    if (orUnknown) unite(found, unknown);
    return found;
  }

  /** On most days the hours of the week count, but for the few clinics with special days. */
  #openOnDate({ date, at, orUnknown }: Extract<ClinicTest, { readonly by: 'open-on' }>): Bitset {
    const weekday = [weekdayOf(dayOf(date))];
    const isHoliday = holidayOn(date) !== undefined;
    // After a holiday, a night of the week may go on.
    const hasNight = orUnknown === true || holidayOn(daysAfter(date, -1)) === undefined;
    const found = this.#openOn({
      days: isHoliday ? [] : weekday,
      nights: hasNight ? weekday : [],
      at,
      orUnknown,
    });
    if (isHoliday && orUnknown) found.set(this.all);
    for (const { clinic, ...hours } of this.columns.hours.special) {
      const meets = isOpenOn(hours, date, at) || (orUnknown === true && mayBeOpenOn(hours, date, at));
      setBit(found, clinic, meets);
    }
    return found;
  }

  #inAreas(postalAreas: readonly string[]): Bitset {
    const found = this.#found.fill(0);
    for (const area of postalAreas)
      for (const clinic of this.columns.byPostalArea.get(area) ?? []) addBit(found, clinic);
    return found;
  }

  #within(from: Position, metres: number): Bitset {
    const found = this.#found.fill(0);
    const [place, most] = [unitVector(from), squaredChord(metres)];
    for (let clinic = 0; clinic < this.size; clinic++)
      if (squaredDistance(this.columns.vectors, clinic, place) <= most) addBit(found, clinic);
    return found;
  }
}
