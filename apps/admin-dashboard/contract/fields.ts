import {
  type Check,
  inputField,
  type JsonSchema,
  type Parse,
  type Presence,
} from '@care-atlas/domain/schema';
import { byteLength } from '@care-atlas/domain/text';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  isISO8601,
  IsObject,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import type { DashboardMessage } from './messages/english.js';

declare const TIMESTAMP: unique symbol;
/** A point in time, ISO 8601 in UTC. The server answers with a Date, which JSON writes in this form. */
export type Timestamp = string & { readonly [TIMESTAMP]: true };

/** Returns what a check says of a value that it rejects. */
export type Says = (field: string, value: unknown) => DashboardMessage;

/** Messages that name a field, and what else they have. */
type FieldMessage = Extract<DashboardMessage, { readonly params: { readonly field: string } }>;
type OtherParams<Code> = Omit<Extract<FieldMessage, { readonly code: Code }>['params'], 'field'>;

/** Says a message about the field, instead of the sentence of class-validator. */
function says<Code extends FieldMessage['code']>(
  code: Code,
  ...[params]: keyof OtherParams<Code> extends never ? [] : [params: OtherParams<Code>]
): ValidationOptions {
  return saysOf((field) => ({ code, params: { field, ...params } }) as DashboardMessage);
}

/** The same, where the message depends on the value. */
function saysOf(context: Says): ValidationOptions {
  return { context };
}

/** Returns the message of a check that rejects a value. */
export function messageOf({ context }: Check, { property, value }: ValidationArguments): DashboardMessage {
  return (context as Says)(property, value);
}

/** Declares a member of a query or a body. The initial value of the property is its default. */
function member(
  schema: JsonSchema,
  presence: Presence,
  checks: readonly PropertyDecorator[],
  parse?: Parse,
): PropertyDecorator {
  return inputField({ schema, presence, checks: () => checks, parse });
}

export function Text(min: number, max: number, presence: Presence = 'required'): PropertyDecorator {
  const schema: JsonSchema = { type: 'string', minLength: min, maxLength: max };
  return member(schema, presence, [LengthWithin(min, max), IsText()]);
}

function LengthWithin(minimum: number, maximum: number): PropertyDecorator {
  const message: Says = (field, value) => {
    // What is no text may have a length, or none.
    const length = (value as { readonly length?: number } | null | undefined)?.length ?? NaN;
    if (!value || length < minimum) return { code: 'short_text', params: { field, minimum } };
    if (length > maximum) return { code: 'long_text', params: { field, maximum } };
    return { code: 'no_text_of_length', params: { field, minimum, maximum } };
  };
  return Length(minimum, maximum, saysOf(message));
}

const IsText = () => IsString(says('no_text'));

/** Accepts a password as it is typed. Bounds what it may cost to hash; the password rules are stricter. */
export const PasswordText = () => Text(1, 1024);

/** Accepts one line that a user types to search for. */
export const SearchText = () => Text(0, 100, 'optional');

/** Accepts a text of any length, which the handler checks. */
export const AnyText = () => member({ type: 'string' }, 'required', [IsText()]);

export function OneOf(values: readonly string[], presence: Presence = 'optional'): PropertyDecorator {
  return member({ type: 'string', enum: values }, presence, [
    IsIn([...values], says('no_choice', { choices: values })),
  ]);
}

/** Accepts text of a form. @param message says what is accepted */
export function TextLike(
  pattern: RegExp,
  message: DashboardMessage,
  presence: Presence = 'required',
): PropertyDecorator {
  return member({ type: 'string', pattern: pattern.source }, presence, [
    Matches(
      pattern,
      saysOf(() => message),
    ),
  ]);
}

const FIRST_YEAR = 1;
const LAST_YEAR = 9999;

/** Accepts a day or a time that programs and the database agree on: no weeks, no days without dashes, no years before 1. */
export function Instant(presence: Presence = 'optional'): PropertyDecorator {
  const validate = (value: unknown) => {
    if (typeof value !== 'string' || !isISO8601(value, { strict: true, strictSeparator: true })) return false;
    const year = new Date(value).getUTCFullYear();
    return year >= FIRST_YEAR && year <= LAST_YEAR;
  };
  const check = ValidateBy({ name: 'isInstant', validator: { validate } }, says('no_date'));
  return member({ type: 'string', format: 'date-time' }, presence, [check]);
}

/** The longest name that a file system takes. */
export const LONGEST_FILE_NAME = 255;

/** Accepts the name of a file. Its length is that of its bytes, as in file systems. */
export function FileName(): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && byteLength(value) <= LONGEST_FILE_NAME;
  const check = ValidateBy(
    { name: 'isFileName', validator: { validate } },
    saysOf((_field, value) => ({
      code: 'long_file_name',
      params: { limit: LONGEST_FILE_NAME, bytes: byteLength(String(value)) },
    })),
  );
  const schema: JsonSchema = { type: 'string', minLength: 1, maxLength: LONGEST_FILE_NAME };
  return member(schema, 'required', [check, LengthWithin(1, LONGEST_FILE_NAME), IsText()]);
}

export const Uuid = () =>
  member({ type: 'string', format: 'uuid' }, 'optional', [IsUUID('all', says('not_uuid'))]);

/** Accepts UUIDs, at least one. */
export function Uuids(maximum: number): PropertyDecorator {
  const schema: JsonSchema = {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: maximum,
  };
  const checks = [
    IsUUID('all', { each: true, ...says('not_uuids') }),
    ArrayMaxSize(maximum, says('long_list', { maximum })),
    ArrayNotEmpty(says('empty_list')),
    IsArray(says('no_list')),
  ];
  return member(schema, 'required', checks);
}

export function Texts(maximum: number): PropertyDecorator {
  const schema: JsonSchema = { type: 'array', items: { type: 'string' }, maxItems: maximum };
  return member(schema, 'optional', [
    IsString({ each: true, ...says('no_texts') }),
    ArrayMaxSize(maximum, says('long_list', { maximum })),
    IsArray(says('no_list')),
  ]);
}

export const Flag = () => member({ type: 'boolean' }, 'optional', [IsBoolean(says('no_flag'))]);

/** Accepts an object with any members, which the handler checks. */
export const AnyObject = (presence: Presence = 'required') =>
  member({ type: 'object' }, presence, [IsObject(says('no_object_in_field'))]);

/** Accepts a whole number within bounds, if there are any. */
export function WholeNumber(presence: Presence, minimum?: number, maximum?: number): PropertyDecorator {
  return wholeNumber(presence, minimum, maximum);
}

/** Accepts a whole number as a query string has it. */
export function WholeNumberText(minimum: number, maximum: number): PropertyDecorator {
  // What is no number stays one that is refused.
  return wholeNumber('optional', minimum, maximum, (raw) => (typeof raw === 'string' ? Number(raw) : raw));
}

function wholeNumber(
  presence: Presence,
  minimum?: number,
  maximum?: number,
  parse?: Parse,
): PropertyDecorator {
  const checks = [
    ...(maximum === undefined ? [] : [Max(maximum, says('great_number', { maximum }))]),
    ...(minimum === undefined ? [] : [Min(minimum, says('small_number', { minimum }))]),
    IsInt(says('no_integer')),
  ];
  return member({ type: 'integer', minimum, maximum }, presence, checks, parse);
}

/** The number of items on a page, and the position of the first one. */
export const PageSize = () => WholeNumberText(1, 100);
export const Offset = () => WholeNumberText(0, 1_000_000_000);

export class LimitQuery {
  @PageSize()
  limit = 25;
}

export class PageQuery extends LimitQuery {
  @Offset()
  offset = 0;
}

/** Pages by the position of the last item of the previous page instead of an offset. */
export class CursorQuery extends LimitQuery {
  @Offset()
  after = 0;
}

export interface Page {
  /** Number of matching items. */
  readonly total: number;
  /** Number of items on this page. */
  readonly count: number;
}
