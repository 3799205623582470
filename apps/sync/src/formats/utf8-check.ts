import { isUtf8 } from 'node:buffer';
import { UnusableInput } from '../rows/unusable-input.js';
import { requireText, SAVE_AS_UTF8 } from './detect-format.js';

const LINE_FEED = 0x0a;
const REPLACEMENT = '\uFFFD';

/** Checks part by part that bytes are UTF-8 text, and finds the first place where they are not. */
export class Utf8Check {
  /** The beginning of a character that the end of a part cut: at most three bytes. */
  #rest: Buffer = Buffer.alloc(0);
  #lineFeeds = 0;
  #bytes = 0;

  constructor(private readonly path: string) {}

  /** The number of bytes so far. */
  get size(): number {
    return this.#bytes;
  }

  /** @throws UnusableInput when the bytes so far are not text in UTF-8 */
  push(part: Buffer): void {
    if (this.#bytes === 0) requireText(this.path, part);
    this.#bytes += part.length;
    const bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]);
    const end = bytes.length - cutBytes(bytes);
    const complete = bytes.subarray(0, end);
    // Text has no NUL, and PostgreSQL cannot store it: this is another kind of file, or UTF-16.
    if (complete.includes(0)) this.#rejectNul(complete);
    if (!isUtf8(complete)) this.#rejectEncoding(complete);
    this.#lineFeeds += lineFeedsIn(complete);
    // A copy, so that three bytes do not keep the whole part in memory.
    this.#rest = Buffer.from(bytes.subarray(end));
  }

  /** @throws UnusableInput when the last character is cut */
  end(): void {
    if (this.#rest.length === 0) return;
    throw new UnusableInput(
      `${this.path} is not text in UTF-8: its last character, on line ${this.#lineFeeds + 1}, is incomplete: ` +
        'fetch the file again.',
    );
  }

  #rejectNul(bytes: Buffer): never {
    const { line, byte } = this.#place(bytes, bytes.indexOf(0));
    throw new UnusableInput(
      `${this.path} is not text in UTF-8: line ${line} has a NUL byte at byte ${byte}, ` +
        `as text in UTF-16 has; ${SAVE_AS_UTF8}.`,
    );
  }

  #rejectEncoding(bytes: Buffer): never {
    const before = bytes.toString().split(REPLACEMENT, 1)[0]!;
    const at = Buffer.byteLength(before);
    const { line, byte } = this.#place(bytes, at);
    const value = `0x${bytes[at]!.toString(16).toUpperCase()}`;
    throw new UnusableInput(
      `${this.path} is not text in UTF-8: byte ${byte} of line ${line} is ${value}, ` +
        `as in Latin-1 or Windows-1252; ${SAVE_AS_UTF8}, or give --encoding windows-1252.`,
    );
  }

  #place(bytes: Buffer, at: number): { line: number; byte: number } {
    const before = bytes.subarray(0, at);
    return {
      line: this.#lineFeeds + lineFeedsIn(before) + 1,
      byte: at - before.lastIndexOf(LINE_FEED),
    };
  }
}

function lineFeedsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

/** Returns the number of bytes at the end that begin an incomplete character. */
function cutBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < characterBytes(byte) ? back : 0;
  }
  return 0;
}

function characterBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
