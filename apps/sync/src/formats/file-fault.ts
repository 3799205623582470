import { writeFile } from 'node:fs/promises';
import { UnusableInput } from '../rows/unusable-input.js';

const TEXTS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EFBIG: 'it would be larger than the system allows',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is not a directory',
  EISDIR: 'it is a directory',
  EIO: 'the disk reports an error',
};

/** Returns why a file cannot be read or written, to follow "cannot be written: ". */
export function fileFaultText(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return TEXTS[code] ?? message;
}

/**
 * Writes a file that does not exist yet.
 * @param noun the file in messages (default: its path)
 * @throws UnusableInput when it exists, or cannot be written
 */
export async function writeNewFile(path: string, content: string, noun = path): Promise<void> {
  await writeFile(path, content, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
    const fault = cause.code === 'EEXIST' ? 'it exists, and is not replaced' : fileFaultText(cause);
    throw new UnusableInput(`${noun} cannot be written: ${fault}.`, { cause });
  });
}
