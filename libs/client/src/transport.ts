import { CareAtlasError, errorFrom } from './client-error.js';

export interface ClientOptions {
  /** Base URL of the API, such as `https://api.example/api/v1`, or of a gateway to it. */
  readonly url: string;
  /** API key, sent as `Authorization: Bearer`. */
  readonly key?: string;
  /** Additional headers for each request, such as those of a gateway. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum number of retries after a temporary failure. Default 2. */
  readonly retries?: number;
  /** Longest `Retry-After` to wait for, in seconds. After a longer one, the call throws at once. Default 30. */
  readonly longestWait?: number;
  /** Timeout of one attempt, in milliseconds. Default 10,000. */
  readonly timeout?: number;
  readonly fetch?: typeof fetch;
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Receives each warning of a response, such as that another clinic answers for one that was merged. */
  readonly onWarning?: (warning: string) => void;
}

/** A successful response. */
export interface Reply<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The version of the dataset that the answer is from. Absent where no key is needed. */
  readonly datasetVersion?: string;
  readonly body: Body;
}

const FIRST_PAUSE_MS = 250;

/** Sends requests with the key, a timeout and retries. Requests that got 429, 503 or no answer are repeated. */
export class Transport {
  readonly retries: number;
  readonly #url: string;
  /** The address without a name and password. */
  readonly #shownUrl: string;
  #headers: Readonly<Record<string, string>>;
  readonly #longestWait: number;
  readonly #timeout: number;
  readonly #fetch: typeof fetch;

  constructor(options: ClientOptions) {
    const { url, key, headers, retries = 2, longestWait = 30, timeout = 10_000 } = options;
    this.#url = url.replace(/\/+$/, '');
    this.#shownUrl = this.#url.replace(/\/\/[^/]*@/, '//');
    this.#headers = { accept: 'application/json', ...headers };
    if (key) this.useKey(key);
    this.retries = retries;
    this.#longestWait = longestWait;
    this.#timeout = timeout;
    // Called without a receiver: the fetch of a browser rejects any receiver but the window.
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
  }

  /** Uses a key from the next request on. */
  useKey(key: string): void {
    this.#headers = { ...this.#headers, authorization: `Bearer ${key}` };
  }

  /**
   * Returns the outcome of the first attempt that succeeds.
   * @throws CareAtlasError of the last one, after `retries` more attempts or when waiting is not allowed
   */
  async retried<Body>(
    retries: number,
    signal: AbortSignal | undefined,
    attempt: () => Promise<Reply<Body> | CareAtlasError>,
  ): Promise<Reply<Body>> {
    for (let attempts = 0; ; attempts++) {
      const outcome = await attempt();
      if (!(outcome instanceof CareAtlasError)) return outcome;
      const pause = attempts < retries ? this.#pauseAfter(outcome, attempts) : undefined;
      if (pause === undefined) throw outcome;
      await sleep(pause, signal);
    }
  }

  /** Returns the outcome of one request. @param path below the address of the API, with the query */
  async attempt<Body>(
    method: string,
    path: string,
    read: (response: Response) => Promise<Body>,
    signal?: AbortSignal,
    milliseconds = this.#timeout,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply<Body> | CareAtlasError> {
    const limits = [
      ...(signal ? [signal] : []),
      ...(milliseconds > 0 ? [AbortSignal.timeout(milliseconds)] : []),
    ];
    try {
      const response = await this.#fetch(this.#url + path, {
        method,
        headers: { ...this.#headers, ...headers },
        signal: AbortSignal.any(limits),
      });
      if (!response.ok) return await errorFrom(response, this.#shownUrl);
      const { status, headers: received } = response;
      const datasetVersion = received.get('x-dataset-version') ?? undefined;
      return { status, headers: received, datasetVersion, body: await read(response) };
    } catch (cause) {
      // A caller that aborts the call receives its own reason.
      signal?.throwIfAborted();
      const message = `Care Atlas cannot be reached at ${this.#shownUrl}, or did not answer in time.`;
      return new CareAtlasError(message, { code: 'unreachable', status: 0 }, { cause });
    }
  }

  /** Returns the milliseconds to wait before the next attempt, or undefined if there should be none. */
  #pauseAfter({ code, retryAfter }: CareAtlasError, attempt: number): number | undefined {
    if (code !== 'rate_limited' && code !== 'unavailable' && code !== 'unreachable') return undefined;
    if (retryAfter === undefined) return FIRST_PAUSE_MS * 2 ** attempt;
    return retryAfter <= this.#longestWait ? retryAfter * 1_000 : undefined;
  }
}

/** Waits. @throws the reason of the signal when the caller aborts */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
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
