import type { RatingCounts } from '../../contract/answers/review-answer.js';
import { CLINIC_DOCTOR, DOCTOR_DETAIL, DOCTOR_ITEM } from '../wire/doctor-parts.js';
import { jsonMembers, memberStart } from '../wire/parts.js';
import type { DoctorItem } from '../../contract/answers/doctor-answer.js';
import { doctorStatements, type StatementText } from '../../rules/statements.js';
import { fromUtf8, utf8 } from '../../text/utf8.js';
import type { Freshness } from '../../records/doctor.js';
import { wholeYears } from '../../rules/calendar.js';
import { freshnessAt } from '../../rules/freshness.js';
import type { AsOf } from '../../rules/as-of.js';
import type { AnswerBytes } from '../memory/answer-bytes.js';
import { EvidenceIndex } from '../evidence/evidence-index.js';
import { type DoctorColumns, profileEnd } from './doctor-columns.js';
import { DoctorOrders } from './doctor-orders.js';
import type { DoctorSets } from './doctor-sets.js';
import { FacetCounter } from './facet-counter.js';
import { CachedTexts } from '../memory/dictionary-column.js';
import { bytesAt, textAt } from '../memory/text-arena.js';
import { type Extend, ITEM_END, type TextMemory } from '../memory/text-memory.js';
import { findText } from '../memory/text-table.js';

/** Filters and serializes the doctors of one dataset version. */
export class DoctorIndex {
  readonly listed: number;
  /** Counts the listed doctors in groups. */
  readonly facets = new FacetCounter(this);
  /** Orders the listed doctors. */
  readonly orders: DoctorOrders;
  readonly #profiles: CachedTexts;
  readonly #evidence: EvidenceIndex;

  constructor(
    private readonly columns: DoctorColumns,
    /** Filters the listed doctors. */
    readonly sets: DoctorSets,
    private readonly texts: TextMemory,
  ) {
    this.listed = columns.listed;
    this.orders = new DoctorOrders(columns);
    this.#evidence = new EvidenceIndex(columns.evidence);
    this.#profiles = new CachedTexts(columns.profiles.texts);
  }

  /** Returns the ordinal of a registration number, including expired ones. */
  ordinalOf(registrationNumber: string): number | undefined {
    return findText(this.columns.registrationNumbers, registrationNumber);
  }

  registrationNumber(ordinal: number): string {
    return textAt(this.columns.registrationNumbers.texts, ordinal);
  }

  /** Appends the JSON of a doctor's detail up to its reviews. */
  addDetailStart(ordinal: number, asOf: AsOf, rating: RatingCounts, to: AnswerBytes): void {
    const { extras } = this.columns;
    this.addItems([ordinal], asOf, to);
    to.dropLast()
      .dropLast()
      .bytes(bytesAt(extras.texts, extras.indexes[ordinal]!))
      .text(`,${jsonMembers(DOCTOR_DETAIL.rating(rating))}${memberStart(DOCTOR_DETAIL.reviews)}`);
  }

  /** Returns what sources say about a doctor, by fact. @param clinicId that of the primary clinic */
  statements(ordinal: number, clinicId: string): readonly StatementText[] {
    const { sources, confirmedAt, expiredAt, listed } = this.columns;
    const profile = JSON.parse(this.profileJson(this.profileOf(ordinal))) as DoctorItem;
    const { specialties, languages } = profile;
    const shown = {
      specialties,
      languages,
      clinicId,
      source: textAt(sources.texts, sources.indexes[ordinal]!),
      confirmedAt: confirmedAt[ordinal]!,
      expiredAt: ordinal < listed ? NaN : expiredAt[ordinal - listed]!,
    };
    return doctorStatements(shown, this.#evidence.statements(ordinal));
  }

  /** Returns when the registration of a doctor expired; null for a listed one. */
  expiredAt(ordinal: number): string | null {
    const { expiredAt, listed } = this.columns;
    return ordinal < listed ? null : new Date(expiredAt[ordinal - listed]!).toISOString();
  }

  /** Appends the JSON of a doctor's detail that follows the reviews, up to its clinics. */
  addExpiry(ordinal: number, to: AnswerBytes): void {
    const expiry = this.expiredAt(ordinal);
    to.text(`,${jsonMembers(DOCTOR_DETAIL.expiry(expiry))}${memberStart(DOCTOR_DETAIL.clinics)}`);
  }

  /** Appends the JSON of a doctor in the detail of a clinic, and a comma. */
  addInClinic(ordinal: number, asOf: AsOf, to: AnswerBytes): void {
    const { heads, profiles } = this.columns;
    // Cuts the stored parts of the list item: the head begins with the id.
    const head = bytesAt(heads, ordinal);
    const profile = this.#profiles.bytes(profiles.indexes[ordinal]!);
    const specialties = profile.indexOf(QUOTE, GENDER_VALUE) + 1;
    const languages = languagesIn(profile, specialties);
    to.text('{')
      .bytes(head.subarray(head.indexOf(COMMA) + 1))
      .bytes(profile.subarray(0, specialties))
      .text(`${YEARS}${this.years(ordinal, asOf)}`)
      .bytes(profile.subarray(languages, -PROFILE_END))
      .bytes(profile.subarray(specialties, languages))
      .text('},');
  }

  /** Returns the whole years of practice. */
  years(ordinal: number, asOf: AsOf): number {
    return wholeYears(this.columns.practisingSince[ordinal]!, asOf.today);
  }

  /** Returns the ordinal of a doctor's primary clinic. Closed clinics follow the others. */
  primaryClinic(ordinal: number): number {
    return this.columns.clinics[ordinal]!;
  }

  freshness(ordinal: number, asOf: AsOf): Freshness {
    return freshnessAt(this.columns.confirmedAt[ordinal]!, ordinal >= this.listed, asOf);
  }

  /**
   * Appends the JSON of doctors in a list, and a comma after each.
   * @param extend appends further members to an item
   * @param parts whether the members that many doctors share are in it
   */
  // The members that depend on the clock come last, so that the bytes before them are built once per dataset version.
  addItems(
    ordinals: ArrayLike<number>,
    asOf: AsOf,
    to: AnswerBytes,
    extend?: Extend,
    parts: 'all' | 'own' = 'all',
  ): void {
    const { heads, profiles, clinicSummaries, clinics, practisingSince } = this.columns;
    const page = this.texts.page(to);
    const count = ordinals.length;
    for (let i = 0; i < count; i++) {
      const ordinal = ordinals[i]!;
      const years = wholeYears(practisingSince[ordinal]!, asOf.today);
      page.add(heads, ordinal);
      if (parts === 'all')
        page.add(profiles.texts, profiles.indexes[ordinal]!).add(clinicSummaries, clinics[ordinal]!);
      page.addConstant(asOfMembers(years, this.freshness(ordinal, asOf)));
      extend?.(ordinal, page);
      page.addConstant(ITEM_END);
    }
    page.end();
  }

  /** Returns the number of a doctor's profile: its gender, specialties and languages, which many doctors share. */
  profileOf(ordinal: number): number {
    return this.columns.profiles.indexes[ordinal]!;
  }

  /** Returns the JSON of a profile. */
  profileJson(profile: number): string {
    const text = fromUtf8(this.#profiles.bytes(profile));
    return `{${text.slice(1, -PROFILE_END)}}`;
  }
}

const COMMA = 44;
const QUOTE = 34;
const BRACKET = 93;
const LETTER_L = 108;
const GENDER_VALUE = memberStart(CLINIC_DOCTOR.gender).length + 1;
const PROFILE_END = profileEnd({ syncedAt: new Date(0) }).length;
const YEARS = memberStart(CLINIC_DOCTOR.years);

/** Returns where the languages of a profile begin: `],"l` cannot occur in the specialties before. */
function languagesIn(profile: Uint8Array, specialties: number): number {
  let at = specialties;
  do at = profile.indexOf(BRACKET, at) + 1;
  while (profile[at] !== COMMA || profile[at + 1] !== QUOTE || profile[at + 2] !== LETTER_L);
  return at;
}

const AS_OF_MEMBERS: Readonly<Record<Freshness, Uint8Array[]>> = { fresh: [], stale: [], unknown: [] };

/** Returns the members that depend on the clock. */
function asOfMembers(years: number, freshness: Freshness): Uint8Array {
  return (AS_OF_MEMBERS[freshness][years] ??= utf8(`,${jsonMembers(DOCTOR_ITEM.asOf(years, freshness))}`));
}
