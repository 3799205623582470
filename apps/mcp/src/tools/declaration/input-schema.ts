import { type Described, fieldsOf, type JsonSchema } from '@care-atlas/domain/schema';

/**
 * Fields that are accepted, but not listed, because every name costs a model tokens: an alias, what `near` says too, and
 * what programs use, not models.
 */
export const UNLISTED: readonly string[] = ['language', 'lat', 'lng', 'ids'];

/** Descriptions for models, where those of the HTTP interface would mislead. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  limit: 'Rows: at most 100, or 10 with a sandbox key.',
  offset: 'nextOffset of the previous answer.',
  specialties: 'Any of these; everyday words are read too.',
  accepting: 'Only where new patients are accepted.',
  languages: 'Any of these; codes and own names are read too.',
  q: 'Parts of the name, or a complete registration number.',
  specialty: 'Specialty to list; see get_directory_metadata.',
  include: 'Fields to add.',
  near: 'Place, postal code or "lat,lng": nearest first.',
  within: 'Most km from near.',
  area: 'Any of these municipalities, districts, neighbourhoods or postal areas.',
  sort: 'Default: distance with near, else name.',
  days: 'Open on any of these days.',
  openAt: 'HH:MM, on any of days, else on a weekday.',
  clinicType: 'Any of these types.',
  match: 'forgiving: also misspelled q, best first.',
  clinic: 'Clinic id: who practises there.',
};
const DEFAULTS: Readonly<Record<string, number>> = { limit: 10 };

/**
 * Returns the JSON Schema of a tool's arguments, derived from the query class that REST reads its parameters into.
 * @param optional a field that the class requires and the tool does not
 * @param own arguments that only the tool has
 */
export function inputSchemaOf(
  described: Described,
  optional?: string,
  own: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const fields = fieldsOf(described).filter(
    ({ name, schema }) => !schema.deprecated && !UNLISTED.includes(name),
  );
  const required = fields.filter((field) => field.required && field.name !== optional);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(fields.map(({ name, schema }) => [name, argumentSchema(name, schema)])),
      ...own,
    },
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
