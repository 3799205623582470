import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMap } from '../mapping/read-map.js';
import type { ColumnMap } from '../mapping/column-map.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { Source } from '../sources/source.js';
import { openPackage } from './open-package.js';
import { locationRows, serviceRows } from './package-rows.js';

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
}

/**
 * Calls `work` with a file. A package of HSDS is turned into NDJSON, one row per location or service, in a temporary
 * file: an import reads its file twice. Without a map, it has the profile of such packages.
 * @throws UnusableInput when the package is damaged, or the source reads no such packages
 */
export async function withPackage<Result>(
  path: string,
  source: Source,
  map: ColumnMap | undefined,
  work: (file: ReadableFile) => Promise<Result>,
): Promise<Result> {
  const hsds = await openPackage(path);
  if (!hsds) return work({ path, map });
  const rowsOf = ROWS[source.name];
  if (!rowsOf)
    throw new UnusableInput(
      `${path} is a package of HSDS, but ${source.name} accepts ${source.formats.join(' or ')}.`,
    );
  const profile = PROFILES[source.name];
  const folder = await mkdtemp(join(tmpdir(), 'care-atlas-hsds-'));
  try {
    const file = join(folder, 'rows.ndjson');
    const lines = rowsOf(hsds).map((row) => `${JSON.stringify(row)}\n`);
    await writeFile(file, lines.join(''), { mode: 0o600 });
    const name = path.replace(/[/\\]+$/, '');
    return await work({
      path: file,
      name,
      map: map ?? (profile ? await readMap(profile, source) : undefined),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
