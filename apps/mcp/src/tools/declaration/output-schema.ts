import { type Described, fieldsOf, type JsonSchema } from '@care-atlas/domain/schema';

/** Fields that a tool omits from a record, by the name of its class. */
export type OmittedFields = Readonly<Record<string, readonly string[]>>;

type Properties = Readonly<Record<string, JsonSchema>>;

const INTEGER: JsonSchema = { type: 'integer' };

/**
 * Returns the JSON Schema of a record in a tool's answer: names and types only, because a model reads every word each
 * time that it connects. The schema is open and requires nothing, so that a new field breaks no validating client and
 * a null field can be left out. Optional fields are not in it: an answer has them only if they were requested.
 * @param known records that another tool, or another field, describes: here they are objects without properties
 */
export function outputSchemaOf(
  described: Described,
  omitted: OmittedFields = {},
  known: readonly Described[] = [],
): JsonSchema {
  if (known.includes(described)) return { type: 'object' };
  const fields = fieldsOf(described).filter(
    ({ name, required }) => required && !omitted[described.name]?.includes(name),
  );
  const properties = fields.map(({ name, schema, record }): [string, JsonSchema] => {
    if (!record) return [name, typeOnly(schema)];
    const nested = outputSchemaOf(record(), omitted, known);
    return [name, schema.type === 'array' ? { type: 'array', items: nested } : nested];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** Returns the schema of an answer, with the date that every tool adds. The date is not required, to save tokens. */
export function answerSchema(properties: Properties, required = Object.keys(properties)): JsonSchema {
  return {
    type: 'object',
    properties: { ...properties, syncedAt: { type: 'string' } },
    required,
  };
}

/**
 * Returns the schema of an answer that is one page of a list. It does not describe rare members (omitted rows,
 * warnings, advice when nothing matches): the schema is open.
 */
export function listSchema(name: string, item: JsonSchema, more: Properties = {}): JsonSchema {
  const items: JsonSchema = { type: 'array', items: item };
  const page = { total: INTEGER, count: INTEGER, offset: INTEGER, nextOffset: INTEGER };
  return answerSchema({ ...page, [name]: items, ...more }, ['total', 'count', 'offset', name]);
}

function typeOnly({ type, items }: JsonSchema): JsonSchema {
  const only = Array.isArray(type)
    ? (type as readonly JsonSchema['type'][]).find((one) => one !== 'null')
    : type;
  return { type: only, ...(items && { items: typeOnly(items) }) };
}
