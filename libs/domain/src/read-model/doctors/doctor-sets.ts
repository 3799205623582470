import {
  CLINIC_FLAG_NAMES,
  type ClinicFlag,
  type ClinicTest,
  type ConstantTest,
} from '../../rules/clinic-test.js';
import {
  type AlikeCriterion,
  DOCTOR_VALUE_NAMES,
  type DoctorCriterion,
  type DoctorValue,
} from '../../rules/criteria.js';
import type { UnknownFact } from '../../messages/index.js';
import type { AsOf } from '../../rules/time/as-of.js';
import { BitMemory, type MemberValues, type SetCriterion } from '../memory/bit-memory.js';
import { addBit, type Bitset, type BitPage, countBits, fullBitset, membersOf } from '../memory/bitset.js';
import { objectOf } from '../memory/object-of.js';
import type { DoctorColumns } from './doctor-columns.js';
import { ForgivingNameIndex, type RankedNames } from '../names/forgiving-name-index.js';
import { NameIndex } from '../names/name-index.js';
import { findText } from '../memory/text-table.js';

/** Larger numbers of years are not cached: only placeholder dates of a source exceed this. */
const MAX_CACHED_YEARS = 120;
/**
 * The sets that a request may write. The criteria `name` and `alike` share `names`: a query has at most one of them. `years`
 * needs two (`atLeast` and `fewer`), `value` none, and `hold` uses `held`.
 */
const SCRATCH_SETS = ['names', 'primaryClinic', 'anyClinic', 'numbers', 'atLeast', 'fewer', 'held'] as const;
/** Number of scratch sets, plus the sets of all doctors, of no doctors and of the result. */
const WORKING_SETS = SCRATCH_SETS.length + 3;

/** The part of `ClinicSets` that filters of doctors need. A returned set is valid until the next call. */
interface FilteredClinics {
  setOfAll(tests: readonly ClinicTest[], asOf: AsOf): Bitset;
  constantSetOf(test: ConstantTest): Bitset;
  doctorsAt(id: string): Int32Array;
}

/** The doctors with a value of a filter. */
interface ValueSet {
  readonly value: string;
  readonly bits: Bitset;
  readonly size: number;
}

/** Number of dates that are copied per loading step: half a megabyte. */
const COPIED_DATES = 131_072;

/** Maximum number of sets that a `FacetCounter` creates. */
const MAX_NEW_SETS = 64;

/** The date of sets that do not depend on the date. */
const ANY_DATE = 0;

/** A criterion over sets of doctors. */
export interface DoctorSetCriterion extends SetCriterion {
  /** The date, yyyymmdd, for which the sets are valid, or ANY_DATE; absent for sets that the next request overwrites. */
  readonly date?: number;
}

/**
 * Filters the listed doctors of one dataset version. Each value of a filter has a bitset of its doctors, so that a query is
 * one pass over a few bitsets, whatever the number of matches.
 */
export class DoctorSets {
  readonly #exact: NameIndex;
  readonly #forgiving: ForgivingNameIndex;
  readonly #all: Bitset;
  readonly #result: Bitset;
  readonly #none: Bitset;
  readonly #bySize: Partial<Record<DoctorValue, readonly ValueSet[]>> = {};
  readonly #scratch: Readonly<Record<(typeof SCRATCH_SETS)[number], Bitset>>;
  /** By number of years: the doctors with at least that many years of practice on a date, yyyymmdd. */
  readonly #experienced: { today: number; readonly bits: Bitset }[] = [];
  /** The doctors at primary clinics of which a flag holds, or is not known. Each is made at its first use, as those below. */
  readonly #possible: Partial<Record<ClinicFlag, Bitset>> = {};
  /** The doctors without a known value of a filter. */
  readonly #unvalued: Partial<Record<DoctorValue, Bitset>> = {};
  /** Whether every doctor has a value, by fact. */
  readonly #known: Partial<Record<UnknownFact, boolean>> = {};

  private constructor(
    private readonly columns: DoctorColumns,
    private readonly clinicSets: FilteredClinics,
    /** Holds all sets, including those of the columns. */
    private readonly memory: BitMemory,
    /** yyyymmdd by ordinal, in the same memory. */
    private readonly practisingSince: MemberValues,
  ) {
    this.#exact = new NameIndex(columns.exactNames, memory);
    this.#forgiving = new ForgivingNameIndex(columns.forgivingNames);
    this.#all = memory.copyOf(fullBitset(columns.listed));
    this.#result = memory.empty();
    this.#none = memory.empty();
    this.#scratch = objectOf(SCRATCH_SETS, () => memory.empty());
  }

  /**
   * Copies the sets and dates of columns into one memory, in loading steps between which the event loop can serve requests.
   * @param columns their sets are replaced by the copies
   */
  static *copySteps(columns: DoctorColumns, clinicSets: FilteredClinics): Generator<void, DoctorSets> {
    const values = Object.values(columns.byValue).reduce((sum, index) => sum + index.size, 0);
    const others =
      WORKING_SETS + MAX_CACHED_YEARS + MAX_NEW_SETS + NameIndex.SETS + BitMemory.SETS_PER_COLUMN;
    const flags = 2 * CLINIC_FLAG_NAMES.length;
    const memory = new BitMemory(columns.listed, values + DOCTOR_VALUE_NAMES.length + flags + others);
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
    for (let from = 0; from < columns.listed; from += COPIED_DATES) {
      const end = Math.min(from + COPIED_DATES, columns.listed);
      practisingSince.set(columns.practisingSince.subarray(from, end), from);
      yield;
    }
    return new DoctorSets(columns, clinicSets, memory, practisingSince);
  }

  /** Maximum number of doctor sets. */
  get capacity(): number {
    return this.memory.capacity - BitMemory.SETS_PER_COLUMN;
  }

  /**
   * Returns the listed doctors who meet all criteria, in a set of this object. Do not change it; the next call may overwrite
   * it.
   * @param criteria as for `criteria`
   * @param among a set of this object that they must also be in
   */
  select(criteria: readonly DoctorCriterion[], asOf: AsOf, among?: Bitset): Bitset {
    const all = this.criteria(criteria, asOf);
    if (among) all.push({ anyOf: [among] });
    const [{ anyOf, not }] = all as [DoctorSetCriterion];
    if (all.length === 1 && anyOf.length === 1 && !not) return anyOf[0]!;
    return this.memory.combine(this.#result, all);
  }

  /**
   * Translates criteria into criteria over sets of doctors, at least one of them without `not`.
   * @param criteria at most one of a kind, except `value` and `clinic`; `name` and `alike` count as one kind
   */
  criteria(criteria: readonly DoctorCriterion[], asOf: AsOf): DoctorSetCriterion[] {
    const all: DoctorSetCriterion[] = [];
    const tests: ClinicTest[] = [];
    for (const criterion of criteria) this.#collect(criterion, asOf, all, tests);
    if (tests.length > 0) all.push({ anyOf: [this.#atClinics(this.clinicSets.setOfAll(tests, asOf))] });
    if (all.every(({ not }) => not)) all.push({ anyOf: [this.#all], date: ANY_DATE });
    return all;
  }

  /** Counts the members of any set. */
  count(doctors: Bitset): number {
    return this.memory.countAny(doctors);
  }

  /** Returns a page of the members of any set, in default order. @param total number of members */
  page(doctors: Bitset, page: BitPage, total: number): readonly number[] {
    return this.memory.page(doctors, page, total);
  }

  /** Copies a set that `select` returned. The next call of `hold` overwrites the copy. */
  hold(doctors: Bitset): Bitset {
    this.#scratch.held.set(doctors);
    return this.#scratch.held;
  }

  /** Counts the doctors that two sets of this object share. */
  countCommon(a: Bitset, b: Bitset): number {
    return this.memory.count(a, b);
  }

  /** Creates a set of the doctors at primary clinics that meet a test. */
  newSetAt(test: ConstantTest): Bitset {
    return this.memory.copyOf(this.#atClinics(this.clinicSets.constantSetOf(test)));
  }

  /** Returns the folded values of a filter with their doctors, most common first. Sorts them once. */
  valuesBySize(of: DoctorValue): readonly ValueSet[] {
    return (this.#bySize[of] ??= Array.from(this.columns.byValue[of], ([value, bits]) => {
      return { value, bits, size: this.count(bits) };
    }).toSorted((a, b) => b.size - a.size));
  }

  /** Adds the sets of a criterion to `all`, or its test of the primary clinic to `tests`. */
  #collect(criterion: DoctorCriterion, asOf: AsOf, all: DoctorSetCriterion[], tests: ClinicTest[]): void {
    switch (criterion.by) {
      case 'value':
        all.push({ anyOf: this.#having(criterion), date: ANY_DATE });
        break;
      case 'clinic':
        if (criterion.test.by === 'flag')
          all.push({ anyOf: [this.#flagged(criterion.test)], date: ANY_DATE });
        else tests.push(criterion.test);
        break;
      case 'years':
        if (criterion.least > 0) all.push(this.#atLeast(criterion.least, asOf, this.#scratch.atLeast));
        // At most n years means not at least n + 1 years. A maximum beyond the calendar's years excludes no doctor.
        if (criterion.most * 10_000 < asOf.today)
          all.push({ ...this.#atLeast(criterion.most + 1, asOf, this.#scratch.fewer), not: true });
        break;
      case 'anyClinic':
        all.push({ anyOf: [this.#practisingAt(criterion.clinic)] });
        break;
      case 'number':
        all.push({ anyOf: [this.#numbered(criterion.anyOf)] });
        break;
      case 'name':
        all.push({ anyOf: [this.#named(criterion.terms, criterion.registrationNumber)] });
        break;
      case 'alike':
        this.#scratch.names.set(this.alike(criterion)[criterion.worst]!);
        all.push({ anyOf: [this.#scratch.names] });
        break;
      default:
        criterion satisfies never;
    }
  }

  /** Returns the doctors with a primary clinic in a set. */
  #atClinics(clinics: Bitset): Bitset {
    const doctors = this.#scratch.primaryClinic.fill(0);
    const { starts, values } = this.columns.byPrimaryClinic;
    for (const clinic of membersOf(clinics)) {
      const end = starts[clinic + 1]!;
      for (let at = starts[clinic]!; at < end; at++) addBit(doctors, values[at]!);
    }
    return doctors;
  }

  #practisingAt(clinic: string): Bitset {
    const doctors = this.#scratch.anyClinic.fill(0);
    for (const doctor of this.clinicSets.doctorsAt(clinic)) addBit(doctors, doctor);
    return doctors;
  }

  #numbered(numbers: readonly string[]): Bitset {
    const doctors = this.#scratch.numbers.fill(0);
    for (const number of numbers) {
      const ordinal = this.#listedOrdinal(number);
      if (ordinal !== undefined) addBit(doctors, ordinal);
    }
    return doctors;
  }

  #named(terms: readonly string[], registrationNumber: string): Bitset {
    const named = this.#exact.search(terms);
    const ordinal = this.#listedOrdinal(registrationNumber);
    if (ordinal === undefined) return named;
    this.#scratch.names.set(named);
    addBit(this.#scratch.names, ordinal);
    return this.#scratch.names;
  }

  #listedOrdinal(registrationNumber: string): number | undefined {
    const ordinal = findText(this.columns.registrationNumbers, registrationNumber);
    return ordinal !== undefined && ordinal < this.columns.listed ? ordinal : undefined;
  }

  /** Returns the doctors with matching names, by rank. */
  alike({ names, registrationNumber }: AlikeCriterion): RankedNames {
    return this.#forgiving.search(names, this.#listedOrdinal(registrationNumber));
  }

  /** Returns whether the name of a listed doctor contains a folded word as a whole. */
  hasNameWord(word: string): boolean {
    const [exact] = this.#forgiving.search({ terms: [word], onlyTitles: false });
    return exact !== undefined && countBits(exact) > 0;
  }

  /**
   * Returns the doctors with at least this many years of practice. Caches their set until the date changes.
   * @param scratch overwritten if the number of years is not cached
   */
  #atLeast(years: number, asOf: AsOf, scratch: Bitset): DoctorSetCriterion {
    if (years <= 0) return { anyOf: [this.#all], date: ANY_DATE };
    if (years > MAX_CACHED_YEARS) return { anyOf: [this.#writeAtLeast(years, asOf, scratch)] };
    const cached = (this.#experienced[years] ??= { today: 0, bits: this.memory.empty() });
    if (cached.today !== asOf.today) this.#writeAtLeast(years, asOf, cached.bits);
    cached.today = asOf.today;
    return { anyOf: [cached.bits], date: asOf.today };
  }

  #writeAtLeast(years: number, { today }: AsOf, into: Bitset): Bitset {
    // As numbers yyyymmdd, a date some years ago is that many times 10,000 less. Every date of a doctor is greater than 0.
    return this.memory.atMost(this.practisingSince, Math.max(0, today - years * 10_000), into);
  }

  #flagged({ has, orUnknown }: Extract<ClinicTest, { readonly by: 'flag' }>): Bitset {
    if (!orUnknown) return this.columns.byClinicFlag[has];
    return (this.#possible[has] ??= this.newSetAt({ by: 'flag', has, orUnknown }));
  }

  /** Returns the distinct sets of some values; the empty set if no doctor has any of the values. */
  #having({ of, anyOf, orUnknown }: Extract<DoctorCriterion, { readonly by: 'value' }>): readonly Bitset[] {
    const index = this.columns.byValue[of];
    const sets: Bitset[] = [];
    for (const value of anyOf) {
      const bits = index.get(value);
      if (bits && !sets.includes(bits)) sets.push(bits);
    }
    if (orUnknown) sets.push(this.#withoutValue(of));
    return sets.length > 0 ? sets : [this.#none];
  }

  #withoutValue(of: DoctorValue): Bitset {
    const having = { anyOf: [...this.columns.byValue[of].values(), this.#none], not: true };
    return (this.#unvalued[of] ??= this.memory.combine(this.memory.empty(), [
      { anyOf: [this.#all] },
      having,
    ]));
  }

  /** Returns whether a fact is a value of a filter that every listed doctor has. */
  isKnown(fact: UnknownFact): boolean {
    return (this.#known[fact] ??= DOCTOR_VALUE_NAMES.some(
      (of) => of === fact && this.count(this.#withoutValue(of)) === 0,
    ));
  }

  /** Returns whether a listed doctor has a folded value of a filter. */
  hasValue(of: DoctorValue, value: string): boolean {
    return this.columns.byValue[of].has(value);
  }

  /** Returns the folded values of a filter that listed doctors have. */
  valuesOf(of: DoctorValue): Iterable<string> {
    return this.columns.byValue[of].keys();
  }

  /** Counts the listed doctors at primary clinics with a flag. */
  clinicFlagCount(flag: ClinicFlag): number {
    return this.count(this.columns.byClinicFlag[flag]);
  }
}
