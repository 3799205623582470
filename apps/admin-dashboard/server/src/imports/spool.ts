import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DirectoryError } from '@care-atlas/domain/contract';

/** What was received. */
export interface SpooledFile {
  readonly fileName: string;
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** The folder of uploaded files: for each upload a folder by its id, which the worker reads. */
export class Spool {
  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {}

  /**
   * Writes a file while it arrives. Nothing stays of one that does not arrive completely.
   * @param id a UUID
   * @param length what the sender says that it sends, in bytes: a file that is too large is refused before it is sent
   * @throws DirectoryError `too_large`, or `missing_param` if the name is none or nothing was sent
   */
  async receive(
    id: string,
    name: string,
    content: Readable | undefined,
    length: number,
  ): Promise<SpooledFile> {
    const fileName = cleanName(name);
    if (!content) throw new DirectoryError('missing_param', 'The file is empty.');
    if (length > this.maxBytes) throw tooLarge(this.maxBytes);
    const target = join(this.folder, id, 'file');
    await mkdir(target, { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let bytes = 0;
    const measure = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        bytes += chunk.length;
        done(bytes > this.maxBytes ? tooLarge(this.maxBytes) : null, chunk);
      },
    });
    try {
      // A new name: an upload never replaces another.
      const output = createWriteStream(join(target, fileName), { mode: 0o600, flags: 'wx' });
      await pipeline(content, measure, output);
      if (bytes === 0) throw new DirectoryError('missing_param', 'The file is empty.');
      await syncToDisk(join(target, fileName));
      return { fileName, bytes, hash: hash.digest('hex') };
    } catch (error) {
      await this.remove(id);
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.folder, id), { recursive: true, force: true });
  }

  /** Opens the rows that a check or an import could not use, or not completely; undefined without any. */
  async rejects(id: string): Promise<ReadStream | undefined> {
    return (await this.hasRejects(id)) ? createReadStream(this.#rejectsPath(id)) : undefined;
  }

  async hasRejects(id: string): Promise<boolean> {
    const found = await stat(this.#rejectsPath(id)).catch(() => undefined);
    return found?.isFile() === true;
  }

  #rejectsPath(id: string): string {
    return join(this.folder, id, 'rejects');
  }
}

/** Returns a name without folders and control characters. */
function cleanName(name: string): string {
  const clean = basename(name.replaceAll('\\', '/'))
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  if (clean !== '' && clean !== '.' && clean !== '..') return clean;
  throw new DirectoryError('missing_param', 'The file has no name.');
}

function tooLarge(maxBytes: number): DirectoryError {
  return new DirectoryError(
    'too_large',
    `A file has at most ${maxBytes / 1_000_000} MB here (IMPORT_UPLOAD_MB). Import it with \`npm run sync\`.`,
  );
}

/** The worker may run on another machine: what is said to be there must be. */
async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
