/** Passes lines of progress on, one after the other, and drops those that come while one is passed on. */
export class ProgressReporter {
  #passing: Promise<void> | undefined;

  constructor(private readonly pass: (text: string) => Promise<void>) {}

  write(line: string): void {
    const text = line.replace(/^\d\d:\d\d:\d\d /, '').trim();
    this.#passing ??= this.pass(text)
      // Progress is for comfort: a failure of the database ends the import itself.
      .catch(() => undefined)
      .finally(() => (this.#passing = undefined));
  }

  async end(): Promise<void> {
    await this.#passing;
  }
}
