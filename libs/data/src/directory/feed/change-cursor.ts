/**
 * A place in the feed of changes: after a change, in the dataset version that brought it or a later one without changes.
 * Versions are unique across rebuilt and restored databases, so that no cursor fits another history.
 */
export interface ChangeCursor {
  /** Undefined after all changes of the version. */
  readonly seq: number | undefined;
  readonly version: string;
  /** The day, YYYY-MM-DD, as of which the subscriber's list is judged, if it is later than that of the version. */
  readonly day?: string | undefined;
}

const DECODED = /^(0|[1-9]\d{0,15}|-)\.(\d{1,18}-[\da-f]{8})(?:\.(\d{4}-\d{2}-\d{2}))?$/;

/** Returns the text of a cursor: opaque, and safe in a URL. */
export function cursorText({ seq, version, day }: ChangeCursor): string {
  return Buffer.from(`${seq ?? '-'}.${version}${day === undefined ? '' : `.${day}`}`).toString('base64url');
}

/** Returns the cursor that a text stands for; undefined if it is none. */
export function parseCursor(text: string): ChangeCursor | undefined {
  const [, seq, version, day] = DECODED.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const cursor =
    version === undefined ? undefined : { seq: seq === '-' ? undefined : Number(seq), version, day };
  // Decoding ignores characters that are not of the alphabet.
  return cursor && Number.isSafeInteger(cursor.seq ?? 0) && cursorText(cursor) === text ? cursor : undefined;
}

/**
 * Returns the cursor of a list, which the feed with the filters of the list continues.
 * @param tag the version of the answer: that of the dataset, `@`, and the day as of which it is judged
 */
export function listCursor(tag: string): string {
  const [version = '', day] = tag.split('@');
  return cursorText({ seq: undefined, version, day });
}
