import type { SpecialtyServiceRecord, StationRecord } from '@care-atlas/domain/records';
import type { AvailabilityInput, AvailabilitySubject } from './clinics/availability-input.js';
import { mergeAvailability } from './clinics/availability-merge.js';
import { type ClinicInput, mergeClinics } from './clinics/clinic-merge.js';
import { type DoctorInput, mergeDoctors } from './doctors/doctor-merge.js';
import type { PracticeLocation, RegisterInput, RegisterOptions } from './doctors/register-input.js';
import { mergeRegister } from './doctors/register-merge.js';
import type { Numbered, SyncReject } from './run/reject.js';
import { mergeReviews, type ReviewInput } from './reviews/review-merge.js';
import { mergeServices } from './clinics/service-merge.js';
import type { Rows } from './run/staging.js';
import { replaceStations } from './clinics/subway.js';
import type { SyncContext } from './run/sync-context.js';
import { addCounts, NO_COUNTS, type SyncCounts } from './run/sync-counts.js';

export type {
  AvailabilityInput,
  AvailabilitySubject,
  ClinicInput,
  DoctorInput,
  Numbered,
  PracticeLocation,
  RegisterInput,
  RegisterOptions,
  ReviewInput,
  Rows,
  SyncCounts,
  SyncReject,
};

/**
 * Writes records inside the transaction of one run. Records are streamed, never collected; each method reads its
 * rows once and may be called again. Feed clinics before the doctors, services and reviews that refer to them.
 *
 * Rows may carry the line on which they stand: with it, a row that repeats another or refers to something unknown
 * is rejected and the others are used.
 */
export class SyncWriter {
  #counts: SyncCounts = NO_COUNTS;
  #complete = false;
  #leftOut = 0;

  constructor(
    private readonly context: SyncContext,
    private readonly say: (line: string) => void,
  ) {}

  /** What was done so far; what was rejected or left out counts as read. */
  get counts(): SyncCounts {
    const rejected = this.context.rejects.count;
    return { ...this.#counts, read: this.#counts.read + rejected + this.#leftOut, rejected };
  }

  /** Whether any source was called complete. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Replaces all subway stations; which clinics are near one is computed anew. */
  async stations(rows: Rows<Numbered<StationRecord>>): Promise<void> {
    this.#add(await replaceStations(this.context, rows, this.#progress('stations')));
  }

  /**
   * @param complete whether the rows are all clinics of their origin: those that are not among them close then,
   * unless a listed doctor practises there.
   */
  async clinics(rows: Rows<Numbered<ClinicInput>>, options: { complete?: boolean } = {}): Promise<void> {
    this.#complete ||= options.complete === true;
    this.#add(await mergeClinics(this.context, rows, options, this.#progress('clinics')));
  }

  /**
   * Doctors of whom it is known at which clinics they practise.
   * @param complete whether the rows are all active registrations: doctors that are not among them expire then.
   */
  async doctors(rows: Rows<Numbered<DoctorInput>>, options: { complete?: boolean } = {}): Promise<void> {
    this.#complete ||= options.complete === true;
    this.#add(await mergeDoctors(this.context, rows, options, this.#progress('doctors')));
  }

  /** The register: the authority on who is registered, and where they practise. */
  async register(rows: Rows<Numbered<RegisterInput>>, options: RegisterOptions = {}): Promise<void> {
    this.#complete ||= options.complete === true;
    this.#add(await mergeRegister(this.context, rows, options, this.#progress('registrations')));
  }

  async services(rows: Rows<Numbered<SpecialtyServiceRecord>>): Promise<void> {
    this.#add(await mergeServices(this.context, rows, this.#progress('services')));
  }

  async reviews(rows: Rows<Numbered<ReviewInput>>): Promise<void> {
    this.#add(await mergeReviews(this.context, rows, this.#progress('reviews')));
  }

  /** Observations of who accepts new patients; what a clinic's acceptance is follows from all of them. */
  async availability(rows: Rows<Numbered<AvailabilityInput>>): Promise<void> {
    this.#add(await mergeAvailability(this.context, rows, this.#progress('observations')));
  }

  /**
   * Keeps a row that the importer read but could not use.
   * @param key the registration number, clinic id or name of the station, if that much could be read: a record whose
   * row is bad is not taken for missing in a complete source. Without it, no record is.
   */
  reject(reject: SyncReject, key?: string): void {
    this.context.rejects.addRead(reject, key);
  }

  /** Counts a row that the source rightly holds and the directory does not want. */
  leaveOut(): void {
    this.#leftOut++;
  }

  #progress(what: string): (count: number) => void {
    return (count) => this.say(`${what}: ${count} read`);
  }

  #add(more: Partial<SyncCounts>): void {
    this.#counts = addCounts(this.#counts, more);
  }
}
