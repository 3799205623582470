import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { fileFaultText } from '../formats/file-fault.js';

const ZIP = /\.zip$/i;

/**
 * Writes files into a new or empty folder, or into a new archive if the path ends in .zip.
 * @throws when the path exists, or cannot be written
 */
export async function writePackage(
  path: string,
  files: ReadonlyMap<string, string>,
  time: Date,
): Promise<void> {
  try {
    await (ZIP.test(path) ? writeArchive(path, files, time) : writeFolder(path, files));
  } catch (cause) {
    const exists = ['EEXIST', 'ENOTEMPTY'].includes(String((cause as NodeJS.ErrnoException).code));
    const fault = exists ? 'it exists, and is not replaced' : fileFaultText(cause);
    throw new Error(`The package ${path} cannot be written: ${fault}.`, { cause });
  }
}

async function writeArchive(path: string, files: ReadonlyMap<string, string>, mtime: Date): Promise<void> {
  const entries = Array.from(files, ([name, text]) => [name, strToU8(text)] as const);
  const bytes = zipSync(Object.fromEntries(entries), { mtime });
  await writeFile(path, bytes, { flag: 'wx' }).catch(async (error: NodeJS.ErrnoException) => {
    // What this call has begun is useless.
    if (error.code !== 'EEXIST') await rm(path, { force: true });
    throw error;
  });
}

async function writeFolder(path: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || (await readdir(path)).length > 0) throw error;
  });
  for (const [name, text] of files) await writeFile(join(path, name), text, { flag: 'wx' });
}
