import { chain } from 'stream-chain';
import { parser } from 'stream-json';
import { pick } from 'stream-json/filters/pick.js';
import { streamValues } from 'stream-json/streamers/stream-values.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { tapped, throughStream } from './byte-stream.js';

/** What to read from JSON. */
export interface JsonSelection {
  /** The paths of the values, such as `features.0`. */
  readonly items: RegExp;
  /** What a value is, for messages. */
  readonly noun: string;
}

/**
 * Yields the selected values of JSON, or of several JSON texts one after another, and holds one of them in memory.
 * @throws UnusableInput when a text is not JSON, or is cut off
 */
export async function* jsonItems(
  bytes: AsyncIterable<Buffer>,
  { items, noun }: JsonSelection,
  displayName: string,
): AsyncGenerator {
  let complete = false;
  const source = tapped(
    bytes,
    () => undefined,
    () => (complete = true),
  );
  const values = chain([parser({ jsonStreaming: true }), pick({ filter: items }), streamValues()]);
  let read = 0;
  try {
    for await (const { value } of throughStream<{ value: unknown }>(source, values)) {
      if (typeof value === 'object') read++;
      yield value;
    }
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.startsWith('Parser')) throw cause;
    const place = read === 0 ? `at its first ${noun}` : `after ${noun} ${read}`;
    const fault = complete ? 'is cut off or not JSON' : 'is not JSON';
    throw new UnusableInput(`${displayName} ${fault}: it cannot be read ${place}.`, { cause });
  }
}
