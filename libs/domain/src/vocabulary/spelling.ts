/** The names that a directory lists, by their folded form. */
export type ListedNames = ReadonlyMap<string, string>;

/** A spelling, folded and without punctuation, and what it stands for. */
export interface Spelling {
  /** As it is written. */
  readonly text: string;
  /** Normalized names; empty for what is not in the list. */
  readonly names: readonly string[];
}
