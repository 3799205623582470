import { type Duplex, pipeline, Readable } from 'node:stream';

/** Passes chunks on, and calls `onChunk` with each of them before, and `onEnd` after the last. */
export async function* tapped(
  chunks: AsyncIterable<Buffer>,
  onChunk: (chunk: Buffer) => void,
  onEnd: () => void = () => undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
  onEnd();
}

/** Pipes chunks through a stream. When either ends early, the other is destroyed; errors come out of the result. */
export function throughStream<Item>(chunks: AsyncIterable<Buffer>, stream: Duplex): AsyncIterable<Item> {
  pipeline(Readable.from(chunks, { objectMode: false }), stream, () => undefined);
  return stream as AsyncIterable<Item>;
}

/** Cuts chunks into smaller ones. */
export async function* inParts(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += bytes) yield chunk.subarray(at, at + bytes);
}

/**
 * Reads the first bytes of a stream.
 * @returns them, whether they are the whole stream, and the stream from its beginning
 */
export async function beginningOf(
  chunks: AsyncIterable<Buffer>,
  bytes: number,
): Promise<{ readonly head: Buffer; readonly isWhole: boolean; readonly all: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let isWhole = false;
  for (let size = 0; size < bytes && !isWhole; size += first.at(-1)?.length ?? 0) {
    const { done, value } = await iterator.next();
    if (done) isWhole = true;
    else first.push(value);
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const head = Buffer.concat(first);
  return { head: head.subarray(0, bytes), isWhole: isWhole && head.length <= bytes, all: all() };
}
