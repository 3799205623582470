import type { SpecialtyServiceRecord, StationRecord } from '@care-atlas/domain/clinic';
import type { ReviewRecord } from '@care-atlas/domain/review';
import type { ClientBase } from 'pg';
import { type ClinicInput, mergeClinics } from './sync/clinic-merge.js';
import { type DoctorInput, mergeDoctors } from './sync/doctor-merge.js';
import type { MergeCounts } from './sync/merge.js';
import { mergeReviews } from './sync/review-merge.js';
import { mergeServices } from './sync/service-merge.js';
import type { Rows } from './sync/staging.js';
import { replaceStations } from './sync/subway.js';

export type { ClinicInput, DoctorInput, Rows };

/** What a run did, over all kinds of records; what was rejected counts as read. */
export interface SyncCounts extends MergeCounts {
  /** Rows of the source that were not usable, as the importer counted them. */
  readonly rejected: number;
}

/**
 * Writes records inside the transaction of one run. Records are streamed, never collected; each method reads its
 * rows once and may be called again. Feed clinics before the doctors, services and reviews that refer to them.
 */
export class SyncWriter {
  #counts: SyncCounts = { read: 0, created: 0, updated: 0, unchanged: 0, expired: 0, rejected: 0 };
  readonly #client: ClientBase;
  readonly #now: Date;
  readonly #say: (line: string) => void;

  /** @param now the time of the run, which records carry as the time of their synchronization. */
  constructor(client: ClientBase, now: Date, say: (line: string) => void) {
    this.#client = client;
    this.#now = now;
    this.#say = say;
  }

  get counts(): SyncCounts {
    return this.#counts;
  }

  /** Replaces all subway stations; which clinics are near one is computed anew. */
  async stations(rows: Rows<StationRecord>): Promise<void> {
    this.#add(await replaceStations(this.#client, rows, this.#progress('stations')));
  }

  async clinics(rows: Rows<ClinicInput>): Promise<void> {
    this.#add(await mergeClinics(this.#client, rows, this.#now, this.#progress('clinics')));
  }

  /**
   * @param complete whether the rows are the complete register of active registrations: doctors that are not
   * among them expire then.
   */
  async doctors(rows: Rows<DoctorInput>, { complete = false }: { complete?: boolean } = {}): Promise<void> {
    const options = { now: this.#now, complete };
    this.#add(await mergeDoctors(this.#client, rows, options, this.#progress('doctors')));
  }

  async services(rows: Rows<SpecialtyServiceRecord>): Promise<void> {
    this.#add(await mergeServices(this.#client, rows, this.#progress('services')));
  }

  async reviews(rows: Rows<ReviewRecord>): Promise<void> {
    this.#add(await mergeReviews(this.#client, rows, this.#progress('reviews')));
  }

  /** Counts rows that the importer read but could not use. */
  reject(rows: number): void {
    const { read, rejected } = this.#counts;
    this.#counts = { ...this.#counts, read: read + rows, rejected: rejected + rows };
  }

  #progress(what: string): (count: number) => void {
    return (count) => this.#say(`${what}: ${count} read`);
  }

  #add(more: MergeCounts): void {
    const sum = this.#counts;
    this.#counts = {
      read: sum.read + more.read,
      created: sum.created + more.created,
      updated: sum.updated + more.updated,
      unchanged: sum.unchanged + more.unchanged,
      expired: sum.expired + more.expired,
      rejected: sum.rejected,
    };
  }
}
