import { resolve } from 'node:path';

/** The root folder of the project, seen from the source and from what is built alike. */
export const PROJECT = resolve(import.meta.dirname, '../../..');
