import type { SpecialtyServiceRecord, StationRecord } from '@care-atlas/domain/records';
import type { ClinicInput, ClinicOptions } from './clinics/clinic-input.js';
import { importClinics } from './imports/import-clinics.js';
import { replaceStations } from './clinics/stations.js';
import {
  type CorrectionEvent,
  type CorrectionInput,
  makeCorrection,
  withdrawCorrection,
} from './corrections/make-correction.js';
import type { DoctorInput, DoctorOptions, RegisterInput } from './doctors/doctor-input.js';
import { importDoctors, importRegister } from './imports/import-doctors.js';
import { type DetailOptions, importDetails } from './details/import-details.js';
import { type AvailabilityInput, OBSERVATION_FORM } from './details/observations.js';
import { REVIEW_FORM, type ReviewInput } from './details/reviews.js';
import { SERVICE_FORM } from './details/services.js';
import { forgetSource } from './forget-source.js';
import { touch } from './records/touched-records.js';
import { applyTouched } from './resolve/apply-touched.js';
import type { StoredRejects, SyncNote, SyncReject } from './run/reject-log.js';
import type { Rows } from './staging/staging.js';
import type { SyncContext } from './run/sync-context.js';
import { addCounts, NO_COUNTS, type SyncCounts } from './run/sync-counts.js';

/**
 * Writes records in the transaction of one run. Records are streamed, never collected; each method reads its rows
 * once and may be called again. Write clinics before the doctors that refer to them.
 *
 * Services, reviews and observations about a doctor or clinic that is not stored wait for it, in this run and after it.
 *
 * Rows may carry their line in the source. Then a row that repeats another is rejected and the others are used.
 */
export class SyncWriter {
  #counts: SyncCounts = NO_COUNTS;
  #complete = false;
  #skipped = 0;
  #event: CorrectionEvent | undefined;

  constructor(private readonly context: SyncContext) {}

  /** The counts so far. Rejected and skipped rows count as read. */
  get counts(): SyncCounts {
    const rejected = this.context.rejects.count;
    const left = this.#skipped + this.context.rejects.older;
    return { ...this.#counts, read: this.#counts.read + rejected + left, rejected };
  }

  /** Whether any source was called complete. */
  get complete(): boolean {
    return this.#complete;
  }

  /** What the audit says of a run that makes or withdraws a correction; undefined for an import. */
  get event(): CorrectionEvent | undefined {
    return this.#event;
  }

  /** Makes a correction. @throws when it is about an unknown record, or could have no effect */
  async correct(correction: CorrectionInput): Promise<void> {
    this.#event = await makeCorrection(this.context, correction);
    const { record, key } = correction;
    await touch(this.context.client, record, [key]);
    await applyTouched(this.context);
    this.#add({ read: 1, updated: 1 });
  }

  /** Ends a correction: the records are again as their sources say. @throws when it is unknown, or has ended */
  async withdraw(id: number, by: string, why: string): Promise<void> {
    const { record, key, event } = await withdrawCorrection(this.context, id, by, why);
    this.#event = event;
    await touch(this.context.client, record, [key]);
    await applyTouched(this.context);
    this.#add({ read: 1, updated: 1 });
  }

  /**
   * Forgets a source: what it said counts no more, and clinics and doctors that no other source lists end.
   * @throws when there is none of that name, when it is none that is imported, and when more records would end than one run may
   */
  async forget(source: string, by: string, why: string): Promise<void> {
    const { event, counts } = await forgetSource(this.context, source, by, why);
    this.#event = event;
    this.#add(counts);
  }

  /** Replaces all subway stations, and updates which clinics are near one. */
  async stations(rows: Rows<StationRecord>): Promise<void> {
    this.#add(await replaceStations(this.context, rows));
  }

  /**
   * Writes clinics.
   * @param options whether the rows are all clinics of their origin, and which places have ended: those that are not among
   * the rows, and those that have ended, close then, unless a listed doctor practices there
   */
  async clinics(rows: Rows<ClinicInput>, options: ClinicOptions = {}): Promise<void> {
    this.#complete ||= options.complete === true;
    this.#add(await importClinics(this.context, rows, options));
  }

  /** Writes doctors whose clinics are known. */
  async doctors(rows: Rows<DoctorInput>, options: DoctorOptions = {}): Promise<void> {
    this.#complete ||= options.complete === true;
    this.#add(await importDoctors(this.context, rows, options));
  }

  /** Writes the register: the authority on who is registered, and where they practice. */
  async register(rows: Rows<RegisterInput>, options: DoctorOptions = {}): Promise<void> {
    this.#complete ||= options.complete === true;
    this.#add(await importRegister(this.context, rows, options));
  }

  /** Writes the specialties that clinics offer. @param options whether the rows are all that their source has */
  async services(rows: Rows<SpecialtyServiceRecord>, options: DetailOptions = {}): Promise<void> {
    this.#complete ||= options.complete === true;
    this.#add(await importDetails(this.context, SERVICE_FORM, rows, options));
  }

  /** Writes reviews of doctors and clinics. @param options whether the rows are all that their source has */
  async reviews(rows: Rows<ReviewInput>, options: DetailOptions = {}): Promise<void> {
    this.#complete ||= options.complete === true;
    this.#add(await importDetails(this.context, REVIEW_FORM, rows, options));
  }

  /**
   * Writes observations of who accepts new patients. The acceptance of a clinic follows from all of them.
   * @param options whether the rows are all that their source has
   */
  async availability(rows: Rows<AvailabilityInput>, options: DetailOptions = {}): Promise<void> {
    this.#complete ||= options.complete === true;
    this.#add(await importDetails(this.context, OBSERVATION_FORM, rows, options));
  }

  /**
   * Records a row that the importer read but could not use.
   * @param key the registration number, clinic id or station name, if it could be read: in a complete source, its
   * record does not count as missing. Without it, no record does.
   */
  reject(reject: Omit<SyncReject, 'kind'>, key?: string): void {
    this.context.input.rows++;
    this.context.rejects.addUnread(reject, key);
  }

  /** Records a row of which the importer left out bad values. It is used, and does not count as rejected. */
  note(note: SyncNote): void {
    this.context.rejects.note(note);
  }

  /** The number of rows of which bad values were left out. */
  get noted(): number {
    return this.context.rejects.noted;
  }

  /** The number of those whose values were all read all the same, in part or as not known. */
  get doubtful(): number {
    return this.context.rejects.doubtful;
  }

  /** Stores all rejected rows with the run, as a file that can be corrected and imported. */
  keepRejects(file: StoredRejects): void {
    this.context.rejects.file = file;
  }

  /** Counts a valid row that the directory does not include. */
  skip(reason: string, line: number): void {
    this.context.input.rows++;
    this.#skipped++;
    this.context.rejects.leaveOut(reason, line);
  }

  #add(more: Partial<SyncCounts>): void {
    this.#counts = addCounts(this.#counts, more);
  }
}
