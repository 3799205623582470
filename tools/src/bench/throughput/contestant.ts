import type { BenchDirectory } from '../bench-directory.js';
import type { HttpRequest } from '../http-request.js';
import { Load, type Slice } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';

/** What something is compared as: `statements` are servers written for the comparison, `products` what one installs. */
export type Group = 'limit' | 'ours' | 'statements' | 'products';

/** A server with what it is asked. */
export interface Contestant {
  readonly name: string;
  readonly group: Group;
  readonly slice: () => Promise<Slice>;
}

/** How long one slice lasts, seconds. */
export const SLICE_SECONDS = 2;

/** A contestant that is sent always the same requests. */
export function steady(
  directory: BenchDirectory,
  about: Pick<Contestant, 'name' | 'group'>,
  server: MeasuredProcess,
  requests: readonly HttpRequest[],
): Contestant {
  const load = new Load(directory.folder, requests);
  const options = { seconds: SLICE_SECONDS, database: directory.databaseTime };
  return { ...about, slice: () => load.run([server], options) };
}
