import { isUtf8 } from 'node:buffer';
import { UnusableInput } from '../formats/unusable-input.js';

const LINE_FEED = 0x0a;
const REPLACEMENT = '\uFFFD';
const SAVE_AS_UTF8 = 'save it as UTF-8, which spreadsheet programs call "CSV UTF-8"';

/** What some other kinds of file begin with, and what to do about them. */
const OTHER_KINDS: readonly { readonly begins: readonly number[]; readonly is: string }[] = [
  { begins: [0xff, 0xfe], is: `is text in UTF-16, not in UTF-8: ${SAVE_AS_UTF8}` },
  { begins: [0xfe, 0xff], is: `is text in UTF-16, not in UTF-8: ${SAVE_AS_UTF8}` },
  {
    begins: [0x50, 0x4b, 0x03, 0x04],
    is: 'is a ZIP archive or a spreadsheet, not text: unpack it, or save it as CSV',
  },
  {
    begins: [0x28, 0xb5, 0x2f, 0xfd],
    is: 'is compressed with Zstandard: unpack it, or compress it with gzip',
  },
  { begins: [0x42, 0x5a, 0x68], is: 'is compressed with bzip2: unpack it, or compress it with gzip' },
];

/** Sees to it that bytes are text in UTF-8, part by part, and can say where they are not. */
export class TextCheck {
  /** Of a character that the end of a part cut: at most three bytes. */
  #rest: Buffer = Buffer.alloc(0);
  #lineFeeds = 0;
  #bytes = 0;

  constructor(private readonly path: string) {}

  /** How many bytes were seen. */
  get size(): number {
    return this.#bytes;
  }

  /** @throws UnusableInput when the bytes so far are not text in UTF-8 */
  push(part: Buffer): void {
    if (this.#bytes === 0) this.#refuseOtherKinds(part);
    this.#bytes += part.length;
    const bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]);
    const end = bytes.length - cutBytes(bytes);
    const whole = bytes.subarray(0, end);
    // PostgreSQL cannot store NUL, and text has none: this is another kind of file, or text in UTF-16.
    if (whole.includes(0)) this.#refuseNul(whole);
    if (!isUtf8(whole)) this.#refuseEncoding(whole);
    this.#lineFeeds += lineFeedsIn(whole);
    // A copy: the part itself need not be kept for three bytes.
    this.#rest = Buffer.from(bytes.subarray(end));
  }

  /** @throws UnusableInput when the last character is cut */
  end(): void {
    if (this.#rest.length === 0) return;
    throw new UnusableInput(
      `${this.path} is not text in UTF-8: its last character, on line ${this.#lineFeeds + 1}, is not whole, ` +
        'as if the end of the file were cut off.',
    );
  }

  #refuseOtherKinds(part: Buffer): void {
    const kind = OTHER_KINDS.find(({ begins }) => begins.every((byte, index) => part[index] === byte));
    if (kind) throw new UnusableInput(`${this.path} ${kind.is}.`);
  }

  #refuseNul(bytes: Buffer): never {
    const { line, byte } = this.#place(bytes, bytes.indexOf(0));
    throw new UnusableInput(
      `${this.path} is not text in UTF-8: line ${line} has a NUL byte at byte ${byte}, ` +
        `as text in UTF-16 has; ${SAVE_AS_UTF8}.`,
    );
  }

  #refuseEncoding(bytes: Buffer): never {
    const before = bytes.toString().split(REPLACEMENT, 1)[0]!;
    const at = Buffer.byteLength(before);
    const { line, byte } = this.#place(bytes, at);
    const value = `0x${bytes[at]!.toString(16).toUpperCase()}`;
    throw new UnusableInput(
      `${this.path} is not text in UTF-8: byte ${byte} of line ${line} is ${value}, ` +
        `as in Latin-1 or Windows-1252; ${SAVE_AS_UTF8}.`,
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

/** How many bytes at the end begin a character that goes on after them. */
function cutBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < charactersBytes(byte) ? back : 0;
  }
  return 0;
}

function charactersBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
