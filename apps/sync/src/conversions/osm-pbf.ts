import { createReadStream } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { OSMTransform, parse } from 'osm-pbf-parser-node';
import { throughStream } from '../formats/byte-stream.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { ConvertibleFile } from './conversion.js';
import { type OsmElement, osmRows, type ReadElements } from './osm-elements.js';

/** The format allows no larger block. */
const MAX_BLOCK_BYTES = 32 * 1024 * 1024;

/** Yields the health facilities of an OpenStreetMap extract in PBF as NDJSON. */
export function osmPbfRows(file: ConvertibleFile): AsyncIterable<Buffer> {
  return osmRows(elementReader(file));
}

/** Returns a reader that unpacks a block again only if it has elements of the types. */
function elementReader({ path, displayName, unpacked }: ConvertibleFile): ReadElements {
  const typesOfBlocks: ReadonlySet<string>[] = [];
  return async function* read(types) {
    let block = 0;
    try {
      for await (const part of throughStream<Uint8Array | readonly unknown[]>(
        createReadStream(path) as AsyncIterable<Buffer>,
        new OSMTransform({ writeRaw: true }),
      )) {
        // The header of the file comes parsed.
        if (!(part instanceof Uint8Array)) continue;
        const known = typesOfBlocks[block];
        block++;
        if (known && !types.some((type) => known.has(type))) continue;
        const bytes = inflateSync(part, { maxOutputLength: MAX_BLOCK_BYTES });
        unpacked.admit(block, bytes.length);
        const elements = parse(bytes, {}) as readonly OsmElement[];
        if (!known) typesOfBlocks.push(new Set(elements.map(({ type }) => type)));
        for (const element of elements) if (types.includes(element.type)) yield element;
      }
    } catch (cause) {
      if (cause instanceof UnusableInput || (cause instanceof Error && 'syscall' in cause)) throw cause;
      throw new UnusableInput(
        `${displayName} is cut off or damaged: its OpenStreetMap data in PBF cannot be read; fetch it again.`,
        { cause },
      );
    }
    if (block === 0) throw new UnusableInput(`${displayName} is OpenStreetMap data without elements.`);
  };
}
