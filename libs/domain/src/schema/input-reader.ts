import {
  getMetadataStorage,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { type Described, type FieldDeclaration, fieldsOf, type Parse } from './schema.js';

/** A field with a value that is not accepted, and why. */
export interface FieldFault<Words = string> {
  readonly param: string;
  readonly message: Words;
}

/** A check of class-validator, with what its declaration says of a value that it rejects. */
export interface Check {
  readonly validator: ValidatorConstraintInterface;
  readonly message: string | ((about: ValidationArguments) => string);
  readonly context: unknown;
}

/** Returns what is said of a value that a check rejects. */
export type WordsOf<Words> = (check: Check, about: ValidationArguments) => Words;

type Values = Record<string, unknown>;

/**
 * Reads raw input into the fields of a class. It uses the metadata of class-transformer and class-validator and returns the
 * same values and messages, without the cost of their general machinery on every request. Tests compare the two.
 */
export class InputReader<Words = string> {
  readonly #fields: ReadonlyMap<string, Field<Words>>;

  /** @param wordsOf such as `sentenceOf` */
  constructor(described: Described, wordsOf: WordsOf<Words>) {
    this.#fields = new Map(
      fieldsOf(described).map((field) => [field.name, compileField(described, field, wordsOf)]),
    );
  }

  /**
   * Parses raw values into an object that has the initial ones.
   * @returns the names that no field has; undefined if there are none
   */
  parse(raw: Readonly<Values>, into: Values): string[] | undefined {
    let unknown: string[] | undefined;
    for (const name in raw) {
      const field = this.#fields.get(name);
      const value = raw[name];
      if (!field) (unknown ??= []).push(name);
      else if (value !== undefined) into[name] = field.parse(value);
    }
    return unknown;
  }

  /** Returns the first fault of each field of parsed values; undefined if all are valid. */
  faultsIn(values: Values): [FieldFault<Words>, ...FieldFault<Words>[]] | undefined {
    let faults: FieldFault<Words>[] | undefined;
    for (const field of this.#fields.values()) {
      if (!field.required && values[field.name] === undefined && values[field.companion] === undefined)
        continue;
      const message = field.fault(values);
      if (message !== undefined) (faults ??= []).push({ param: field.name, message });
    }
    return faults as [FieldFault<Words>, ...FieldFault<Words>[]] | undefined;
  }
}

interface Field<Words> {
  readonly name: string;
  readonly parse: Parse;
  readonly required: boolean;
  /** The field that requires this one; by default itself. */
  readonly companion: string;
  /** Returns what is said of the field of parsed values; undefined if it is valid. */
  readonly fault: (values: Values) => Words | undefined;
}

function compileField<Words>(
  described: Described,
  { name, parse = (raw) => raw, required, companion = name }: FieldDeclaration,
  wordsOf: WordsOf<Words>,
): Field<Words> {
  const storage = getMetadataStorage();
  const metadata = storage
    .getTargetValidationMetadatas(described, '', false, false)
    .filter((entry) => entry.propertyName === name);
  const conditions = metadata
    .filter((entry) => entry.type === 'conditionalValidation')
    .map((entry) => entry.constraints[0] as (values: object, value: unknown) => boolean);
  const checks = metadata
    .filter((entry) => entry.type === 'customValidation')
    .flatMap(({ constraintCls, constraints, each, message, context }) =>
      storage.getTargetValidatorConstraints(constraintCls).map(({ instance }) => {
        const about = (value: unknown, object: object): ValidationArguments => ({
          value,
          constraints,
          object,
          property: name,
          targetName: described.name,
        });
        const passes = (value: unknown, object: object) =>
          instance.validate(value, about(value, object)) === true;
        const check = { validator: instance, message, context: context as unknown };
        return {
          wordsAbout: (value: unknown, object: object) => wordsOf(check, about(value, object)),
          passes: each
            ? (value: unknown, object: object) =>
                Array.isArray(value) ? value.every((item) => passes(item, object)) : passes(value, object)
            : passes,
        };
      }),
    );
  return {
    name,
    parse,
    required,
    companion,
    fault(values) {
      const value = values[name];
      for (const applies of conditions) if (!applies(values, value)) return undefined;
      for (const check of checks) if (!check.passes(value, values)) return check.wordsAbout(value, values);
      return undefined;
    },
  };
}

/** Returns the sentence of class-validator. */
export function sentenceOf({ validator, message }: Check, about: ValidationArguments): string {
  const words = message ?? validator.defaultMessage!(about);
  return filled(typeof words === 'function' ? words(about) : words, about.property, about.constraints);
}

/** Fills in what the messages of class-validator leave open. */
function filled(message: string, property: string, constraints: readonly unknown[] = []): string {
  return message
    .replaceAll(/\$constraint(\d)/g, (_open, at: string) => [constraints[Number(at) - 1]].flat().join(', '))
    .replaceAll('$property', property);
}
