import { chain } from 'stream-chain';
import { parser } from 'stream-json';
import { pick } from 'stream-json/filters/pick.js';
import { streamValues } from 'stream-json/streamers/stream-values.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { inParts, tapped, throughStream } from './byte-stream.js';
import { MAX_RECORD_CHARACTERS } from './input-format.js';
import { MAX_DEPTH, TOO_DEEP } from './json-cells.js';

/** The parser makes an object of every token of a part. */
const PARSED_BYTES = 4_096;
/** The levels around an item: the collection and its list. */
const OUTER_LEVELS = 2;

/** What to read from JSON. */
export interface JsonSelection {
  /** The paths of the values, such as `features.0`. */
  readonly items: RegExp;
  /** The member whose values are counted. */
  readonly member: string;
  /** What a value is, for messages. */
  readonly noun: string;
}

/**
 * Yields the selected values of JSON, or of several JSON texts one after another, and holds one of them in memory.
 * @throws UnusableInput when a text is not JSON, or is cut off, or a value is too large
 */
export async function* jsonItems(
  bytes: AsyncIterable<Buffer>,
  selection: JsonSelection,
  displayName: string,
): AsyncGenerator {
  const { items, noun } = selection;
  let complete = false;
  const source = tapped(
    inParts(bytes, PARSED_BYTES),
    () => undefined,
    () => (complete = true),
  );
  const values = chain([
    parser({ jsonStreaming: true }),
    limit(selection, displayName),
    pick({ filter: items }),
    streamValues(),
  ]);
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

/** Returns a function that passes tokens on, and refuses a value before it is too large or too deep to be read. */
function limit(
  { member: counted, noun }: JsonSelection,
  displayName: string,
): (token: parser.Token) => parser.Token {
  let depth = 0;
  let size = 0;
  let member = '';
  let item = 1;
  const refuse = (fault: string) => {
    const place = member === counted ? `${noun} ${item}` : `member "${member.slice(0, 60)}"`;
    throw new UnusableInput(`${displayName}, ${place}: it ${fault}.`);
  };
  return (token) => {
    const { name } = token;
    if (name === 'stringChunk' || name === 'numberChunk') size += token.value.length;
    else if (name.endsWith('Value')) size++;
    else if (name === 'startObject' || name === 'startArray') {
      depth++;
      size++;
    } else if (name === 'endObject' || name === 'endArray') {
      depth--;
      if (depth === OUTER_LEVELS && member === counted) item++;
    }
    if (depth === 1 && name === 'keyValue') member = token.value;
    if (size > MAX_RECORD_CHARACTERS) refuse(`has more than ${MAX_RECORD_CHARACTERS} characters`);
    if (depth > MAX_DEPTH) refuse(`is ${TOO_DEEP}`);
    if (depth <= OUTER_LEVELS && !name.endsWith('Chunk')) size = 0;
    return token;
  };
}
