import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import {
  containerOf,
  CONVERSIONS,
  type ConvertedFormat,
  convertedFormatOf,
  SIGNATURE_BYTES,
} from './convert.js';
import { zipEntry } from './zip-archive.js';
import { DEFAULT_LIMITS, type ReadLimits } from '../limits/read-limits.js';
import { UnpackedSize, withinSize } from '../limits/unpacked-size.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { tapped, throughStream } from '../formats/byte-stream.js';
import { fileFaultText } from '../formats/file-fault.js';
import { Utf8Check } from '../formats/utf8-check.js';

const GZIP = [0x1f, 0x8b];
/** What a decoder reports. */
const NOT_IN_ENCODING = 'ERR_ENCODING_INVALID_ENCODED_DATA';
const READ_BYTES = 262_144;
/** How much of a text is used to detect its format. */
const HEAD_BYTES = 65_536;

/** How the text of a file is found in its bytes. */
interface Packing {
  readonly compressed: boolean;
  /** The size of the file, in bytes. */
  readonly size: number;
  readonly limits: ReadLimits;
  /** The file in a ZIP archive that holds the text. */
  readonly entry?: string | undefined;
  /** The encoding of the text, unless it is UTF-8. */
  readonly encoding?: string | undefined;
}

/** A file of text, compressed or not, or one that is converted to text. */
export class SourceFile {
  private constructor(
    private readonly path: string,
    /** The name in messages: the path as given, or another name where the path means nothing to a person. */
    readonly displayName: string,
    /** The size on disk, in bytes. */
    readonly size: number,
    /** SHA-256 of the file on disk, hexadecimal. */
    readonly hash: string,
    private readonly packing: Packing,
    /** The beginning of the text; empty in a file that is not text. */
    readonly head: string,
    /** The format that is converted to rows of text. */
    readonly converted: ConvertedFormat | undefined,
  ) {}

  /**
   * Opens a file. It is read once, to compute its hash and to check its text.
   * @param displayName the name in messages (default: the path)
   * @param encoding the encoding of its text (default: UTF-8)
   * @throws UnusableInput when the file does not exist, is not text in that encoding nor a format that is converted, or
   * unpacks to more than the limits allow
   */
  static async open(
    path: string,
    displayName = path,
    encoding?: string,
    limits = DEFAULT_LIMITS,
  ): Promise<SourceFile> {
    const size = await sizeOf(path);
    if (size === 0) throw new UnusableInput(`${displayName} is empty.`);
    const signature = await firstBytes(path, SIGNATURE_BYTES);
    const { converted, entry } = await containerOf(signature, { path, displayName });
    const compressed = GZIP.every((byte, index) => signature[index] === byte);
    const packing = { compressed, entry, encoding, size, limits };
    const file = (head: string, hash: string, format = converted) =>
      new SourceFile(path, displayName, size, hash, packing, head, format);
    if (converted) return file('', await hashOf(path));

    const hash = createHash('sha256');
    const check = new Utf8Check(displayName);
    const head: Buffer[] = [];
    for await (const chunk of textOf(path, displayName, packing, (raw) => hash.update(raw))) {
      if (check.size < HEAD_BYTES) head.push(chunk);
      check.push(chunk);
    }
    check.end();
    if (check.size === 0) throw new UnusableInput(`${displayName} is empty.`);
    const text = Buffer.concat(head).subarray(0, HEAD_BYTES).toString();
    return file(text, entry ? await hashOf(path) : hash.digest('hex'), convertedFormatOf(text));
  }

  get name(): string {
    return basename(this.displayName);
  }

  /**
   * Reads the rows of text again.
   * @param onBytes receives the size of each part of the file
   * @throws UnusableInput at the end, when the file is not the one that was hashed
   */
  async *bytes(onBytes: (count: number) => void = () => undefined): AsyncGenerator<Buffer> {
    const { path, displayName, packing, converted } = this;
    const hash = createHash('sha256');
    const text = (onRaw?: (chunk: Buffer) => void) => textOf(path, displayName, packing, onRaw);
    const unpacked = new UnpackedSize(displayName, packing.size, packing.limits);
    if (converted) yield* CONVERSIONS[converted]({ path, displayName, text, unpacked });
    else
      yield* text((chunk) => {
        hash.update(chunk);
        onBytes(chunk.length);
      });
    // What is not read from its first to its last byte is hashed anew.
    const isHashed = !converted && !packing.entry;
    if ((isHashed ? hash.digest('hex') : await hashOf(path)) === this.hash) return;
    throw new UnusableInput(
      `${displayName} was changed while it was being read: import it again when it is complete.`,
    );
  }
}

/** Reads the text of a file. @param onRaw receives each part of the file, unless it is in a ZIP archive */
async function* textOf(
  path: string,
  displayName: string,
  { compressed, entry, encoding, size, limits }: Packing,
  onRaw: (chunk: Buffer) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const unpacked = new UnpackedSize(displayName, size, limits);
  const raw = entry ? zipEntry({ path, displayName, unpacked }, entry) : tapped(chunksOf(path), onRaw);
  const bytes = compressed ? withinSize(gunzipped(displayName, raw), unpacked) : raw;
  yield* encoding ? decoded(displayName, bytes, encoding) : bytes;
}

async function* decoded(
  displayName: string,
  chunks: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    yield Buffer.from(decoder.decode());
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== NOT_IN_ENCODING) throw cause;
    throw new UnusableInput(
      `${displayName} is not text in ${encoding}: give its encoding, or save it as UTF-8.`,
      {
        cause,
      },
    );
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest('hex');
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new UnusableInput(`The file ${resolve(path)} does not exist.`, { cause: error });
    throw unreadable(path, error);
  });
  if (found.isDirectory()) throw new UnusableInput(`${path} is a directory: give one file in it.`);
  if (!found.isFile())
    throw new UnusableInput(
      `${path} is not a regular file, and a file is read twice: give "-" and pass the data on standard input.`,
    );
  return found.size;
}

/** Returns the first bytes of a file, or all where it has fewer. @throws UnusableInput when it cannot be read */
export function firstBytes(path: string, count: number): Promise<Buffer> {
  return buffer(chunksOf(path, { end: count - 1 }));
}

async function* gunzipped(displayName: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* throughStream<Buffer>(chunks, createGunzip({ chunkSize: READ_BYTES }));
  } catch (cause) {
    const code = String((cause as NodeJS.ErrnoException).code);
    if (!code.startsWith('Z_')) throw cause;
    const fault =
      code === 'Z_BUF_ERROR'
        ? 'is cut off: its gzip data ends too early; fetch it again'
        : 'is damaged: its gzip data cannot be unpacked; fetch it again';
    throw new UnusableInput(`${displayName} ${fault}.`, { cause });
  }
}

async function* chunksOf(path: string, range: { end?: number } = {}): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: READ_BYTES, ...range }) as AsyncIterable<Buffer>;
  } catch (error) {
    if (isErrno(error)) throw unreadable(path, error);
    throw error;
  }
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function unreadable(path: string, cause: NodeJS.ErrnoException): UnusableInput {
  return new UnusableInput(`${path} cannot be read: ${fileFaultText(cause)}.`, { cause });
}
