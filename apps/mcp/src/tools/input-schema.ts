import { type Described, fieldsOf, type JsonSchema } from '@care-atlas/domain/schema';

/** Aliases of fields: accepted, but not listed, because every name costs a model tokens. */
const ALIASES = ['language'];

/** Descriptions for models, where those of the HTTP interface would mislead. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  limit: 'Rows: at most 100, or 10 with a sandbox key.',
  offset: 'nextOffset of the previous answer.',
  specialties: 'Any of these, e.g. "Family Medicine" for a family doctor; see get_directory_metadata.',
  accepting: 'Only where new patients are accepted.',
  languages: 'Any of these; see get_directory_metadata.',
  q: 'Parts of the name, or a complete registration number.',
  specialty: 'Specialty to list; see get_directory_metadata.',
  include: 'Optional fields to add.',
  near: 'Place, postal code or "lat,lng": nearest first.',
  within: 'Kilometers from the place.',
  area: 'Municipalities, districts, neighbourhoods or postal areas; any of these.',
  sort: 'Default: distance with a place, else name.',
  lat: 'With lng: nearest first.',
  lng: 'With lat.',
};
const DEFAULTS: Readonly<Record<string, number>> = { limit: 10 };

/**
 * Returns the JSON Schema of a tool's arguments, derived from the query class that REST reads its parameters into.
 * @param optional a field that the class requires and the tool does not
 */
export function inputSchemaOf(described: Described, optional?: string): JsonSchema {
  const fields = fieldsOf(described).filter(
    ({ name, schema }) => !schema.deprecated && !ALIASES.includes(name),
  );
  const required = fields.filter((field) => field.required && field.name !== optional);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, argumentSchema(name, schema)])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    additionalProperties: false,
  };
}

function argumentSchema(name: string, schema: JsonSchema): JsonSchema {
  const { examples: _examples, default: _default, description = '', ...rest } = schema;
  return {
    ...rest,
    ...(DEFAULTS[name] !== undefined && { default: DEFAULTS[name] }),
    description:
      DESCRIPTIONS[name] ?? description.replace(/^When true, only ./, (start) => start.at(-1)!.toUpperCase()),
  };
}
