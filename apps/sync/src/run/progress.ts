import { SingleBar } from 'cli-progress';

/** The output for progress: standard error. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** How often progress is shown, also for the first time. */
const INTERVAL_MS = 3000;
const CLEAR_LINE = '\r\x1b[K';
const BAR_FORMAT = '{step} [{bar}] {percentage} % | {rows} rows | {rate} rows/s | {left} left';
const BAR_CHARACTERS = 20;
const NUMBERS = new Intl.NumberFormat('en-CA');

interface Reading {
  readonly step: string;
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
 * Shows the progress of an import: on a terminal a bar while the file is read, and then one line that is overwritten;
 * elsewhere lines with the time, every few seconds. A short import shows nothing there.
 */
export class Progress {
  #step = '';
  #reading: Reading | undefined;
  #writing: Writing | undefined;
  #bar: SingleBar | undefined;
  #onScreen = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly output: ProgressOutput,
    private readonly clock: () => Date,
    intervalMs = INTERVAL_MS,
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
    this.#reading = { step: `Reading ${name}`, size, since: this.clock().getTime(), bytes: 0, rows: 0 };
    if (this.output.isTTY !== true) return;
    this.#clear();
    this.#bar = new SingleBar({
      stream: this.output as NodeJS.WritableStream,
      format: BAR_FORMAT,
      barsize: BAR_CHARACTERS,
      clearOnComplete: true,
      hideCursor: null,
      // The program itself reports Ctrl-C.
      gracefulExit: false,
    });
    this.#bar.start(size, 0, this.#facts(this.#reading));
  }

  /** Updates how much of the file is read. */
  updateReading(bytes: number, rows: number): void {
    if (!this.#reading) return;
    Object.assign(this.#reading, { bytes, rows });
    this.#bar?.update(bytes, this.#facts(this.#reading));
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
    if (this.#bar) return;
    if (this.output.isTTY === true) {
      this.output.write(`${CLEAR_LINE}${this.#text()}`);
      this.#onScreen = true;
      return;
    }
    const time = this.clock().toISOString().slice(11, 19);
    this.output.write(`${time} ${this.#text()}\n`);
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
        ? `${Math.floor((100 * passed) / expectedMs)} %, about ${durationText((expectedMs - passed) / 1000)} left`
        : `${durationText(passed / 1000)} so far, longer than reading took`;
    return `Writing ${NUMBERS.format(rows())} rows: ${left}${detail && ` (${detail})`}`;
  }

  #readingText(reading: Reading): string {
    const { step, rows, rate, left } = this.#facts(reading);
    const percent = Math.floor((100 * reading.bytes) / reading.size);
    return `${step}: ${percent} %, ${rows} rows, ${rate} rows/s, ${left} left`;
  }

  #facts({ step, size, since, bytes, rows }: Reading) {
    const seconds = (this.clock().getTime() - since) / 1000;
    const rate = seconds > 0 ? NUMBERS.format(Math.round(rows / seconds)) : '-';
    return { step, rows: NUMBERS.format(rows), rate, left: durationText((seconds * (size - bytes)) / bytes) };
  }

  #endReading(): void {
    this.#bar?.stop();
    this.#bar = undefined;
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
