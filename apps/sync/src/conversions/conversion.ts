import type { UnpackedSize } from '../limits/unpacked-size.js';

/** A file whose contents are converted to rows of text. */
export interface ConvertibleFile {
  readonly path: string;
  /** The name in messages. */
  readonly displayName: string;
  /** Reads its text, unpacked and decoded. Each call reads it again. */
  readonly text: () => AsyncIterable<Buffer>;
  /** Counts what it unpacks to. */
  readonly unpacked: UnpackedSize;
}

/**
 * Yields a file as CSV or NDJSON in UTF-8. It may be called again.
 * @throws UnusableInput when the file is cut off, damaged or incomplete
 */
export type Conversion = (file: ConvertibleFile) => AsyncIterable<Buffer>;

const CHUNK_CHARACTERS = 65_536;

/** Joins texts into chunks of bytes. */
export async function* chunksOfText(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}
