import { UnusableInput } from '../rows/unusable-input.js';
import { CsvFormat } from './csv-format.js';
import { GeojsonFormat } from './geojson-format.js';
import type { FormatName, InputFormat, ReadableSource } from './input-format.js';
import { NdjsonFormat } from './ndjson-format.js';
import type { SourceFile } from './source-file.js';

const FORMATS: Readonly<Record<FormatName, new (path: string, source: ReadableSource) => InputFormat>> = {
  CSV: CsvFormat,
  NDJSON: NdjsonFormat,
  GeoJSON: GeojsonFormat,
  'Excel (.xlsx)': CsvFormat,
  'Overpass JSON': NdjsonFormat,
  'OpenStreetMap PBF': NdjsonFormat,
  'GTFS (.zip)': CsvFormat,
};

const HAS_FEATURES = /"(?:FeatureCollection|features)"/;

/**
 * Returns the format of a file, detected from the beginning of its text; its name does not matter.
 * @throws UnusableInput when the source is not read from that format
 */
export function detectFormat(file: SourceFile, source: ReadableSource): InputFormat {
  const { displayName } = file;
  const name = file.converted ?? formatName(file);
  if (source.formats.includes(name)) return new FORMATS[name](displayName, source);
  throw new UnusableInput(
    `${displayName} is ${name}, but ${source.name} accepts ${source.formats.join(' or ')}.`,
  );
}

function formatName({ head, displayName }: SourceFile): FormatName {
  const text = head.trimStart();
  if (text.startsWith('['))
    throw new UnusableInput(
      `${displayName} is a JSON list: convert it to NDJSON, one object per line, e.g. with \`jq -c ".[]"\`.`,
    );
  if (text.startsWith('<'))
    throw new UnusableInput(`${displayName} is XML or HTML: CSV, NDJSON or GeoJSON is expected.`);
  if (!text.startsWith('{')) return 'CSV';
  return HAS_FEATURES.test(head) ? 'GeoJSON' : 'NDJSON';
}
