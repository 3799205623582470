import { OPERATIONS } from './generated/operations.js';
import { resumedDownload } from './download.js';
import { mirrorBatches } from './mirror.js';
import {
  type AnswerOf,
  type FieldOf,
  type FormatOf,
  type Operation,
  type QueryOf,
  requestPath,
  type SelectedAnswerOf,
  type Selecting,
} from './operation.js';
import { type CallOptions, type ClientOptions, type Reply, Transport } from './transport.js';
import { watchBatches, type WatchQuery } from './watch.js';

export type { CallOptions, ClientOptions, Reply };

/** Options of a call for one record: its members, what `include` adds to it, and the place from which its distance is measured. */
export type DetailOptions<
  Operation extends 'getDoctor' | 'getClinic' = 'getClinic',
  F extends FieldOf<Operation> = FieldOf<Operation>,
> = CallOptions & QueryOf<Operation> & Selecting<F>;

type ListOperation = 'listDoctors' | 'searchDoctors' | 'listClinics' | 'listSpecialists' | 'listPlaces';

/**
 * A client of the Care Atlas API. Every method throws a `CareAtlasError` unless the request succeeds. The client
 * retries requests that got 429, 503 or no answer, after the `Retry-After` of the response.
 */
export class CareAtlas {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
  }

  /** Returns whether the service is ready, and its dataset. Needs no key. */
  getReadiness(call?: CallOptions) {
    return this.#read('getReadiness', {}, {}, call);
  }

  listDoctors<F extends FieldOf<'listDoctors'> = never>(
    query: QueryOf<'listDoctors'> & Selecting<F> = {},
    call?: CallOptions,
  ) {
    return this.#read('listDoctors', {}, query, call);
  }

  /** @param query requires `q`: at least two characters of a name, or a complete registration number */
  searchDoctors<F extends FieldOf<'searchDoctors'> = never>(
    query: QueryOf<'searchDoctors'> & Selecting<F>,
    call?: CallOptions,
  ) {
    return this.#read('searchDoctors', {}, query, call);
  }

  getSummary(call?: CallOptions) {
    return this.#read('getSummary', {}, {}, call);
  }

  /** @param cpso the registration number */
  async getDoctor<F extends FieldOf<'getDoctor'> = never>(
    cpso: string,
    { signal, onWarning, ...query }: DetailOptions<'getDoctor', F> = {},
  ): Promise<SelectedAnswerOf<'getDoctor', F>['doctor']> {
    return (await this.#read<'getDoctor', F>('getDoctor', { cpso }, query, { signal, onWarning })).doctor;
  }

  listDoctorReviews(cpso: string, query: QueryOf<'listDoctorReviews'> = {}, call?: CallOptions) {
    return this.#read('listDoctorReviews', { cpso }, query, call);
  }

  getDoctorSignals(cpso: string, call?: CallOptions) {
    return this.#read('getDoctorSignals', { cpso }, {}, call);
  }

  getDoctorEvidence(cpso: string, call?: CallOptions) {
    return this.#read('getDoctorEvidence', { cpso }, {}, call);
  }

  listClinics<F extends FieldOf<'listClinics'> = never>(
    query: QueryOf<'listClinics'> & Selecting<F> = {},
    call?: CallOptions,
  ) {
    return this.#read('listClinics', {}, query, call);
  }

  /** @param id the clinic's UUID; for a merged clinic `onWarning` receives the id of the one that is returned */
  async getClinic<F extends FieldOf<'getClinic'> = never>(
    id: string,
    { signal, onWarning, ...query }: DetailOptions<'getClinic', F> = {},
  ): Promise<SelectedAnswerOf<'getClinic', F>['clinic']> {
    return (await this.#read<'getClinic', F>('getClinic', { id }, query, { signal, onWarning })).clinic;
  }

  listClinicReviews(id: string, query: QueryOf<'listClinicReviews'> = {}, call?: CallOptions) {
    return this.#read('listClinicReviews', { id }, query, call);
  }

  getClinicSignals(id: string, call?: CallOptions) {
    return this.#read('getClinicSignals', { id }, {}, call);
  }

  getClinicEvidence(id: string, call?: CallOptions) {
    return this.#read('getClinicEvidence', { id }, {}, call);
  }

  /** @param query requires `specialty` */
  listSpecialists<F extends FieldOf<'listSpecialists'> = never>(
    query: QueryOf<'listSpecialists'> & Selecting<F>,
    call?: CallOptions,
  ) {
    return this.#read('listSpecialists', {}, query, call);
  }

  async listSpecialties(call?: CallOptions) {
    return (await this.#read('listSpecialties', {}, {}, call)).specialties;
  }

  async listLanguages(call?: CallOptions) {
    return (await this.#read('listLanguages', {}, {}, call)).languages;
  }

  /** @param query requires `by` */
  getFacets(query: QueryOf<'getFacets'>, call?: CallOptions) {
    return this.#read('getFacets', {}, query, call);
  }

  async listAreas(call?: CallOptions) {
    return (await this.#read('listAreas', {}, {}, call)).areas;
  }

  listPlaces(query: QueryOf<'listPlaces'> = {}, call?: CallOptions) {
    return this.#read('listPlaces', {}, query, call);
  }

  /**
   * Returns the places that an unfinished name may mean, best first; none for a blank text.
   * @param text what somebody has typed so far
   */
  async completePlace(text: string, { limit = 8, ...call }: CallOptions & { readonly limit?: number } = {}) {
    const q = text.trim();
    return q === '' ? [] : (await this.listPlaces({ q, limit }, call)).places;
  }

  /** Returns how a question in plain words is read as parameters of a list, and whether that list answers it. */
  readQuestion(q: string, call?: CallOptions) {
    return this.#read('readQuestion', {}, { q }, call);
  }

  /** @param query requires `list` and `id`, beside the query of the list */
  explainAbsence(query: QueryOf<'explainAbsence'>, call?: CallOptions) {
    return this.#read('explainAbsence', {}, query, call);
  }

  async listSources(call?: CallOptions) {
    return (await this.#read('listSources', {}, {}, call)).sources;
  }

  /** The `status` of the answer is `not_measured` without an audit, and where the data is invented. */
  listAccuracy(call?: CallOptions) {
    return this.#read('listAccuracy', {}, {}, call);
  }

  listChanges(query: QueryOf<'listChanges'> = {}, call?: CallOptions) {
    return this.#read('listChanges', {}, query, call);
  }

  async listExports(call?: CallOptions) {
    return (await this.#read('listExports', {}, {}, call)).exports;
  }

  /**
   * Returns the content of a file of an export, compressed with gzip. It is read without a timeout. A download that breaks
   * off is resumed.
   */
  async getExportFile(datasetVersion: string, name: string, { signal }: CallOptions = {}) {
    const path = requestPath('getExportFile', { datasetVersion, name });
    const { retries } = this.#transport;
    const request = (headers: Readonly<Record<string, string>>) =>
      this.#transport.retried(retries, signal, () =>
        this.#transport.attempt(
          'GET',
          path,
          (response) => Promise.resolve(response.body!),
          signal,
          0,
          headers,
        ),
      );
    return resumedDownload(request, retries, signal);
  }

  /**
   * Yields what a copy of the directory has to apply, first from the newest export, then from the feed of changes, until
   * the copy equals the lists. Store `state` together with what was applied: the next call continues there, after an
   * interruption too. While the service is away, or has no export to begin with yet, it waits, for ten minutes at most;
   * `onWarning` receives why.
   * @param state of the last batch that was applied; without it, the copy begins
   */
  mirror(state?: string, call?: CallOptions) {
    return mirrorBatches(this, state, call);
  }

  /**
   * Yields what a copy of a list with filters has to apply: first the whole list, then what entered it, left it or changed,
   * until the copy equals the list. Store `state` together with what was applied: the next call continues there. When the
   * changes since then are no longer kept, the copy begins again.
   * @param query the list and its filters; a place needs `within` or `area`
   * @param state of the last batch that was applied; without it, the copy begins
   */
  watch(query: WatchQuery, state?: string, call?: CallOptions) {
    return watchBatches(this, query, state, call);
  }

  /**
   * Replaces the key. The client uses the new key from then on. Store the new key: it is shown once, and the old
   * key no longer works. This request is never retried; if its answer is lost, the new key may be lost too.
   */
  async rotateKey(call?: CallOptions) {
    const body = await this.#read('rotateKey', {}, {}, call);
    this.#transport.useKey(body.key);
    return body;
  }

  /** Iterates over all doctors that match, and requests each page when it is needed. */
  eachDoctor<F extends FieldOf<'listDoctors'> = never>(
    query: QueryOf<'listDoctors'> & Selecting<F> = {},
    call?: CallOptions,
  ) {
    return this.#each<'listDoctors', F, 'doctors'>('listDoctors', query, 'doctors', call);
  }

  /** Iterates over all results of a search. */
  eachFoundDoctor<F extends FieldOf<'searchDoctors'> = never>(
    query: QueryOf<'searchDoctors'> & Selecting<F>,
    call?: CallOptions,
  ) {
    return this.#each<'searchDoctors', F, 'doctors'>('searchDoctors', query, 'doctors', call);
  }

  eachClinic<F extends FieldOf<'listClinics'> = never>(
    query: QueryOf<'listClinics'> & Selecting<F> = {},
    call?: CallOptions,
  ) {
    return this.#each<'listClinics', F, 'clinics'>('listClinics', query, 'clinics', call);
  }

  eachSpecialist<F extends FieldOf<'listSpecialists'> = never>(
    query: QueryOf<'listSpecialists'> & Selecting<F>,
    call?: CallOptions,
  ) {
    return this.#each<'listSpecialists', F, 'clinics'>('listSpecialists', query, 'clinics', call);
  }

  eachPlace(query: QueryOf<'listPlaces'> = {}, call?: CallOptions) {
    return this.#each('listPlaces', query, 'places', call);
  }

  /**
   * Sends a request for any operation, and returns its status and headers too.
   * @throws CareAtlasError
   */
  request<O extends Operation, F extends FieldOf<O> = never>(
    operation: O,
    path: Readonly<Record<string, string>>,
    query: (QueryOf<O> & Selecting<F>) | Record<string, never>,
    call?: CallOptions,
  ): Promise<Reply<SelectedAnswerOf<O, F>>> {
    const read = (response: Response) => response.json() as Promise<SelectedAnswerOf<O, F>>;
    return this.#send(operation, path, query, read, call);
  }

  /**
   * Returns one page of a list as CSV or GeoJSON text. The headers carry the members besides the items, such as
   * `X-Total-Count`.
   * @throws CareAtlasError
   */
  getText<O extends Operation>(
    operation: O,
    format: FormatOf<O>,
    path: Readonly<Record<string, string>>,
    query: QueryOf<O> & Selecting<FieldOf<O>>,
    call?: CallOptions,
  ): Promise<Reply<string>> {
    return this.#send(operation, path, { ...query, format }, (response) => response.text(), call);
  }

  async #send<Body>(
    operation: Operation,
    path: Readonly<Record<string, string>>,
    query: object,
    read: (response: Response) => Promise<Body>,
    call: CallOptions = {},
  ): Promise<Reply<Body>> {
    const address = requestPath(operation, path, query);
    // A request that changes data is not retried: the service may have executed it.
    const { method } = OPERATIONS[operation];
    const retries = method === 'POST' ? 0 : this.#transport.retries;
    const attempt = () => this.#transport.attempt(method, address, read, call.signal);
    const reply = await this.#transport.retried(retries, call.signal, attempt);
    for (const warning of warningsIn(reply.body)) call.onWarning?.(warning);
    return reply;
  }

  async #read<O extends Operation, F extends FieldOf<O> = never>(
    operation: O,
    path: Readonly<Record<string, string>>,
    query: (QueryOf<O> & Selecting<F>) | Record<string, never>,
    call?: CallOptions,
  ): Promise<SelectedAnswerOf<O, F>> {
    return (await this.request(operation, path, query, call)).body;
  }

  async *#each<O extends ListOperation, F extends FieldOf<O>, Items extends keyof AnswerOf<O>>(
    operation: O,
    query: QueryOf<O> & Selecting<F>,
    items: Items,
    call?: CallOptions,
  ): AsyncGenerator<ItemOf<SelectedAnswerOf<O, F>[Items & keyof SelectedAnswerOf<O, F>]>, void, undefined> {
    for (let offset = query.offset ?? 0; ;) {
      const page = await this.#read<O, F>(operation, {}, { ...query, offset }, call);
      yield* page[items as keyof typeof page] as never[];
      const { count, total } = page as AnswerOf<ListOperation>;
      offset += count;
      // An empty page is the end too: with a new dataset, the total may have decreased.
      if (count === 0 || offset >= total) return;
    }
  }
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** Returns the warnings in the body of an answer; none in text. */
function warningsIn(body: unknown): readonly string[] {
  return typeof body === 'object' && body !== null && 'warnings' in body ? (body.warnings as string[]) : [];
}
