import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import type { ReadLimits } from '../limits/read-limits.js';
import { UnpackedSize } from '../limits/unpacked-size.js';
import { UnusableInput } from '../rows/unusable-input.js';

const DESCRIPTOR = 'datapackage.json';
const ZIP = 'PK\x03\x04';
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
  return found?.isFile() && (await isZip(path)) ? zipFiles(path, limits, displayName) : undefined;
}

async function folderFiles(path: string): Promise<Files> {
  const names = (await readdir(path)).filter(isTable);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(path, name))] as const)),
  );
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  // The import reports why a file cannot be read.
  if (!file) return false;
  try {
    const { buffer } = await file.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0);
    return buffer.toString('latin1') === ZIP;
  } finally {
    await file.close();
  }
}

async function zipFiles(path: string, limits: ReadLimits, displayName: string): Promise<Files | undefined> {
  const bytes = await readFile(path);
  let folder: string | undefined;
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        if (name === DESCRIPTOR || name.endsWith(`/${DESCRIPTOR}`))
          folder = name.slice(0, -DESCRIPTOR.length);
        return false;
      },
    });
    if (folder === undefined) return undefined;
    const unpacked = new UnpackedSize(displayName, bytes.length, limits);
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!name.startsWith(folder!) || !isTable(name)) return false;
        // It is unpacked to this size and no more.
        unpacked.admit(name, originalSize);
        return true;
      },
    });
    return new Map(Object.entries(files).map(([name, content]) => [name.slice(folder!.length), content]));
  } catch (cause) {
    // Archives of another kind report their own damage.
    if (folder === undefined) return undefined;
    if (cause instanceof UnusableInput) throw cause;
    throw new UnusableInput(`${displayName} is damaged: it cannot be unpacked; fetch it again.`, { cause });
  }
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
