import type { DoctorItem } from '../../contract/doctor-answer.js';
import type { RatingCounts } from '../../contract/review-answer.js';
import { clinicDoctor, DOCTOR_DETAIL, DOCTOR_ITEM } from '../wire/doctor-parts.js';
import { jsonMembers, memberStart } from '../wire/parts.js';
import { utf8 } from '../../text/utf8.js';
import { FRESHNESS, type Freshness } from '../../records/doctor.js';
import { wholeYears } from '../../rules/calendar.js';
import { freshnessAt } from '../../rules/freshness.js';
import type { AsOf } from '../../rules/as-of.js';
import { AnswerBytes } from '../memory/answer-bytes.js';
import { DoctorSets, type DoctorSetColumns } from './doctor-sets.js';
import { FrequentTexts, type SharedColumn, SharedTexts } from '../memory/shared-texts.js';
import { type TextColumn, Texts } from '../memory/text-arena.js';
import { TextTable, type TextTableColumns } from '../memory/text-table.js';

/** What the index is made of. The first `listed` ordinals are in default order; expired doctors follow. */
export interface DoctorColumns extends DoctorSetColumns {
  readonly registrationNumbers: TextTableColumns;
  /** JSON of the item's start: what is a doctor's own. */
  readonly heads: TextColumn;
  /** JSON of what follows, from a comma up to and including `"clinic":`. */
  readonly profiles: SharedColumn;
  /** JSON of what only the detail has, from a comma on. */
  readonly extras: TextColumn;
  /** Ordinal of the primary clinic. */
  readonly clinics: Int32Array;
  /** Milliseconds since 1970, NaN when the register never confirmed the record. */
  readonly confirmedAt: Float64Array;
  /** Milliseconds since 1970, by ordinal less `listed`. */
  readonly expiredAt: Float64Array;
  /** JSON of each clinic's summary form, by clinic ordinal. */
  readonly clinicSummaries: TextColumn;
}

/** All doctors of one dataset version, ready to be filtered and shown. */
export class DoctorIndex {
  readonly listed: number;
  /** What the listed doctors are found by. */
  readonly sets: DoctorSets;
  readonly #columns: Omit<
    DoctorColumns,
    'bySpecialty' | 'byLanguage' | 'byGender' | 'byClinicFlag' | 'names'
  >;
  readonly #ordinals: TextTable;
  readonly #heads: Texts;
  readonly #profiles: SharedTexts;
  readonly #extras: Texts;
  readonly #clinicSummaries: FrequentTexts;

  constructor({ bySpecialty, byLanguage, byGender, byClinicFlag, names, ...columns }: DoctorColumns) {
    const { listed, practisingSince } = columns;
    this.#columns = columns;
    this.listed = listed;
    this.#ordinals = new TextTable(columns.registrationNumbers);
    const sets = { listed, practisingSince, bySpecialty, byLanguage, byGender, byClinicFlag, names };
    this.sets = new DoctorSets(sets, this.#ordinals);
    this.#heads = new Texts(columns.heads);
    this.#profiles = new SharedTexts(columns.profiles);
    this.#extras = new Texts(columns.extras);
    this.#clinicSummaries = new FrequentTexts(columns.clinicSummaries);
  }

  /** The ordinal of a registration number, expired ones included. */
  ordinalOf(registrationNumber: string): number | undefined {
    return this.#ordinals.find(registrationNumber);
  }

  /**
   * Returns the JSON of a doctor's detail.
   * @param reviews JSON of the newest reviews
   */
  detail(ordinal: number, asOf: AsOf, rating: RatingCounts, reviews: string): string {
    const { expiredAt, listed } = this.#columns;
    const expiry = ordinal < listed ? null : new Date(expiredAt[ordinal - listed]!).toISOString();
    return (
      `${this.#open(ordinal, asOf)}${this.#extras.text(ordinal)},${jsonMembers(DOCTOR_DETAIL.rating(rating))}` +
      `${memberStart(DOCTOR_DETAIL.reviews)}${reviews},${jsonMembers(DOCTOR_DETAIL.expiry(expiry))}}`
    );
  }

  /** Returns the JSON of a doctor as a clinic's detail shows it. */
  itemInClinic(ordinal: number, asOf: AsOf): string {
    return JSON.stringify(clinicDoctor(JSON.parse(`${this.#open(ordinal, asOf)}}`) as DoctorItem));
  }

  freshness(ordinal: number, asOf: AsOf): Freshness {
    return freshnessAt(this.#columns.confirmedAt[ordinal]!, ordinal >= this.listed, asOf);
  }

  /** JSON of an item, for more members to follow. */
  #open(ordinal: number, asOf: AsOf): string {
    const bytes = new AnswerBytes();
    this.addItem(ordinal, asOf, bytes);
    return bytes.dropLast().dropLast().finishText();
  }

  /** Adds JSON of a doctor as lists show it, with a comma for another to follow. */
  // What depends on the clock stands at the end of an item, so that all before it is made once per version.
  addItem(ordinal: number, asOf: AsOf, to: AnswerBytes): void {
    const { clinics, practisingSince } = this.#columns;
    const years = wholeYears(practisingSince[ordinal]!, asOf.today);
    to.bytes(this.#heads.bytes(ordinal))
      .bytes(this.#profiles.bytes(ordinal))
      .bytes(this.#clinicSummaries.bytes(clinics[ordinal]!))
      .bytes(itemEnd(years, this.freshness(ordinal, asOf)));
  }
}

const ITEM_ENDS = new Map<Freshness, Uint8Array[]>(FRESHNESS.map((freshness) => [freshness, []]));

/** The end of an item, with a comma for another to follow. */
function itemEnd(years: number, freshness: Freshness): Uint8Array {
  const made = ITEM_ENDS.get(freshness)!;
  return (made[years] ??= utf8(`,${jsonMembers(DOCTOR_ITEM.asOf(years, freshness))}},`));
}
