import {
  CLINIC_FLAG_NAMES,
  type ClinicFlag,
  type ClinicTest,
  type ConstantTest,
} from '../../rules/clinic-test.js';
import type { AlikeCriterion, DoctorCriterion, DoctorValue } from '../../rules/criteria.js';
import type { AsOf } from '../../rules/as-of.js';
import { BitMemory, type MemberValues, type SetCriterion } from '../memory/bit-memory.js';
import { addBit, type Bitset, type BitPage, countBits, fullBitset, membersOf } from '../memory/bitset.js';
import { byName } from '../memory/by-name.js';
import type { DoctorColumns } from './doctor-columns.js';
import { ForgivingNameIndex, type RankedNames } from '../names/forgiving-name-index.js';
import { NameIndex } from '../names/name-index.js';
import { findText } from '../memory/text-table.js';

// Only placeholder dates of a source exceed this: larger numbers of years are not worth a cached set.
const MAX_CACHED_YEARS = 120;
/** The criteria that write sets, each a working set. */
const UNIONS = ['names', 'clinics', 'practice', 'numbers', 'atLeast', 'held', 'fewer'] as const;
/** The sets besides those of the filter values: the unions, everyone, nobody and the result. */
const WORKING_SETS = UNIONS.length + 3;

/** The clinics of one dataset version, as filters of doctors need them. The next call overwrites a set. */
interface FilteredClinics {
  readonly size: number;
  setOfAll(tests: readonly ClinicTest[], asOf: AsOf): Bitset;
  constantSetOf(test: ConstantTest): Bitset;
  doctorsAt(id: string): Int32Array;
}

/** The doctors who have a value. */
interface ValueSet {
  readonly value: string;
  readonly bits: Bitset;
  readonly size: number;
}

/** Dates that are moved in one step: those of half a megabyte. */
const MOVED_DATES = 131_072;

/** Maximum number of sets that `newSet` creates: those of the groups that a FacetCounter counts. */
const MAX_NEW_SETS = 64;

/** The date of sets that do not depend on the date. */
const ANY_DATE = 0;

/** A criterion over sets of doctors. */
export interface DoctorSetCriterion extends SetCriterion {
  /** The date, yyyymmdd, for which the sets are cached; absent for sets that the next request overwrites. */
  readonly date?: number;
}

/** Filters the listed doctors of one dataset version with sets. */
export class DoctorSets {
  readonly #names: NameIndex;
  readonly #words: ForgivingNameIndex;
  readonly #everyone: Bitset;
  readonly #result: Bitset;
  readonly #nobody: Bitset;
  readonly #bySize: Partial<Record<DoctorValue, readonly ValueSet[]>> = {};
  readonly #unions: Readonly<Record<(typeof UNIONS)[number], Bitset>>;
  /** By number of years: the doctors who had practised for that long on a date, yyyymmdd. */
  readonly #experienced: { today: number; readonly bits: Bitset }[] = [];

  private constructor(
    private readonly columns: DoctorColumns,
    private readonly clinicSets: FilteredClinics,
    /** Has the sets of the columns. */
    private readonly memory: BitMemory,
    /** yyyymmdd, in the same memory. */
    private readonly practisingSince: MemberValues,
  ) {
    this.#words = new ForgivingNameIndex(columns.words);
    this.#names = new NameIndex(columns.names, memory);
    this.#everyone = memory.copyOf(fullBitset(columns.listed));
    this.#result = memory.empty();
    this.#nobody = memory.empty();
    this.#unions = byName(UNIONS, () => memory.empty());
  }

  /**
   * Moves the sets of columns into one memory, one with each step, and returns the filters at the end.
   * @param columns their sets are replaced, so that the memory of the former ones is released
   */
  static *copying(columns: DoctorColumns, clinicSets: FilteredClinics): Generator<void, DoctorSets> {
    const values = Object.values(columns.byValue).reduce((sum, index) => sum + index.size, 0);
    const others = WORKING_SETS + MAX_CACHED_YEARS + MAX_NEW_SETS + NameIndex.SETS + BitMemory.VALUES;
    const memory = new BitMemory(columns.listed, values + CLINIC_FLAG_NAMES.length + others);
    for (const index of Object.values(columns.byValue)) {
      for (const [value, bits] of index) {
        index.set(value, memory.copyOf(bits));
        yield;
      }
    }
    for (const flag of CLINIC_FLAG_NAMES) {
      columns.byClinicFlag[flag] = memory.copyOf(columns.byClinicFlag[flag]);
      yield;
    }
    const practisingSince = memory.values();
    for (let from = 0; from < columns.listed; from += MOVED_DATES) {
      const end = Math.min(from + MOVED_DATES, columns.listed);
      practisingSince.set(columns.practisingSince.subarray(from, end), from);
      yield;
    }
    return new DoctorSets(columns, clinicSets, memory, practisingSince);
  }

  /** Maximum number of sets. */
  get capacity(): number {
    return this.memory.capacity - BitMemory.VALUES;
  }

  /** Returns the listed doctors who meet all criteria. Do not change the set; the next call overwrites it. */
  select(criteria: readonly DoctorCriterion[], asOf: AsOf): Bitset {
    const all = this.criteria(criteria, asOf);
    const [{ anyOf, not }] = all as [DoctorSetCriterion];
    if (all.length === 1 && anyOf.length === 1 && !not) return anyOf[0]!;
    return this.memory.combine(this.#result, all);
  }

  /** Returns the sets of doctors that criteria mean; at least one criterion is without `not`. */
  criteria(criteria: readonly DoctorCriterion[], asOf: AsOf): DoctorSetCriterion[] {
    const all: DoctorSetCriterion[] = [];
    const tests: ClinicTest[] = [];
    for (const criterion of criteria) this.#collect(criterion, asOf, all, tests);
    if (tests.length > 0) all.push({ anyOf: [this.#atClinics(this.clinicSets.setOfAll(tests, asOf))] });
    if (all.every(({ not }) => not)) all.push({ anyOf: [this.#everyone], date: ANY_DATE });
    return all;
  }

  /** Counts the members of any set. */
  count(doctors: Bitset): number {
    return this.memory.sizeOf(doctors);
  }

  /** Returns a page of the members of any set, in default order. @param total their number */
  page(doctors: Bitset, page: BitPage, total: number): readonly number[] {
    return this.memory.page(doctors, page, total);
  }

  /** Returns a copy of a set that `select` returned. The next call overwrites the copy. */
  hold(doctors: Bitset): Bitset {
    this.#unions.held.set(doctors);
    return this.#unions.held;
  }

  /** Counts the members that two sets share. Both must be of this object. */
  countCommon(a: Bitset, b: Bitset): number {
    return this.memory.count(a, b);
  }

  newSet(): Bitset {
    return this.memory.empty();
  }

  /** Returns a new set of the doctors whose primary clinic meets a test. */
  newSetAt(test: ConstantTest): Bitset {
    return this.memory.copyOf(this.#atClinics(this.clinicSets.constantSetOf(test)));
  }

  /** Returns the folded values of a filter with their doctors, the most common first. Orders them once. */
  valuesBySize(of: DoctorValue): readonly ValueSet[] {
    return (this.#bySize[of] ??= Array.from(this.columns.byValue[of], ([value, bits]) => {
      return { value, bits, size: this.count(bits) };
    }).toSorted((a, b) => b.size - a.size));
  }

  /** Adds what a criterion means, or its test of clinics. A criterion without a case does not compile. */
  #collect(criterion: DoctorCriterion, asOf: AsOf, all: DoctorSetCriterion[], tests: ClinicTest[]): void {
    switch (criterion.by) {
      case 'value':
        all.push({ anyOf: this.#having(criterion.of, criterion.anyOf), date: ANY_DATE });
        break;
      case 'clinic':
        if (criterion.test.by === 'flag')
          all.push({ anyOf: [this.columns.byClinicFlag[criterion.test.has]] });
        else tests.push(criterion.test);
        break;
      case 'years':
        if (criterion.least > 0) all.push(this.#atLeast(criterion.least, asOf, this.#unions.atLeast));
        // Nobody has practised for as many years as the calendar counts: such a bound excludes nobody.
        if (criterion.most * 10_000 < asOf.today)
          all.push({ ...this.#atLeast(criterion.most + 1, asOf, this.#unions.fewer), not: true });
        break;
      case 'practice':
        all.push({ anyOf: [this.#practisingAt(criterion.clinic)] });
        break;
      case 'number':
        all.push({ anyOf: [this.#numbered(criterion.anyOf)] });
        break;
      case 'name':
        all.push({ anyOf: [this.#named(criterion.terms, criterion.registrationNumber)] });
        break;
      case 'alike':
        this.#unions.names.set(this.alike(criterion).at(-1)!);
        all.push({ anyOf: [this.#unions.names] });
        break;
      default:
        criterion satisfies never;
    }
  }

  /** Returns the doctors whose primary clinic is in a set. */
  #atClinics(clinics: Bitset): Bitset {
    const doctors = this.#unions.clinics.fill(0);
    const { starts, values } = this.columns.byClinic;
    for (const clinic of membersOf(clinics)) {
      const end = starts[clinic + 1]!;
      for (let at = starts[clinic]!; at < end; at++) addBit(doctors, values[at]!);
    }
    return doctors;
  }

  #practisingAt(clinic: string): Bitset {
    const doctors = this.#unions.practice.fill(0);
    for (const doctor of this.clinicSets.doctorsAt(clinic)) addBit(doctors, doctor);
    return doctors;
  }

  #numbered(numbers: readonly string[]): Bitset {
    const doctors = this.#unions.numbers.fill(0);
    for (const number of numbers) {
      const ordinal = findText(this.columns.registrationNumbers, number);
      if (ordinal !== undefined && ordinal < this.columns.listed) addBit(doctors, ordinal);
    }
    return doctors;
  }

  #named(terms: readonly string[], registrationNumber: string): Bitset {
    const named = this.#names.search(terms);
    const ordinal = this.#listedOrdinal(registrationNumber);
    if (ordinal === undefined) return named;
    this.#unions.names.set(named);
    addBit(this.#unions.names, ordinal);
    return this.#unions.names;
  }

  #listedOrdinal(registrationNumber: string): number | undefined {
    const ordinal = findText(this.columns.registrationNumbers, registrationNumber);
    return ordinal !== undefined && ordinal < this.columns.listed ? ordinal : undefined;
  }

  /** Returns, by rank, the doctors whose names match with that rank or a better one. */
  alike({ names, registrationNumber }: AlikeCriterion): RankedNames {
    return this.#words.search(names, this.#listedOrdinal(registrationNumber));
  }

  /** Returns whether a folded word is one of the name of a listed doctor. */
  hasNameWord(word: string): boolean {
    const [exact] = this.#words.search({ terms: [word], onlyTitles: false });
    return exact !== undefined && countBits(exact) > 0;
  }

  /**
   * Returns the criterion of having practised for at least this many years. Caches its set until the date changes.
   * @param spare the set to overwrite when the number of years is not cached
   */
  #atLeast(years: number, asOf: AsOf, spare: Bitset): DoctorSetCriterion {
    if (years <= 0) return { anyOf: [this.#everyone], date: ANY_DATE };
    if (years > MAX_CACHED_YEARS) return { anyOf: [this.#writeAtLeast(years, asOf, spare)] };
    const cached = (this.#experienced[years] ??= { today: 0, bits: this.memory.empty() });
    if (cached.today !== asOf.today) this.#writeAtLeast(years, asOf, cached.bits);
    cached.today = asOf.today;
    return { anyOf: [cached.bits], date: asOf.today };
  }

  #writeAtLeast(years: number, { today }: AsOf, into: Bitset): Bitset {
    // Any number of years may be asked for. No date is 0.
    return this.memory.atMost(this.practisingSince, Math.max(0, today - years * 10_000), into);
  }

  /** Returns the sets of some values, each once, or else that of nobody. */
  #having(of: DoctorValue, values: readonly string[]): readonly Bitset[] {
    const index = this.columns.byValue[of];
    const sets: Bitset[] = [];
    for (const value of values) {
      const bits = index.get(value);
      if (bits && !sets.includes(bits)) sets.push(bits);
    }
    return sets.length > 0 ? sets : [this.#nobody];
  }

  /** Returns whether a listed doctor has a folded value of a filter. */
  isListed(of: DoctorValue, value: string): boolean {
    return this.columns.byValue[of].has(value);
  }

  /** Returns the folded values of a filter that listed doctors have. */
  listedValues(of: DoctorValue): Iterable<string> {
    return this.columns.byValue[of].keys();
  }

  /** Counts the listed doctors by folded value of a filter. */
  valueCounts(of: DoctorValue): ReadonlyMap<string, number> {
    return new Map(Array.from(this.columns.byValue[of], ([value, doctors]) => [value, this.count(doctors)]));
  }

  /** Counts the listed doctors whose primary clinic has a flag. */
  clinicFlagCount(flag: ClinicFlag): number {
    return this.count(this.columns.byClinicFlag[flag]);
  }
}
