import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { zipEntry, zipNames } from '../conversions/zip-archive.js';
import type { ReadLimits } from '../limits/read-limits.js';
import { UnpackedSize } from '../limits/unpacked-size.js';
import { UnusableInput } from '../rows/unusable-input.js';

const DESCRIPTOR = 'datapackage.json';
const CONVERT =
  'convert it as docs.openreferral.org says (physical_address becomes address, regular_schedule becomes schedule, and ' +
  'accessibility_for_disabilities becomes accessibility), or import a table of its places with a map of columns';

/** One row of a table. A table may lack any column. */
export type TableRow = Readonly<Partial<Record<string, string>>>;

/** The tables of an HSDS package. */
export interface HsdsPackage {
  /** Returns the rows of a table; none where the package lacks it. @param name the singular, as in `service` */
  table(name: string): readonly TableRow[];
}

/** The files of a folder or a ZIP archive. */
type Files = ReadonlyMap<string, Uint8Array>;

/**
 * Opens the tabular data package of HSDS 3.0 in a folder or a ZIP archive. Its tables are read into memory.
 * @returns undefined when the path is neither, or has no datapackage.json
 * @throws UnusableInput when the package is damaged, of another version, or unpacks to more than the limits allow
 */
export async function openPackage(
  path: string,
  limits: ReadLimits,
  displayName = path,
): Promise<HsdsPackage | undefined> {
  const files = await filesIn(path, limits, displayName);
  const descriptor = files?.get(DESCRIPTOR);
  if (!files || !descriptor) return undefined;
  const { version, resources } = descriptorOf(descriptor, displayName);
  if (!Array.isArray(resources))
    throw new UnusableInput(`${displayName}/${DESCRIPTOR} lists no resources, so it is no package of HSDS.`);
  const paths = new Map(
    (resources as readonly { name?: string; path?: string }[]).map((each) => [
      singular(each.name),
      each.path,
    ]),
  );
  const other = otherVersion(version, new Set(paths.keys()));
  if (other !== undefined)
    throw new UnusableInput(
      `${displayName} is a package of HSDS ${other}, but version 3 is expected: ${CONVERT}.`,
    );
  const tables = new Map<string, readonly TableRow[]>();
  for (const [name, file = ''] of paths) {
    const bytes = files.get(file);
    if (bytes) tables.set(name, rowsOf(bytes, `${displayName}/${file}`));
  }
  if (!tables.has('location'))
    throw new UnusableInput(
      `${displayName} has no table of locations: an HSDS package of places is expected.`,
    );
  return { table: (name) => tables.get(name) ?? [] };
}

async function filesIn(path: string, limits: ReadLimits, displayName: string): Promise<Files | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return folderFiles(path);
  return found?.isFile() ? zipFiles(path, limits, displayName) : undefined;
}

async function folderFiles(path: string): Promise<Files> {
  const names = (await readdir(path)).filter(isTable);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(path, name))] as const)),
  );
}

/** Returns the files of a package in a ZIP archive; undefined where it is none. Other archives report their own damage. */
async function zipFiles(path: string, limits: ReadLimits, displayName: string): Promise<Files | undefined> {
  const { size } = await stat(path);
  const file = { path, displayName, unpacked: new UnpackedSize(displayName, size, limits) };
  const names = await zipNames(file).catch(() => []);
  const descriptor = names.find((name) => name === DESCRIPTOR || name.endsWith(`/${DESCRIPTOR}`));
  if (descriptor === undefined) return undefined;
  const folder = descriptor.slice(0, -DESCRIPTOR.length);
  const files = new Map<string, Uint8Array>();
  for (const name of names)
    if (name.startsWith(folder) && isTable(name))
      files.set(name.slice(folder.length), await buffer(zipEntry(file, name)));
  return files;
}

function isTable(name: string): boolean {
  return name.endsWith('.csv') || name.endsWith(DESCRIPTOR);
}

function descriptorOf(bytes: Uint8Array, path: string): Partial<Record<string, unknown>> {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Partial<Record<string, unknown>>;
  } catch (cause) {
    throw new UnusableInput(`${path}/${DESCRIPTOR} is not JSON.`, { cause });
  }
}

function rowsOf(bytes: Uint8Array, path: string): readonly TableRow[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parse<TableRow>(text, { columns: true, bom: true, trim: true, skip_empty_lines: true });
  } catch (cause) {
    const fault = cause instanceof TypeError ? 'it is not UTF-8' : (cause as Error).message;
    throw new UnusableInput(`${path} cannot be read: ${fault}.`, { cause });
  }
}

/** Returns the version of a package that is not of HSDS 3; undefined of one that is, as far as it says. */
function otherVersion(version: unknown, tables: ReadonlySet<string>): string | undefined {
  if (typeof version === 'string' && /^\d/.test(version))
    return version.startsWith('3.') ? undefined : version;
  if (tables.has('regular_schedule')) return '1';
  return tables.has('physical_address') ? '2' : undefined;
}

/** Packages name their resources in the singular or in the plural. */
function singular(name = ''): string {
  return name
    .replace(/ies$/, 'y')
    .replace(/(?<=ss)es$/, '')
    .replace(/(?<!s)s$/, '');
}
