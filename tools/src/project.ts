import { resolve } from 'node:path';

/** The root folder of the project; the path is the same from the source and from the build. */
export const PROJECT = resolve(import.meta.dirname, '../..');
