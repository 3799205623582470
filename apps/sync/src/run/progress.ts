/** The output for progress: standard error. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** How often progress is shown, also for the first time, and on a terminal. */
const INTERVAL_MS = 3000;
const TERMINAL_INTERVAL_MS = 500;
const CLEAR_LINE = '\r\x1b[K';
const NUMBERS = new Intl.NumberFormat('en-CA');

interface Reading {
  readonly name: string;
  readonly size: number;
  readonly since: number;
  bytes: number;
  rows: number;
}

interface Writing {
  /** Returns the number of rows that were read: the last are still read from memory when the file has ended. */
  readonly rows: () => number;
  readonly since: number;
  /** How long it is likely to take: about as long as reading. */
  readonly expectedMs: number;
  /** What is written; empty where it is not known. */
  detail: string;
}

/**
 * Shows the progress of an import: on a terminal one line that is overwritten, elsewhere lines with the time, every few
 * seconds while they say something new. A short import shows nothing there.
 */
export class Progress {
  #step = '';
  #reading: Reading | undefined;
  #writing: Writing | undefined;
  #onScreen = false;
  /** The last line, without its time. */
  #shown = '';
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly output: ProgressOutput,
    private readonly clock: () => Date,
    intervalMs = output.isTTY === true ? TERMINAL_INTERVAL_MS : INTERVAL_MS,
  ) {
    this.#timer = setInterval(() => this.show(), intervalMs).unref();
  }

  /** Starts a step of unknown length. */
  step(step: string): void {
    this.#endReading();
    this.#step = step;
  }

  /** Starts reading a file. @param size in bytes */
  startReading(name: string, size: number): void {
    this.#endReading();
    this.#reading = { name, size, since: this.clock().getTime(), bytes: 0, rows: 0 };
  }

  /** Updates how much of the file is read. */
  updateReading(bytes: number, rows: number): void {
    if (this.#reading) Object.assign(this.#reading, { bytes, rows });
  }

  /** Starts writing the rows that were read. */
  startWriting(rows: () => number): void {
    const since = this.clock().getTime();
    const { since: readSince = since } = this.#reading ?? {};
    this.step('Writing');
    this.#writing = { rows, since, expectedMs: since - readSince, detail: '' };
  }

  /** Updates what is written. */
  updateWriting(detail: string): void {
    if (this.#writing) this.#writing.detail = detail;
  }

  show(): void {
    if (this.output.isTTY === true) {
      this.output.write(`${CLEAR_LINE}${this.#text()}`);
      this.#onScreen = true;
      return;
    }
    const text = this.#text();
    if (text === this.#shown) return;
    this.#shown = text;
    const time = this.clock().toISOString().slice(11, 19);
    this.output.write(`${time} ${text}\n`);
  }

  /** Stops, and clears the line for other output. */
  end(): void {
    clearInterval(this.#timer);
    this.#endReading();
    this.#clear();
  }

  #text(): string {
    if (this.#reading) return this.#readingText(this.#reading);
    return this.#writing ? this.#writingText(this.#writing) : this.#step;
  }

  #writingText({ rows, since, expectedMs, detail }: Writing): string {
    const passed = this.clock().getTime() - since;
    const left =
      passed < expectedMs
        ? `${Math.floor((100 * passed) / expectedMs)}%, about ${durationText((expectedMs - passed) / 1000)} left`
        : `${durationText(passed / 1000)} so far, longer than reading took`;
    return `Writing ${NUMBERS.format(rows())} rows: ${left}${detail && ` (${detail})`}`;
  }

  #readingText({ name, size, since, bytes, rows }: Reading): string {
    const seconds = (this.clock().getTime() - since) / 1000;
    const rate = seconds > 0 ? NUMBERS.format(Math.round(rows / seconds)) : '-';
    const left = durationText((seconds * (size - bytes)) / bytes);
    return `Reading ${name}: ${Math.floor((100 * bytes) / size)}%, ${NUMBERS.format(rows)} rows, ${rate} rows/s, ${left} left`;
  }

  #endReading(): void {
    this.#reading = undefined;
    this.#writing = undefined;
  }

  #clear(): void {
    if (this.#onScreen) this.output.write(CLEAR_LINE);
    this.#onScreen = false;
  }
}

function durationText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '-';
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
