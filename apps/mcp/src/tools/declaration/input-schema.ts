import { type Described, type FieldDeclaration, fieldsOf, type JsonSchema } from '@care-atlas/domain/schema';

/** Values that are accepted, but not listed: what a tool shows without them. */
const UNLISTED_VALUES: readonly unknown[] = ['distance', 'availability'];

/** How the arguments of a tool differ from the fields of its query class. */
export interface ArgumentRules {
  /** A field that the class requires and the tool does not. */
  readonly optional?: string;
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Arguments that only the tool has. */
  readonly more?: Readonly<Record<string, JsonSchema>>;
}

/** Returns the JSON Schema of a tool's arguments, derived from the query class that REST reads its parameters into. */
export function inputSchemaOf(
  described: Described,
  { optional, defaults = {}, more }: ArgumentRules = {},
): JsonSchema {
  const fields = fieldsOf(described).filter(isListed);
  const required = fields.filter((field) => field.required && field.name !== optional);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(fields.map((field) => [field.name, argumentSchema(field, defaults[field.name])])),
      ...more,
    },
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    additionalProperties: false,
  };
}

/** Returns whether tools list a field. They accept the others too, but every name costs a model tokens. */
export function isListed({ schema, forModels }: FieldDeclaration): boolean {
  return !schema.deprecated && forModels !== false;
}

/** Leaves out bounds: the error of a value beyond them names them. */
function argumentSchema({ schema, forModels }: FieldDeclaration, initial: unknown): JsonSchema {
  const { type, items, enum: values, description: forPeople } = schema;
  const description = forModels ?? forPeople;
  const listed = items?.enum?.filter((value) => !UNLISTED_VALUES.includes(value));
  return {
    type,
    ...(items && { items: { ...items, ...(listed && { enum: listed }) } }),
    ...(values && { enum: values }),
    ...(initial !== undefined && { default: initial }),
    ...(description && { description }),
  };
}
