import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsPositive,
  IsString,
  Matches,
  Max,
  Min,
  MaxLength,
  MinLength,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';
import { english, type Said } from '../messages/index.js';
import { nearestWord } from '../text/nearest-word.js';
import { inputField } from './input-field.js';
import type { JsonSchema, Parse } from './schema.js';

interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  readonly deprecated?: boolean;
  /**
   * The description for models, to which every word costs tokens: by default that of people, and none if it is empty. A
   * field that is false is accepted from models, but not listed.
   */
  readonly forModels?: string | false;
  /** A parameter that requires this one. */
  readonly with?: string;
  readonly required?: boolean;
  readonly rule?: QueryRule;
}

/** What must hold of a whole query in which a parameter is present. */
export interface QueryRule {
  readonly holds: (query: Readonly<Record<string, unknown>>) => boolean;
  readonly message: Said;
}

/** Returns the rule that a parameter is sent without others. */
export function sentWithout(param: string, ...others: readonly string[]): QueryRule {
  return {
    holds: (query) => others.every((other) => query[other] === undefined),
    message: { code: 'sent_without', params: { param, others } },
  };
}

/** Declares a parameter that is `true` or `false`. @param forModels as in FieldOptions */
export function Flag(description: string, forModels?: string): PropertyDecorator {
  return queryField({ description, example: true, forModels }, { type: 'boolean' }, parseFlag, (name) => [
    IsBoolean({ message: onceOr(`${name} must be true or false.`) }),
  ]);
}

/** Declares a parameter that is a whole number from a minimum, by default 0, upward, in decimal digits. */
export function Count(options: FieldOptions & { default?: number; minimum?: number }): PropertyDecorator {
  const { minimum = 0 } = options;
  const initial = options.default === undefined ? {} : { default: options.default };
  const schema: JsonSchema = { type: 'integer', minimum, ...initial };
  return queryField(options, schema, parseCount, (name) => {
    const message = onceOr(`${name} must be a whole number, ${minimum} or more.`);
    return [IsInt({ message }), Min(minimum, { message })];
  });
}

/** Declares a parameter that is a decimal number within bounds. */
export function Decimal(options: FieldOptions & { minimum: number; maximum: number }): PropertyDecorator {
  const { minimum, maximum } = options;
  return queryField(options, { type: 'number', minimum, maximum }, parseDecimal, (name) => {
    const together = options.with ? `, and is required when ${options.with} is sent` : '';
    const message = onceOr(`${name} must be a number from ${minimum} to ${maximum}${together}.`);
    return [IsNumber({}, { message }), Min(minimum, { message }), Max(maximum, { message })];
  });
}

/** Declares a parameter that is a decimal number above 0, up to a maximum, in a unit. */
export function Positive(options: FieldOptions & { maximum: number; unit: string }): PropertyDecorator {
  const { maximum, unit } = options;
  return queryField(options, { type: 'number', exclusiveMinimum: 0, maximum }, parseDecimal, (name) => {
    const message = onceOr(`${name} must be a number above 0, up to ${maximum} (${unit}).`);
    return [IsNumber({}, { message }), IsPositive({ message }), Max(maximum, { message })];
  });
}

/** Declares a parameter that is one of a closed set of words. */
export function OneOf(words: readonly string[], options: FieldOptions): PropertyDecorator {
  return queryField(options, { type: 'string', enum: words }, undefined, (name) => [
    IsIn([...words], { message: onceOr(`${name} must be ${orList(words)}.`) }),
  ]);
}

/** Declares a parameter that is text of a minimum and perhaps a maximum length after trimming. */
export function Text(options: FieldOptions & { minLength: number; maxLength?: number }): PropertyDecorator {
  const { minLength, maxLength } = options;
  const length = `must be sent once, with at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}${
    maxLength === undefined ? '' : ` and at most ${maxLength}`
  }`;
  const schema: JsonSchema = { type: 'string', minLength, ...(maxLength !== undefined && { maxLength }) };
  return queryField(options, schema, parseText, (name) => {
    const message = onceOr(`${name} ${options.required ? 'is required and ' : ''}${length}.`);
    return [
      MinLength(minLength, { message }),
      ...(maxLength === undefined ? [] : [MaxLength(maxLength, { message })]),
    ];
  });
}

/** Declares a parameter that is a time of day from 00:00 to 23:59. */
export function TimeOfDay(options: FieldOptions): PropertyDecorator {
  const pattern = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
  return queryField(options, { type: 'string', pattern }, parseText, (name) => [
    Matches(new RegExp(pattern), {
      message: onceOr(`${name} must be a time from 00:00 to 23:59, as HH:MM.`),
    }),
  ]);
}

/** Declares a parameter that is a day of the calendar, YYYY-MM-DD. */
export function CalendarDay(options: FieldOptions): PropertyDecorator {
  return queryField(options, { type: 'string', format: 'date' }, parseText, (name) => [
    ValidateBy(
      { name: 'day', validator: { validate: isCalendarDay } },
      { message: onceOr(`${name} must be a day of the calendar, as YYYY-MM-DD.`) },
    ),
  ]);
}

/** Returns whether a value is a day of the calendar, YYYY-MM-DD. */
export function isCalendarDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/**
 * Declares a parameter that is a comma-separated list. Joins repeated lists. Treats a list without values as absent, unless
 * `mayBeEmpty`: what names records finds none of them then.
 */
export function List({
  mayBeEmpty = false,
  ...options
}: FieldOptions & { of?: readonly string[]; maximum?: number; mayBeEmpty?: boolean }): PropertyDecorator {
  const { of, maximum } = options;
  const items: JsonSchema = of ? { type: 'string', enum: of } : { type: 'string' };
  const schema: JsonSchema = { type: 'array', items, ...(maximum && { maxItems: maximum }) };
  const parse: Parse = mayBeEmpty
    ? (raw) => (raw === undefined ? undefined : (parseList(raw) ?? []))
    : parseList;
  return queryField({ ...options, isWhole: mayBeEmpty }, schema, parse, (name) => {
    const must = `${name} ${options.required ? 'is required and ' : ''}must be a comma-separated list`;
    const message = `${must}${maximum ? ` of at most ${maximum} values` : ''}${of ? ` of ${namesIn(of)}` : ''}.`;
    const item = of
      ? IsIn([...of], { each: true, message: orNearest(message, of) })
      : IsString({ each: true, message });
    return [IsArray({ message }), item, ...(maximum ? [ArrayMaxSize(maximum, { message })] : [])];
  });
}

function queryField(
  {
    required = false,
    with: companion,
    isWhole = required,
    ...options
  }: FieldOptions & { readonly isWhole?: boolean },
  schema: JsonSchema,
  parseValue: Parse = (raw) => raw,
  validators: (name: string) => PropertyDecorator[],
): PropertyDecorator {
  return inputField({
    schema: {
      ...schema,
      description: options.description,
      ...(options.example !== undefined && { examples: [options.example] }),
      ...(options.deprecated && { deprecated: true }),
    },
    presence: required ? 'required' : 'optional',
    companion,
    forModels: options.forModels,
    // HTML forms send what nobody filled in as empty text.
    parse: isWhole ? parseValue : (raw) => (raw === '' ? undefined : parseValue(raw)),
    checks: (name) => [...validators(name), ...(options.rule ? [obeys(options.rule)] : [])],
  });
}

function obeys({ holds, message }: QueryRule): PropertyDecorator {
  const validate = (_value: unknown, about?: ValidationArguments) =>
    holds(about!.object as Record<string, unknown>);
  const context = typeof message === 'string' ? undefined : message;
  return ValidateBy({ name: 'rule', validator: { validate } }, { message: english(message), context });
}

/** Returns the message about an invalid value, or about one that was sent repeatedly. */
function onceOr(message: string) {
  return ({ property, value }: ValidationArguments): string => {
    if (!Array.isArray(value) || value.length < 2) return message;
    const times = value.length === 2 ? 'twice' : `${value.length} times`;
    return `${property} was sent ${times}: send it once.`;
  };
}

/** Returns the message about a list, with the word nearest to an unknown value if the message does not name all words. */
function orNearest(message: string, words: readonly string[]) {
  return ({ value }: ValidationArguments): string => {
    const unknown = [value]
      .flat()
      .map(String)
      .find((each) => !words.includes(each));
    if (unknown === undefined || !words.some(isInner)) return message;
    const nearest = nearestWord(unknown, words);
    return nearest === undefined ? message : `${message} Did you mean '${nearest}'?`;
  };
}

function parseFlag(raw: unknown): unknown {
  if (raw === 'true') return true;
  if (raw === 'false') return false;
  return raw;
}

function parseCount(raw: unknown): unknown {
  return typeof raw === 'string' && /^\d+$/.test(raw) ? Math.min(Number(raw), Number.MAX_SAFE_INTEGER) : raw;
}

function parseDecimal(raw: unknown): unknown {
  return typeof raw === 'string' && /^-?(\d+(\.\d*)?|\.\d+)$/.test(raw) ? Number(raw) : raw;
}

function parseText(raw: unknown): unknown {
  return typeof raw === 'string' ? raw.trim() : raw;
}

function parseList(raw: unknown): unknown {
  if (typeof raw === 'string') return valuesOf(raw);
  if (!Array.isArray(raw) || !raw.every((list) => typeof list === 'string')) return raw;
  return valuesOf(raw.join(','));
}

/** Returns the values of a comma-separated list; undefined if there are none. */
function valuesOf(list: string): string[] | undefined {
  let values: string[] | undefined;
  for (const part of list.split(',')) {
    const value = part.trim();
    if (value !== '') (values ??= []).push(value);
  }
  return values;
}

/** Returns the words as a list in a sentence; of those that name what is inside another, only an example. */
function namesIn(words: readonly string[]): string {
  const inner = words.find(isInner);
  const outer = orList(words.filter((word) => !isInner(word)));
  return inner === undefined ? outer : `${outer}, or of members inside these, such as ${inner}`;
}

/** Returns whether a word names what is inside another, such as `clinic.phone`. */
function isInner(word: string): boolean {
  return word.includes('.');
}

function orList(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
