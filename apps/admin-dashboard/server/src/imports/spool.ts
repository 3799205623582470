import { isUUID } from 'class-validator';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Arrival } from '@care-atlas/data/sync';
import { DashboardError } from '../http/dashboard-error.js';

/** What was received. */
export interface SpooledFile {
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** Where the files of an upload are while they arrive. */
const ARRIVING = 'arriving-';
/** Where they are from then on. */
const ARRIVED = 'file';
/** A folder without a row may be one of an earlier release, which wrote first. */
const ORPHAN_MS = 3_600_000;

/**
 * The folder of uploaded files: for each upload a folder by its id, which the worker reads. Whoever has claimed the id owns
 * that folder; until the file has arrived, it is in a folder of this claim alone.
 */
export class Spool {
  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {}

  /**
   * Writes a file while it arrives.
   * @param name as `fileNameOf` returns it
   * @param length what the sender says that it sends, in bytes: a file that is too large is refused before it is sent
   * @throws DirectoryError `too_large`, or `missing_param` if nothing was sent
   */
  async receive(arrival: Arrival, name: string, content: Readable, length: number): Promise<SpooledFile> {
    if (length > this.maxBytes) throw tooLarge(this.maxBytes);
    const target = this.#arriving(arrival);
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
    const output = createWriteStream(join(target, name), { mode: 0o600, flags: 'wx' });
    await pipeline(content, measure, output);
    if (bytes === 0) throw new DashboardError('missing_param', { code: 'empty_file' });
    await syncToDisk(join(target, name));
    return { bytes, hash: hash.digest('hex') };
  }

  /** Puts a file that has arrived where the worker finds it. Only whoever holds the row of its claim may do this. */
  async keep(arrival: Arrival): Promise<void> {
    const own = this.#arriving(arrival);
    const owner = join(this.folder, arrival.id);
    for (const name of await readdir(owner)) {
      // What a process that died has left of the same id.
      if (join(owner, name) !== own) await rm(join(owner, name), { recursive: true, force: true });
    }
    await rename(own, join(owner, ARRIVED));
  }

  /** Removes what one claim wrote, and nothing of another one. */
  async discard(arrival: Arrival): Promise<void> {
    await rm(this.#arriving(arrival), { recursive: true, force: true });
    // The folder of another claim is not empty.
    await rmdir(join(this.folder, arrival.id)).catch(() => undefined);
  }

  async remove(id: string): Promise<void> {
    // The worker may still write into it, until it notices.
    await rm(join(this.folder, id), { recursive: true, force: true, maxRetries: 5 });
  }

  /** Lists the uploads that have a folder, without those of the last hour. */
  async old(now: Date): Promise<string[]> {
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => isUUID(name));
    const found = await Promise.all(
      names.map(async (name) => {
        const folder = await stat(join(this.folder, name)).catch(() => undefined);
        return folder && now.getTime() - folder.mtimeMs > ORPHAN_MS ? [name] : [];
      }),
    );
    return found.flat();
  }

  /** Opens the rows that a check or an import could not use, or not completely; undefined without any. */
  async rejects(id: string): Promise<ReadStream | undefined> {
    return (await this.hasRejects(id)) ? createReadStream(this.#rejectsPath(id)) : undefined;
  }

  async hasRejects(id: string): Promise<boolean> {
    const found = await stat(this.#rejectsPath(id)).catch(() => undefined);
    return found?.isFile() === true;
  }

  #arriving({ id, since }: Arrival): string {
    return join(this.folder, id, `${ARRIVING}${since.getTime()}`);
  }

  #rejectsPath(id: string): string {
    return join(this.folder, id, 'rejects');
  }
}

/** Returns a name without folders and control characters. @throws DirectoryError `missing_param` if none is left */
export function fileNameOf(name: string): string {
  const clean = basename(name.replaceAll('\\', '/'))
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  if (clean !== '' && clean !== '.' && clean !== '..') return clean;
  throw new DashboardError('missing_param', { code: 'unnamed_file' });
}

function tooLarge(maxBytes: number): DashboardError {
  return new DashboardError('too_large', { code: 'large_file', params: { size: maxBytes / 1_000_000 } });
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
