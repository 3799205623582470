import { type Described, fieldsOf, type JsonSchema } from '@care-atlas/domain/schema';

/**
 * Fields that are accepted, but not listed, because every name costs a model tokens: an alias, what `near` says too, and
 * what programs use, not models.
 */
export const UNLISTED: readonly string[] = ['language', 'lat', 'lng', 'ids'];

/** Descriptions for models, where those of the HTTP interface are long or would mislead; empty where the name says it. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  by: '',
  limit: 'Rows, at most 100; 10 with a sandbox key.',
  offset: 'nextOffset of the previous answer.',
  specialties: 'Any of these; everyday words work.',
  accepting: 'Accepts new patients.',
  acceptance: '',
  gender: '',
  languages: 'Any of these; codes and own names work.',
  minYears: 'Years in practice.',
  maxYears: '',
  evening: 'After 17:00 on a weekday.',
  weekend: '',
  wheelchair: '',
  virtualVisits: '',
  nearTTC: 'Within 800 m of a subway station.',
  hasWebsite: '',
  q: 'Parts of the name.',
  specialty: 'Specialty to list; everyday words work.',
  include: '',
  near: 'Place, postal code or "lat,lng": nearest first.',
  within: 'Kilometers from near, at most 100.',
  area: 'Any of these towns, neighbourhoods or postal areas.',
  sort: '',
  days: 'Any of these.',
  openAt: 'HH:MM, on any of days or on a weekday.',
  clinicType: 'Any of these.',
  match: 'q may be misspelled.',
  clinic: 'Id of a clinic where they practise.',
};
/** Values that are accepted, but not listed: what a tool shows without them. */
const UNLISTED_VALUES: readonly unknown[] = ['distance', 'availability'];
const DEFAULTS: Readonly<Record<string, number>> = { limit: 10 };

/**
 * Returns the JSON Schema of a tool's arguments, derived from the query class that REST reads its parameters into.
 * @param optional a field that the class requires and the tool does not
 * @param own arguments that only the tool has, or that it describes differently
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

/** Leaves out bounds: the error of a value beyond them names them. */
function argumentSchema(name: string, { type, items, enum: values, ...schema }: JsonSchema): JsonSchema {
  const { [name]: description = schema.description } = DESCRIPTIONS;
  const listed = items?.enum?.filter((value) => !UNLISTED_VALUES.includes(value));
  return {
    type,
    ...(items && { items: { ...items, ...(listed && { enum: listed }) } }),
    ...(values && { enum: values }),
    ...(DEFAULTS[name] !== undefined && { default: DEFAULTS[name] }),
    ...(description && { description }),
  };
}
