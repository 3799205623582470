import { UnusableInput } from '../rows/unusable-input.js';
import { CsvFormat } from './csv-format.js';
import { EsriFormat } from './features/esri-format.js';
import { GeojsonFormat } from './features/geojson-format.js';
import type { FormatName, InputFormat, ReadableSource } from './input-format.js';
import { jsonShape } from './json-shape.js';
import { NdjsonFormat } from './ndjson-format.js';

export const SAVE_AS_UTF8 = 'save it as UTF-8 ("CSV UTF-8" in spreadsheet programs)';
const SAVE_AS_CSV = 'save it as CSV in UTF-8';
const UNPACK = 'unpack it, or compress it with gzip';

/** A kind of file that is not text. */
interface Signature {
  /** The characters of its first bytes, each from U+0000 to U+00FF. */
  readonly bytes: string;
  /** What it is, and the remedy, to follow its name. */
  readonly fault: string;
}

/** The kinds of file that their first bytes identify. The first that matches counts. */
const SIGNATURES: readonly Signature[] = [
  {
    bytes: '\xFF\xFE',
    fault: `is text in UTF-16, not in UTF-8: ${SAVE_AS_UTF8}, or give --encoding utf-16`,
  },
  {
    bytes: '\xFE\xFF',
    fault: `is text in UTF-16, not in UTF-8: ${SAVE_AS_UTF8}, or give --encoding utf-16be`,
  },
  // ZIP archives, of which workbooks are some, and PBF were recognized before, unless gzip is around them.
  { bytes: 'PK\x03\x04', fault: 'is a ZIP archive or a workbook, compressed with gzip: unpack it once' },
  { bytes: '\xD0\xCF\x11\xE0', fault: `is an old Excel workbook (.xls), not text: ${SAVE_AS_CSV}` },
  // Around the whole file, gzip has been unpacked before.
  { bytes: '\x1F\x8B', fault: 'is compressed with gzip twice: unpack it once' },
  { bytes: '\x28\xB5\x2F\xFD', fault: `is compressed with Zstandard: ${UNPACK}` },
  { bytes: 'BZh', fault: `is compressed with bzip2: ${UNPACK}` },
  { bytes: '\xFD7zXZ', fault: `is compressed with xz: ${UNPACK}` },
  { bytes: '7z\xBC\xAF', fault: `is a 7z archive: ${UNPACK}` },
  { bytes: '%PDF-', fault: 'is a PDF document: import the table that it was made from' },
  { bytes: 'SQLite format 3\0', fault: 'is an SQLite database: export its table as CSV' },
  { bytes: 'PAR1', fault: 'is a Parquet file: export it as CSV' },
];

/** Refuses a file that is not text. @param part its first part @throws UnusableInput */
export function requireText(displayName: string, part: Buffer): void {
  const text = part.toString('latin1');
  const kind = SIGNATURES.find(({ bytes }) => text.startsWith(bytes));
  if (kind) throw new UnusableInput(`${displayName} ${kind.fault}.`);
}

/** The part of a file that decides its format. */
interface FileHead {
  readonly displayName: string;
  /** The beginning of its text. */
  readonly head: string;
  /** The format that is converted to rows of text. */
  readonly converted?: FormatName | undefined;
}

const FORMATS: Readonly<Record<FormatName, new (path: string, source: ReadableSource) => InputFormat>> = {
  CSV: CsvFormat,
  NDJSON: NdjsonFormat,
  GeoJSON: GeojsonFormat,
  'Esri JSON': EsriFormat,
  'Excel (.xlsx)': CsvFormat,
  'Overpass JSON': NdjsonFormat,
  'OpenStreetMap PBF': NdjsonFormat,
  'GTFS (.zip)': CsvFormat,
};

/**
 * Returns the format of a file, detected from the beginning of its text; its name does not matter.
 * @throws UnusableInput when the source is not read from that format
 */
export function detectFormat(file: FileHead, source: ReadableSource): InputFormat {
  const { displayName } = file;
  const name = file.converted ?? formatName(file);
  if (source.formats.includes(name)) return new FORMATS[name](displayName, source);
  throw new UnusableInput(
    `${displayName} is ${name}, but ${source.name} accepts ${source.formats.join(' or ')}.`,
  );
}

function formatName({ head, displayName }: FileHead): FormatName {
  const text = head.trimStart();
  if (text.startsWith('['))
    throw new UnusableInput(
      `${displayName} is a JSON list: convert it to NDJSON, one object per line, e.g. with \`jq -c ".[]"\`.`,
    );
  if (text.startsWith('<'))
    throw new UnusableInput(`${displayName} is XML or HTML: CSV, NDJSON or GeoJSON is expected.`);
  return text.startsWith('{') ? jsonFormatName(text, displayName) : 'CSV';
}

/** Returns the format of a text that begins with an object, by how that is built: not by words, which any text may have. */
function jsonFormatName(text: string, displayName: string): FormatName {
  const shape = jsonShape(text);
  const has = (path: string, start = '') => shape.get(path)?.startsWith(start) === true;
  const isFeature = ['type', 'geometry', 'properties'].some((member) => has(`features.0.${member}`));
  if (has('features.0.attributes') || has('fields.0.type', '"esriFieldType') || has('error.code'))
    return 'Esri JSON';
  if (has('type', '"FeatureCollection"') || isFeature) return 'GeoJSON';
  if (has('type', '"Feature"') && has('geometry'))
    throw new UnusableInput(
      `${displayName} is GeoJSON without a collection: make one of its features, e.g. with ` +
        '`jq -s \'{type: "FeatureCollection", features: .}\'`.',
    );
  return 'NDJSON';
}
