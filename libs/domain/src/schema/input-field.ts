import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import { declareField, type JsonSchema, type Parse } from './schema.js';

/** Whether a field may be absent, or also null, which then has a meaning of its own. */
export type Presence = 'required' | 'optional' | 'nullable';

interface InputField {
  readonly schema: JsonSchema;
  readonly presence: Presence;
  /** By default, a value is taken as it is. */
  readonly parse?: Parse;
  /** A field that requires this one. */
  readonly companion?: string;
  readonly forModels?: string | false;
  /** Returns the decorators of class-validator: the message about a value is that of the first one that rejects it. */
  readonly checks: (name: string) => readonly PropertyDecorator[];
}

/** Declares a property of an input class for all its readers. */
export function inputField(field: InputField): PropertyDecorator {
  const { schema, presence, parse = (raw) => raw, companion, forModels, checks } = field;
  return (target, key) => {
    const name = String(key);
    declareField(target, { name, schema, parse, companion, forModels, required: presence === 'required' });
    Transform(({ value }) => parse(value))(target, key);
    for (const check of checks(name)) check(target, key);
    if (presence === 'required') return;
    // Not IsOptional, which accepts null: JSON may contain it, and handlers of optional fields do not expect it.
    const isGiven = (value: unknown) => value !== undefined && (value !== null || presence !== 'nullable');
    const isSent = (values: Record<string, unknown>) =>
      isGiven(values[name]) || (companion !== undefined && isGiven(values[companion]));
    ValidateIf(isSent)(target, key);
  };
}
