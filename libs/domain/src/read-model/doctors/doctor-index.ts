import type { RatingCounts } from '../../contract/answers/review-answer.js';
import { DOCTOR_DETAIL, DOCTOR_ITEM } from '../wire/doctor-parts.js';
import { jsonMembers, memberStart } from '../wire/parts.js';
import type { ClinicDoctor } from '../../contract/answers/clinic-answer.js';
import type { DoctorAtClinic, DoctorItem } from '../../contract/answers/doctor-answer.js';
import { doctorStatements, type StatementText } from '../../rules/statements.js';
import { utf8 } from '../../text/utf8.js';
import type { Freshness } from '../../records/doctor.js';
import type { KnownAnswer } from '../../records/evidence.js';
import { wholeYears } from '../../rules/time/calendar.js';
import { freshnessAt } from '../../rules/freshness.js';
import type { AsOf } from '../../rules/time/as-of.js';
import type { AnswerBytes } from '../memory/answer-bytes.js';
import { EvidenceIndex } from '../evidence/evidence-index.js';
import { type DoctorColumns, profileEnd } from './doctor-columns.js';
import { DoctorOrders } from './doctor-orders.js';
import type { DoctorSets } from './doctor-sets.js';
import { FacetCounter } from './facet-counter.js';
import { bytesAt, textAt } from '../memory/text-arena.js';
import { type Bitset, membersOf } from '../memory/bitset.js';
import { listAt } from '../memory/packed-lists.js';
import type { AppendMembers, TextMemory } from '../memory/text-memory.js';
import { findText } from '../memory/text-table.js';

/**
 * Reads and serializes the doctors of one dataset version; `sets` filters them, `orders` sorts them, `facets` counts them. A
 * list item is copied from stored JSON, except for the members that depend on the day.
 */
export class DoctorIndex {
  readonly listed: number;
  readonly facets = new FacetCounter(this);
  readonly orders: DoctorOrders;
  readonly #evidence: EvidenceIndex;

  constructor(
    private readonly columns: DoctorColumns,
    readonly sets: DoctorSets,
    private readonly texts: TextMemory,
  ) {
    this.listed = columns.listed;
    this.orders = new DoctorOrders(columns);
    this.#evidence = new EvidenceIndex(columns.evidence);
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
    const { details } = this.columns;
    this.addItems([ordinal], asOf, to);
    // Removes ITEM_END.
    to.dropLast()
      .dropLast()
      .bytes(bytesAt(details.texts, details.indexes[ordinal]!))
      .text(`,${jsonMembers(DOCTOR_DETAIL.rating(rating))}${memberStart(DOCTOR_DETAIL.reviews)}`);
  }

  /** Returns the statements of sources about a doctor, grouped by fact. @param clinicId id of the primary clinic */
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

  /** Appends the JSON of a doctor's detail between its reviews and its clinics. */
  addExpiry(ordinal: number, to: AnswerBytes): void {
    const expiry = this.expiredAt(ordinal);
    to.text(`,${jsonMembers(DOCTOR_DETAIL.expiry(expiry))}${memberStart(DOCTOR_DETAIL.clinics)}`);
  }

  /** Appends the JSON of a doctor in the detail of a clinic, and a comma. */
  addInClinic(ordinal: number, asOf: AsOf, to: AnswerBytes): void {
    const { cpsoNumber, name } = JSON.parse(`${textAt(this.columns.heads, ordinal)}}`) as DoctorItem;
    const { gender, specialties, languages } = JSON.parse(
      this.profileJson(this.profileOf(ordinal)),
    ) as DoctorItem;
    const yearsOfPractice = this.years(ordinal, asOf);
    const doctor: ClinicDoctor = { cpsoNumber, name, gender, yearsOfPractice, languages, specialties };
    to.text(`${JSON.stringify(doctor)},`);
  }

  /** Returns the whole years of practice. */
  years(ordinal: number, asOf: AsOf): number {
    return wholeYears(this.columns.practisingSince[ordinal]!, asOf.today);
  }

  /** Returns the ordinal of a doctor's primary clinic. Closed clinics follow the others. */
  primaryClinic(ordinal: number): number {
    return this.columns.primaryClinics[ordinal]!;
  }

  /** Returns the listed doctors with a primary clinic, in default order. */
  atPrimaryClinic(clinic: number): Int32Array {
    return listAt(this.columns.byPrimaryClinic, clinic);
  }

  /** Returns the number of doctors of a set, by primary clinic. */
  countByPrimaryClinic(doctors: Bitset): Uint32Array {
    const { byPrimaryClinic, primaryClinics } = this.columns;
    const counts = new Uint32Array(byPrimaryClinic.starts.length - 1);
    for (const doctor of membersOf(doctors)) counts[primaryClinics[doctor]!]!++;
    return counts;
  }

  /** Returns a doctor as lists name those of a clinic. */
  named(ordinal: number): DoctorAtClinic {
    const { cpsoNumber, name } = JSON.parse(`${textAt(this.columns.heads, ordinal)}}`) as DoctorItem;
    const { specialties } = JSON.parse(this.profileJson(this.profileOf(ordinal))) as DoctorItem;
    return { cpsoNumber, name, specialties };
  }

  freshness(ordinal: number, asOf: AsOf): Freshness {
    return freshnessAt(this.columns.confirmedAt[ordinal]!, ordinal >= this.listed, asOf);
  }

  /**
   * Appends the JSON of doctors in a list, with a comma after each.
   * @param extend appends more members to an item
   * @param parts `own` leaves out the profile and the clinic
   */
  addItems(
    ordinals: ArrayLike<number>,
    asOf: AsOf,
    to: AnswerBytes,
    extend?: AppendMembers,
    parts: 'all' | 'own' = 'all',
  ): void {
    const { heads, profiles, clinicSummaries, primaryClinics } = this.columns;
    const start: AppendMembers = (ordinal, texts) => {
      texts.add(heads, ordinal);
      if (parts === 'all')
        texts.add(profiles.texts, profiles.indexes[ordinal]!).add(clinicSummaries, primaryClinics[ordinal]!);
      texts.addConstant(asOfMembers(this.years(ordinal, asOf), this.freshness(ordinal, asOf)));
    };
    this.texts.addItems(ordinals, to, start, extend);
  }

  /** Appends what the register says of a doctor's registration, with a comma before it. @param url its page, if known */
  addRegistration(ordinal: number, url: string | null, to: AnswerBytes): void {
    const { texts, indexes } = this.columns.registrations;
    to.bytes(bytesAt(texts, indexes[ordinal]!)).text(`${JSON.stringify(url)}}`);
  }

  /** Appends the same to the item of a list. */
  addItemRegistration(ordinal: number, url: string | null, to: TextMemory): void {
    const { texts, indexes } = this.columns.registrations;
    to.add(texts, indexes[ordinal]!);
    if (url === null) to.addConstant(NO_URL);
    else to.addText(`${JSON.stringify(url)}}`);
  }

  /** Returns whether a doctor's registration is known to be for independent practice. */
  independence(ordinal: number): KnownAnswer {
    const { texts, indexes } = this.columns.registrations;
    const { independent } = (
      JSON.parse(`{${textAt(texts, indexes[ordinal]!).slice(1)}null}}`) as Required<
        Pick<DoctorItem, 'registration'>
      >
    ).registration;
    return independent;
  }

  /** Returns the number of a doctor's profile. Doctors with equal gender, specialties, languages and `syncedAt` share it. */
  profileOf(ordinal: number): number {
    return this.columns.profiles.indexes[ordinal]!;
  }

  /** Returns the JSON of a profile without `syncedAt`: gender, specialties and languages. */
  profileJson(profile: number): string {
    return `{${textAt(this.columns.profiles.texts, profile).slice(1, -PROFILE_END_LENGTH)}}`;
  }
}

const NO_URL = utf8('null}');
const PROFILE_END_LENGTH = profileEnd({ syncedAt: new Date(0) }).length;

const AS_OF_MEMBERS: Readonly<Record<Freshness, Uint8Array[]>> = { fresh: [], stale: [], unknown: [] };

/** Returns the JSON members that depend on the day. */
function asOfMembers(years: number, freshness: Freshness): Uint8Array {
  return (AS_OF_MEMBERS[freshness][years] ??= utf8(`,${jsonMembers(DOCTOR_ITEM.asOf(years, freshness))}`));
}
