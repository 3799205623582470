import type { FormatName } from '../formats/input-format.js';
import { jsonShape } from '../formats/json-shape.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { Conversion, ConvertibleFile } from './conversion.js';
import { gtfsRows } from './gtfs.js';
import { osmPbfRows } from './osm-pbf.js';
import { overpassRows } from './overpass.js';
import { spreadsheetRows } from './spreadsheet.js';
import { zipNames } from './zip-archive.js';

/** How files that are not rows of text become rows of text. */
export const CONVERSIONS = {
  'Excel (.xlsx)': spreadsheetRows,
  'GTFS (.zip)': gtfsRows,
  'OpenStreetMap PBF': osmPbfRows,
  'Overpass JSON': overpassRows,
} satisfies Partial<Record<FormatName, Conversion>>;
export type ConvertedFormat = keyof typeof CONVERSIONS;

/** The number of leading bytes that identify the format of a file. */
export const SIGNATURE_BYTES = 15;
const ZIP = 'PK\x03\x04';
const PBF = '\n\tOSMHeader';
const PBF_AT = 4;
const TEXT_ENTRY = /^(?!__MACOSX\/)(?:.*\/)?[^./][^/]*\.(?:csv|ndjson|geojson|json)$/i;

/** What a file is, apart from text. */
export interface Container {
  readonly converted?: ConvertedFormat;
  /** The only text in a ZIP archive. */
  readonly entry?: string;
}

/**
 * Returns what a file is, by its first bytes, and by the names in it.
 * @throws UnusableInput when it is a ZIP archive that cannot be imported
 */
export async function containerOf(
  signature: Buffer,
  file: Omit<ConvertibleFile, 'text' | 'unpacked'>,
): Promise<Container> {
  const bytes = signature.toString('latin1');
  if (bytes.startsWith(PBF, PBF_AT)) return { converted: 'OpenStreetMap PBF' };
  if (!bytes.startsWith(ZIP)) return {};
  const names = await zipNames(file);
  if (names.includes('xl/workbook.xml')) return { converted: 'Excel (.xlsx)' };
  if (names.some((name) => /(?:^|\/)stops\.txt$/.test(name))) return { converted: 'GTFS (.zip)' };
  const texts = names.filter((name) => TEXT_ENTRY.test(name));
  if (texts.length === 1) return { entry: texts[0]! };
  throw new UnusableInput(
    `${file.displayName} is a ZIP archive, but not of a spreadsheet (.xlsx), of GTFS, or of one CSV or JSON file: ` +
      'unpack it, and import the file in it.',
  );
}

/** Returns the format of a text that has to be converted, by its beginning. */
export function convertedFormatOf(head: string): ConvertedFormat | undefined {
  return jsonShape(head).has('osm3s') ? 'Overpass JSON' : undefined;
}
