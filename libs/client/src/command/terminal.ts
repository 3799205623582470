/** Where a command runs. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The width of the window; undefined where the output goes to a file or another program. */
  readonly columns: number | undefined;
  readonly colors: boolean;
  /** Writes the result. */
  out(text: string): void;
  /** Writes a line about the result, which is not part of it. */
  note(line: string): void;
}
