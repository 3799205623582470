/** The settings of a run that every section follows. */
export interface BenchRun {
  /** Rounds whose results count; before them come `warmUpRounds`. */
  readonly rounds: number;
  readonly warmUpRounds: number;
  /** Seconds of load for each result. */
  readonly seconds: number;
  /** Numbers of doctors. All sections use the first; growth and imports use the others too. */
  readonly sizes: readonly [number, ...number[]];
  /** Shows a line of progress. */
  readonly log: (line: string) => void;
}

/** A bound that a section measures itself against. */
export interface Aim {
  readonly what: string;
  readonly bound: number;
  readonly atMost?: true;
  readonly measured: number;
}

/** The result of a section, as Markdown blocks without a heading. */
export interface SectionReport {
  readonly aims?: readonly Aim[];
  readonly blocks: readonly string[];
}

/** One part of the benchmark, which can run alone. */
export interface Section {
  /** Its name on the command line, and that of its document. */
  readonly name: string;
  readonly title: string;
  readonly run: (run: BenchRun) => Promise<SectionReport>;
}
