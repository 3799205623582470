import type { DoctorItem } from '../../contract/doctor-answer.js';
import type { RatingCounts } from '../../contract/review-answer.js';
import { clinicDoctor, DOCTOR_DETAIL, DOCTOR_ITEM } from '../wire/doctor-parts.js';
import { jsonMembers, memberStart } from '../wire/parts.js';
import { utf8 } from '../../text/utf8.js';
import type { Freshness } from '../../records/doctor.js';
import { wholeYears } from '../../rules/calendar.js';
import { freshnessAt } from '../../rules/freshness.js';
import type { AsOf } from '../../rules/as-of.js';
import type { ClinicSets } from '../clinics/clinic-sets.js';
import { AnswerBytes } from '../memory/answer-bytes.js';
import type { DoctorColumns } from './doctor-columns.js';
import { DoctorOrders } from './doctor-orders.js';
import { DoctorSets } from './doctor-sets.js';
import { CachedTexts } from '../memory/dictionary-column.js';
import { bytesAt, textAt } from '../memory/text-arena.js';
import { findText } from '../memory/text-table.js';

/** Filters and serializes the doctors of one dataset version. */
export class DoctorIndex {
  readonly listed: number;
  /** Filters the listed doctors. */
  readonly sets: DoctorSets;
  /** Orders the listed doctors. */
  readonly orders: DoctorOrders;
  /** Without the columns that `sets` copies, so that their memory is released. */
  readonly #columns: Omit<DoctorColumns, 'byValue' | 'byClinicFlag' | 'names'>;
  readonly #profiles: CachedTexts;
  readonly #clinicSummaries: CachedTexts;

  constructor({ byValue, byClinicFlag, names, ...columns }: DoctorColumns, clinicSets: ClinicSets) {
    this.#columns = columns;
    this.listed = columns.listed;
    this.sets = new DoctorSets({ ...columns, byValue, byClinicFlag, names }, clinicSets);
    this.orders = new DoctorOrders(columns);
    this.#profiles = new CachedTexts(columns.profiles.texts);
    this.#clinicSummaries = new CachedTexts(columns.clinicSummaries);
  }

  /** Returns the ordinal of a registration number, including expired ones. */
  ordinalOf(registrationNumber: string): number | undefined {
    return findText(this.#columns.registrationNumbers, registrationNumber);
  }

  /** Returns the JSON of a doctor's detail. @param reviews JSON of the newest reviews */
  detail(ordinal: number, asOf: AsOf, rating: RatingCounts, reviews: string): string {
    const { expiredAt, listed } = this.#columns;
    const expiry = ordinal < listed ? null : new Date(expiredAt[ordinal - listed]!).toISOString();
    return (
      `${this.#itemStart(ordinal, asOf)}${textAt(this.#columns.extras, ordinal)},${jsonMembers(DOCTOR_DETAIL.rating(rating))}` +
      `${memberStart(DOCTOR_DETAIL.reviews)}${reviews},${jsonMembers(DOCTOR_DETAIL.expiry(expiry))}}`
    );
  }

  /** Returns the JSON of a doctor in the detail of a clinic. */
  itemInClinic(ordinal: number, asOf: AsOf): string {
    return JSON.stringify(clinicDoctor(JSON.parse(`${this.#itemStart(ordinal, asOf)}}`) as DoctorItem));
  }

  /** Returns the ordinal of a doctor's primary clinic. Closed clinics follow the others. */
  primaryClinic(ordinal: number): number {
    return this.#columns.clinics[ordinal]!;
  }

  freshness(ordinal: number, asOf: AsOf): Freshness {
    return freshnessAt(this.#columns.confirmedAt[ordinal]!, ordinal >= this.listed, asOf);
  }

  /** Counts what the clock changes in the items of doctors: the fresh ones, and their years of practice. */
  clockState(ordinals: ArrayLike<number>, asOf: AsOf): { readonly fresh: number; readonly years: number } {
    let fresh = 0;
    let years = 0;
    const count = ordinals.length;
    for (let i = 0; i < count; i++) {
      if (this.freshness(ordinals[i]!, asOf) === 'fresh') fresh++;
      years += wholeYears(this.#columns.practisingSince[ordinals[i]!]!, asOf.today);
    }
    return { fresh, years };
  }

  /** Returns the JSON of a list item without its closing brace. */
  #itemStart(ordinal: number, asOf: AsOf): string {
    const bytes = new AnswerBytes();
    this.addItem(ordinal, asOf, bytes);
    return bytes.dropLast().dropLast().finishText();
  }

  /** Appends the JSON of a doctor in a list, and a comma. */
  // The members that depend on the clock come last, so that the bytes before them are built once per dataset version.
  addItem(ordinal: number, asOf: AsOf, to: AnswerBytes): void {
    const { heads, profiles, clinics, practisingSince } = this.#columns;
    const years = wholeYears(practisingSince[ordinal]!, asOf.today);
    to.bytes(bytesAt(heads, ordinal))
      .bytes(this.#profiles.bytes(profiles.indexes[ordinal]!))
      .bytes(this.#clinicSummaries.bytes(clinics[ordinal]!))
      .bytes(asOfMembers(years, this.freshness(ordinal, asOf)));
  }
}

const AS_OF_MEMBERS: Readonly<Record<Freshness, Uint8Array[]>> = { fresh: [], stale: [], unknown: [] };

/** Returns the members that depend on the clock, the closing brace and a comma. */
function asOfMembers(years: number, freshness: Freshness): Uint8Array {
  return (AS_OF_MEMBERS[freshness][years] ??= utf8(`,${jsonMembers(DOCTOR_ITEM.asOf(years, freshness))}},`));
}
