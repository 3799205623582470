import { wholeYears } from '../calendar.js';
import type { ClinicFlag, DoctorCriterion } from '../criteria.js';
import { FRESHNESS, type Freshness, freshnessAt } from '../freshness.js';
import type { Moment } from '../moment.js';
import { addBit, type Bitset, emptyBitset, fullBitset, intersect, subtract, unite } from './bitset.js';
import type { NameIndex } from './name-index.js';
import { AnswerBytes, fromUtf8, type Texts, utf8 } from './text-arena.js';

/** What the index is made of. The first `listed` ordinals are in default order; expired doctors follow. */
export interface DoctorColumns {
  readonly listed: number;
  readonly registrationNumbers: readonly string[];
  /** JSON of the item up to and including `"clinic":`. */
  readonly heads: Texts;
  /** JSON of what only the detail has, from a comma on. */
  readonly extras: Texts;
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
  readonly names: NameIndex;
  /** JSON of each clinic's summary form, by clinic ordinal. */
  readonly clinicSummaries: Texts;
}

// Nobody practises longer, but for placeholder dates of a source: what is asked beyond is not worth remembering.
const MOST_YEARS = 120;

/** All doctors of one dataset version, ready to be filtered and shown. */
export class DoctorIndex {
  readonly listed: number;
  readonly #columns: DoctorColumns;
  readonly #ordinals: ReadonlyMap<string, number>;
  readonly #everyone: Bitset;
  readonly #result: Bitset;
  readonly #union: Bitset;
  /** Whether a selection under way has met a criterion yet; before, everyone is in it. */
  #narrowed = false;
  #experience = { today: 0, atLeast: new Map<number, Bitset>() };

  constructor(columns: DoctorColumns) {
    this.#columns = columns;
    this.listed = columns.listed;
    this.#ordinals = new Map(columns.registrationNumbers.map((number, ordinal) => [number, ordinal]));
    this.#everyone = fullBitset(this.listed);
    this.#result = emptyBitset(this.listed);
    this.#union = emptyBitset(this.listed);
  }

  /** The ordinal of a registration number, expired ones included. */
  ordinalOf(registrationNumber: string): number | undefined {
    return this.#ordinals.get(registrationNumber);
  }

  /** The listed doctors who meet all criteria: to be read only, and until the next call. */
  select(criteria: readonly DoctorCriterion[], moment: Moment): Bitset {
    this.#narrowed = false;
    for (const criterion of criteria) this.#narrow(criterion, moment);
    return this.#narrowed ? this.#result : this.#everyone;
  }

  #narrow(criterion: DoctorCriterion, moment: Moment): void {
    const { bySpecialty, byLanguage, byGender, byClinicFlag } = this.#columns;
    switch (criterion.by) {
      case 'specialties':
        return this.#keep(this.#anyOf(bySpecialty, criterion.anyOf));
      case 'languages':
        return this.#keep(this.#anyOf(byLanguage, criterion.anyOf));
      case 'gender':
        return this.#keep(byGender.get(criterion.is));
      case 'clinic':
        return this.#keep(byClinicFlag[criterion.has]);
      case 'years':
        this.#keep(this.#atLeast(criterion.least, moment));
        // Nobody has practised for as many years as the calendar counts: such a bound leaves nobody out.
        if (criterion.most * 10_000 >= moment.today) return undefined;
        return subtract(this.#result, this.#atLeast(criterion.most + 1, moment));
      case 'name':
        return this.#keep(this.#named(criterion.terms, criterion.registrationNumber));
    }
  }

  #keep(bits: Bitset | undefined): void {
    if (!bits) this.#result.fill(0);
    else if (this.#narrowed) intersect(this.#result, bits);
    else this.#result.set(bits);
    this.#narrowed = true;
  }

  #anyOf(index: ReadonlyMap<string, Bitset>, values: readonly string[]): Bitset | undefined {
    let any: Bitset | undefined;
    for (const value of values) {
      const bits = index.get(value);
      if (!bits || bits === any) continue;
      if (!any) {
        any = bits;
      } else if (any === this.#union) {
        unite(any, bits);
      } else {
        this.#union.set(any);
        any = this.#union;
        unite(any, bits);
      }
    }
    return any;
  }

  #named(terms: readonly string[], registrationNumber: string): Bitset {
    this.#union.fill(0);
    this.#columns.names.search(terms, this.#union);
    const ordinal = this.#ordinals.get(registrationNumber);
    if (ordinal !== undefined && ordinal < this.listed) addBit(this.#union, ordinal);
    return this.#union;
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

  /** Adds JSON of doctors as lists show them, with commas in between. */
  addItems(ordinals: readonly number[], moment: Moment, to: AnswerBytes): void {
    for (const ordinal of ordinals) this.#addItem(ordinal, moment, to);
    // Each item brings the comma after it along; behind the last there is none.
    if (ordinals.length > 0) to.dropLast();
  }

  /** JSON of a doctor in full, but for `reviewed`: the members that come from the reviews, from a comma on. */
  detail(ordinal: number, moment: Moment, reviewed: string): string {
    const { extras, expiredAt, listed } = this.#columns;
    const expired = ordinal < listed ? 'null' : `"${new Date(expiredAt[ordinal - listed]!).toISOString()}"`;
    return `${this.#open(ordinal, moment)}${extras.text(ordinal)}${reviewed},"expiredAt":${expired}}`;
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
    this.#addItem(ordinal, moment, bytes);
    return fromUtf8(bytes.dropLast().dropLast().finish());
  }

  // What depends on the clock stands at the end of an item, so that all before it is made once per version.
  #addItem(ordinal: number, moment: Moment, to: AnswerBytes): void {
    const { heads, clinics, clinicSummaries, practisingSince } = this.#columns;
    const years = wholeYears(practisingSince[ordinal]!, moment.today);
    to.bytes(heads.bytes(ordinal))
      .bytes(clinicSummaries.bytes(clinics[ordinal]!))
      .bytes(itemEnd(years, this.freshness(ordinal, moment)));
  }
}

const ITEM_ENDS = new Map<Freshness, Uint8Array[]>(FRESHNESS.map((freshness) => [freshness, []]));

/** The end of an item, with a comma for another to follow. */
function itemEnd(years: number, freshness: Freshness): Uint8Array {
  const made = ITEM_ENDS.get(freshness)!;
  return (made[years] ??= utf8(`,"yearsOfPractice":${years},"dataFreshness":"${freshness}"},`));
}
