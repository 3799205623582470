import { wholeYears } from '../calendar.js';
import type { ClinicFlag, DoctorCriterion } from '../criteria.js';
import { FRESHNESS, type Freshness, freshnessAt } from '../freshness.js';
import type { Moment } from '../moment.js';
import { AnswerBytes } from './answer-bytes.js';
import { addBit, type Bitset, emptyBitset, fullBitset, intersectAll, subtract, unite } from './bitset.js';
import { type NameColumns, NameIndex } from './name-index.js';
import { type TextColumn, Texts, utf8 } from './text-arena.js';
import { TextTable, type TextTableColumns } from './text-table.js';

/** What the index is made of. The first `listed` ordinals are in default order; expired doctors follow. */
export interface DoctorColumns {
  readonly listed: number;
  readonly registrationNumbers: TextTableColumns;
  /** JSON of the item up to and including `"clinic":`. */
  readonly heads: TextColumn;
  /** JSON of what only the detail has, from a comma on. */
  readonly extras: TextColumn;
  /** Ordinal of the primary clinic. */
  readonly clinics: Int32Array;
  /** yyyymmdd. */
  readonly practisingSince: Int32Array;
  /** Milliseconds since 1970, NaN when the register never confirmed the record. */
  readonly confirmedAt: Float64Array;
  /** Milliseconds since 1970, by ordinal less `listed`. */
  readonly expiredAt: Float64Array;
  readonly bySpecialty: ReadonlyMap<string, Bitset>;
  readonly byLanguage: ReadonlyMap<string, Bitset>;
  readonly byGender: ReadonlyMap<string, Bitset>;
  readonly byClinicFlag: Readonly<Record<ClinicFlag, Bitset>>;
  readonly names: NameColumns;
  /** JSON of each clinic's summary form, by clinic ordinal. */
  readonly clinicSummaries: TextColumn;
}

// Nobody practises longer, but for placeholder dates of a source: what is asked beyond is not worth remembering.
const MOST_YEARS = 120;

/** All doctors of one dataset version, ready to be filtered and shown. */
export class DoctorIndex {
  readonly listed: number;
  readonly #columns: DoctorColumns;
  readonly #ordinals: TextTable;
  readonly #names: NameIndex;
  readonly #heads: Texts;
  readonly #extras: Texts;
  readonly #clinicSummaries: Texts;
  readonly #everyone: Bitset;
  readonly #result: Bitset;
  readonly #nobody: Bitset;
  /** Where each kind of criterion puts a set together that is not kept ready. */
  readonly #unions: Readonly<Record<'specialties' | 'languages' | 'names' | 'years', Bitset>>;
  #experience = { today: 0, atLeast: new Map<number, Bitset>() };

  constructor(columns: DoctorColumns) {
    this.#columns = columns;
    this.listed = columns.listed;
    this.#ordinals = new TextTable(columns.registrationNumbers);
    this.#names = new NameIndex(columns.names);
    this.#heads = new Texts(columns.heads);
    this.#extras = new Texts(columns.extras);
    this.#clinicSummaries = new Texts(columns.clinicSummaries);
    this.#everyone = fullBitset(this.listed);
    this.#result = emptyBitset(this.listed);
    this.#nobody = emptyBitset(this.listed);
    this.#unions = {
      specialties: emptyBitset(this.listed),
      languages: emptyBitset(this.listed),
      names: emptyBitset(this.listed),
      years: emptyBitset(this.listed),
    };
  }

  /** The ordinal of a registration number, expired ones included. */
  ordinalOf(registrationNumber: string): number | undefined {
    return this.#ordinals.find(registrationNumber);
  }

  /** The listed doctors who meet all criteria: to be read only, and until the next call. */
  select(criteria: readonly DoctorCriterion[], moment: Moment): Bitset {
    const sets: Bitset[] = [];
    for (const criterion of criteria) this.#collect(criterion, moment, sets);
    if (sets.length === 0) return this.#everyone;
    if (sets.length === 1) return sets[0]!;
    intersectAll(this.#result, sets);
    return this.#result;
  }

  /** Adds the sets that a criterion stands for. */
  #collect(criterion: DoctorCriterion, moment: Moment, sets: Bitset[]): void {
    const { bySpecialty, byLanguage, byGender, byClinicFlag } = this.#columns;
    switch (criterion.by) {
      case 'specialties':
        sets.push(anyOf(bySpecialty, criterion.anyOf, this.#unions.specialties) ?? this.#nobody);
        break;
      case 'languages':
        sets.push(anyOf(byLanguage, criterion.anyOf, this.#unions.languages) ?? this.#nobody);
        break;
      case 'gender':
        sets.push(byGender.get(criterion.is) ?? this.#nobody);
        break;
      case 'clinic':
        sets.push(byClinicFlag[criterion.has]);
        break;
      case 'years':
        if (criterion.least > 0) sets.push(this.#atLeast(criterion.least, moment));
        // Nobody has practised for as many years as the calendar counts: such a bound leaves nobody out.
        if (criterion.most * 10_000 < moment.today) sets.push(this.#lessThan(criterion.most + 1, moment));
        break;
      case 'name':
        sets.push(this.#named(criterion.terms, criterion.registrationNumber));
    }
  }

  #named(terms: readonly string[], registrationNumber: string): Bitset {
    const named = this.#unions.names.fill(0);
    this.#names.search(terms, named);
    const ordinal = this.#ordinals.find(registrationNumber);
    if (ordinal !== undefined && ordinal < this.listed) addBit(named, ordinal);
    return named;
  }

  /** Who has practised for fewer years than this today. */
  #lessThan(years: number, moment: Moment): Bitset {
    const fewer = this.#unions.years;
    fewer.set(this.#everyone);
    subtract(fewer, this.#atLeast(years, moment));
    return fewer;
  }

  /** Who has practised for this many years today; remembered until the date changes. */
  #atLeast(years: number, moment: Moment): Bitset {
    if (years <= 0) return this.#everyone;
    if (this.#experience.today !== moment.today)
      this.#experience = { today: moment.today, atLeast: new Map() };
    const known = this.#experience.atLeast.get(years);
    if (known) return known;
    const bits = emptyBitset(this.listed);
    const latest = moment.today - years * 10_000;
    if (latest < 0) return bits;
    const since = this.#columns.practisingSince;
    for (let ordinal = 0; ordinal < this.listed; ordinal++)
      if (since[ordinal]! <= latest) addBit(bits, ordinal);
    if (years <= MOST_YEARS) this.#experience.atLeast.set(years, bits);
    return bits;
  }

  /** JSON of a doctor in full, but for `reviewed`: the members that come from the reviews, from a comma on. */
  detail(ordinal: number, moment: Moment, reviewed: string): string {
    const { expiredAt, listed } = this.#columns;
    const expired = ordinal < listed ? 'null' : `"${new Date(expiredAt[ordinal - listed]!).toISOString()}"`;
    return `${this.#open(ordinal, moment)}${this.#extras.text(ordinal)}${reviewed},"expiredAt":${expired}}`;
  }

  /** What a clinic's detail shows of its doctor. */
  itemInClinic(ordinal: number, moment: Moment): string {
    const item = JSON.parse(`${this.#open(ordinal, moment)}}`) as Record<string, unknown>;
    const { name, gender, yearsOfPractice, languages, specialties } = item;
    return JSON.stringify({ name, gender, yearsOfPractice, languages, specialties });
  }

  freshness(ordinal: number, moment: Moment): Freshness {
    return freshnessAt(this.#columns.confirmedAt[ordinal]!, ordinal >= this.listed, moment);
  }

  /** How many listed doctors each value of an index finds, by folded value. */
  get valueIndexes(): Pick<DoctorColumns, 'bySpecialty' | 'byLanguage' | 'byClinicFlag'> {
    return this.#columns;
  }

  /** JSON of an item, for more members to follow. */
  #open(ordinal: number, moment: Moment): string {
    const bytes = new AnswerBytes();
    this.addItem(ordinal, moment, bytes);
    return bytes.dropLast().dropLast().finishText();
  }

  /** Adds JSON of a doctor as lists show it, with a comma for another to follow. */
  // What depends on the clock stands at the end of an item, so that all before it is made once per version.
  addItem(ordinal: number, moment: Moment, to: AnswerBytes): void {
    const { clinics, practisingSince } = this.#columns;
    const years = wholeYears(practisingSince[ordinal]!, moment.today);
    to.bytes(this.#heads.bytes(ordinal))
      .bytes(this.#clinicSummaries.bytes(clinics[ordinal]!))
      .bytes(itemEnd(years, this.freshness(ordinal, moment)));
  }
}

const ITEM_ENDS = new Map<Freshness, Uint8Array[]>(FRESHNESS.map((freshness) => [freshness, []]));

/** The end of an item, with a comma for another to follow. */
function itemEnd(years: number, freshness: Freshness): Uint8Array {
  const made = ITEM_ENDS.get(freshness)!;
  return (made[years] ??= utf8(`,"yearsOfPractice":${years},"dataFreshness":"${freshness}"},`));
}

/** Who is in any of the sets of some values; put together in `union` when there is more than one. */
function anyOf(
  index: ReadonlyMap<string, Bitset>,
  values: readonly string[],
  union: Bitset,
): Bitset | undefined {
  let any: Bitset | undefined;
  for (const value of values) {
    const bits = index.get(value);
    if (!bits || bits === any) continue;
    if (!any) {
      any = bits;
      continue;
    }
    if (any !== union) union.set(any);
    unite(union, bits);
    any = union;
  }
  return any;
}
