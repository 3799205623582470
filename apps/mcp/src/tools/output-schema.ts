import { type Described, fieldsOf, type JsonSchema } from '@care-atlas/domain/schema';

/** Fields that a tool leaves out of a record, by the name of its class. */
export type Omitted = Readonly<Record<string, readonly string[]>>;

const INTEGER: JsonSchema = { type: 'integer' };
const TEXT: JsonSchema = { type: 'string' };

/**
 * The JSON Schema of a record in a tool's answer: its names and types. What they mean stands in the interface
 * description; here every word is read by a model each time it connects. It is open and requires nothing, so that
 * a field which is added one day breaks no client that validates, and what may be null is left out instead.
 */
export function outputSchemaOf(described: Described, omitted: Omitted = {}): JsonSchema {
  const fields = fieldsOf(described).filter(({ name }) => !omitted[described.name]?.includes(name));
  const properties = fields.map(({ name, schema, record }): [string, JsonSchema] => {
    if (!record) return [name, bare(schema)];
    const within = outputSchemaOf(record(), omitted);
    return [name, schema.type === 'array' ? { type: 'array', items: within } : within];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** An answer about one thing. */
export function answerSchema(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return objectOf({ ...properties, syncedAt: TEXT }, [...Object.keys(properties), 'syncedAt']);
}

/**
 * An answer that is a page of a list, with what else it holds. What is rare (rows left out, warnings, advice when
 * nothing matches) is not described: the schema is open.
 */
export function listSchema(
  name: string,
  item: JsonSchema,
  more: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return objectOf(
    {
      total: INTEGER,
      count: INTEGER,
      offset: INTEGER,
      nextOffset: INTEGER,
      [name]: { type: 'array', items: item },
      ...more,
      syncedAt: TEXT,
    },
    ['total', 'count', 'offset', name, 'syncedAt'],
  );
}

function objectOf(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required };
}

function bare({ type, items }: JsonSchema): JsonSchema {
  const only = Array.isArray(type)
    ? (type as readonly JsonSchema['type'][]).find((one) => one !== 'null')
    : type;
  return {
    type: only,
    ...(items && { items: bare(items) }),
  };
}
