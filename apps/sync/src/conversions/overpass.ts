import { jsonItems } from '../formats/json-items.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { ConvertibleFile } from './conversion.js';
import { type OsmElement, osmRows } from './osm-elements.js';

const TYPES = ['node', 'way', 'relation'];

/** Yields the health facilities of a response of the Overpass API as NDJSON. */
export function overpassRows(file: ConvertibleFile): AsyncIterable<Buffer> {
  return osmRows(async function* read(types) {
    for await (const { value } of jsonItems(file.text(), OVERPASS, file.displayName)) {
      // Overpass ends a response with its error, and with the elements so far.
      if (typeof value === 'string')
        throw new UnusableInput(`${file.displayName} is incomplete: Overpass reports "${value}".`);
      if (isElement(value) && types.includes(value.type)) yield value;
    }
  });
}

const OVERPASS = { items: /^(?:elements\.\d+|remark)$/, member: 'elements', noun: 'element' };

function isElement(item: unknown): item is OsmElement {
  const { type, id } = (item ?? {}) as Partial<Record<string, unknown>>;
  return TYPES.includes(type as string) && typeof id === 'number';
}
