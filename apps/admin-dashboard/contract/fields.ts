import { byteLength } from '@care-atlas/domain/text';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, isISO8601, IsString, Length, Max, Min, ValidateBy, ValidateIf } from 'class-validator';

declare const TIMESTAMP: unique symbol;
/** A point in time, ISO 8601 in UTC. The server answers with a Date, which JSON writes in this form. */
export type Timestamp = string & { readonly [TIMESTAMP]: true };

/** Combines decorators of a property; like decorators written above it, they run from the last to the first. */
function all(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of decorators.toReversed()) decorate(target, property);
  };
}

export const Text = (min: number, max: number) => all(IsString(), Length(min, max));

/** Accepts a password as it is typed. Bounds what it may cost to hash; the password rules are stricter. */
export const PasswordText = () => Text(1, 1024);

/** Lets a member be absent, but not null, which no handler expects; `IsOptional` is for members whose null has a meaning. */
export const Optional = () => ValidateIf((_input, value) => value !== undefined);

/** Accepts one line that a user types to search for. */
export const SearchText = () => all(Optional(), Text(0, 100));

export const OneOf = (values: readonly string[]) => all(Optional(), IsIn([...values]));

const FIRST_YEAR = 1;
const LAST_YEAR = 9999;

/** Accepts a day or a time that programs and the database agree on: no weeks, no days without dashes, no years before 1. */
export const IsInstant = () =>
  ValidateBy({
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

export const Instant = () => all(Optional(), IsInstant());

/** The longest name that a file system takes. */
export const LONGEST_FILE_NAME = 255;

/** Accepts the name of a file. Its length is that of its bytes, as in file systems. */
export const FileName = () =>
  all(
    Text(1, LONGEST_FILE_NAME),
    ValidateBy({
      name: 'isFileName',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && byteLength(value) <= LONGEST_FILE_NAME,
        defaultMessage: (about) =>
          `A file name has at most ${LONGEST_FILE_NAME} bytes in UTF-8, and this one has ${byteLength(String(about?.value))}: rename the file`,
      },
    }),
  );

/** Reads a number that a query string has as text. What is neither stays, to be refused. */
const NumberText = () =>
  Transform(({ value }: { readonly value: unknown }) => (typeof value === 'string' ? Number(value) : value));

/** Accepts a whole number. The initial value of the property is the default. */
export const WholeNumber = (min: number, max: number) =>
  all(Optional(), NumberText(), IsInt(), Min(min), Max(max));

export const LARGEST_OFFSET = 1_000_000_000;

export class LimitQuery {
  @WholeNumber(1, 100)
  limit = 25;
}

export class PageQuery extends LimitQuery {
  @WholeNumber(0, LARGEST_OFFSET)
  offset = 0;
}

/** Pages by the position of the last item of the previous page instead of an offset. */
export class CursorQuery extends LimitQuery {
  @WholeNumber(0, LARGEST_OFFSET)
  after = 0;
}

export interface Page {
  /** Number of matching items. */
  readonly total: number;
  /** Number of items on this page. */
  readonly count: number;
}
