import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { UnusableInput } from '../rows/unusable-input.js';
import { tapped, throughStream } from './byte-stream.js';
import { fileFaultText } from './file-fault.js';
import { Utf8Check } from './utf8-check.js';

const GZIP = [0x1f, 0x8b];
const READ_BYTES = 262_144;
/** How much of a text is used to detect its format. */
const HEAD_BYTES = 65_536;

/** A file of UTF-8 text, compressed with gzip or not. */
export class SourceFile {
  private constructor(
    private readonly path: string,
    /** The name in messages: the path as given, or another name where the path means nothing to a person. */
    readonly displayName: string,
    /** The size on disk, in bytes. */
    readonly size: number,
    /** SHA-256 of the file on disk, hexadecimal. */
    readonly hash: string,
    private readonly compressed: boolean,
    /** The beginning of the text. */
    readonly head: string,
  ) {}

  /**
   * Opens a file. It is read once, to compute its hash and to check that it is UTF-8.
   * @param displayName the name in messages (default: the path)
   * @throws UnusableInput when the file does not exist, or is not UTF-8 text
   */
  static async open(path: string, displayName = path): Promise<SourceFile> {
    const size = await sizeOf(path);
    if (size === 0) throw new UnusableInput(`${displayName} is empty.`);
    const hash = createHash('sha256');
    const compressed = await isCompressed(path);
    const check = new Utf8Check(displayName);
    const head: Buffer[] = [];
    const raw = tapped(chunksOf(path), (chunk) => hash.update(chunk));
    for await (const chunk of compressed ? unpacked(displayName, raw) : raw) {
      if (check.size < HEAD_BYTES) head.push(chunk);
      check.push(chunk);
    }
    check.end();
    if (check.size === 0) throw new UnusableInput(`${displayName} is empty.`);
    const text = Buffer.concat(head).subarray(0, HEAD_BYTES).toString();
    return new SourceFile(path, displayName, size, hash.digest('hex'), compressed, text);
  }

  get name(): string {
    return basename(this.displayName);
  }

  /**
   * Reads the text again.
   * @param onBytes receives the size of each part of the file
   * @throws UnusableInput at the end, when the file is not the one that was hashed
   */
  async *bytes(onBytes: (count: number) => void = () => undefined): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const raw = tapped(chunksOf(this.path), (chunk) => {
      hash.update(chunk);
      onBytes(chunk.length);
    });
    yield* this.compressed ? unpacked(this.displayName, raw) : raw;
    if (hash.digest('hex') === this.hash) return;
    throw new UnusableInput(
      `${this.displayName} was changed while it was being read: import it again when it is complete.`,
    );
  }
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

async function isCompressed(path: string): Promise<boolean> {
  for await (const chunk of chunksOf(path, { end: GZIP.length - 1 }))
    return GZIP.every((byte, index) => chunk[index] === byte);
  return false;
}

async function* unpacked(displayName: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
