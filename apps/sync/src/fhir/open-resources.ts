import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { firstBytes, SourceFile } from '../conversions/source-file.js';
import { jsonItems } from '../formats/json-items.js';
import { NdjsonFormat } from '../formats/ndjson-format.js';
import { jsonShape } from '../formats/json-shape.js';
import { limitText, type ReadLimits } from '../limits/read-limits.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { FhirResources } from './resources.js';

const HEAD_BYTES = 16_384;
const GZIP = 0x1f8b;
const FILE_NAME = /\.(?:nd)?json(?:\.gz)?$/i;
const ENTRIES = { items: /^(?:entry|link)\.\d+$/, member: 'entry', noun: 'entry' };

/**
 * Opens FHIR R4: a Bundle, lines of resources, or a folder of such files. The resources are read into memory.
 * @returns undefined when the path is none of that
 * @throws UnusableInput when a file is damaged, or they are larger than the limits allow
 */
export async function openResources(
  path: string,
  limits: ReadLimits,
  displayName = path,
): Promise<FhirResources | undefined> {
  const paths = await fhirFiles(path);
  if (paths.length === 0) return undefined;
  // Imported on demand: most imports read no FHIR, and the library for it is large.
  const { FhirResources } = await import('./resources.js');
  const resources = new FhirResources();
  let size = 0;
  const pages: boolean[] = [];
  for (const { path: file, type } of paths) {
    const name = file === path ? displayName : file;
    const source = await SourceFile.open(file, name, undefined, limits);
    if (type === 'Bundle') pages.push(await addEntries(counted(source), resources, name));
    else await addLines(counted(source), resources, name);
  }
  resources.endsEarly = pages.length > 0 && pages.every(Boolean);
  return resources;

  async function* counted(source: SourceFile): AsyncGenerator<Buffer> {
    for await (const chunk of source.bytes()) {
      size += chunk.length;
      if (size > limits.unpacked)
        throw new UnusableInput(
          `${displayName} is FHIR of more than ${limitText(limits, 'unpacked')}, and its resources are read into memory: ` +
            'leave out resources of other types, or import it by command with a higher limit.',
        );
      yield chunk;
    }
  }
}

/** Returns whether the Bundle says that another page of its search follows. */
async function addEntries(
  bytes: AsyncIterable<Buffer>,
  resources: FhirResources,
  name: string,
): Promise<boolean> {
  let entry = 0;
  let hasNext = false;
  for await (const { member, value } of jsonItems(bytes, ENTRIES, name)) {
    const { resource, fullUrl, relation } = (value ?? {}) as Partial<Record<string, unknown>>;
    if (member === 'link') {
      hasNext ||= relation === 'next';
      continue;
    }
    entry++;
    // A Bundle of deleted resources has none.
    if (resource) resources.add(resource, fullUrl, `${name}, entry ${entry}`);
  }
  return hasNext;
}

async function addLines(bytes: AsyncIterable<Buffer>, resources: FhirResources, name: string): Promise<void> {
  for await (const rows of new NdjsonFormat(name, { columns: {}, needs: [] }).rows(bytes))
    for (const { line, original, fault } of rows) {
      if (fault) throw new UnusableInput(`${name}, line ${line}: ${fault.reason}`);
      resources.add(original, undefined, `${name}, line ${line}`);
    }
}

/** Returns the files of FHIR at a path, with the type of their first resource. */
async function fhirFiles(path: string): Promise<readonly { readonly path: string; readonly type: string }[]> {
  const found = await stat(path).catch(() => undefined);
  const names = found?.isDirectory() ? (await readdir(path)).filter((name) => FILE_NAME.test(name)) : [];
  const files: { path: string; type: string }[] = [];
  for (const each of found?.isFile() ? [path] : names.toSorted().map((name) => join(path, name))) {
    const type = await firstType(each);
    if (type !== undefined) files.push({ path: each, type });
  }
  return files;
}

/** Returns the type of the first resource of a file; undefined when it begins with something else. */
async function firstType(path: string): Promise<string | undefined> {
  // The import reports why a file cannot be read.
  const head = await firstBytes(path, HEAD_BYTES).catch(() => Buffer.alloc(0));
  return jsonShape(unpacked(head).toString()).get('resourceType')?.replaceAll('"', '');
}

function unpacked(head: Buffer): Buffer {
  if (head.length < 2 || head.readUInt16BE() !== GZIP) return head;
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1000 * HEAD_BYTES });
  } catch {
    return Buffer.alloc(0);
  }
}
