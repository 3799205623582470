import { resolve } from 'node:path';
import { SHIPPED_FILES } from '@care-atlas/data/sync';

// The same path from src and from dist.
const FOLDER = resolve(import.meta.dirname, '../../../../tools/data');

/** Returns the path of a shipped file. @throws when there is no such file */
export function shippedPath(fileName: string): string {
  const file = SHIPPED_FILES.find((each) => each.fileName === fileName);
  if (!file) throw new Error(`No file ${fileName} is shipped.`);
  return resolve(FOLDER, file.fileName);
}
