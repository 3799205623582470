import { SingleBar } from 'cli-progress';

/** Where progress is shown: standard error in practice. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** How long a step may last before something is said of it, and how often after that. */
const PAUSE_MS = 3000;
const CLEAR_LINE = '\r\x1b[K';
const BAR_FORMAT = '{doing} [{bar}] {percentage} % | {rows} rows | {rate} rows/s | {left} left';
const BAR_CHARACTERS = 20;
const NUMBERS = new Intl.NumberFormat('en-CA');

interface Reading {
  readonly doing: string;
  readonly size: number;
  readonly since: number;
  bytes: number;
  rows: number;
}

/**
 * Says what an import is doing: on a terminal a bar while the file is read, and one line that is written over after
 * that; elsewhere lines that bear the time, every few seconds. A short import says nothing elsewhere.
 */
export class Progress {
  #doing = '';
  #reading: Reading | undefined;
  #bar: SingleBar | undefined;
  #onScreen = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly output: ProgressOutput,
    private readonly clock: () => Date,
    pauseMs = PAUSE_MS,
  ) {
    this.#timer = setInterval(() => this.show(), pauseMs).unref();
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** A step of which nobody knows how long it takes. */
  say(doing: string): void {
    this.#endReading();
    this.#doing = doing;
  }

  /** @param size in bytes */
  reading(name: string, size: number): void {
    this.#endReading();
    this.#reading = { doing: `Reading ${name}`, size, since: this.clock().getTime(), bytes: 0, rows: 0 };
    if (this.output.isTTY !== true) return;
    this.#clear();
    this.#bar = new SingleBar({
      stream: this.output as NodeJS.WritableStream,
      format: BAR_FORMAT,
      barsize: BAR_CHARACTERS,
      clearOnComplete: true,
      hideCursor: null,
      // Whoever ends the program by Ctrl-C hears of it from us.
      gracefulExit: false,
    });
    this.#bar.start(size, 0, this.#facts(this.#reading));
  }

  /** How far the reading is. */
  read(bytes: number, rows: number): void {
    if (!this.#reading) return;
    Object.assign(this.#reading, { bytes, rows });
    this.#bar?.update(bytes, this.#facts(this.#reading));
  }

  show(): void {
    if (this.#bar) return;
    if (this.output.isTTY === true) {
      this.output.write(`${CLEAR_LINE}${this.#doing}`);
      this.#onScreen = true;
      return;
    }
    const time = this.clock().toISOString().slice(11, 19);
    this.output.write(`${time} ${this.#reading ? this.#readingText(this.#reading) : this.#doing}\n`);
  }

  /** Says no more, and leaves an empty line to whatever comes next. */
  end(): void {
    clearInterval(this.#timer);
    this.#endReading();
    this.#clear();
  }

  #readingText(reading: Reading): string {
    const { doing, rows, rate, left } = this.#facts(reading);
    const percent = Math.floor((100 * reading.bytes) / reading.size);
    return `${doing}: ${percent} %, ${rows} rows, ${rate} rows/s, ${left} left`;
  }

  #facts({ doing, size, since, bytes, rows }: Reading) {
    const seconds = (this.clock().getTime() - since) / 1000;
    const rate = seconds > 0 ? NUMBERS.format(Math.round(rows / seconds)) : '-';
    return { doing, rows: NUMBERS.format(rows), rate, left: leftText((seconds * (size - bytes)) / bytes) };
  }

  #endReading(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    this.#reading = undefined;
  }

  #clear(): void {
    if (this.#onScreen) this.output.write(CLEAR_LINE);
    this.#onScreen = false;
  }
}

function leftText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '-';
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
