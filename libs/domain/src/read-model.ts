import type { ClinicRecord, SpecialtyServiceRecord } from './clinic.js';
import type { DoctorRecord } from './doctor.js';
import type { ReviewRecord } from './review.js';
import {
  clinicColumnSteps,
  flagSets,
  orderClinics,
  serviceIndex,
  staffSteps,
  summaryOf,
} from './read-model/clinic-draft.js';
import { ClinicIndex } from './read-model/clinic-index.js';
import { type DoctorDraft, doctorIndexSteps, draftOf, orderDoctors } from './read-model/doctor-draft.js';
import type { DoctorIndex } from './read-model/doctor-index.js';
import { type ReviewDraft, reviewDraftOf, reviewIndexSteps } from './read-model/review-draft.js';
import type { ReviewIndex } from './read-model/review-index.js';
import type { ServiceIndex } from './read-model/service-index.js';
import { TextArena } from './read-model/text-arena.js';
import { fold } from './text.js';

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
  readonly #doctors: DoctorDraft[] = [];
  readonly #services: SpecialtyServiceRecord[] = [];
  readonly #doctorReviews: ReviewDraft[] = [];
  readonly #clinicReviews: ReviewDraft[] = [];
  readonly #arena = new TextArena();
  readonly #spelling = new Map<string, string>();

  constructor(private readonly dataset: DatasetVersion) {}

  addClinic(clinic: ClinicRecord): void {
    this.#clinics.push(clinic);
  }

  addDoctor(doctor: DoctorRecord): void {
    for (const name of [...doctor.specialties, ...doctor.languages]) this.#spell(name);
    this.#doctors.push(draftOf(doctor, this.#arena));
  }

  addService(service: SpecialtyServiceRecord): void {
    this.#services.push(service);
  }

  addReview(review: ReviewRecord): void {
    const reviews = 'doctor' in review.subject ? this.#doctorReviews : this.#clinicReviews;
    reviews.push(reviewDraftOf(review, this.#arena));
  }

  // Of several spellings the first in order, so that the order of the records does not show.
  #spell(name: string): void {
    const folded = fold(name);
    const known = this.#spelling.get(folded);
    if (known === undefined || name < known) this.#spelling.set(folded, name);
  }

  /**
   * Makes the read model in small steps; between two of them a server can serve. Use `build()` where nothing
   * else is waiting.
   * @throws Error when a doctor's primary clinic is not among the clinics
   */
  *steps(): Generator<void, ReadModel> {
    const clinics = orderClinics(this.#clinics);
    const ordinals = new Map(clinics.map((clinic, ordinal) => [clinic.id, ordinal]));
    const byFlag = flagSets(clinics);
    yield;
    const drafts = orderDoctors(this.#doctors);
    yield;
    const summaries = clinics.map((clinic) => this.#arena.add(summaryOf(clinic)));
    const doctors = yield* doctorIndexSteps(drafts, { ordinals, byFlag, summaries }, this.#arena);
    yield;
    const staff = yield* staffSteps(drafts, ordinals);
    yield;
    const clinicIndex = new ClinicIndex(yield* clinicColumnSteps(clinics, byFlag, staff), doctors);
    yield;
    const services = serviceIndex(this.#services, clinics, ordinals, staff);
    yield;
    return {
      ...this.dataset,
      doctors,
      clinics: clinicIndex,
      services,
      doctorReviews: yield* reviewIndexSteps(
        this.#doctorReviews,
        drafts.length,
        (n) => doctors.ordinalOf(n),
        this.#arena,
      ),
      clinicReviews: yield* reviewIndexSteps(
        this.#clinicReviews,
        clinics.length,
        (id) => ordinals.get(id),
        this.#arena,
      ),
      spelling: this.#spelling,
    };
  }

  build(): ReadModel {
    const steps = this.steps();
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }
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
