import { type Described, fieldsOf, type JsonSchema } from '@care-atlas/domain/schema';

/** Other names for a field: understood, but not shown, since every name costs a model's attention. */
const ALIASES = ['language'];

/** What a model is told of a field where the words of the HTTP interface would mislead it. */
const WORDS: Readonly<Record<string, string>> = {
  limit: 'Rows; at most 100, with a sandbox key 10.',
  offset: 'nextOffset of the answer before.',
  specialties: 'Any of these, e.g. "Family Medicine" for a family doctor; see get_directory_metadata.',
  accepting: 'Only where new patients are accepted.',
  gender: 'Of the doctor.',
  languages: 'Any of these; see get_directory_metadata.',
  q: 'Parts of the name, or a whole registration number.',
  specialty: 'Whose services; see get_directory_metadata.',
  include: 'Fields to add.',
  lat: 'With lng: nearest first.',
  lng: 'With lat.',
};
const DEFAULTS: Readonly<Record<string, number>> = { limit: 10 };

/**
 * The JSON Schema of a tool's arguments, from the query class that REST reads its parameters into.
 * @param optional a field that the tool does not require although the class does
 */
export function inputSchemaOf(described: Described, optional?: string): JsonSchema {
  const fields = fieldsOf(described).filter(
    ({ name, schema }) => !schema.deprecated && !ALIASES.includes(name),
  );
  const required = fields.filter((field) => field.required && field.name !== optional);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, argument(name, schema)])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    additionalProperties: false,
  };
}

function argument(name: string, schema: JsonSchema): JsonSchema {
  const { examples: _examples, default: _default, description = '', ...rest } = schema;
  return {
    ...rest,
    ...(DEFAULTS[name] !== undefined && { default: DEFAULTS[name] }),
    description: WORDS[name] ?? description.replace('When true, only clinics', 'Clinics'),
  };
}
