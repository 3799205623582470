import type { ClinicAnswer, OperationName } from '@care-atlas/domain/contract';
import { type Item, LISTS, type ListShape, listText, MEDIA_TYPES } from '@care-atlas/domain/formats';
import { type Described, type JsonSchema, recordSchema } from '@care-atlas/domain/schema';
import type { ExampleAnswers } from './example-directory.js';
import { envelopeHeaders } from './headers.js';

type Content = Readonly<Record<string, { readonly schema: object }>>;

const REFERENCE = (name: string) => `#/components/schemas/${name}`;

/** Returns the content of a list in its forms besides JSON. */
export function listContent(answer: Described, shape: ListShape): Content {
  const schemas = { csv: csvSchema(shape), geojson: featuresSchema(answer, shape) };
  return Object.fromEntries(
    shape.formats.map((format) => [MEDIA_TYPES[format], { schema: schemas[format] }]),
  );
}

export interface DescribedResponse {
  description: string;
  headers?: object;
  content?: Record<string, { example?: unknown }>;
}

/** Adds to the response of a list the headers and the examples of its forms besides JSON. */
export function addForms(operationId: string, response: DescribedResponse, answers: ExampleAnswers): void {
  const shape = LISTS.get(operationId as OperationName);
  if (!shape) return;
  response.headers = { ...response.headers, ...envelopeHeaders(shape) };
  const { clinic } = answers['getClinic'] as ClinicAnswer;
  const list = response.content!['application/json']!.example as Item;
  for (const format of shape.formats) {
    const text = listText(format, shape, list, () => clinic);
    response.content![MEDIA_TYPES[format]]!.example = format === 'csv' ? text : JSON.parse(text);
  }
}

function csvSchema({ columns }: ListShape): JsonSchema {
  const names = columns.map(({ name, optional }) => (optional ? `${name} (optional)` : name));
  return { type: 'string', description: `RFC 4180, with a header row. Columns: ${names.join(', ')}.` };
}

function featuresSchema(answer: Described, { items, record }: ListShape): JsonSchema {
  const { properties = {}, required = [] } = recordSchema(answer, REFERENCE);
  const { [items]: _, ...envelope } = properties;
  const position = { type: 'array', items: { type: 'number' }, description: 'Longitude, latitude.' } as const;
  const point = object({ type: word('Point'), coordinates: position });
  const feature = object({
    type: word('Feature'),
    id: { type: 'string' },
    geometry: { ...point, type: ['object', 'null'] },
    properties: { $ref: REFERENCE(record.name) },
  });
  return {
    ...object({ type: word('FeatureCollection'), ...envelope, features: { type: 'array', items: feature } }),
    required: ['type', 'features', ...required.filter((name) => name !== items)],
  };
}

function word(value: string): JsonSchema {
  return { type: 'string', enum: [value] };
}

function object(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
