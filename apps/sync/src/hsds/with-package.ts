import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMap } from '../mapping/read-map.js';
import type { ColumnMap } from '../mapping/column-map.js';
import type { ReadLimits } from '../limits/read-limits.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { Source } from '../sources/source.js';
import { openPackage } from './open-package.js';
import { isSample, locationRows, serviceRows } from './package-rows.js';

const ROWS: Readonly<Partial<Record<string, typeof locationRows>>> = {
  clinics: locationRows,
  specialists: serviceRows,
};
/** The sources whose rows have other columns, with the profile that maps them. */
const PROFILES: Readonly<Partial<Record<string, string>>> = { clinics: 'hsds' };

/** A file to read. */
export interface ReadableFile {
  readonly path: string;
  /** The name in messages, where the path means nothing to a person. */
  readonly name?: string;
  readonly map: ColumnMap | undefined;
  /** Whether it is marked as sample data. */
  readonly isSample?: boolean;
}

/**
 * Calls `work` with a file. A package of HSDS is turned into NDJSON, one row per location or service, in a temporary
 * file: an import reads its file twice. Without a map, it has the profile of such packages.
 * @param options.displayName the name in messages (default: the path)
 * @param options.onFault receives what is wrong with a package, and throws it
 * @throws UnusableInput when the package is damaged, or the source reads no such packages
 */
export async function withPackage<Result>(
  path: string,
  source: Source,
  map: ColumnMap | undefined,
  limits: ReadLimits,
  work: (file: ReadableFile) => Promise<Result>,
  {
    displayName = path,
    onFault = (fault) => Promise.reject(fault),
  }: {
    readonly displayName?: string;
    readonly onFault?: (fault: unknown) => Promise<never>;
  } = {},
): Promise<Result> {
  const found = await rowsOf(path, displayName, source, limits).catch(onFault);
  if (!found) return work({ path, map });
  const { rows, isSample } = found;
  const profile = PROFILES[source.name];
  const folder = await mkdtemp(join(tmpdir(), 'care-atlas-hsds-'));
  try {
    const file = join(folder, 'rows.ndjson');
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
    const usedMap = map ?? (profile ? await readMap(profile, source) : undefined);
    return await work({ path: file, name: path.replace(/[/\\]+$/, ''), map: usedMap, isSample });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the rows of a package for a source, and whether they are sample data; undefined when the path is none. */
async function rowsOf(
  path: string,
  displayName: string,
  source: Source,
  limits: ReadLimits,
): Promise<{ readonly rows: readonly object[]; readonly isSample: boolean } | undefined> {
  const hsds = await openPackage(path, limits, displayName);
  const read = ROWS[source.name];
  if (!hsds) return undefined;
  if (read) return { rows: read(hsds), isSample: isSample(hsds) };
  throw new UnusableInput(
    `${displayName} is a package of HSDS, but ${source.name} accepts ${source.formats.join(' or ')}.`,
  );
}
