import { CsvForm } from './csv-form.js';
import { GeojsonForm } from './geojson-form.js';
import type { Format, InputForm } from './input-form.js';
import { NdjsonForm } from './ndjson-form.js';
import type { Source } from '../sources/source.js';
import type { SourceFile } from './source-file.js';
import { UnusableInput } from './unusable-input.js';

const FORMS: Readonly<Record<Format, new (path: string, shape: Source) => InputForm>> = {
  CSV: CsvForm,
  NDJSON: NdjsonForm,
  GeoJSON: GeojsonForm,
};

const HAS_FEATURES = /"(?:FeatureCollection|features)"/;

/**
 * The form of a file, by what its text begins with, whatever it is called.
 * @throws UnusableInput when it is none that the source is read from
 */
export function formOf(file: SourceFile, source: Source): InputForm {
  const { shown } = file;
  const format = formatOf(file);
  if (source.formats.includes(format)) return new FORMS[format](shown, source);
  throw new UnusableInput(
    `${shown} is ${format}, but ${source.name} is read from ${source.formats.join(' or ')}.`,
  );
}

function formatOf({ head, shown }: SourceFile): Format {
  const text = head.trimStart();
  if (text.startsWith('[')) {
    const cure = 'give one object a line (NDJSON), as `jq -c ".[]"` writes them';
    throw new UnusableInput(`${shown} is a JSON list: ${cure}.`);
  }
  if (text.startsWith('<'))
    throw new UnusableInput(`${shown} is XML or HTML: CSV, NDJSON or GeoJSON is expected.`);
  if (!text.startsWith('{')) return 'CSV';
  return HAS_FEATURES.test(head) ? 'GeoJSON' : 'NDJSON';
}
