/** A source of the directory's data. A text is empty where nothing is stated. */
export interface SourceRecord {
  /** As in the imports, e.g. "odhf". */
  readonly name: string;
  readonly publisher: string;
  readonly licence: string;
  /** What has to be shown with its data. */
  readonly attribution: string;
  /** When its newest imported extract was made. */
  readonly retrievedAt: Date;
}
