/** Where progress is shown: standard error in practice. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** How long a step may last before something is said of it, and how often after that. */
const PAUSE_MS = 2000;
const CLEAR_LINE = '\r\x1b[K';

/**
 * Says what an import is doing when it takes long: on a terminal in one line that is written over, elsewhere in
 * lines. A short import says nothing.
 */
export class Progress {
  #doing = () => '';
  #onScreen = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly output: ProgressOutput,
    pauseMs = PAUSE_MS,
  ) {
    this.#timer = setInterval(() => this.show(), pauseMs).unref();
  }

  /** @param doing what is being done from now on; asked anew whenever it is shown */
  now(doing: () => string): void {
    this.#doing = doing;
  }

  show(): void {
    const { isTTY } = this.output;
    this.output.write(isTTY ? `${CLEAR_LINE}${this.#doing()}` : `${this.#doing()}\n`);
    this.#onScreen = isTTY === true;
  }

  /** Says no more, and leaves an empty line to whatever comes next. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#onScreen) this.output.write(CLEAR_LINE);
    this.#onScreen = false;
  }
}
