/** Milliseconds between two writes. */
export const FLUSH_MS = 5_000;

/** Collects in memory, and writes every five seconds and at shutdown, one write at a time. No request waits for it. */
export abstract class Recorder {
  #writing: Promise<void> | undefined;
  readonly #timer = setInterval(() => void this.flush(), FLUSH_MS).unref();

  /** Writes what was collected. It does not throw: what cannot be written is dropped, or kept for the next time. */
  protected abstract write(): Promise<void>;

  /** Writes everything. It does not throw. */
  flush(): Promise<void> {
    this.#writing ??= this.write().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  /** Writes the rest, if the database is up. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.flush();
  }
}
