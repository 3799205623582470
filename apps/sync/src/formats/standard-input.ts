import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileFaultText } from './file-fault.js';

/** The argument that selects standard input. */
export const STANDARD_INPUT = '-';
export const STANDARD_INPUT_NAME = 'standard-input';

/** Copies standard input into a temporary file for some work, because an import reads its file twice. */
export async function withStandardInput<T>(
  input: AsyncIterable<Buffer>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'care-atlas-input-'));
  try {
    const path = join(folder, STANDARD_INPUT_NAME);
    await pipeline(input, createWriteStream(path, { mode: 0o600 })).catch((cause: NodeJS.ErrnoException) => {
      if (cause.syscall !== 'write' && cause.syscall !== 'open') throw cause;
      throw new Error(`Standard input cannot be copied to ${folder}: ${fileFaultText(cause)}.`, { cause });
    });
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
