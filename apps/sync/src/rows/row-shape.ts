/** The columns of a source. */
export interface RowShape {
  /** Every column that is read, with its meaning and accepted values for the help. */
  readonly columns: Readonly<Record<string, string>>;
  /** Groups of columns: a file must have at least one of each group. */
  readonly needs: readonly (readonly string[])[];
  /** Other names that columns have in files, by which a header is known where none of these groups is complete. */
  readonly otherNames?: readonly string[];
}
