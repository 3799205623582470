import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { connect, disconnect } from '../connection/native-connection.js';
import { newestVersion, VERSION_CHANNEL } from './dataset-version.js';

export interface WatchOptions {
  /** The version that is known already; `onVersion` is called for another one only. */
  readonly seen?: string;
  /** How often to look, in milliseconds, for when a notification is lost. */
  readonly pollInterval?: number;
  /** Told when the database cannot be asked or `onVersion` fails. Both are tried again. */
  readonly onError?: (error: unknown) => void;
}

/** What a standby says to LISTEN, and what a service that is compatible with PostgreSQL but knows no LISTEN says. */
const NO_NOTIFICATIONS = new Set(['25006', '0A000']);
const POLL_MS = 1000;
/** How long a connection is used: the address may come to name another server, as after a failover. */
const LIFETIME_MS = 30_000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5000;
const LIMITS = { connect: 2000, query: 2000, statement: 1500 };
const APPLICATION_NAME = 'care-atlas-watch';

/**
 * Notices new dataset versions from its creation until `close`: by PostgreSQL's notification, and by looking now
 * and then, which is all there is on a standby. It never throws: while the database is away it tries again, ever less often up to every five seconds.
 */
export class DatasetWatcher {
  readonly #databaseUrl: string;
  readonly #onVersion: (version: string) => void | Promise<void>;
  readonly #options: WatchOptions;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #seen: string | undefined;
  #failures = 0;
  /** Ends the present wait early. */
  #wake = new AbortController();

  /**
   * @param onVersion called with a version that differs from the last one seen, one call at a time. When it
   * fails, it is called for the version again.
   */
  constructor(
    databaseUrl: string,
    onVersion: (version: string) => void | Promise<void>,
    options: WatchOptions = {},
  ) {
    this.#databaseUrl = databaseUrl;
    this.#onVersion = onVersion;
    this.#options = options;
    this.#seen = options.seen;
    this.#ended = this.#watch();
  }

  /**
   * Which version is the newest at this moment.
   * @throws when the database cannot be reached.
   */
  async newestVersion(): Promise<string> {
    const client = await connect(this.#databaseUrl, APPLICATION_NAME, LIMITS);
    try {
      return await newestVersion(client);
    } finally {
      await disconnect(client);
    }
  }

  /** Stops watching, after the call of `onVersion` that is under way. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake.abort();
    await this.#ended;
  }

  async #watch(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await this.#watchConnection();
      } catch (error) {
        this.#options.onError?.(error);
        this.#wake = new AbortController();
        await this.#pause(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures));
        this.#failures++;
      }
    }
  }

  /** Watches over one connection until it fails or is old, or the watcher closes. */
  async #watchConnection(): Promise<void> {
    const client = await connect(this.#databaseUrl, APPLICATION_NAME, LIMITS);
    const begun = performance.now();
    const wake = () => this.#wake.abort();
    client.on('notification', wake);
    client.on('end', wake);
    try {
      // Listening comes first: a version made after this is notified of, one made before is read below.
      await listen(client);
      while (!this.#closing.signal.aborted && performance.now() - begun < LIFETIME_MS) {
        await this.#look(client);
        await this.#pause(this.#options.pollInterval ?? POLL_MS);
      }
    } finally {
      client.off('end', wake);
      await disconnect(client);
    }
  }

  async #look(client: Client): Promise<void> {
    // From here on a notification ends the next wait at once, also one that comes while onVersion is at work.
    this.#wake = new AbortController();
    const version = await newestVersion(client);
    if (version !== this.#seen && !this.#closing.signal.aborted) {
      await this.#onVersion(version);
      this.#seen = version;
    }
    this.#failures = 0;
  }

  async #pause(milliseconds: number): Promise<void> {
    if (this.#closing.signal.aborted) return;
    await sleep(milliseconds, undefined, { signal: this.#wake.signal }).catch(() => undefined);
  }
}

async function listen(client: Client): Promise<void> {
  try {
    await client.query(`listen ${VERSION_CHANNEL}`);
  } catch (error) {
    if (!NO_NOTIFICATIONS.has((error as { readonly code?: string }).code ?? '')) throw error;
  }
}
