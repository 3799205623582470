import type { ClinicFlag, DoctorCriterion } from '../../rules/criteria.js';
import type { AsOf } from '../../rules/as-of.js';
import { BitMemory } from '../memory/bit-memory.js';
import { addBit, type Bitset, fullBitset } from '../memory/bitset.js';
import { type NameColumns, NameIndex } from './name-index.js';
import type { TextTable } from '../memory/text-table.js';

/** What listed doctors are found by; their ordinals are in default order. */
export interface DoctorSetColumns {
  readonly listed: number;
  /** yyyymmdd. */
  readonly practisingSince: Int32Array;
  readonly bySpecialty: ReadonlyMap<string, Bitset>;
  readonly byLanguage: ReadonlyMap<string, Bitset>;
  readonly byGender: ReadonlyMap<string, Bitset>;
  readonly byClinicFlag: Readonly<Record<ClinicFlag, Bitset>>;
  readonly names: NameColumns;
}

// Nobody practises longer, but for placeholder dates of a source: what is asked beyond is not worth remembering.
const MOST_YEARS = 120;
/** Sets that are no value's: everyone, nobody, the result, and the unions. */
const OWN_SETS = 8;

/** The listed doctors of one dataset version in sets, ready to be filtered. */
export class DoctorSets {
  readonly #listed: number;
  readonly #practisingSince: Int32Array;
  readonly #names: NameIndex;
  readonly #sets: BitMemory;
  readonly #bySpecialty: ReadonlyMap<string, Bitset>;
  readonly #byLanguage: ReadonlyMap<string, Bitset>;
  readonly #byGender: ReadonlyMap<string, Bitset>;
  readonly #byClinicFlag: Readonly<Record<ClinicFlag, Bitset>>;
  readonly #everyone: Bitset;
  readonly #result: Bitset;
  readonly #nobody: Bitset;
  /** Where each kind of criterion puts a set together that is not kept ready. */
  readonly #unions: Readonly<Record<'specialties' | 'languages' | 'names' | 'atLeast' | 'fewer', Bitset>>;
  /** By years of practice: who had that many on a date, yyyymmdd. */
  readonly #experience: { today: number; readonly bits: Bitset }[] = [];

  /** @param ordinals of registration numbers */
  constructor(
    { listed, practisingSince, bySpecialty, byLanguage, byGender, byClinicFlag, names }: DoctorSetColumns,
    private readonly ordinals: TextTable,
  ) {
    this.#listed = listed;
    this.#practisingSince = practisingSince;
    this.#names = new NameIndex(names);
    const flags = Object.entries(byClinicFlag);
    const kept = bySpecialty.size + byLanguage.size + byGender.size + flags.length;
    const sets = (this.#sets = new BitMemory(this.#listed, kept + OWN_SETS + MOST_YEARS));
    const ownCopies = (index: Iterable<[string, Bitset]>) =>
      new Map(Array.from(index, ([value, bits]) => [value, sets.copyOf(bits)]));
    this.#bySpecialty = ownCopies(bySpecialty);
    this.#byLanguage = ownCopies(byLanguage);
    this.#byGender = ownCopies(byGender);
    this.#byClinicFlag = Object.fromEntries(ownCopies(flags)) as Record<ClinicFlag, Bitset>;
    this.#everyone = sets.copyOf(fullBitset(this.#listed));
    this.#result = sets.empty();
    this.#nobody = sets.empty();
    this.#unions = {
      specialties: sets.empty(),
      languages: sets.empty(),
      names: sets.empty(),
      atLeast: sets.empty(),
      fewer: sets.empty(),
    };
  }

  /** The listed doctors who meet all criteria: to be read only, and until the next call. */
  select(criteria: readonly DoctorCriterion[], asOf: AsOf): Bitset {
    const sets: Bitset[] = [];
    for (const criterion of criteria) this.#collect(criterion, asOf, sets);
    const [first = this.#everyone, ...others] = sets;
    let result = first;
    for (const other of others) {
      this.#sets.intersect(this.#result, result, other);
      result = this.#result;
    }
    return result;
  }

  /** How many doctors one of these sets holds. */
  count(doctors: Bitset): number {
    return this.#sets.count(doctors);
  }

  /** Returns the sets whose union meets a criterion; undefined for a criterion whose set changes between requests. */
  keptSets(criterion: DoctorCriterion): readonly Bitset[] | undefined {
    switch (criterion.by) {
      case 'specialties':
        return criterion.anyOf.flatMap((value) => this.#bySpecialty.get(value) ?? []);
      case 'languages':
        return criterion.anyOf.flatMap((value) => this.#byLanguage.get(value) ?? []);
      case 'gender':
        return [this.#byGender.get(criterion.is) ?? this.#nobody];
      case 'clinic':
      case 'years':
      case 'name':
        return undefined;
      default:
        return criterion satisfies never;
    }
  }

  /** Adds the sets of a criterion. A criterion without a case does not compile: everyone would match it. */
  #collect(criterion: DoctorCriterion, asOf: AsOf, sets: Bitset[]): void {
    switch (criterion.by) {
      case 'specialties':
        sets.push(this.#anyOf(this.#bySpecialty, criterion.anyOf, this.#unions.specialties));
        break;
      case 'languages':
        sets.push(this.#anyOf(this.#byLanguage, criterion.anyOf, this.#unions.languages));
        break;
      case 'gender':
        sets.push(this.#byGender.get(criterion.is) ?? this.#nobody);
        break;
      case 'clinic':
        sets.push(this.#byClinicFlag[criterion.has]);
        break;
      case 'years':
        if (criterion.least > 0) sets.push(this.#atLeast(criterion.least, asOf, this.#unions.atLeast));
        // Nobody has practised for as many years as the calendar counts: such a bound leaves nobody out.
        if (criterion.most * 10_000 < asOf.today) sets.push(this.#lessThan(criterion.most + 1, asOf));
        break;
      case 'name':
        sets.push(this.#named(criterion.terms, criterion.registrationNumber));
        break;
      default:
        criterion satisfies never;
    }
  }

  #named(terms: readonly string[], registrationNumber: string): Bitset {
    const named = this.#unions.names.fill(0);
    this.#names.search(terms, named);
    const ordinal = this.ordinals.find(registrationNumber);
    if (ordinal !== undefined && ordinal < this.#listed) addBit(named, ordinal);
    return named;
  }

  /** Who has practised for fewer years than this today. */
  #lessThan(years: number, asOf: AsOf): Bitset {
    const fewer = this.#unions.fewer;
    this.#sets.subtract(fewer, this.#everyone, this.#atLeast(years, asOf, fewer));
    return fewer;
  }

  /**
   * Who has practised for this many years today; remembered until the date changes.
   * @param spare where it is put together when it is not remembered
   */
  #atLeast(years: number, asOf: AsOf, spare: Bitset): Bitset {
    if (years <= 0) return this.#everyone;
    if (years > MOST_YEARS) return this.#putAtLeast(years, asOf, spare);
    const known = (this.#experience[years] ??= { today: 0, bits: this.#sets.empty() });
    if (known.today === asOf.today) return known.bits;
    known.today = asOf.today;
    return this.#putAtLeast(years, asOf, known.bits);
  }

  #putAtLeast(years: number, { today }: AsOf, into: Bitset): Bitset {
    into.fill(0);
    const latest = today - years * 10_000;
    const since = this.#practisingSince;
    for (let ordinal = 0; ordinal < this.#listed; ordinal++)
      if (since[ordinal]! <= latest) addBit(into, ordinal);
    return into;
  }

  /** Who is in any of the sets of some values; put together in `union` when there is more than one. */
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

  /** How many listed doctors hold each specialty, by folded name. */
  get specialtyCounts(): ReadonlyMap<string, number> {
    return this.#countsOf(this.#bySpecialty);
  }

  /** How many listed doctors speak each language, by folded name. */
  get languageCounts(): ReadonlyMap<string, number> {
    return this.#countsOf(this.#byLanguage);
  }

  /** How many listed doctors have a primary clinic of which this is true. */
  clinicFlagCount(flag: ClinicFlag): number {
    return this.count(this.#byClinicFlag[flag]);
  }

  #countsOf(index: ReadonlyMap<string, Bitset>): ReadonlyMap<string, number> {
    return new Map(Array.from(index, ([value, doctors]) => [value, this.count(doctors)]));
  }
}
