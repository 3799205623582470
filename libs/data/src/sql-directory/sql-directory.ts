import {
  type Answer,
  type ClinicAnswer,
  type ClinicList,
  type ClinicQuery,
  type ClinicReviews,
  type ClinicSignals,
  DirectoryError,
  type DoctorAnswer,
  type DoctorList,
  type DoctorQuery,
  type DoctorReviews,
  type DoctorSearchQuery,
  type DoctorSignals,
  type PageQuery,
  type Query,
  type SpecialistList,
  type SpecialistQuery,
} from '@care-atlas/domain/contract';
import {
  clinicCriteria,
  doctorCriteria,
  Moment,
  placeOf,
  specialistCriteria,
} from '@care-atlas/domain/rules';
import {
  clinicList,
  Directory,
  type DirectoryOptions,
  type DirectoryTotals,
  doctorList,
  MemoryDirectory,
  pageOf,
  type ServedDataset,
  specialistList,
} from '@care-atlas/domain/directory';
import { buildReadModel, type ReadModel, type Records } from '@care-atlas/domain/read-model';
import { fold } from '@care-atlas/domain/text';
import { FULL_SIZES } from '@care-atlas/domain/access';
import type { ClientBase, Pool } from 'pg';
import { type DatasetCounts, totalsAt } from '../directory/dataset-counts.js';
import { versionNumber } from '../directory/dataset-version.js';
import type { Statement } from './bindings.js';
import {
  clinicExcerpt,
  doctorExcerpt,
  reviewedClinic,
  reviewedDoctor,
  serviceExcerpt,
  staffedClinic,
} from './excerpt.js';
import { type Selected, select, selectClinics, selectDoctors, selectServices } from './selection.js';
import { inSnapshot } from './snapshot.js';

/**
 * Answers from the database. SQL selects, orders and counts; the records that an answer shows become a read model of
 * their own, which writes them. Totals and filter values are those of the counts that are current.
 *
 * Beside what an operation says of itself, each throws what the driver throws when the database does not answer, and
 * DirectoryError `unavailable` where the database is a replica behind the version in service.
 */
export class SqlDirectory extends Directory {
  constructor(
    private readonly pool: Pool,
    private readonly counts: () => DatasetCounts,
    private readonly clock: () => Date,
    private readonly options: DirectoryOptions = {},
  ) {
    super();
  }

  get dataset(): ServedDataset {
    return this.counts().dataset;
  }

  get moment(): Moment {
    return new Moment(this.clock(), this.options.freshDays);
  }

  get totals(): DirectoryTotals {
    return totalsAt(this.counts(), this.moment);
  }

  async listDoctors(query: DoctorQuery, sizes = FULL_SIZES): Promise<Answer<DoctorList>> {
    const { moment } = this;
    const page = pageOf(query, sizes);
    const statement = selectDoctors(doctorCriteria(query), moment.today, page);
    const { selected, model } = await this.#select(statement, doctorExcerpt);
    const ordinals = selected.ids.map((number) => model.doctors.ordinalOf(number)!);
    return doctorList(model, moment, { total: selected.total, ordinals }, page);
  }

  searchDoctors(query: DoctorSearchQuery, sizes = FULL_SIZES): Promise<Answer<DoctorList>> {
    return this.listDoctors(query, sizes);
  }

  async doctor(registrationNumber: string, sizes = FULL_SIZES): Promise<Answer<DoctorAnswer>> {
    const excerpt = await this.#excerpt((client) => reviewedDoctor(client, registrationNumber));
    return excerpt.doctor(registrationNumber, sizes);
  }

  async doctorReviews(
    registrationNumber: string,
    query: PageQuery,
    sizes = FULL_SIZES,
  ): Promise<Answer<DoctorReviews>> {
    const excerpt = await this.#excerpt((client) => reviewedDoctor(client, registrationNumber));
    return excerpt.doctorReviews(registrationNumber, query, sizes);
  }

  async doctorSignals(registrationNumber: string, query: Query = {}): Promise<Answer<DoctorSignals>> {
    const excerpt = await this.#excerpt((client) => reviewedDoctor(client, registrationNumber));
    return excerpt.doctorSignals(registrationNumber, query);
  }

  async listClinics(query: ClinicQuery, sizes = FULL_SIZES): Promise<Answer<ClinicList>> {
    const page = pageOf(query, sizes);
    const statement = selectClinics(clinicCriteria(query), this.moment.today, page, placeOf(query));
    const { selected, model } = await this.#select(statement, clinicExcerpt);
    const ordinals = selected.ids.map((id) => model.clinics.ordinalOf(id)!);
    return clinicList(model, this.#shown(query), { total: selected.total, ordinals }, page);
  }

  async clinic(id: string, sizes = FULL_SIZES): Promise<Answer<ClinicAnswer>> {
    const excerpt = await this.#excerpt((client) => staffedClinic(client, id, sizes.nestedDoctors));
    return excerpt.clinic(id, sizes);
  }

  async clinicReviews(id: string, query: PageQuery, sizes = FULL_SIZES): Promise<Answer<ClinicReviews>> {
    const excerpt = await this.#excerpt((client) => reviewedClinic(client, id));
    return excerpt.clinicReviews(id, query, sizes);
  }

  async clinicSignals(id: string, query: Query = {}): Promise<Answer<ClinicSignals>> {
    const excerpt = await this.#excerpt((client) => reviewedClinic(client, id));
    return excerpt.clinicSignals(id, query);
  }

  async listSpecialists(query: SpecialistQuery, sizes = FULL_SIZES): Promise<Answer<SpecialistList>> {
    const page = pageOf(query, sizes);
    const specialty = fold(query.specialty);
    const statement = selectServices(
      { specialty, onlyAccepting: query.accepting === true },
      specialistCriteria(query),
      this.moment.today,
      page,
      placeOf(query),
    );
    const { selected, model } = await this.#select(statement, (client, ids) =>
      serviceExcerpt(client, ids, specialty),
    );
    // A clinic has one service of a specialty at most.
    const offered = Array.from(model.services.of(specialty), (service) => {
      return [model.clinics.id(model.services.clinicOf(service)), service] as const;
    });
    const services = new Map(offered);
    const ordinals = selected.ids.map((id) => services.get(id)!);
    return specialistList(model, this.#shown(query), { total: selected.total, ordinals }, page);
  }

  #shown({ include }: ClinicQuery) {
    return { include, apiUrl: this.options.apiUrl ?? '' };
  }

  /** Selects, and reads the records of the page in the same snapshot. */
  async #select(
    statement: Statement,
    excerpt: (client: ClientBase, ids: readonly string[]) => Promise<Records>,
  ): Promise<{ selected: Selected; model: ReadModel }> {
    const { selected, records } = await this.#inSnapshot(async (client) => {
      const selected = await select(client, statement);
      return { selected, records: await excerpt(client, selected.ids) };
    });
    return { selected, model: buildReadModel(this.dataset, records) };
  }

  /** A directory of a few records, which answers as this one would. */
  async #excerpt(read: (client: ClientBase) => Promise<Records>): Promise<MemoryDirectory> {
    const model = buildReadModel(this.dataset, await this.#inSnapshot(read));
    return new MemoryDirectory(() => model, this.clock, this.options);
  }

  #inSnapshot<T>(read: (client: ClientBase) => Promise<T>): Promise<T> {
    const inService = versionNumber(this.dataset.version);
    return inSnapshot(this.pool, (client, version) => {
      // The answer may have been tagged with the version in service: an older one must not go out under that tag.
      if (version < inService) throw new DirectoryError('unavailable');
      return read(client);
    });
  }
}
