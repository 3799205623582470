import { exactNumber } from '@care-atlas/domain/text';
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

/** A selected value. */
export interface JsonItem {
  /** The member of the text that it is, or is in. */
  readonly member: string;
  /** Numbers that JavaScript would round are raw. */
  readonly value: unknown;
}

/**
 * Yields the selected values of JSON, or of several JSON texts one after another, and holds one of them in memory.
 * @throws UnusableInput when a text is not JSON, or is cut off, or a value is too large
 */
export async function* jsonItems(
  bytes: AsyncIterable<Buffer>,
  selection: JsonSelection,
  displayName: string,
): AsyncGenerator<JsonItem> {
  const { items, noun } = selection;
  let complete = false;
  const source = tapped(
    inParts(bytes, PARSED_BYTES),
    () => undefined,
    () => (complete = true),
  );
  const tokens = new TokenCheck(selection, displayName);
  const values = chain([
    parser({ jsonStreaming: true }),
    (token: parser.Token) => tokens.checked(token),
    pick({ filter: items }),
    withExactNumber,
    streamValues(),
    // A value is complete at its last token: the member is still that of the value.
    ({ value }: { value: unknown }): JsonItem => ({ member: tokens.member, value }),
  ]);
  let read = 0;
  try {
    for await (const item of throughStream<JsonItem>(source, values)) {
      if (item.member === selection.member) read++;
      yield item;
    }
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.startsWith('Parser')) throw cause;
    const place = read === 0 ? `at its first ${noun}` : `after ${noun} ${read}`;
    const fault = complete ? 'is cut off or not JSON' : 'is not JSON';
    throw new UnusableInput(`${displayName} ${fault}: it cannot be read ${place}.`, { cause });
  }
}

/** Returns a number with all its digits: the assembler of values takes what a token has, unless it is called a number. */
function withExactNumber(token: parser.Token): parser.Token {
  if (token.name !== 'numberValue') return token;
  return { name: 'stringValue', value: exactNumber(token.value) as unknown as string };
}

/** Refuses a value before it is too large or too deep to be read, and knows in which member a token is. */
class TokenCheck {
  member = '';
  #depth = 0;
  #size = 0;
  #item = 1;

  constructor(
    private readonly selection: JsonSelection,
    private readonly displayName: string,
  ) {}

  /** Returns the token. @throws UnusableInput */
  checked(token: parser.Token): parser.Token {
    const { name } = token;
    if (name === 'stringChunk' || name === 'numberChunk') this.#size += token.value.length;
    else if (name.endsWith('Value')) this.#size++;
    else if (name === 'startObject' || name === 'startArray') {
      this.#depth++;
      this.#size++;
    } else if (name === 'endObject' || name === 'endArray') {
      this.#depth--;
      if (this.#depth === OUTER_LEVELS && this.#isCounted) this.#item++;
    }
    if (this.#depth === 1 && name === 'keyValue') this.member = token.value;
    if (this.#size > MAX_RECORD_CHARACTERS) this.#refuse(`has more than ${MAX_RECORD_CHARACTERS} characters`);
    if (this.#depth > MAX_DEPTH) this.#refuse(`is ${TOO_DEEP}`);
    if (this.#depth <= OUTER_LEVELS && !name.endsWith('Chunk')) this.#size = 0;
    return token;
  }

  get #isCounted(): boolean {
    return this.member === this.selection.member;
  }

  #refuse(fault: string): never {
    const place = this.#isCounted
      ? `${this.selection.noun} ${this.#item}`
      : `member "${this.member.slice(0, 60)}"`;
    throw new UnusableInput(`${this.displayName}, ${place}: it ${fault}.`);
  }
}
