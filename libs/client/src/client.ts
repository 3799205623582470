import { CareAtlasError, refusalOf } from './client-error.js';
import { type AnswerOf, type Operation, type QueryOf, requestPath } from './operation.js';

/** How the client reaches the service. */
export interface ClientOptions {
  /** The address of the interface, e.g. `https://api.example/api/v1`; a gateway's address works too. */
  readonly url: string;
  /** Sent as `Authorization: Bearer`. */
  readonly key?: string;
  /** More headers on each request, e.g. the two of a gateway. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often a request that failed for a passing reason is sent again. Default 2. */
  readonly retries?: number;
  /** The longest `Retry-After` that is waited for, in seconds; beyond it the error is thrown. Default 30. */
  readonly longestWait?: number;
  /** Milliseconds that one attempt may take. Default 10,000. */
  readonly timeout?: number;
  readonly fetch?: typeof fetch;
}

/** For one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** An answer with what came around it. */
export interface Reply<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

type ListOperation = 'listDoctors' | 'searchDoctors' | 'listClinics' | 'listSpecialists';

const FIRST_PAUSE_MS = 250;

/**
 * Asks the directory. Every method throws `CareAtlasError` when the answer is not a success. A request that the
 * service refuses for now (429, 503), or that got no answer, is sent again after the time that it names.
 */
export class CareAtlas {
  readonly #url: string;
  #headers: Readonly<Record<string, string>>;
  readonly #retries: number;
  readonly #longestWait: number;
  readonly #timeout: number;
  readonly #fetch: typeof fetch;

  constructor(options: ClientOptions) {
    const { url, key, headers, retries = 2, longestWait = 30, timeout = 10_000 } = options;
    this.#url = url.replace(/\/+$/, '');
    this.#headers = {
      accept: 'application/json',
      ...headers,
      ...(key && { authorization: `Bearer ${key}` }),
    };
    this.#retries = retries;
    this.#longestWait = longestWait;
    this.#timeout = timeout;
    // Called without a receiver: a browser's own fetch refuses any other.
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
  }

  /** Whether the service is ready, and which dataset it serves. Needs no key. */
  async readiness(call?: CallOptions): Promise<AnswerOf<'getReadiness'>> {
    return (await this.request('getReadiness', {}, {}, call)).body;
  }

  async listDoctors(
    query: QueryOf<'listDoctors'> = {},
    call?: CallOptions,
  ): Promise<AnswerOf<'listDoctors'>> {
    return (await this.request('listDoctors', {}, query, call)).body;
  }

  /** @param query `q` is required: at least two characters of a name, or a whole registration number */
  async searchDoctors(
    query: QueryOf<'searchDoctors'>,
    call?: CallOptions,
  ): Promise<AnswerOf<'searchDoctors'>> {
    return (await this.request('searchDoctors', {}, query, call)).body;
  }

  async summary(call?: CallOptions): Promise<AnswerOf<'getSummary'>> {
    return (await this.request('getSummary', {}, {}, call)).body;
  }

  /** @param cpso the registration number */
  async doctor(cpso: string, call?: CallOptions): Promise<AnswerOf<'getDoctor'>['doctor']> {
    return (await this.request('getDoctor', { cpso }, {}, call)).body.doctor;
  }

  async doctorReviews(
    cpso: string,
    query: QueryOf<'listDoctorReviews'> = {},
    call?: CallOptions,
  ): Promise<AnswerOf<'listDoctorReviews'>> {
    return (await this.request('listDoctorReviews', { cpso }, query, call)).body;
  }

  async doctorSignals(cpso: string, call?: CallOptions): Promise<AnswerOf<'getDoctorSignals'>> {
    return (await this.request('getDoctorSignals', { cpso }, {}, call)).body;
  }

  async listClinics(
    query: QueryOf<'listClinics'> = {},
    call?: CallOptions,
  ): Promise<AnswerOf<'listClinics'>> {
    return (await this.request('listClinics', {}, query, call)).body;
  }

  /** @param id the clinic's UUID */
  async clinic(id: string, call?: CallOptions): Promise<AnswerOf<'getClinic'>['clinic']> {
    return (await this.request('getClinic', { id }, {}, call)).body.clinic;
  }

  async clinicReviews(
    id: string,
    query: QueryOf<'listClinicReviews'> = {},
    call?: CallOptions,
  ): Promise<AnswerOf<'listClinicReviews'>> {
    return (await this.request('listClinicReviews', { id }, query, call)).body;
  }

  async clinicSignals(id: string, call?: CallOptions): Promise<AnswerOf<'getClinicSignals'>> {
    return (await this.request('getClinicSignals', { id }, {}, call)).body;
  }

  /** @param query `specialty` is required */
  async listSpecialists(
    query: QueryOf<'listSpecialists'>,
    call?: CallOptions,
  ): Promise<AnswerOf<'listSpecialists'>> {
    return (await this.request('listSpecialists', {}, query, call)).body;
  }

  async specialties(call?: CallOptions): Promise<AnswerOf<'listSpecialties'>['specialties']> {
    return (await this.request('listSpecialties', {}, {}, call)).body.specialties;
  }

  async languages(call?: CallOptions): Promise<AnswerOf<'listLanguages'>['languages']> {
    return (await this.request('listLanguages', {}, {}, call)).body.languages;
  }

  /**
   * Replaces the key by a new one, which this client uses from then on. Keep the new key: it is told once, and the old
   * one has ended. It is never sent twice: when the answer is lost, so may be the key.
   */
  async rotateKey(call?: CallOptions): Promise<AnswerOf<'rotateKey'>> {
    const { body } = await this.request('rotateKey', {}, {}, call);
    this.#headers = { ...this.#headers, authorization: `Bearer ${body.key}` };
    return body;
  }

  /** Every doctor that matches, page after page, each asked for when it is needed. */
  eachDoctor(query: QueryOf<'listDoctors'> = {}, call?: CallOptions) {
    return this.#each('listDoctors', query, (page) => page.doctors, call);
  }

  /** Every doctor that a search finds. */
  eachFoundDoctor(query: QueryOf<'searchDoctors'>, call?: CallOptions) {
    return this.#each('searchDoctors', query, (page) => page.doctors, call);
  }

  eachClinic(query: QueryOf<'listClinics'> = {}, call?: CallOptions) {
    return this.#each('listClinics', query, (page) => page.clinics, call);
  }

  eachSpecialist(query: QueryOf<'listSpecialists'>, call?: CallOptions) {
    return this.#each('listSpecialists', query, (page) => page.clinics, call);
  }

  /**
   * Sends one request of the interface, whatever the operation.
   * @throws CareAtlasError
   */
  async request<O extends Operation>(
    operation: O,
    path: Readonly<Record<string, string>>,
    query: QueryOf<O> | Record<string, never>,
    call: CallOptions = {},
  ): Promise<Reply<AnswerOf<O>>> {
    const address = this.#url + requestPath(operation, path, query);
    // What changes something is not repeated: it may have been done.
    const [method, retries] = operation === 'rotateKey' ? ['POST', 0] : ['GET', this.#retries];
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt<AnswerOf<O>>(method, address, call.signal);
      if (!(outcome instanceof CareAtlasError)) return outcome;
      const pause = attempt < retries ? this.#pauseAfter(outcome, attempt) : undefined;
      if (pause === undefined) throw outcome;
      await pauseFor(pause, call.signal);
    }
  }

  async #attempt<Body>(
    method: string,
    address: string,
    signal?: AbortSignal,
  ): Promise<Reply<Body> | CareAtlasError> {
    const timeout = AbortSignal.timeout(this.#timeout);
    try {
      const answer = await this.#fetch(address, {
        method,
        headers: this.#headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (!answer.ok) return await refusalOf(answer);
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
    } catch (cause) {
      // Whoever gave the call up learns it in the words that he chose.
      signal?.throwIfAborted();
      const problem = { code: 'unreachable', status: 0 } as const;
      return new CareAtlasError('Care Atlas cannot be reached, or did not answer in time.', problem, {
        cause,
      });
    }
  }

  /** Milliseconds to wait before another attempt; undefined when there should be none. */
  #pauseAfter({ code, retryAfter }: CareAtlasError, attempt: number): number | undefined {
    if (code !== 'rate_limited' && code !== 'unavailable' && code !== 'unreachable') return undefined;
    if (retryAfter === undefined) return FIRST_PAUSE_MS * 2 ** attempt;
    return retryAfter <= this.#longestWait ? retryAfter * 1_000 : undefined;
  }

  async *#each<O extends ListOperation, Item>(
    operation: O,
    query: QueryOf<O>,
    itemsOf: (page: AnswerOf<O>) => readonly Item[],
    call?: CallOptions,
  ): AsyncGenerator<Item, void, undefined> {
    for (let offset = query.offset ?? 0; ;) {
      const page = (await this.request(operation, {}, { ...query, offset }, call)).body;
      yield* itemsOf(page);
      offset += page.count;
      // An empty page ends it too: after a new dataset version the total may have become smaller.
      if (page.count === 0 || offset >= page.total) return;
    }
  }
}

async function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
