import { clinicSummary } from './wire/clinic-parts.js';
import type { ClinicRecord, SpecialtyServiceRecord } from '../records/clinic.js';
import type { DoctorRecord } from '../records/doctor.js';
import type { ReviewRecord } from '../records/review.js';
import {
  clinicColumns,
  flagSets,
  orderClinics,
  serviceColumns,
  staffByClinic,
} from './clinics/clinic-columns.js';
import { type ClinicColumns, ClinicIndex } from './clinics/clinic-index.js';
import { type DoctorRow, doctorColumns, doctorRow, orderDoctors } from './doctors/doctor-columns.js';
import { type DoctorColumns, DoctorIndex } from './doctors/doctor-index.js';
import { type ReviewRow, reviewColumns, reviewRow } from './reviews/review-columns.js';
import { type ReviewColumns, ReviewIndex } from './reviews/review-index.js';
import { type ServiceColumns, ServiceIndex } from './clinics/service-index.js';
import { TextArena } from './memory/text-arena.js';
import { fold } from '../text/text.js';

/** Which dataset a read model holds. */
export interface DatasetVersion {
  /** Changes with every import, and never repeats, not even when a database is made anew. */
  readonly version: string;
  /** When the newest synchronization finished. */
  readonly syncedAt: Date;
}

/** One dataset version, immutable and ready to answer. Made by a `ReadModelBuilder`. */
export interface ReadModel extends DatasetVersion {
  readonly doctors: DoctorIndex;
  readonly clinics: ClinicIndex;
  readonly services: ServiceIndex;
  readonly doctorReviews: ReviewIndex;
  readonly clinicReviews: ReviewIndex;
  /** The spelling of a folded specialty or language name. */
  readonly spelling: ReadonlyMap<string, string>;
}

/**
 * All that a read model is made of, as plain data: what is large is typed arrays, so that another thread can make it
 * and hand it over.
 */
export interface ReadModelColumns extends DatasetVersion {
  readonly doctors: DoctorColumns;
  readonly clinics: ClinicColumns;
  readonly services: ServiceColumns;
  readonly doctorReviews: ReviewColumns;
  readonly clinicReviews: ReviewColumns;
  readonly spelling: ReadonlyMap<string, string>;
}

/** Records in plain arrays, in any order. */
export interface Records {
  readonly clinics: Iterable<ClinicRecord>;
  readonly doctors: Iterable<DoctorRecord>;
  readonly services?: Iterable<SpecialtyServiceRecord>;
  readonly reviews?: Iterable<ReviewRecord>;
}

/** Takes records one by one, in any order, and makes a read model of them. */
export class ReadModelBuilder {
  readonly #clinics: ClinicRecord[] = [];
  readonly #closedClinics: ClinicRecord[] = [];
  readonly #doctors: DoctorRow[] = [];
  readonly #services: SpecialtyServiceRecord[] = [];
  readonly #doctorReviews: ReviewRow[] = [];
  readonly #clinicReviews: ReviewRow[] = [];
  readonly #arena = new TextArena();
  readonly #spelling = new Map<string, string>();

  constructor(private readonly dataset: DatasetVersion) {}

  addClinic(clinic: ClinicRecord): void {
    this.#clinics.push(clinic);
  }

  /** A clinic that is found nowhere any more, but stands in the record of an expired doctor. */
  addClosedClinic(clinic: ClinicRecord): void {
    this.#closedClinics.push(clinic);
  }

  addDoctor(doctor: DoctorRecord): void {
    for (const name of [...doctor.specialties, ...doctor.languages]) this.#spell(name);
    this.#doctors.push(doctorRow(doctor, this.#arena));
  }

  addService(service: SpecialtyServiceRecord): void {
    this.#services.push(service);
  }

  addReview(review: ReviewRecord): void {
    const reviews = 'doctor' in review.subject ? this.#doctorReviews : this.#clinicReviews;
    reviews.push(reviewRow(review, this.#arena));
  }

  // Of several spellings the first in order, so that the order of the records does not show.
  #spell(name: string): void {
    const folded = fold(name);
    const known = this.#spelling.get(folded);
    if (known === undefined || name < known) this.#spelling.set(folded, name);
  }

  /**
   * Puts all that was added in order.
   * @throws Error when a doctor's primary clinic is not among the clinics, or a listed one's among the closed
   */
  columns(): ReadModelColumns {
    const clinics = orderClinics(this.#clinics);
    const ordinals = new Map(clinics.map((clinic, ordinal) => [clinic.id, ordinal]));
    const byFlag = flagSets(clinics);
    const rows = orderDoctors(this.#doctors);
    const numbers = new Map(rows.map((row, ordinal) => [row.registrationNumber, ordinal]));
    const closed = new Map(this.#closedClinics.map((clinic, i) => [clinic.id, clinics.length + i]));
    const summaries = this.#arena.column(
      [...clinics, ...this.#closedClinics].map((clinic) =>
        this.#arena.add(JSON.stringify(clinicSummary(clinic))),
      ),
    );
    const staff = staffByClinic(rows, ordinals);
    return {
      version: this.dataset.version,
      syncedAt: this.dataset.syncedAt,
      doctors: doctorColumns(rows, { ordinals, closed, byFlag, summaries }, this.#arena),
      clinics: clinicColumns(clinics, summaries, byFlag, staff, this.#arena),
      services: serviceColumns(this.#services, clinics, ordinals, staff.languages, this.#arena),
      doctorReviews: reviewColumns(
        this.#doctorReviews,
        rows.length,
        (number) => numbers.get(number),
        this.#arena,
      ),
      clinicReviews: reviewColumns(
        this.#clinicReviews,
        clinics.length,
        (id) => ordinals.get(id),
        this.#arena,
      ),
      spelling: this.#spelling,
    };
  }

  /** @throws Error as `columns` does */
  build(): ReadModel {
    return readModelOf(this.columns());
  }
}

/** Makes columns ready to answer, in a moment: they are used as they are. */
export function readModelOf(columns: ReadModelColumns): ReadModel {
  const doctors = new DoctorIndex(columns.doctors);
  return {
    ...columns,
    doctors,
    clinics: new ClinicIndex(columns.clinics, doctors),
    services: new ServiceIndex(columns.services),
    doctorReviews: new ReviewIndex(columns.doctorReviews),
    clinicReviews: new ReviewIndex(columns.clinicReviews),
  };
}

/** A read model of plain arrays. */
export function buildReadModel(dataset: DatasetVersion, records: Records): ReadModel {
  const builder = new ReadModelBuilder(dataset);
  for (const clinic of records.clinics) builder.addClinic(clinic);
  for (const doctor of records.doctors) builder.addDoctor(doctor);
  for (const service of records.services ?? []) builder.addService(service);
  for (const review of records.reviews ?? []) builder.addReview(review);
  return builder.build();
}
