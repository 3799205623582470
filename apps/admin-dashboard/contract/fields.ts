import { inputField, type JsonSchema, type Parse, type Presence } from '@care-atlas/domain/schema';
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
} from 'class-validator';

declare const TIMESTAMP: unique symbol;
/** A point in time, ISO 8601 in UTC. The server answers with a Date, which JSON writes in this form. */
export type Timestamp = string & { readonly [TIMESTAMP]: true };

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
  return member(schema, presence, [Length(min, max), IsString()]);
}

/** Accepts a password as it is typed. Bounds what it may cost to hash; the password rules are stricter. */
export const PasswordText = () => Text(1, 1024);

/** Accepts one line that a user types to search for. */
export const SearchText = () => Text(0, 100, 'optional');

/** Accepts a text of any length, which the handler checks. */
export const AnyText = () => member({ type: 'string' }, 'required', [IsString()]);

export function OneOf(values: readonly string[], presence: Presence = 'optional'): PropertyDecorator {
  return member({ type: 'string', enum: values }, presence, [IsIn([...values])]);
}

/** Accepts text of a form. @param message says what is accepted */
export function TextLike(pattern: RegExp, message: string): PropertyDecorator {
  return member({ type: 'string', pattern: pattern.source }, 'required', [Matches(pattern, { message })]);
}

const FIRST_YEAR = 1;
const LAST_YEAR = 9999;

/** Accepts a day or a time that programs and the database agree on: no weeks, no days without dashes, no years before 1. */
export function Instant(presence: Presence = 'optional'): PropertyDecorator {
  const check = ValidateBy({
    name: 'isInstant',
    validator: {
      validate: (value: unknown) => {
        if (typeof value !== 'string' || !isISO8601(value, { strict: true, strictSeparator: true }))
          return false;
        const year = new Date(value).getUTCFullYear();
        return year >= FIRST_YEAR && year <= LAST_YEAR;
      },
      defaultMessage: () => '$property must be a valid ISO 8601 date string',
    },
  });
  return member({ type: 'string', format: 'date-time' }, presence, [check]);
}

/** The longest name that a file system takes. */
export const LONGEST_FILE_NAME = 255;

/** Accepts the name of a file. Its length is that of its bytes, as in file systems. */
export function FileName(): PropertyDecorator {
  const check = ValidateBy({
    name: 'isFileName',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && byteLength(value) <= LONGEST_FILE_NAME,
      defaultMessage: (about) =>
        `A file name has at most ${LONGEST_FILE_NAME} bytes in UTF-8, and this one has ${byteLength(String(about?.value))}: rename the file`,
    },
  });
  const schema: JsonSchema = { type: 'string', minLength: 1, maxLength: LONGEST_FILE_NAME };
  return member(schema, 'required', [check, Length(1, LONGEST_FILE_NAME), IsString()]);
}

export const Uuid = () => member({ type: 'string', format: 'uuid' }, 'optional', [IsUUID()]);

/** Accepts UUIDs, at least one. */
export function Uuids(maximum: number): PropertyDecorator {
  const schema: JsonSchema = {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: maximum,
  };
  const checks = [IsUUID('all', { each: true }), ArrayMaxSize(maximum), ArrayNotEmpty(), IsArray()];
  return member(schema, 'required', checks);
}

export function Texts(maximum: number): PropertyDecorator {
  const schema: JsonSchema = { type: 'array', items: { type: 'string' }, maxItems: maximum };
  return member(schema, 'optional', [IsString({ each: true }), ArrayMaxSize(maximum), IsArray()]);
}

export const Flag = () => member({ type: 'boolean' }, 'optional', [IsBoolean()]);

/** Accepts an object with any members, which the handler checks. */
export const AnyObject = (presence: Presence = 'required') =>
  member({ type: 'object' }, presence, [IsObject()]);

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
    ...(maximum === undefined ? [] : [Max(maximum)]),
    ...(minimum === undefined ? [] : [Min(minimum)]),
    IsInt(),
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
