/** The part of JSON Schema 2020-12 that the contract uses. */
export interface JsonSchema {
  readonly type?: JsonType | readonly JsonType[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  /** The values so far of an enum that may grow. */
  readonly 'x-extensible-enum'?: readonly string[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly $ref?: string;
}
type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** A class with field declarations: a query or a record. */
export type Described<T extends object = object> = new () => T;

/** Returns the value of a raw parameter. Returns invalid text unchanged, for the validators to reject. */
export type Parse = (raw: unknown) => unknown;

export interface FieldDeclaration {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Of input only. */
  readonly parse?: Parse;
  /** Of input only: another field that requires this one. */
  readonly companion?: string;
  /** Of input only: the description for models, if it is another one; false for a field that is not listed for them. */
  readonly forModels?: string | false;
  /** The record class of the value, or of each item in a list. */
  readonly record?: () => Described;
}

const DECLARATIONS = new WeakMap<object, FieldDeclaration[]>();

/** Declares a property of a class for all readers of the contract. */
export function declareField(target: object, declaration: FieldDeclaration): void {
  const own = DECLARATIONS.get(target) ?? [];
  own.push(declaration);
  DECLARATIONS.set(target, own);
}

const LEFT_OUT = new WeakMap<object, readonly string[]>();

/** Leaves inherited properties out of a class. */
export function Without(...names: readonly string[]): ClassDecorator {
  return ({ prototype }) => void LEFT_OUT.set(prototype as object, names);
}

/**
 * Returns the declared properties of a class in the order of their declaration, inherited ones first. One that is
 * declared again replaces the inherited one.
 */
export function fieldsOf(described: Described): readonly FieldDeclaration[] {
  const parent = Object.getPrototypeOf(described.prototype) as { readonly constructor: Described } | null;
  if (!parent) return [];
  const own = DECLARATIONS.get(described.prototype as object) ?? [];
  const replaced = [...(LEFT_OUT.get(described.prototype as object) ?? []), ...own.map(({ name }) => name)];
  return [...fieldsOf(parent.constructor).filter(({ name }) => !replaced.includes(name)), ...own];
}

/** Returns the schema of a text that has one of some values, to which the change policy allows to add. */
export function growingEnum(description: string, values: readonly string[]): JsonSchema {
  const sentence = `${description} Values so far: ${values.join(', ')}. More may be added: accept others as they are.`;
  return { type: 'string', 'x-extensible-enum': values, description: sentence };
}

interface FieldOptions {
  readonly optional?: boolean;
}

/** Declares a property of a record. Its value is plain JSON unless it has a record class. */
export function Field(
  schema: JsonSchema,
  { optional = false }: FieldOptions = {},
  record?: () => Described,
): PropertyDecorator {
  return (target, name) => declareField(target, { name: String(name), schema, required: !optional, record });
}

/** Declares a property of a record whose value is another record. */
export function RecordField(record: () => Described, description: string, options: FieldOptions = {}) {
  return Field({ description }, options, record);
}

/** Declares a property of a record whose value is a list of other records. */
export function RecordList(
  record: () => Described,
  description: string,
  { nullable = false, ...options }: FieldOptions & { readonly nullable?: boolean } = {},
) {
  return Field({ type: nullable ? ['array', 'null'] : 'array', description }, options, record);
}

/** Returns whether a schema is that of a list, or of a list or null. */
export function isList({ type }: JsonSchema): boolean {
  return [type].flat().includes('array');
}

/**
 * Returns the JSON Schema of a record class. Refers to the records inside it by `referTo(className)`. The schema is
 * open: the change policy allows new members.
 */
export function recordSchema(described: Described, referTo: (name: string) => string): JsonSchema {
  const fields = fieldsOf(described);
  const properties = fields.map(({ name, schema, record }): [string, JsonSchema] => {
    if (!record) return [name, schema];
    const $ref = referTo(record().name);
    return [name, isList(schema) ? { ...schema, items: { $ref } } : { ...schema, $ref }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter((field) => field.required).map((field) => field.name),
  };
}

/** Returns the record classes and all record classes inside them, each once. */
export function recordsWithin(roots: readonly Described[]): readonly Described[] {
  const found = new Set<Described>();
  const visit = (described: Described) => {
    if (found.has(described)) return;
    found.add(described);
    for (const { record } of fieldsOf(described)) if (record) visit(record());
  };
  roots.forEach(visit);
  return [...found];
}
