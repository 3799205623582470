/** Says every second that the worker of a job lives, and what it does; and notices that the job was withdrawn or given to another worker. */
export class Heartbeat {
  #text = '';
  #beating: Promise<void> | undefined;
  readonly #withdrawn = new AbortController();
  readonly #timer: NodeJS.Timeout;

  /** @param beat passes the text on, and returns false when the job was withdrawn or given to another worker */
  constructor(
    private readonly beat: (text: string) => Promise<boolean>,
    intervalMs: number,
  ) {
    this.#timer = setInterval(() => this.#next(), intervalMs);
  }

  /** Aborted when the job was withdrawn or given to another worker. */
  get withdrawn(): AbortSignal {
    return this.#withdrawn.signal;
  }

  /** Receives what the worker does, as a line of progress. */
  write(line: string): void {
    this.#text = stepOf(line);
  }

  /** One at a time: those that come while one is passed on are dropped. */
  #next(): void {
    this.#beating ??= this.beat(this.#text)
      .then((isOpen) => (isOpen ? undefined : this.#withdrawn.abort()))
      // A failure of the database ends the work itself.
      .catch(() => undefined)
      .finally(() => (this.#beating = undefined));
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
  }
}

/** Returns a line of progress without the time before it. */
export function stepOf(line: string): string {
  return line.replace(/^\d\d:\d\d:\d\d /, '').trim();
}
