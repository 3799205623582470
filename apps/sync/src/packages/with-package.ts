import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { chunksOfText } from '../conversions/conversion.js';
import { clinicRows, serviceRows as fhirServiceRows } from '../fhir/clinic-rows.js';
import { openResources } from '../fhir/open-resources.js';
import { registerRows, REGISTER_SYSTEM } from '../fhir/register-rows.js';
import type { FhirResources } from '../fhir/resources.js';
import { readMap } from '../mapping/read-map.js';
import { DEFAULT_LIMITS, type ReadLimits } from '../limits/read-limits.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { ColumnMap } from '../mapping/column-map.js';
import type { Source } from '../sources/source.js';
import { openPackage } from '../hsds/open-package.js';
import { isSample as isSamplePackage, locationRows, serviceRows } from '../hsds/package-rows.js';

/** The sources that read HSDS. */
const HSDS_ROWS: Readonly<Partial<Record<string, typeof locationRows>>> = {
  clinics: locationRows,
  specialists: serviceRows,
};
/** The sources whose rows of HSDS have other columns, with the profile that maps them. */
const PROFILES: Readonly<Partial<Record<string, string>>> = { clinics: 'hsds' };
/** The sources that read FHIR. */
const FHIR_ROWS: Readonly<
  Partial<Record<string, (resources: FhirResources, system: string, now: Date) => object[]>>
> = {
  clinics: clinicRows,
  register: registerRows,
  specialists: fhirServiceRows,
};

/** How a file is opened. */
interface PackageOptions {
  readonly now: Date;
  /** The name in messages (default: the path). */
  readonly name?: string;
  readonly map?: ColumnMap | undefined;
  readonly limits?: ReadLimits;
  /** The system of the registration numbers in FHIR (default: that of exports). */
  readonly idSystem?: string | undefined;
}

/** A file to read. */
export interface ReadableFile {
  readonly path: string;
  /** The name in messages. */
  readonly name: string;
  readonly map?: ColumnMap | undefined;
  /** Whether it is marked as sample data. */
  readonly isSample?: boolean;
  /** Whether it says that its source has more records. */
  readonly endsEarly?: boolean;
}

/**
 * Calls `work` with a file. A package of HSDS and resources of FHIR are turned into NDJSON, one row per record, in a temporary
 * file: an import reads its file twice. Without a map, HSDS has the profile of such packages.
 * @param onFault receives what is wrong with a package, and throws it
 * @throws UnusableInput when the package is damaged, or the source reads no such packages
 */
export async function withPackage<Result>(
  path: string,
  source: Source,
  { now, name = path, map, limits = DEFAULT_LIMITS, idSystem = REGISTER_SYSTEM }: PackageOptions,
  work: (file: ReadableFile) => Promise<Result>,
  onFault = (fault: unknown): Promise<never> => Promise.reject(fault),
): Promise<Result> {
  const found = await rowsOf(path, name, source, limits, idSystem, now).catch(onFault);
  if (!found) return work({ path, name, map });
  const { rows, profile, isSample = false, endsEarly = false } = found;
  const folder = await mkdtemp(join(tmpdir(), 'care-atlas-rows-'));
  try {
    const file = join(folder, 'rows.ndjson');
    await pipeline(chunksOfText(linesOf(rows)), createWriteStream(file, { mode: 0o600 }));
    const usedMap = map ?? (profile ? await readMap(profile, source) : undefined);
    return await work({ path: file, name: name.replace(/[/\\]+$/, ''), map: usedMap, isSample, endsEarly });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* linesOf(rows: readonly object[]): AsyncGenerator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** The rows of a package. */
interface PackageRows extends Pick<ReadableFile, 'isSample' | 'endsEarly'> {
  readonly rows: readonly object[];
  /** The map of their columns. */
  readonly profile?: string | undefined;
}

/** Returns the rows of a package for a source; undefined when the path is none. */
async function rowsOf(
  path: string,
  displayName: string,
  source: Source,
  limits: ReadLimits,
  identifierSystem: string,
  now: Date,
): Promise<PackageRows | undefined> {
  const { name } = source;
  const hsds = await openPackage(path, limits, displayName);
  if (hsds) {
    const read = HSDS_ROWS[name] ?? refuse(`${displayName} is a package of HSDS`, source);
    return { rows: read(hsds), isSample: isSamplePackage(hsds), profile: PROFILES[name] };
  }
  const resources = await openResources(path, limits, displayName);
  if (!resources) return undefined;
  const read = FHIR_ROWS[name] ?? refuse(`${displayName} is FHIR`, source);
  return { rows: read(resources, identifierSystem, now), endsEarly: resources.endsEarly };
}

function refuse(what: string, { name, formats }: Source): never {
  throw new UnusableInput(`${what}, but ${name} accepts ${formats.join(' or ')}.`);
}
