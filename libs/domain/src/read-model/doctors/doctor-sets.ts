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
import type { AsOf } from '../../rules/as-of.js';
import { BitMemory } from '../memory/bit-memory.js';
import { addBit, type Bitset, countBits, fullBitset, hasBit, membersOf } from '../memory/bitset.js';
import { byName } from '../memory/by-name.js';
import type { ClinicSets } from '../clinics/clinic-sets.js';
import type { DoctorColumns } from './doctor-columns.js';
import { ForgivingNameIndex, type RankedNames } from '../names/forgiving-name-index.js';
import { NameIndex } from '../names/name-index.js';
import { findText } from '../memory/text-table.js';

// Only placeholder dates of a source exceed this: larger numbers of years are not worth a cached set.
const MAX_CACHED_YEARS = 120;
/** The criteria that combine sets, each in a working set. */
const UNIONS = [
  ...DOCTOR_VALUE_NAMES,
  'names',
  'clinics',
  'practice',
  'numbers',
  'atLeast',
  'held',
  'common',
  'fewer',
] as const;
/** The sets besides those of the filter values: the unions, everyone, nobody and the result. */
const WORKING_SETS = UNIONS.length + 3;

/** The doctors who have a value. */
interface ValueSet {
  readonly value: string;
  readonly bits: Bitset;
  readonly size: number;
}

/** Maximum number of sets that `newSet` creates: those of the groups that a FacetCounter counts. */
const MAX_NEW_SETS = 64;

/** Filters the listed doctors of one dataset version with sets. */
export class DoctorSets {
  readonly #columns: Pick<
    DoctorColumns,
    'listed' | 'registrationNumbers' | 'practisingSince' | 'clinics' | 'byClinic'
  >;
  readonly #names: NameIndex;
  readonly #words: ForgivingNameIndex;
  readonly #sets: BitMemory;
  readonly #byValue: DoctorColumns['byValue'];
  readonly #byClinicFlag: DoctorColumns['byClinicFlag'];
  readonly #everyone: Bitset;
  readonly #result: Bitset;
  readonly #nobody: Bitset;
  readonly #bySize: Partial<Record<DoctorValue, readonly ValueSet[]>> = {};
  readonly #unions: Readonly<Record<(typeof UNIONS)[number], Bitset>>;
  /** By number of years: the doctors who had practised for that long on a date, yyyymmdd. */
  readonly #experienced: { today: number; readonly bits: Bitset }[] = [];

  constructor(
    columns: DoctorColumns,
    private readonly clinicSets: ClinicSets,
  ) {
    const { listed, registrationNumbers, practisingSince, clinics, byClinic, byValue, byClinicFlag } =
      columns;
    // Not the columns that are copied below, so that their memory is released.
    this.#columns = { listed, registrationNumbers, practisingSince, clinics, byClinic };
    this.#names = new NameIndex(columns.names);
    this.#words = new ForgivingNameIndex(columns.words);
    const values = Object.values(byValue).reduce((sum, index) => sum + index.size, 0);
    const capacity = values + CLINIC_FLAG_NAMES.length + WORKING_SETS + MAX_CACHED_YEARS + MAX_NEW_SETS;
    const sets = (this.#sets = new BitMemory(listed, capacity));
    this.#byValue = byName(
      DOCTOR_VALUE_NAMES,
      (of) => new Map(Array.from(byValue[of], ([value, bits]) => [value, sets.copyOf(bits)])),
    );
    this.#byClinicFlag = byName(CLINIC_FLAG_NAMES, (flag) => sets.copyOf(byClinicFlag[flag]));
    this.#everyone = sets.copyOf(fullBitset(listed));
    this.#result = sets.empty();
    this.#nobody = sets.empty();
    this.#unions = byName(UNIONS, () => sets.empty());
  }

  /** Returns the listed doctors who meet all criteria. Do not change the set; the next call overwrites it. */
  select(criteria: readonly DoctorCriterion[], asOf: AsOf): Bitset {
    const sets: Bitset[] = [];
    const tests: ClinicTest[] = [];
    for (const criterion of criteria) this.#collect(criterion, asOf, sets, tests);
    if (tests.length > 0) sets.push(this.#atClinics(this.clinicSets.setOfAll(tests, asOf)));
    const [first = this.#everyone, ...others] = sets;
    let result = first;
    for (const other of others) {
      this.#sets.intersect(this.#result, result, other);
      result = this.#result;
    }
    return result;
  }

  /** Counts the members of a set that `select` returned. */
  count(doctors: Bitset): number {
    return this.#sets.count(doctors);
  }

  /** Returns a copy of a set that `select` returned. The next call overwrites the copy. */
  hold(doctors: Bitset): Bitset {
    this.#unions.held.set(doctors);
    return this.#unions.held;
  }

  /** Counts the members that two sets share. Both must be of this object. */
  countCommon(a: Bitset, b: Bitset): number {
    this.#sets.intersect(this.#unions.common, a, b);
    return this.#sets.count(this.#unions.common);
  }

  newSet(): Bitset {
    return this.#sets.empty();
  }

  /** Returns a new set of the doctors whose primary clinic meets a test. */
  newSetAt(test: ConstantTest): Bitset {
    return this.#sets.copyOf(this.#atClinics(this.clinicSets.constantSetOf(test)));
  }

  /** Returns the folded values of a filter with their doctors, the most common first. Orders them once. */
  valuesBySize(of: DoctorValue): readonly ValueSet[] {
    return (this.#bySize[of] ??= Array.from(this.#byValue[of], ([value, bits]) => {
      return { value, bits, size: this.count(bits) };
    }).toSorted((a, b) => b.size - a.size));
  }

  /** Returns the constant sets whose union a criterion selects; undefined if it has none. */
  constantSets(criterion: DoctorCriterion): readonly Bitset[] | undefined {
    if (criterion.by !== 'value') return undefined;
    const index = this.#byValue[criterion.of];
    return criterion.anyOf.flatMap((value) => index.get(value) ?? []);
  }

  /** Adds the sets of a criterion, or its test of clinics. A criterion without a case does not compile. */
  #collect(criterion: DoctorCriterion, asOf: AsOf, sets: Bitset[], tests: ClinicTest[]): void {
    switch (criterion.by) {
      case 'value':
        sets.push(this.#anyOf(this.#byValue[criterion.of], criterion.anyOf, this.#unions[criterion.of]));
        break;
      case 'clinic':
        if (criterion.test.by === 'flag') sets.push(this.#byClinicFlag[criterion.test.has]);
        else tests.push(criterion.test);
        break;
      case 'years':
        if (criterion.least > 0) sets.push(this.#atLeast(criterion.least, asOf, this.#unions.atLeast));
        // Nobody has practised for as many years as the calendar counts: such a bound excludes nobody.
        if (criterion.most * 10_000 < asOf.today) sets.push(this.#lessThan(criterion.most + 1, asOf));
        break;
      case 'practice':
        sets.push(this.#practisingAt(criterion.clinic));
        break;
      case 'number':
        sets.push(this.#numbered(criterion.anyOf));
        break;
      case 'name':
        sets.push(this.#named(criterion.terms, criterion.registrationNumber));
        break;
      case 'alike':
        this.#unions.names.set(this.alike(criterion).at(-1)!);
        sets.push(this.#unions.names);
        break;
      default:
        criterion satisfies never;
    }
  }

  /** Returns the doctors whose primary clinic is in a set. */
  #atClinics(clinics: Bitset): Bitset {
    const doctors = this.#unions.clinics.fill(0);
    // Most clinics have most doctors: with many, it is faster to look up the clinic of each doctor.
    if (2 * countBits(clinics) < this.clinicSets.size) this.#addDoctorsOf(clinics, doctors);
    else this.#addDoctorsAt(clinics, doctors);
    return doctors;
  }

  #addDoctorsOf(clinics: Bitset, doctors: Bitset): void {
    const { starts, values } = this.#columns.byClinic;
    for (const clinic of membersOf(clinics)) {
      const end = starts[clinic + 1]!;
      for (let at = starts[clinic]!; at < end; at++) addBit(doctors, values[at]!);
    }
  }

  #addDoctorsAt(clinics: Bitset, doctors: Bitset): void {
    const { listed, clinics: primary } = this.#columns;
    for (let from = 0; from < listed; from += 32) {
      let word = 0;
      const end = Math.min(from + 32, listed);
      for (let doctor = from; doctor < end; doctor++)
        if (hasBit(clinics, primary[doctor]!)) word |= 1 << (doctor & 31);
      doctors[from >>> 5] = word;
    }
  }

  #practisingAt(clinic: string): Bitset {
    const doctors = this.#unions.practice.fill(0);
    for (const doctor of this.clinicSets.doctorsAt(clinic)) addBit(doctors, doctor);
    return doctors;
  }

  #numbered(numbers: readonly string[]): Bitset {
    const doctors = this.#unions.numbers.fill(0);
    for (const number of numbers) {
      const ordinal = findText(this.#columns.registrationNumbers, number);
      if (ordinal !== undefined && ordinal < this.#columns.listed) addBit(doctors, ordinal);
    }
    return doctors;
  }

  #named(terms: readonly string[], registrationNumber: string): Bitset {
    const named = this.#unions.names.fill(0);
    this.#names.search(terms, named);
    const ordinal = this.#listedOrdinal(registrationNumber);
    if (ordinal !== undefined) addBit(named, ordinal);
    return named;
  }

  #listedOrdinal(registrationNumber: string): number | undefined {
    const ordinal = findText(this.#columns.registrationNumbers, registrationNumber);
    return ordinal !== undefined && ordinal < this.#columns.listed ? ordinal : undefined;
  }

  /** Returns, by rank, the doctors whose names match with that rank or a better one. */
  alike({ names, registrationNumber }: AlikeCriterion): RankedNames {
    return this.#words.search(names, this.#listedOrdinal(registrationNumber));
  }

  /** Returns the doctors who have practised for fewer years. */
  #lessThan(years: number, asOf: AsOf): Bitset {
    const fewer = this.#unions.fewer;
    this.#sets.subtract(fewer, this.#everyone, this.#atLeast(years, asOf, fewer));
    return fewer;
  }

  /**
   * Returns the doctors who have practised for at least this many years. Caches the set until the date changes.
   * @param spare the set to overwrite when the number of years is not cached
   */
  #atLeast(years: number, asOf: AsOf, spare: Bitset): Bitset {
    if (years <= 0) return this.#everyone;
    if (years > MAX_CACHED_YEARS) return this.#writeAtLeast(years, asOf, spare);
    const cached = (this.#experienced[years] ??= { today: 0, bits: this.#sets.empty() });
    if (cached.today === asOf.today) return cached.bits;
    cached.today = asOf.today;
    return this.#writeAtLeast(years, asOf, cached.bits);
  }

  #writeAtLeast(years: number, { today }: AsOf, into: Bitset): Bitset {
    into.fill(0);
    const latest = today - years * 10_000;
    const { listed, practisingSince } = this.#columns;
    for (let ordinal = 0; ordinal < listed; ordinal++)
      if (practisingSince[ordinal]! <= latest) addBit(into, ordinal);
    return into;
  }

  /** Returns the union of the sets of some values. Overwrites `union` if there is more than one set. */
  #anyOf(index: ReadonlyMap<string, Bitset>, values: readonly string[], union: Bitset): Bitset {
    let any = this.#nobody;
    for (const value of values) {
      const bits = index.get(value);
      if (!bits || bits === any) continue;
      if (any === this.#nobody) {
        any = bits;
        continue;
      }
      this.#sets.unite(union, any, bits);
      any = union;
    }
    return any;
  }

  /** Returns whether a listed doctor has a folded value of a filter. */
  isListed(of: DoctorValue, value: string): boolean {
    return this.#byValue[of].has(value);
  }

  /** Returns the folded values of a filter that listed doctors have. */
  listedValues(of: DoctorValue): Iterable<string> {
    return this.#byValue[of].keys();
  }

  /** Counts the listed doctors by folded value of a filter. */
  valueCounts(of: DoctorValue): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#byValue[of], ([value, doctors]) => [value, this.count(doctors)]));
  }

  /** Counts the listed doctors whose primary clinic has a flag. */
  clinicFlagCount(flag: ClinicFlag): number {
    return this.count(this.#byClinicFlag[flag]);
  }
}
