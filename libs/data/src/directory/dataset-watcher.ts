import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { SERVING_LIMITS } from '../connection/database.js';
import { connect, disconnect, withSession } from '../connection/native-connection.js';
import { newestVersion, VERSION_CHANNEL } from './loading/dataset-version.js';

export interface WatchOptions {
  /** The version that the caller already has: `onVersion` is called only for another one. */
  readonly seen?: string;
  /** How often to poll, in milliseconds, in case a notification is lost (default 1000). */
  readonly pollInterval?: number;
  /** Receives errors of the database and of `onVersion`. Both are retried. */
  readonly onError?: (error: unknown) => void;
}

/** The SQLSTATEs of LISTEN on a standby, and on a compatible service that does not support it. */
const NO_NOTIFICATIONS = new Set(['25006', '0A000']);
const POLL_MS = 1000;
/** How long a connection is used: the address may come to name another server, as after a failover. */
const LIFETIME_MS = 30_000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5000;
const APPLICATION_NAME = 'care-atlas-watch';

/**
 * Watches for new dataset versions from its creation until `close`, by notification and by polling; a standby supports
 * only polling. It never throws: while the database is unavailable it retries, at growing intervals of up to five
 * seconds.
 */
export class DatasetWatcher {
  readonly #databaseUrl: string;
  readonly #onVersion: (version: string) => void | Promise<void>;
  readonly #options: WatchOptions;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #seen: string | undefined;
  #failures = 0;
  /** Ends the current wait early. */
  #wake = new AbortController();

  /**
   * @param onVersion called with every version that differs from the last one, one call at a time; called again with
   * the version if it fails
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
   * Returns the newest version.
   * @throws when the database cannot be reached
   */
  newestVersion(): Promise<string> {
    return withSession(this.#databaseUrl, APPLICATION_NAME, newestVersion, SERVING_LIMITS);
  }

  /** Stops watching, after the current call of `onVersion`. */
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
    const client = await connect(this.#databaseUrl, APPLICATION_NAME, SERVING_LIMITS);
    const begun = performance.now();
    const wake = () => this.#wake.abort();
    client.on('notification', wake);
    client.on('end', wake);
    try {
      // LISTEN comes first: a later version causes a notification, an earlier one is read below.
      await listen(client);
      while (!this.#closing.signal.aborted && performance.now() - begun < LIFETIME_MS) {
        await this.#poll(client);
        await this.#pause(this.#options.pollInterval ?? POLL_MS);
      }
    } finally {
      client.off('end', wake);
      await disconnect(client);
    }
  }

  async #poll(client: Client): Promise<void> {
    // From here on a notification ends the next wait at once, even one that arrives during onVersion.
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
