import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { TextCheck } from '../values/text-check.js';
import { UnusableInput } from './unusable-input.js';

const GZIP = [0x1f, 0x8b];
const READ_BYTES = 262_144;
/** As much of a text as is looked at to see what form it has. */
const HEAD_BYTES = 65_536;

/** A text file, compressed with gzip or not, that can be imported as far as its bytes go. */
export class SourceFile {
  private constructor(
    private readonly path: string,
    /** What messages call it: the path as the person wrote it, or its name where the path says nothing. */
    readonly shown: string,
    /** As it lies on the disk, in bytes. */
    readonly size: number,
    /** SHA-256 of the file as it lies on the disk, hexadecimal. */
    readonly hash: string,
    private readonly compressed: boolean,
    /** The beginning of its text. */
    readonly head: string,
  ) {}

  /**
   * Reads the file once, to take its hash and to see that it is UTF-8.
   * @param name what to call the file, when the path says nothing to a person
   * @throws UnusableInput when there is no such file, or it is not a text in UTF-8
   */
  static async open(path: string, name?: string): Promise<SourceFile> {
    const size = await sizeOf(path);
    const shown = name ?? path;
    if (size === 0) throw new UnusableInput(`${shown} is empty.`);
    const hash = createHash('sha256');
    const compressed = await isCompressed(path);
    const check = new TextCheck(shown);
    const head: Buffer[] = [];
    const raw = tapped(chunksOf(path), (chunk) => hash.update(chunk));
    for await (const chunk of compressed ? unpacked(shown, raw) : raw) {
      if (check.size < HEAD_BYTES) head.push(chunk);
      check.push(chunk);
    }
    check.end();
    if (check.size === 0) throw new UnusableInput(`${shown} is empty.`);
    const text = Buffer.concat(head).subarray(0, HEAD_BYTES).toString();
    return new SourceFile(path, shown, size, hash.digest('hex'), compressed, text);
  }

  get name(): string {
    return basename(this.shown);
  }

  /**
   * The bytes of its text, once more.
   * @param onBytes told of the size of each part of the file that is read
   * @throws UnusableInput at the end, when they are no longer those that were hashed
   */
  async *bytes(onBytes: (count: number) => void = () => undefined): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const raw = tapped(chunksOf(this.path), (chunk) => {
      hash.update(chunk);
      onBytes(chunk.length);
    });
    yield* this.compressed ? unpacked(this.shown, raw) : raw;
    if (hash.digest('hex') === this.hash) return;
    throw new UnusableInput(`${this.shown} was changed while it was being read: import it again.`);
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new UnusableInput(`There is no file ${resolve(path)}.`, { cause: error });
    throw unreadable(path, error);
  });
  if (found.isDirectory()) throw new UnusableInput(`${path} is a directory: name one file in it.`);
  if (!found.isFile())
    throw new UnusableInput(`${path} is not a regular file, and it has to be read twice: give it as "-".`);
  return found.size;
}

async function isCompressed(path: string): Promise<boolean> {
  for await (const chunk of chunksOf(path, { end: GZIP.length - 1 }))
    return GZIP.every((byte, index) => chunk[index] === byte);
  return false;
}

async function* tapped(
  chunks: AsyncIterable<Buffer>,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}

async function* unpacked(shown: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  // Destroys each when the other ends early; what went wrong comes out of the last.
  pipeline(Readable.from(chunks, { objectMode: false }), gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (cause) {
    const code = String((cause as NodeJS.ErrnoException).code);
    if (!code.startsWith('Z_')) throw cause;
    const says =
      code === 'Z_BUF_ERROR'
        ? 'is cut off: the gzip data end too early; fetch it again'
        : 'is damaged: its gzip data cannot be unpacked; fetch it again';
    throw new UnusableInput(`${shown} ${says}.`, { cause });
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
  const reason = cause.code === 'EACCES' ? 'this user is not allowed to' : cause.message;
  return new UnusableInput(`${path} cannot be read: ${reason}.`, { cause });
}
