import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { UnpackedSize } from '../limits/unpacked-size.js';
import { UnusableInput } from '../rows/unusable-input.js';

/** What an empty file takes, packed. */
const EMPTY_BYTES = 16;

interface ArchiveFile {
  readonly path: string;
  readonly displayName: string;
}

/** Returns the names of the files in a ZIP archive. @throws UnusableInput when it is cut off or damaged */
export async function zipNames(file: ArchiveFile): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { fileName } of entriesOf(file)) names.push(fileName);
  return names;
}

/** A file in a ZIP archive. */
export interface ArchivePart {
  readonly name: string;
  /** What it unpacks to, in bytes, as the archive says. */
  readonly size: number;
  /** Whether the archive leaves its size open. */
  readonly isOpen: boolean;
}

/** Returns what the archive says about its files. @throws UnusableInput when it is cut off or damaged */
export async function zipParts(file: ArchiveFile): Promise<readonly ArchivePart[]> {
  const parts: ArchivePart[] = [];
  for await (const { entry, fileName: name } of entriesOf(file)) {
    const { uncompressedSize: size, compressedSize } = entry;
    // Nothing is packed into a few bytes.
    const isOpen =
      size === 0 && (compressedSize > EMPTY_BYTES || !(compressedSize > 0 || name.endsWith('/')));
    parts.push({ name, size, isOpen });
  }
  return parts;
}

/**
 * Reads one file in a ZIP archive.
 * @throws UnusableInput when the archive is cut off, damaged or encrypted, or the file unpacks to too much: before it is
 * unpacked, by the size that the archive names, and one that names less is damaged
 */
export async function* zipEntry(
  file: ArchiveFile & { readonly unpacked: UnpackedSize },
  name: string,
): AsyncGenerator<Buffer> {
  for await (const { entry, archive } of entriesOf(file)) {
    if (entry.fileName !== name) continue;
    if (entry.isEncrypted())
      throw new UnusableInput(`${file.displayName} is encrypted: import the file in it.`);
    file.unpacked.admit(name, entry.uncompressedSize);
    let sum = 0;
    try {
      for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        sum = crc32(chunk, sum);
        yield chunk;
      }
    } catch (cause) {
      throw damaged(file, cause);
    }
    if (sum !== entry.crc32) throw damaged(file);
    return;
  }
}

async function* entriesOf(
  file: ArchiveFile,
): AsyncGenerator<{ entry: Entry; archive: ZipFile; fileName: string }> {
  let archive: ZipFile | undefined;
  try {
    archive = await openPromise(file.path, { autoClose: false });
    for await (const entry of archive.eachEntry()) yield { entry, archive, fileName: entry.fileName };
  } catch (cause) {
    throw damaged(file, cause);
  } finally {
    archive?.close();
  }
}

function damaged({ displayName }: ArchiveFile, cause?: unknown): unknown {
  // What the system reports, and what a reader of the entry throws, is not about the archive.
  if (cause instanceof UnusableInput || (cause instanceof Error && 'syscall' in cause)) return cause;
  return new UnusableInput(
    `${displayName} is cut off or damaged: its ZIP archive cannot be read; fetch it again.`,
    { cause },
  );
}
