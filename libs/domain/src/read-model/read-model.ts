import type { MeasuredSample } from '../records/accuracy.js';
import type { ClinicRecord, SpecialtyServiceRecord } from '../records/clinic.js';
import type { DoctorRecord } from '../records/doctor.js';
import type { ReviewRecord } from '../records/review.js';
import type { SourceRecord } from '../records/source.js';
import { clinicColumns, clinicAffiliations, flagSets, orderClinics } from './clinics/clinic-columns.js';
import { clinicExtraColumns } from './clinics/clinic-extras.js';
import { ClinicIndex } from './clinics/clinic-index.js';
import { ClinicSets } from './clinics/clinic-sets.js';
import { type DoctorRow, doctorColumns, doctorRow, orderDoctors } from './doctors/doctor-columns.js';
import { DoctorSets } from './doctors/doctor-sets.js';
import { DoctorIndex } from './doctors/doctor-index.js';
import { reviewColumns, ReviewIndex, type ReviewRow, reviewRow } from './reviews/review-index.js';
import { serviceColumns, ServiceIndex } from './clinics/service-index.js';
import { TextArena } from './memory/text-arena.js';
import { TextMemory } from './memory/text-memory.js';
import { textTable } from './memory/text-table.js';
import { fold } from '../text/text.js';

/** Identifies the dataset version of a read model. */
export interface DatasetVersion {
  /** Changes with every import. Never repeats, even after a database is created again. */
  readonly version: string;
  /** When the newest import finished; a correction is none. */
  readonly syncedAt: Date;
}

/** A dataset version with its sources and measured accuracy. */
export interface Dataset extends DatasetVersion {
  readonly sources?: readonly SourceRecord[];
  /** The newest completed audit; absent without one, and for the sample directory. */
  readonly accuracy?: MeasuredSample | undefined;
}

/**
 * One dataset version in memory, indexed for answering every read operation. Its data never changes; result sets and caches
 * do. It is fast because filters combine bitsets, and answers are copied from JSON that was serialized when the version was
 * loaded.
 *
 *     records → ReadModelBuilder → columns (plain data, in a worker thread) → readModelSteps → ReadModel (indexes)
 */
export interface ReadModel extends DatasetVersion, Pick<Dataset, 'accuracy'> {
  readonly sources: readonly SourceRecord[];
  readonly doctors: DoctorIndex;
  readonly clinics: ClinicIndex;
  readonly services: ServiceIndex;
  readonly doctorReviews: ReviewIndex;
  readonly clinicReviews: ReviewIndex;
  /** The id of the remaining clinic, by id of the merged one. */
  readonly survivors: ReadonlyMap<string, string>;
  readonly closures: ReadModelColumns['closures'];
  /** The display name of a folded specialty or language. */
  readonly displayNames: ReadonlyMap<string, string>;
}

/** A read model as plain data. Large parts are typed arrays, which a worker thread can build and transfer without a copy. */
export type ReadModelColumns = ReturnType<ReadModelBuilder['columns']>;

/** Records in any order. */
export interface Records {
  readonly clinics: Iterable<ClinicRecord>;
  readonly doctors: Iterable<DoctorRecord>;
  readonly services?: Iterable<SpecialtyServiceRecord>;
  readonly reviews?: Iterable<ReviewRecord>;
}

/** Builds a read model from records that are added one by one, in any order. */
export class ReadModelBuilder {
  readonly #clinics: ClinicRecord[] = [];
  readonly #closedClinics: ClinicRecord[] = [];
  readonly #doctors: DoctorRow[] = [];
  readonly #services: SpecialtyServiceRecord[] = [];
  readonly #doctorReviews: ReviewRow[] = [];
  readonly #clinicReviews: ReviewRow[] = [];
  readonly #arena = new TextArena();
  readonly #survivors = new Map<string, string>();
  readonly #closures: { readonly id: string; readonly closedAt: Date }[] = [];
  readonly #displayNames = new Map<string, string>();

  constructor(private readonly dataset: Dataset) {}

  addClinic(clinic: ClinicRecord): void {
    this.#clinics.push(clinic);
  }

  /** Adds the record of a closed clinic. Call it only for the primary clinics of expired doctors. */
  addClosedClinic(clinic: ClinicRecord): void {
    this.#closedClinics.push(clinic);
  }

  /** Adds the id of a clinic that was merged into another. @param survivor id of the remaining clinic */
  addMergedClinic(id: string, survivor: string): void {
    this.#survivors.set(id, survivor);
  }

  /** Adds the id and closing time of one closed clinic. Call it for every closed clinic. */
  addClosure(id: string, closedAt: Date): void {
    this.#closures.push({ id, closedAt });
  }

  addDoctor(doctor: DoctorRecord): void {
    for (const name of [...doctor.specialties, ...doctor.languages]) this.#addDisplayName(name);
    this.#doctors.push(doctorRow(doctor, this.#arena));
  }

  addService(service: SpecialtyServiceRecord): void {
    this.#services.push(service);
  }

  addReview(review: ReviewRecord): void {
    const { subject } = review;
    if ('doctor' in subject) this.#doctorReviews.push(reviewRow(review, subject.doctor, this.#arena));
    else this.#clinicReviews.push(reviewRow(review, subject.clinic, this.#arena));
  }

  // Of several spellings, keeps the first in order, so that the order of the records does not matter.
  #addDisplayName(name: string): void {
    const folded = fold(name);
    const known = this.#displayNames.get(folded);
    if (known === undefined || name < known) this.#displayNames.set(folded, name);
  }

  /**
   * Orders the records and returns their columns.
   * @throws Error if a doctor's primary clinic is unknown, or a listed doctor's primary clinic is closed
   */
  columns() {
    const clinics = orderClinics(this.#clinics);
    const clinicOrdinals = new Map(clinics.map((clinic, ordinal) => [clinic.id, ordinal]));
    const byFlag = flagSets(clinics);
    const rows = orderDoctors(this.#doctors);
    const doctorOrdinals = new Map(rows.map((row, ordinal) => [row.registrationNumber, ordinal]));
    const closed = new Map(this.#closedClinics.map((clinic, i) => [clinic.id, clinics.length + i]));
    const extras = clinicExtraColumns([...clinics, ...this.#closedClinics], this.#arena);
    const affiliations = clinicAffiliations(rows, clinicOrdinals);
    const clinicData = clinicColumns(clinics, this.#closedClinics, extras, byFlag, affiliations, this.#arena);
    const shared = { heads: extras.serviceHeads, languages: clinicData.languages };
    return {
      version: this.dataset.version,
      syncedAt: this.dataset.syncedAt,
      sources: this.dataset.sources ?? [],
      accuracy: this.dataset.accuracy,
      doctors: doctorColumns(
        rows,
        { ordinals: clinicOrdinals, closed, byFlag, summaries: extras.summaries },
        this.#arena,
      ),
      clinics: clinicData,
      services: serviceColumns(this.#services, clinics, clinicOrdinals, shared, this.#arena),
      doctorReviews: reviewColumns(this.#doctorReviews, doctorOrdinals, this.#arena),
      clinicReviews: reviewColumns(this.#clinicReviews, clinicOrdinals, this.#arena),
      survivors: this.#survivors,
      /** The ids of closed clinics, and when each closed, in milliseconds since 1970. */
      closures: {
        ids: textTable(this.#arena.columnOf(this.#closures, ({ id }) => id)),
        closedAt: Float64Array.from(this.#closures, ({ closedAt }) => closedAt.getTime()),
      },
      displayNames: this.#displayNames,
      /** The texts that all columns refer to. */
      blocks: this.#arena.blocks,
    };
  }

  /** @throws Error as `columns` does */
  build(): ReadModel {
    const steps = readModelSteps(this.columns());
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
  }
}

/**
 * Creates a read model from columns and returns it at the end. Copies texts and sets into WebAssembly memory in loading steps
 * of at most a megabyte, or one longer text, so that the event loop can serve requests between the steps.
 * @param columns their texts, and their sets of doctors, are replaced by the copies
 */
export function* readModelSteps(columns: ReadModelColumns): Generator<void, ReadModel> {
  const texts = yield* TextMemory.copySteps(columns.blocks);
  const clinicSets = new ClinicSets(columns.clinics);
  const sets = yield* DoctorSets.copySteps(columns.doctors, clinicSets);
  yield;
  const doctors = new DoctorIndex(columns.doctors, sets, texts);
  return {
    ...columns,
    doctors,
    clinics: new ClinicIndex(columns.clinics, doctors, clinicSets, texts),
    services: new ServiceIndex(columns.services, texts),
    doctorReviews: new ReviewIndex(columns.doctorReviews, texts),
    clinicReviews: new ReviewIndex(columns.clinicReviews, texts),
  };
}

/** Builds a read model from plain arrays. */
export function buildReadModel(dataset: Dataset, records: Records): ReadModel {
  const builder = new ReadModelBuilder(dataset);
  for (const clinic of records.clinics) builder.addClinic(clinic);
  for (const doctor of records.doctors) builder.addDoctor(doctor);
  for (const service of records.services ?? []) builder.addService(service);
  for (const review of records.reviews ?? []) builder.addReview(review);
  return builder.build();
}
