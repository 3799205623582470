/**
 * A place in the feed of changes: after a change, in the dataset version that brought it or a later one without changes.
 * Versions are unique across rebuilt and restored databases, so that no cursor fits another history.
 */
export interface ChangeCursor {
  readonly seq: number;
  readonly version: string;
}

const DECODED = /^(0|[1-9]\d{0,15})\.(\d{1,18}-[\da-f]{8})$/;

/** Returns the text of a cursor: opaque, and safe in a URL. */
export function cursorText({ seq, version }: ChangeCursor): string {
  return Buffer.from(`${seq}.${version}`).toString('base64url');
}

/** Returns the cursor that a text stands for; undefined if it is none. */
export function parseCursor(text: string): ChangeCursor | undefined {
  const [, seq, version] = DECODED.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const cursor = version === undefined ? undefined : { seq: Number(seq), version };
  // Decoding ignores characters that are not of the alphabet.
  return cursor && Number.isSafeInteger(cursor.seq) && cursorText(cursor) === text ? cursor : undefined;
}
