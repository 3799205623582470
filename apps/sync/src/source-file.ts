import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { UnusableInput } from './unusable-input.js';

const LINE_FEED = 0x0a;

/** A text file that can be imported as far as its bytes go. What its text says is not looked at here. */
export class SourceFile {
  private constructor(
    /** As the person who runs the import wrote it. */
    readonly path: string,
    /** In bytes. */
    readonly size: number,
    /** SHA-256, hexadecimal. */
    readonly hash: string,
  ) {}

  /**
   * Reads the file once, to take its hash and to see that it is UTF-8.
   * @throws UnusableInput when there is no such file, or it is not a text in UTF-8
   */
  static async open(path: string): Promise<SourceFile> {
    const size = await sizeOf(path);
    if (size === 0)
      throw new UnusableInput(`${path} is empty: a line of column names and rows are expected.`);
    return new SourceFile(path, size, await hashOfText(path));
  }

  get name(): string {
    return basename(this.path);
  }

  /**
   * The bytes of the file, once more.
   * @param onBytes told of the size of each part that is read
   * @throws UnusableInput at the end, when they are no longer those that were hashed
   */
  async *bytes(onBytes: (count: number) => void = () => undefined): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of chunksOf(this.path)) {
      hash.update(chunk);
      onBytes(chunk.length);
      yield chunk;
    }
    if (hash.digest('hex') === this.hash) return;
    throw new UnusableInput(`${this.path} was changed while it was being read: import it again.`);
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new UnusableInput(`There is no file ${resolve(path)}.`, { cause: error });
    throw unreadable(path, error);
  });
  if (found.isDirectory()) throw new UnusableInput(`${path} is a directory: name one file in it.`);
  if (!found.isFile()) throw new UnusableInput(`${path} is not a regular file: it has to be read twice.`);
  return found.size;
}

async function hashOfText(path: string): Promise<string> {
  const hash = createHash('sha256');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const decode = (bytes?: Uint8Array) => {
    try {
      utf8.decode(bytes, { stream: bytes !== undefined });
    } catch (cause) {
      const advice = 'save it as UTF-8, which spreadsheet programs call "CSV UTF-8"';
      throw new UnusableInput(`${path} is not text in UTF-8, as line ${line} shows: ${advice}.`, { cause });
    }
  };
  for await (const chunk of chunksOf(path)) {
    hash.update(chunk);
    // Line by line, so that a fault can be pointed at.
    for (let start = 0; start < chunk.length;) {
      const end = chunk.indexOf(LINE_FEED, start) + 1 || chunk.length;
      const part = chunk.subarray(start, end);
      // PostgreSQL cannot store NUL, and text has none: this is a spreadsheet or a text in UTF-16.
      if (part.includes(0))
        throw new UnusableInput(`${path} is not text: line ${line} has a NUL byte in it.`);
      decode(part);
      if (chunk[end - 1] === LINE_FEED) line++;
      start = end;
    }
  }
  decode();
  return hash.digest('hex');
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
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
